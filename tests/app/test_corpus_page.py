"""The page Corpus keeps how a corpus is read: changed, undone, named, and pasted."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state.choices import CHOICES
from pages.shared.state.origins import write_plan
from pages.shared.state.uploads import shelf
from spca_core.corpus.planted import Plan
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.files import Upload
from spca_core.options import MAX_TEXT
from tests.app.visits import (
    button,
    errors,
    open_page,
    run_to_the_end,
    said,
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


def answers(**address: str) -> AppTest:
    place = shelf().put(Upload("answers.csv", ANSWERS))
    return open_page("corpus", corpus=place, **{"view": "prepare"} | SIZE | address)


def text_columns(app: AppTest) -> list[str]:
    return next(one for one in app.multiselect if one.label == "Text").value


def test_the_open_corpus_is_read_anew_in_place_and_keeps_what_its_words_allow():
    edited = {
        "names": "trade,Commerce",
        "stop_words": "calm",
        "pinned": "sea,trade;tea",
    }
    app = answers(**edited, text="liked")
    assert text_columns(app) == ["liked"]
    assert "Columns that look like texts" in said(app)
    run_to_the_end(button(app, "missed").click())
    assert text_columns(app) == ["missed"]
    assert "edits were kept where the words allow" in said(app)
    kept = {**edited, "pinned": "sea", "text": "missed"}
    assert app.query_params.items() >= kept.items()
    again = open_page("corpus", **dict(app.query_params))  # the link, elsewhere
    assert text_columns(again) == ["missed"]
    app.session_state[CHOICES] = {**app.session_state[CHOICES], "topic": 2}
    run_to_the_end(button(app, "Undo").click())
    assert text_columns(app) == ["liked"]
    assert app.query_params.items() >= {**edited, "text": "liked", "topic": "2"}.items()
    run_to_the_end(button(app, "All 2").click())
    assert app.query_params["text"] == "liked,missed"


def test_what_cannot_be_read_leaves_the_open_corpus_as_it_was():
    app = answers(text="liked")
    before = app.session_state[CHOICES]
    app.selectbox(key="format_open").set_value("npz")
    run_to_the_end(app)
    assert errors(app)
    assert "stays as it was" in said(app)
    assert app.session_state[CHOICES] == before


def test_a_matrix_that_is_read_again_as_it_is_found_is_a_covariance_matrix_still():
    rows = "a,b,c,d\n2,1,0,0\n1,3,0,0\n0,0,1,0.5\n0,0,0.5,2\n"
    place = shelf().put(Upload("covariances.csv", rows.encode()))
    address = {"corpus": place, "format": "covariance", "view": "prepare"}
    app = open_page("corpus", **address, **SIZE)
    app.selectbox(key="format_open").set_value("auto")
    run_to_the_end(app)
    assert not errors(app)
    assert app.query_params["format"] == "covariance"


def test_another_header_row_has_other_columns():
    app = answers(text="liked", where="side=Whig,document=1|2")
    app.number_input(key="header_open").set_value(2)
    run_to_the_end(app)
    assert not errors(app)
    assert app.query_params["header"] == "2"
    assert "text" not in app.query_params
    # The numbers are those of other documents now.
    assert app.query_params["where"] == "side=Whig"
    run_to_the_end(button(app, "Undo").click())
    assert app.query_params["where"] == "side=Whig,document=1|2"


def test_what_was_before_an_edit_is_forgotten_with_a_return_to_before_that():
    def undo_is_offered() -> bool:
        return any(one.key == "undo_words" for one in app.button)

    def leave_out(words: str) -> None:
        area = next(one for one in app.text_area if one.label == "More stop words")
        run_to_the_end(area.set_value(words))

    app = answers(text="liked")
    run_to_the_end(button(app, "missed").click())
    for way_back in ("undo_reading", "as_loaded"):
        leave_out("tea")
        assert undo_is_offered()
        run_to_the_end(app.button(key=way_back).click())
        assert not undo_is_offered()
        leave_out("")
    leave_out("w" * (MAX_TEXT + 1))
    assert "the most in a link" in errors(app)
    assert "stop_words" not in app.query_params


def test_the_widgets_follow_a_change_made_elsewhere_and_do_not_undo_it():
    app = answers(text="liked")
    run_to_the_end(button(app, "missed").click())
    app.session_state[CHOICES] = {**app.session_state[CHOICES], "text": ("liked",)}
    run_to_the_end(app)
    assert text_columns(app) == ["liked"]
    assert app.query_params["text"] == "liked"


def test_a_corpus_has_the_name_that_it_is_given_on_every_page():
    app = answers()
    app.text_input(key="name_open").set_value("Our NATO survey")
    run_to_the_end(app)
    assert app.query_params["name"] == "Our NATO survey"
    app.switch_page("app.py")
    assert "topic of Our NATO survey" in run_to_the_end(app).title[0].value
    assert [one for one in app.button if one.label == "Corpus: Our NATO survey"]


def test_pasted_texts_are_a_corpus_and_only_they_offer_topics():
    app = open_page("corpus", **SIZE)
    app.text_area(key="paste").set_value("\n".join(row[0] for row in ROWS))
    run_to_the_end(app)
    assert "3 documents with" in said(app)
    assert "Each line is one document" in said(app)
    links = [one.proto.label for one in app.get("page_link")]
    offers = [*links, *(one.label for one in app.button)]
    assert [one for one in offers if "topics" in one] == ["Find topics in this file"]
    split = next(one for one in app.selectbox if one.label.startswith("Where does"))
    run_to_the_end(split.set_value("paragraphs"))
    assert "One document has no" in errors(app)
    run_to_the_end(split.set_value("auto"))
    use(app)
    assert app.title[0].value == "Pasted texts: 1 topic"


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


def test_an_upload_of_the_open_file_is_staged_as_it_is_read():
    app = answers(text="missed", view="choose")
    app = upload(app, ("answers.csv", ANSWERS))
    assert text_columns(app) == ["missed"]
