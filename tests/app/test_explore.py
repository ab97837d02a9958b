"""Corpus, Topics and Documents as somebody uses them to explore, without a browser."""

import hashlib
import io
import json
import re
from concurrent.futures import wait
from pathlib import Path

import pandas as pd
import pytest

from pages.shared.state.choices import SHOWN
from pages.shared.state.options import write_value
from pages.shared.state.uploads import MAX_FILES, Shelf
from pages.shared.work.work import CHANCES, PROOFS, queue
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError
from spca_core.results.documents import scores as scoring
from spca_core.topics import Topics
from tests.app.visits import (
    LONGEST_RUN,
    QUICK,
    SMALL,
    button,
    captions,
    cards,
    choose,
    errors,
    metric,
    noted_files,
    open_page,
    place_of,
    run_to_the_end,
    run_while,
    said,
    share,
    title,
    upload,
    use,
    words,
)
from tests.fuzz import slowly
from tests.made import WORDS, planted_texts

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
TEXTS = b"Taxes on land and trade\nWar and peace at sea\nTaxes on trade, war at sea\n"
HOSTILE = [
    "![x](http://example.com/x.png)",
    "<script>alert(1)</script>",
    '=HYPERLINK("http://example.com")',
    "\u05e9\u05dc\u05d5\u05dd",
]


def test_a_text_is_uploaded_looked_at_and_used_with_one_click():
    app = upload(open_page("corpus"), ("letters.txt", TEXTS))
    assert "Taxes on land and trade" in said(app)
    assert "3 documents" in said(app)
    assert "22,540 documents" not in said(app)  # all is about the file
    use(app)
    assert app.query_params["corpus"].startswith("sha256:")
    assert title(app) == "Letters: 1 topic"
    assert len(words(app)) == 3  # of the few that there are


@pytest.mark.parametrize(
    ("n_words", "n_topics", "n_each"), [(2, 1, 1), (16, 2, 4), slowly(160, 8, 10)]
)
def test_the_size_of_topics_fits_a_corpus_of_few_words(
    n_words: int, n_topics: int, n_each: int
):
    # At most half of the words are in topics, so that these are not filled up.
    text = "\n".join(f"{chr(97 + i // 26)}{chr(97 + i % 26)}zq" for i in range(n_words))
    app = use(upload(open_page("corpus"), (f"{n_words}.txt", text.encode())))
    assert not errors(app)
    assert f": {n_topics} topic" in title(app)
    assert len(words(app)) == n_topics * n_each
    sizes = [app.slider(key=key).value for key in ("choice_k", "choice_s")]
    assert sizes == [n_topics, n_each]


TABLE = (
    b"id,title,date,party,text\n"
    b'1,One,1999-01-02,Whig,"Taxes on land, and on trade at sea;\nnations at war"\n'
    b"2,Two,2001-01-02,Tory,The nation is at war on land and at sea and in trade\n"
    b"3,Three,2003-01-02,Whig,Trade is free and so is the land of every nation here\n"
)


def test_a_table_of_texts_shows_its_guess_and_follows_every_change():
    app = upload(open_page("corpus", k="1", s="2"), ("t.csv", TABLE))
    chosen = {one.label: one.value for one in (*app.selectbox, *app.multiselect)}
    assert chosen["Which column is the text?"] == ["text"]
    assert (chosen["Title"], chosen["Date"], chosen["Groups"]) == (
        *("title", "date"),
        ["party"],
    )
    assert "One · 1999-01-02 · party: Whig" in said(app)
    next(one for one in app.selectbox if one.label == "Title").set_value("party")
    run_to_the_end(app)
    assert "Whig · 1999-01-02" in said(app)
    use(app)
    choose(app, "choice_tab", "time")
    by = next(one for one in app.button_group if one.key == "choice_by")
    assert {"Month", "Year", "Party"} <= set(by.options)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One tree, two hedges", "One document has no"),
        ("Trees and hedges\n" * 9, "equal"),
    ],
)
def test_documents_without_topics_are_refused_before_they_are_used_and_by_a_link(
    text: str, sentence: str
):
    app = upload(open_page("corpus"), ("trees.txt", text.encode()))
    app.button(key="use").click().run()
    assert sentence in errors(app)
    assert "State of the Union is still open" in said(app)
    assert "corpus" not in app.query_params
    place = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}:trees.txt"
    app = open_page(corpus=place, k="1", s="2")
    for page in ("app.py", "pages/documents.py", "pages/compare.py"):
        app.switch_page(page)
        run_to_the_end(app)
        assert sentence in errors(app), page
        assert not app.exception
    app.switch_page("pages/corpus.py")
    run_to_the_end(app)
    assert not errors(app)
    assert app.query_params["corpus"] == place
    assert "trees.txt" in said(app)


