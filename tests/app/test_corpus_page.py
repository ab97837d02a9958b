"""One panel says how a file is read, before and after it is used."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state.choices import CHOICES
from pages.shared.state.origins import write_plan
from pages.shared.state.uploads import shelf
from pages.shared.text import plain
from spca_core.corpus import limits
from spca_core.corpus.planted import Plan
from spca_core.corpus.readers.files import Upload
from tests.app.visits import (
    choose,
    errors,
    open_page,
    run_to_the_end,
    said,
    title,
    upload,
    use,
)

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
ROWS = [
    ("taxes on land and trade", "storms at sea in winter", "Whig"),
    ("trade in tea without taxes", "calm winter on the sea", "Tory"),
    ("land and tea in trade", "storms and calm in harbours", "Whig"),
]
ANSWERS = "\n".join(
    [
        "liked,missed,side",
        *(",".join([f"{i} {a}", *b]) for i, (a, *b) in enumerate(ROWS)),
    ]
).encode()
SIZE = {"k": "1", "s": "2", "effort": "quick"}


CHAPTERS = "\n\n".join(
    f"CHAPTER {i}\n\n{first.capitalize()}.\n\nANNA: {second}."
    for i, (first, second, _) in enumerate(ROWS * 3, start=1)
).encode()
BY_SPEAKER = r"(?P<speaker>[A-Z]+):"


def answers(**address: str) -> AppTest:
    place = shelf().put(Upload("answers.csv", ANSWERS))
    return open_page("corpus", corpus=place, **SIZE | address)


def labels(app: AppTest) -> list[str]:
    drawn = (*app.multiselect, *app.selectbox, *app.text_input, *app.number_input)
    return [one.label for one in drawn]


def text_columns(app: AppTest) -> list[str]:
    return app.multiselect(key="file_text").value


def suggested(app: AppTest, label: str) -> AppTest:
    """Choose a suggestion; it gives as many documents as it says."""
    (found,) = (one for one in app.button if one.label.startswith(plain(label)))
    number = found.label.rpartition(" ")[2]
    run_to_the_end(found.click())
    assert f": {number} documents" in said(app)
    return app


def find_topics(app: AppTest) -> AppTest:
    return run_to_the_end(app.button(key="use").click())


def typed(app: AppTest, name: str, text: str) -> AppTest:
    return run_to_the_end(app.text_input(key=f"file_{name}").set_value(text))


def test_a_table_is_asked_for_its_text_and_a_suggestion_takes_one_click():
    app = upload(open_page("corpus", **SIZE), ("answers.csv", ANSWERS))
    assert "Which column is the text?" in labels(app)
    assert text_columns(app) == ["liked"]
    assert "3 documents" in said(app)
    assert "0 taxes on land and trade" in said(app)
    suggested(app, "missed: ")
    assert text_columns(app) == ["missed"]
    assert "storms at sea in winter" in said(app)
    assert "text" not in app.query_params  # nothing is used until that is asked for
    find_topics(app)
    assert app.query_params["text"] == "missed"


def test_a_text_is_asked_where_a_document_begins_and_a_pattern_is_tried_at_once():
    app = upload(open_page("corpus", **SIZE), ("story.txt", CHAPTERS))
    assert "Where does a document begin?" in labels(app)
    assert ": 9 documents" in said(app)
    suggested(app, "Paragraphs: ")
    typed(app, "pattern", "(CHAPTER")
    assert "at character 9" in errors(app)
    assert not [one for one in app.button if one.key == "use"]
    typed(app, "pattern", "nobody:")
    assert "nobody" in errors(app)
    typed(app, "pattern", BY_SPEAKER)
    assert not errors(app)
    assert "speaker: ANNA" in said(app)
    find_topics(app)
    assert app.query_params["pattern"] == BY_SPEAKER


def test_the_open_file_is_read_in_another_way_and_keeps_what_its_words_allow():
    edited = {"names": "trade=Commerce", "stop_words": "calm", "pinned": "sea=trade"}
    app = answers(**edited, text="liked")
    suggested(app, "missed: ")
    assert app.query_params["text"] == "liked"
    find_topics(app)
    kept = {**edited, "pinned": "sea", "text": "missed"}
    assert app.query_params.items() >= kept.items()
    again = open_page("corpus", **dict(app.query_params))  # the link, elsewhere
    assert text_columns(again) == ["missed"]


def test_what_cannot_be_read_leaves_the_open_corpus_as_it_was_and_can_be_mended():
    app = answers(text="liked")
    before = app.session_state[CHOICES]
    typed(app, "header", "99")
    assert "header's row must be a number" in errors(app)
    assert not [one for one in app.button if one.key == "use"]
    assert app.session_state[CHOICES] == before
    typed(app, "header", "")
    assert not errors(app)
    assert "3 documents" in said(app)


def test_another_header_row_has_other_columns_and_other_numbers_of_documents():
    app = answers(text="liked", where="side=Whig,document=1|2")
    typed(app, "header", "2")
    find_topics(app)
    assert app.query_params["header"] == "2"
    assert "text" not in app.query_params
    assert app.query_params["where"] == "side=Whig"


def test_a_corpus_has_the_name_that_it_is_given_on_every_page():
    app = typed(answers(), "name", "Our NATO survey")
    find_topics(app)
    assert app.query_params["name"] == "Our NATO survey"
    app.switch_page("app.py")
    assert title(run_to_the_end(app)) == "Our NATO survey: 1 topic"
    assert [one for one in app.button if one.label == "Corpus: Our NATO survey"]


def test_what_counts_as_a_word_is_sent_at_once_and_refused_at_once():
    app = answers(view="prepare", text="liked")
    app.text_input(key="counted_token_pattern").set_value("(")
    run_to_the_end(app.button(key="count_again").click())
    assert "not a regular expression" in errors(app)
    assert "token_pattern" not in app.query_params
    app.text_input(key="counted_token_pattern").set_value("[a-z]{4,}")
    run_to_the_end(app.button(key="count_again").click())
    assert app.query_params["token_pattern"] == "[a-z]{4,}"


def test_pasted_texts_are_a_corpus_and_only_they_offer_topics():
    app = open_page("corpus", **SIZE)
    app.text_area(key="paste").set_value("\n".join(row[0] for row in ROWS))
    run_to_the_end(app)
    assert "3 documents" in said(app)
    links = [one.proto.label for one in app.get("page_link")]
    offers = [*links, *(one.label for one in app.button)]
    assert offers.count("Find topics") == 1
    use(app)
    assert title(app) == "Pasted texts: 1 topic"


def test_the_plan_of_an_artificial_corpus_is_offered_to_be_changed():
    plan = Plan(n_documents=200, n_words=40, n_topics=2, sparsity=4, seed=7)
    app = open_page("corpus", corpus=write_plan(plan), **SIZE)
    numbers = {one.key: one.value for one in app.number_input}
    assert numbers.items() >= {"plan_n_documents": 200, "plan_seed": 7}.items()


def test_too_long_a_paste_is_refused_with_the_way_out():
    app = open_page("corpus", **SIZE)
    app.text_area(key="paste").set_value("word " * (limits.PASTED // 5 + 1))
    run_to_the_end(app)
    assert "Save them as a file, and drop that" in errors(app)


def test_what_is_merged_in_texts_of_two_languages_is_shown():
    english = "The hotels were near the beach, and the room of the hotel was small {}"
    german = "Das Hotel war nahe am Strand, und die Oma und die Omas kamen um {}"
    texts = [english.format(f"word{i}") for i in range(40)]
    texts += [german.format(f"wort{i}") for i in range(8)]
    table = "\n".join(["text", *(f'"{text}"' for text in texts)]).encode()
    app = use(upload(open_page("corpus", **SIZE), ("reviews.csv", table)))
    app.switch_page("pages/corpus.py")
    choose(run_to_the_end(app), "choice_view", "prepare")
    assert "hotel + hotels" in said(app)
    assert "oma + omas" not in said(app)


def test_a_file_that_is_no_corpus_is_refused_and_what_is_open_is_named():
    app = upload(open_page("corpus"), ("picture.csv", b"\x89PNG\r\n\x1a\n"))
    assert "is a PNG picture" in errors(app)
    assert "State of the Union is still open" in said(app)


def test_the_column_that_is_chosen_for_titles_names_documents_everywhere():
    lines = ANSWERS.decode().splitlines()
    numbered = [f"{1000 + i},{line}" for i, line in enumerate(lines[1:])]
    table = "\n".join([f"id,{lines[0]}", *numbered]).encode()
    app = upload(open_page("corpus", **SIZE), ("answers.csv", table))
    app.selectbox(key="file_title").set_value("id")
    use(run_to_the_end(app))
    app.switch_page("pages/documents.py")
    listed = run_to_the_end(app).dataframe[0].value
    assert {*listed["title"].astype(str)} <= {"1000", "1001", "1002"}
    assert not listed.empty