@pytest.mark.slow
def test_what_counts_as_a_word_changes_without_a_second_upload():
    app = upload(open_page("corpus", k="1", s="2"), ("t.csv", TABLE))
    use(app)
    before = words(app)
    app.switch_page("pages/corpus.py")
    app.query_params["view"] = "prepare"
    run_to_the_end(app)
    app.button_group(key="choice_view").set_value("prepare")
    run_to_the_end(app)
    next(area for area in app.text_area if area.label == "More stop words").set_value(
        before[0]
    )
    run_to_the_end(app)
    assert app.query_params["stop_words"] == before[0]
    app.switch_page("app.py")
    assert before[0] not in words(run_to_the_end(app))
    app.switch_page("pages/corpus.py")
    run_to_the_end(app)
    app.selectbox(key="counted_merging").set_value("stems")
    run_to_the_end(app.button(key="count_again").click())
    assert app.query_params["merging"] == "stems"
    assert not app.error


def test_a_link_to_an_upload_that_is_not_here_says_which_file_to_load():
    app = open_page(corpus="sha256:" + "0" * 64)
    assert "Load the same file" in errors(app)
    assert "0" * 64 in errors(app)


def test_hostile_words_are_only_ever_text():
    rows = [json.dumps({word: 3, "tax": 1 + i}) for i, word in enumerate(HOSTILE)]
    app = upload(open_page("corpus"), ("x.jsonl", "\n".join(rows).encode()))
    use(app)
    app.slider(key="choice_k").set_value(2)
    app.slider(key="choice_s").set_value(2)
    run_to_the_end(app)
    assert len(words(app)) == 4
    shown = [text.value for text in (*app.markdown, *app.caption)]
    for word in HOSTILE[:3]:
        assert not any(word in text for text in shown)
    assert not any(HOSTILE[1] in one.proto.body for one in app.get("html"))


def test_a_prepared_corpus_says_what_each_step_leaves_and_where_no_words_are_left():
    app = open_page("corpus", corpus=SMALL, view="prepare")
    app.number_input(key="choice_min_df").set_value(300)
    run_to_the_end(app)
    steps = app.dataframe[-1].value.set_index("step")
    assert steps.loc["Rare", "words"] < steps.loc["As loaded", "words"] == 24
    assert 0 < steps.loc["Rare", "variance_kept"] < 1
    assert app.query_params["min_df"] == "300"
    app.number_input(key="choice_min_df").set_value(1933)
    run_to_the_end(app)
    assert "word" in errors(app)
    assert app.number_input(key="choice_min_df").value == 1933


@pytest.mark.slow
def test_a_word_that_is_left_out_disappears_and_the_change_is_described_and_undone():
    app = open_page(corpus=SMALL, weighting="counts", **QUICK)
    before = words(app)
    choose(app, "choice_tab", "topic")
    gone = app.selectbox(key="edit_word").value
    button(app, "Leave out").click()
    choose(run_to_the_end(app), "choice_tab", "cards")
    assert gone in before
    assert gone not in words(app)
    assert re.search(rf"{gone} was left out: \d topics? changed", said(app))
    assert re.search(rf"lost [\w, ]*{gone}", said(app))
    button(app, "Undo").click()
    run_to_the_end(app)
    assert words(app) == before
    assert "was left out" not in said(app)


@pytest.mark.slow
def test_a_word_that_is_kept_together_with_another_comes_into_its_topic():
    app = open_page(corpus=SMALL, tab="topic", **QUICK)
    nearly = app.selectbox(key="edit_word").options[-1]
    app.selectbox(key="edit_word").set_value(nearly)
    button(app, "Pin together with ...").click()
    run_to_the_end(app)
    other = app.selectbox(key="edit_word").options[0]
    app.button(key=f"answer_{other}").click()
    choose(run_to_the_end(app), "choice_tab", "cards")
    assert nearly in words(app)
    assert set(app.query_params["pinned"].split("=")) == {other, nearly}


def test_a_decision_that_cannot_be_carried_out_is_refused_beside_a_way_back():
    app = open_page(corpus=SMALL, pinned="jobs=nations", **QUICK)
    assert "no word 'nations' (did you mean nation" in errors(app).replace("\\", "")
    app.button(key="Pinned_jobs + nations").click()
    run_to_the_end(app)
    assert not errors(app)
    assert words(app)


@pytest.mark.slow
def test_a_name_and_what_is_hidden_are_in_the_link_and_on_the_cards():
    app = open_page(corpus=SMALL, tab="topic", **QUICK)
    name = next(one for one in app.text_input if one.label == "Name of this topic")
    name.set_value("Money & <b>")
    run_to_the_end(app)
    assert "Money" in app.query_params["names"]
    assert "Money" in app.button_group(key="choice_topic").options[0]
    assert "Money &amp; &lt;b&gt;" in cards(choose(app, "choice_tab", "cards"))
    choose(app, "choice_tab", "topic")
    next(one for one in app.toggle if one.label.startswith("Hide")).set_value(True)
    run_to_the_end(app)
    assert "set_aside" in app.query_params
    assert len(words(choose(app, "choice_tab", "cards"))) == 3
    assert words(open_page(**app.query_params)) == words(app)


def test_a_word_is_found_in_its_topic_by_name_and_a_stop_word_says_that_it_is_one():
    app = open_page(corpus=SMALL, **QUICK)
    word = words(app)[0]
    choose(app, "choice_tab", "find")
    app.text_input(key="choice_find").set_value(word.upper())
    run_to_the_end(app)
    assert "It is in the topic" in said(app)
    assert app.query_params["find"] == word.upper()
    places = app.dataframe[0].value
    assert (places["word"].str.lower() == word).all()
    app.text_input(key="choice_find").set_value("the")
    assert "is a stop word" in said(run_to_the_end(app))


def test_phrases_are_found_line_by_line_sorted_by_the_link_and_exported(monkeypatch):
    files = noted_files(monkeypatch)
    address = {"tab": "find", "find": "united states", "lines": "after"}
    app = open_page(corpus=SMALL, **address, **QUICK)
    assert "“united states” occurs " in said(app)
    lines = app.dataframe[0].value["after"].tolist()
    assert lines == sorted(lines, key=lambda line: re.findall(r"\w+", line.lower()))
    written = pd.read_csv(io.BytesIO(files["lines.csv"]()), keep_default_na=False)
    assert written["after"].str.removeprefix("'").tolist() == lines
    app.text_input(key="choice_find").set_value("* | *")
    assert "it must have letters" in said(run_to_the_end(app))
    app.text_input(key="choice_find").set_value("stat*")
    assert "Written as states" in said(run_to_the_end(app))


def test_documents_say_what_is_covered_and_list_those_of_a_topic_a_group_or_none():
    app = open_page("documents", corpus=SMALL, **QUICK)
    assert "of documents have a topic" in said(app)
    table = app.dataframe[0].value
    (n_listed,) = re.findall(r"([\d,]+) documents about", said(app))
    assert len(table) == int(n_listed.replace(",", ""))
    assert table["snippet"].str.len().gt(0).all()
    assert table["party"].str.len().gt(0).all()
    next(one for one in app.button if one.key == "uncovered").click()
    run_to_the_end(app)
    assert app.query_params["within"] == "no topic"
    assert not set(app.dataframe[0].value["document"]) & set(table["document"])
    of_party = open_page(
        "documents", corpus=SMALL, within="Democratic", by="party", **QUICK
    )
    assert (of_party.dataframe[0].value["party"] == "Democratic").all()


def test_a_document_is_read_and_leads_back_to_the_list(monkeypatch):
    app = open_page("documents", corpus=SMALL, **QUICK)
    first = int(app.dataframe[0].value["document"][0])
    monkeypatch.delattr(scoring, "topics_in_documents")  # they are not computed again
    app = open_page("documents", corpus=SMALL, document=str(first), **QUICK)
    (texts,) = app.get("bidi_component")
    assert "<mark" in json.loads(texts.proto.json)["html"]
    assert any('class="shares"' in one.proto.body for one in app.get("html"))
    next(one for one in app.button if one.key == "to_list").click()
    assert first in run_to_the_end(app).dataframe[0].value["document"].tolist()


def test_the_oldest_uploads_are_forgotten_first():
    shelf = Shelf()
    first = shelf.put(Upload("0", b"0"))
    uploads = [Upload(str(n), str(n).encode()) for n in range(1, MAX_FILES + 1)]
    places = [shelf.put(upload) for upload in uploads]
    assert shelf.get(places[-1]).name == str(MAX_FILES)
    with pytest.raises(InputError, match="SHA-256 must be"):
        shelf.get(first)


def test_a_saved_result_opens_and_comes_out_the_same():
    from spca_core.corpus.bundled import read_bundled
    from spca_core.results.files.saved import to_json
    from spca_core.topics import solve

    part = read_bundled(SMALL).part("date>=2000")
    found = solve(part, 3, 2, effort="quick", seed=5)
    saved = to_json(Topics.of(part, found, source=f"corpus={SMALL}"))
    app = open_page(**QUICK)
    app.file_uploader(key="saved").set_value(("r.json", saved.encode(), ""))
    run_to_the_end(app)
    button(app, "Run it again and verify").click()
    run_to_the_end(app)
    agreement = next(one.value for one in app.dataframe if "agrees" in one.value)
    assert agreement["agrees"].dropna().all()
    assert metric(app, "Documents analysed") == f"{part.n_documents:,}"


def test_edits_and_the_proof_go_from_the_app_to_a_file_and_the_library_and_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    first, second = open_page(corpus=SMALL, **QUICK).session_state[SHOWN]
    edits = {
        "names": write_value("names", ((first[0], "Money & <b>"),)),
        "set_aside": second[0],
    }
    files = noted_files(monkeypatch)
    app = share(open_page(corpus=SMALL, **QUICK, **edits))
    wait([proof.future for proof in queue().unfinished(PROOFS)], LONGEST_RUN)
    path = tmp_path / "topics.json"
    path.write_text(files["topics.json"]())
    topics = Topics.open(path)
    assert topics.names[0] == "Money & <b>"
    assert topics.gap is not None
    topics.save(path)
    # On other topics first, which must not take the names.
    other = open_page(corpus=SMALL, **{**QUICK, "k": "3", "s": "2"})
    other.file_uploader(key="saved").set_value(("r.json", path.read_bytes(), ""))
    run_to_the_end(other)
    assert any("by a saved proof" in text.value for text in other.text)
    button(other, "Run it again and verify").click()
    run_to_the_end(other)
    assert {name: other.query_params[name] for name in edits} == (
        {name: app.query_params[name] for name in edits}
    )


def test_names_and_the_chosen_topic_follow_when_topics_change_places():
    app = open_page(corpus=SMALL, tab="topic", topic="2", **QUICK)
    assert app.button_group(key="choice_topic").value == 2
    name = next(one for one in app.text_input if one.label == "Name of this topic")
    name.set_value("Mine")
    run_to_the_end(app)
    run_to_the_end(app)
    first, second, *others = app.session_state[SHOWN]
    # As a refinement leaves it: the same topics, what is the second now was the first.
    app.session_state[SHOWN] = [second, first, *others]
    app.session_state["choices"] = {**app.session_state["choices"], "topic": 1}
    run_to_the_end(app)
    assert app.button_group(key="choice_topic").value == 2
    assert "Mine" in app.button_group(key="choice_topic").options[1]


@pytest.mark.parametrize("private", [True, slowly(False)])
def test_an_upload_is_open_to_who_has_the_link_unless_the_server_keeps_it(
    private: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SPCA_PRIVATE_UPLOADS", str(int(private)))
    sender = upload(open_page("corpus"), ("own.txt", TEXTS))
    assert ("only the session that uploaded" in captions(sender)) == private
    assert ("anyone who has it can open" in captions(sender)) != private
    run_to_the_end(sender.button(key="use").click())
    other = open_page(corpus=place_of(TEXTS), k="2", s="2", effort="quick")
    share(other)
    assert ("needs a file" in errors(other)) == private
    assert ("Anyone who has this link" in captions(other)) != private


@pytest.mark.slow
def test_what_is_repeated_is_said_on_topics_and_counted_again_with_one_click():
    footer = "You can read our zebra news and zebra views every day for free."
    german = "Das Hotel war nahe am Strand und die Oma und die Omas waren zufrieden"
    english = [f"{text} The hotels and the hotel." for text in planted_texts(0, 30)]
    texts = [f"{text} {footer}" for text in english] + [german] * 3
    table = pd.DataFrame({"text": texts}).to_csv(index=False).encode()
    app = use(upload(open_page("corpus", k="1", s="2"), ("mails.csv", table)))
    assert "Left out of 30 texts" in captions(app)
    button(app, "Count it").click()
    run_to_the_end(app)
    assert app.query_params["without_repeated"] == "0"
    assert "Left out of 30 texts" not in captions(app)
    assert not app.error


@pytest.mark.slow
def test_a_planted_corpus_shows_its_truth_and_what_was_found_of_it():
    app = open_page("corpus")
    app.button_group(key="where_from").set_value("Artificial data")
    run_to_the_end(app)
    app.number_input(key="plan_strength").set_value(2.0)
    use(run_to_the_end(app))
    app.slider(key="choice_k").set_value(4)
    app.slider(key="choice_s").set_value(6)
    run_to_the_end(app)
    truth = next(one.value for one in app.dataframe if "recovered" in one.value)
    assert (truth["recovered"] == truth["planted"]).all()


@pytest.mark.slow
def test_the_advice_where_topics_could_be_chance_splits_texts_with_one_click():
    texts = "\n".join(" ".join(WORDS[i : i + 400]) for i in range(0, 800, 100))
    app = open_page("corpus", effort="quick")
    use(upload(app, ("few.txt", texts.encode())))
    run_while(app, "stop_chance", CHANCES)
    button(app, "Split the texts").click()
    run_to_the_end(app)
    assert int(metric(app, "Documents analysed").replace(",", "")) >= 90
    assert "The texts were split into pieces" in said(app)
    run_while(app, "stop_chance", CHANCES)
    assert not any(one.key == "split_texts" for one in app.button)
    button(app, "Undo").click()
    run_to_the_end(app)
    assert metric(app, "Documents analysed") == "8"
