"""Topics: what `solve` returns, what can be made of it, and those of other tools."""

import _thread
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import spca_core
from spca_core import Candidate, InputError, Topics
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof import certificate
from spca_core.results.comparison.external_topics import (
    own_solution,
    read_lists,
    word_lists,
)
from spca_core.running import bars
from spca_core.running.stopping import stopping_point
from spca_core.topics import Edits
from tests.fuzz import slowly
from tests.oracles import (
    best_variance,
    planted_corpus,
    second_moments,
)

pytestmark = pytest.mark.usefixtures("known_methods")
CORPUS = planted_corpus(0, 3, 4)
MARKUP = "<script>alert(1)</script>"


SMALL = "state_of_the_union_in_24_words"


@pytest.fixture(scope="module")
def topics() -> Topics:
    return spca_core.solve(CORPUS, 3, 4, effort="quick")


def test_words_tables_and_documents_are_of_the_same_topics(topics: Topics):
    words = topics.words()
    assert [len(each) for each in words] == [4, 4, 4]
    assert topics.words(2) == [each[:2] for each in words]
    table = topics.to_frame()
    assert table["word"].tolist() == [word for each in words for word in each]
    assert table.groupby("topic")["weight"].sum().tolist() == pytest.approx([1, 1, 1])
    leaders = topics.documents(2, most=5)
    assert leaders["rank"].tolist() == [1, 2, 3, 4, 5]
    assert all(any(word in row for word in words[1]) for row in leaders["words"])
    with pytest.raises(InputError, match="topic must be an integer from 1 to 3, got 4"):
        topics.documents(4)


def test_they_are_a_sequence_of_topics_best_first(topics: Topics):
    assert len(topics) == len([*topics]) == 3
    assert [topic.words for topic in topics] == topics.words()
    assert [topic.name for topic in topics] == topics.names
    assert sum(topic.variance for topic in topics) == topics.captured_variance
    np.testing.assert_array_equal(topics[-1].loadings, topics.loadings[2])
    assert topics[1] in topics
    assert topics[1] != topics[2]
    assert {*topics} == {*topics[:]}
    with pytest.raises(IndexError):
        topics[3]
    frame = pd.DataFrame(topics)
    assert frame["name"].tolist() == topics.names
    assert list(frame) == ["name", "words", "loadings", "variance"]


def test_shares_count_the_documents_of_each_group_that_carry_a_topic(topics: Topics):
    groups = tuple("abc"[number % 3] for number in range(CORPUS.n_documents))
    corpus = replace(CORPUS, groups={"kind": groups})
    table = replace(topics, corpus=corpus).shares("kind")
    carried = topics.to_frame("documents")["topics"].str.split("; ")
    for row in table.itertuples():
        those = carried[[group == row.group for group in groups]]
        assert row.documents == len(those)
        assert row.carrying == sum(row.name in names for names in those)
        assert row.low <= row.share == row.carrying / row.documents <= row.high
    assert len(table) == 9
    with pytest.raises(InputError, match="by must be one of kind; got 'party'"):
        replace(topics, corpus=corpus).shares("party")
    with pytest.raises(InputError, match="no dates, no years in its titles and no gr"):
        topics.shares("kind")


@pytest.mark.slow
def test_quality_judges_each_topic_and_the_chart_is_one_that_altair_accepts(
    topics: Topics,
):
    alt.Chart.from_dict(topics.chart().to_dict(), validate=True)
    judged = topics.quality()
    assert judged["name"].tolist() == topics.names
    assert judged["variance"].sum() == pytest.approx(topics.captured_variance)
    assert judged["share"].sum() == pytest.approx(1)
    assert judged["coherence"].between(-1, 1).all()
    assert judged["coverage"].between(0, 1).all()
    assert judged["evenness"].between(1, 4).all()


def test_strangers_words_are_text_in_every_view(tmp_path: Path):
    words = [f"{MARKUP}{number}" for number in range(6)]
    corpus = spca_core.load(np.eye(6)[[0, 1, 2, 3, 4, 5, 0, 1]], words=words)
    topics = spca_core.solve(corpus, 2, 2)
    topics.to_html(tmp_path / "report.html")
    for html in (topics._repr_html_(), (tmp_path / "report.html").read_text("utf-8")):
        assert MARKUP not in html
        assert "&lt;script&gt;" in html


def test_what_is_saved_opens_with_the_same_topics(topics: Topics, tmp_path: Path):
    path = tmp_path / "topics.json"
    topics.save(path)
    opened = Topics.open(path, CORPUS)
    np.testing.assert_array_equal(opened.supports, topics.supports)
    np.testing.assert_allclose(opened.loadings, topics.loadings, atol=1e-9)
    assert opened.captured_variance == pytest.approx(topics.captured_variance)
    assert opened.settings == topics.settings


def test_topics_of_another_corpus_are_not_opened(topics: Topics, tmp_path: Path):
    path = tmp_path / "topics.json"
    topics.save(path)
    with pytest.raises(InputError, match="is another corpus"):
        Topics.open(path, planted_corpus(1, 3, 4))
    with pytest.raises(InputError, match="No such file"):
        Topics.open(tmp_path / "nowhere.json", CORPUS)
    saved = json.loads(path.read_text("utf-8"))
    (run,) = saved["runs"]
    run["captured_variance"] *= 2
    for topic in run["topics"]:
        topic["variance"] *= 2
    path.write_text(json.dumps(saved))
    with pytest.raises(InputError, match="run does not match made up"):
        Topics.open(path, CORPUS)
    path.write_text("{}")
    with pytest.raises(InputError, match="was not saved by this version"):
        Topics.open(path, CORPUS)


with_and_without = pytest.mark.parametrize(
    "corpus", [pytest.param(CORPUS, id="with"), slowly(None, id="without")]
)


@with_and_without
def test_what_is_known_against_chance_is_kept_and_comes_back_from_a_file(
    topics: Topics, tmp_path: Path, corpus: spca_core.Corpus | None
):
    first = topics.against_chance(2, progress=False)
    table = first.chance.table
    assert topics.chance is None
    assert table.columns.tolist() == ["topic", "variance", "chance", "ratio", "beyond"]
    first.certify(progress=False).save(tmp_path / "first.json")
    opened = Topics.open(tmp_path / "first.json", corpus)
    opened.save(tmp_path / "second.json")
    for again in (opened, Topics.open(tmp_path / "second.json", corpus)):
        assert again.chance
        pd.testing.assert_frame_equal(again.chance.table, table)
        assert "All 3 topics are stronger than chance, says the saved result" in repr(
            again
        )
        assert again._repr_html_().count("times as strong as chance") == 3
    assert "says the saved result" not in repr(first)
    judged = first.quality()
    assert judged["times_chance"].tolist() == table["ratio"].tolist()
    assert judged["beyond_chance"].all()
    assert set(judged["shuffles"]) == {2}
    first.to_html(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "All 3 topics are stronger than chance" in html
    assert "Times chance" in html


def edited(topics: Topics) -> Topics:
    """Topics with a proof, and with all that can be changed by hand."""
    first, second, third = (words[0] for words in topics.words())
    edits = Edits(
        names={first: "Ours <b>", third: "Theirs"},
        hidden=(second,),
    )
    proven = topics.certify(progress=False)
    return replace(proven, edits=edits, source="corpus=sha256%3A0")


@with_and_without
def test_a_proof_and_what_was_changed_by_hand_come_back_from_a_file(
    topics: Topics, tmp_path: Path, corpus: spca_core.Corpus | None
):
    first = edited(topics)
    first.save(tmp_path / "first.json")
    opened = Topics.open(tmp_path / "first.json", corpus)
    opened.save(tmp_path / "second.json")
    for again in (opened, Topics.open(tmp_path / "second.json", corpus)):
        assert again.names == first.names
        assert (again.names[0], again.names[2]) == ("Ours <b>", "Theirs")
        assert (again.edits, again.source) == (first.edits, first.source)
        assert again.upper_bound == first.upper_bound
        assert again.gap == pytest.approx(first.gap, abs=1e-9)
        assert again.settings == first.settings
        for figure in ("seconds", "processor_seconds", "candidates", "stopped_by"):
            assert getattr(again, figure) == getattr(first, figure) != 0
        assert "by a saved proof" in repr(again)
        pd.testing.assert_frame_equal(again.to_frame(), first.to_frame())
        html = again._repr_html_()
        assert html.count("<section") == 2
        assert "Ours &lt;b&gt;" in html
        assert len(again.chart().to_dict()["concat"]) == 2
    assert "by a saved proof" not in repr(first)


def test_a_report_has_the_users_names_and_no_hidden_topic(
    topics: Topics, tmp_path: Path
):
    first = edited(topics)
    first.save(tmp_path / "topics.json")
    opened = Topics.open(tmp_path / "topics.json", CORPUS)
    opened.to_html(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "Ours &lt;b&gt;" in html
    assert f"<th>{first.names[1]}" not in html


def test_without_a_corpus_what_needs_its_counts_is_refused_with_the_way_out(
    topics: Topics, tmp_path: Path
):
    topics.save(tmp_path / "topics.json")
    opened = Topics.open(tmp_path / "topics.json")
    assert opened.words() == topics.words()
    assert opened.captured_variance == topics.captured_variance
    np.testing.assert_array_equal(opened.loadings, topics.loadings)
    assert opened.gap is None
    for needs_counts in (
        lambda: opened.documents(1),
        opened.quality,
        opened.certify,
        opened.against_chance,
        lambda: opened.to_html(tmp_path / "report.html"),
    ):
        with pytest.raises(InputError, match=r"Topics\.open\(path, load\(\.\.\.\)\)"):
            needs_counts()


@pytest.mark.slow
def test_the_report_opens_anywhere_and_has_the_proof(topics: Topics, tmp_path: Path):
    path = tmp_path / "report.html"
    topics.certify(progress=False).to_html(path)
    html = path.read_text("utf-8")
    assert "<script" not in html
    assert "Proven: " in html
    assert all(word in html for word in topics.words()[0])


def test_a_proof_bounds_what_any_topics_capture_and_says_how_near(
    topics: Topics,
):
    assert (topics.certificate, topics.upper_bound, topics.gap) == (None, np.inf, None)
    proven = topics.certify(progress=False)
    best = best_variance(
        second_moments(small := planted_corpus(3, 2, 2)), n_components=2, sparsity=2
    )
    found = spca_core.solve(small, 2, 2, weighting="counts").certify()
    assert found.captured_variance == pytest.approx(best)
    assert found.upper_bound >= best
    assert proven.gap == pytest.approx(
        1 - topics.captured_variance / proven.upper_bound, abs=1e-6
    )
    assert "Proven: " in repr(proven)


# Topics of other tools.


def lists_as_tools_give_them(tmp_path: Path) -> dict[str, Any]:
    words = [["word_0", "word_1"], ["word_4", "word_5"]]
    weighted = [[(word, 0.5) for word in topic] for topic in words]
    keys = tmp_path / "keys.txt"
    keys.write_text("0\t0.5\tword_0 word_1 \n1\t0.25\tword_4 word_5 \n")
    (tmp_path / "topics.json").write_text(json.dumps({"topics": words}))
    (tmp_path / "pairs.json").write_text(json.dumps(weighted))
    (tmp_path / "rows.csv").write_text("word_0,word_1\nword_4,word_5,\n")
    rows = "Topic,Rank,Word\n1,1,word_0\n1,2,word_1\n2,1,word_4\n2,2,word_5\n"
    (tmp_path / "words.csv").write_text(rows)
    files = ("topics.json", "pairs.json", "rows.csv", "words.csv")
    return {
        **{name: tmp_path / name for name in files},
        "lists": words,
        "tomotopy": weighted,
        "gensim": list(enumerate(weighted)),
        "BERTopic": {-1: [("word_9", 0.1)], 0: weighted[0], 1: [*weighted[1], ("", 0)]},
        "MALLET": keys,
    }


def test_lists_of_words_are_taken_as_each_tool_gives_them(tmp_path: Path):
    for tool, lists in lists_as_tools_give_them(tmp_path).items():
        taken = word_lists(lists)
        assert taken == [["word_0", "word_1"], ["word_4", "word_5"]], tool


def test_own_topics_have_the_size_of_those_that_they_are_compared_with():
    lists = [[f"word_{3 * topic + place}" for place in range(3)] for topic in range(3)]
    settings = Settings(n_components=2, sparsity=2)
    found, missing = own_solution(
        CORPUS, [["nowhere", *lists[0]], *lists[1:]], settings
    )
    assert found.supports.shape == (2, 2)
    assert missing == ["nowhere"]
    given = Topics.from_words(CORPUS, [lists[0][:2], lists[1][:2]], weighting="counts")
    assert found.captured_variance == pytest.approx(given.captured_variance)
    with pytest.raises(InputError, match="at most 3 topics"):
        own_solution(CORPUS, lists, Settings(n_components=4, sparsity=2))


def test_external_topics_capture_what_the_best_loadings_on_their_words_do(
    topics: Topics,
):
    again = Topics.from_words(CORPUS, topics.words(), name="ours again")
    assert again.captured_variance == pytest.approx(topics.captured_variance)
    assert again.words() == topics.words()
    worse = Topics.from_words(CORPUS, [("word_0", "word_4"), ("word_1", "word_8")])
    bound = worse.certify(progress=False).upper_bound
    assert worse.captured_variance < bound
    assert (worse.supports.shape, worse.settings.method) == ((2, 2), "given words")


def test_words_that_the_corpus_lacks_are_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="lacks 1 word: unheard"):
        given = Topics.from_words(CORPUS, [["unheard", "word_0"], ["word_4"]])
    assert given.supports.shape == (2, 1)


@pytest.mark.parametrize(
    ("lists", "refusal"),
    [
        (3, "got int"),
        (["word_0 word_1"], "as a topic"),
        ([[1, 2]], "as a topic"),
        ([["word_0"], []], "has 0 words"),
        ([], "has 0 words"),
        ("nowhere.txt", "cannot be opened"),
    ],
)
def test_what_is_no_list_of_topics_is_refused(lists: Any, refusal: str):
    with pytest.raises(InputError, match=refusal):
        Topics.from_words(CORPUS, lists)
    for content in (b"{", b"3", b"[3]", b'{"a": 1}', b"[" * 99_999):
        with pytest.raises(InputError, match="Expected a list for each topic"):
            read_lists("topics.json", content)


# A function as a method.


def loudest(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """The words of greatest variance, in their order."""
    k, s = settings.n_components, settings.sparsity
    yield Candidate(covariance.words_by_variance[: k * s].reshape(k, s), 1)


def test_a_function_is_a_method_and_is_judged_like_the_others(topics: Topics):
    own = spca_core.solve(CORPUS, 3, 4, method=loudest)
    assert own.settings.method == "loudest"
    assert own.captured_variance <= topics.captured_variance * (1 + 1e-9)
    assert sorted(own.supports.ravel()) == sorted(np.unique(own.supports))
    assert "loudest" in repr(own)
    # By its name from now on, and again if it is defined anew.
    assert spca_core.solve(CORPUS, 3, 4, method="loudest").words() == own.words()
    spca_core.solve(CORPUS, 3, 4, method=loudest)


@pytest.mark.parametrize(
    ("supports", "refusal"),
    [
        (np.zeros((2, 2), int), "share a word"),
        (np.array([[0, 1], [2, 99]]), "not from 0 to 23"),
        (np.array([[0, 1, 2]]), r"of shape \(1, 3\)"),
        (np.array([[0.0, 1.0]]), "float64"),
        (None, "yielded nothing"),
    ],
)
def test_a_function_that_yields_no_topics_is_refused(
    supports: np.ndarray | None, refusal: str
):
    def wrong(*_: object) -> Iterator[Candidate]:
        if supports is not None:
            yield Candidate(supports, 1)

    with pytest.raises(InputError, match=refusal):
        spca_core.solve(CORPUS, 2, 2, method=wrong)


def test_a_function_cannot_take_the_name_of_a_method_of_the_library():
    def joint(*_: object) -> Iterator[Candidate]:
        yield from ()

    with pytest.raises(InputError, match="'joint' is the name of a method"):
        spca_core.solve(CORPUS, 2, 2, method=joint)


# Long work.


def endless(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Press Ctrl-C after the first answer, and never end."""
    words = covariance.words_by_variance[:4].reshape(2, 2)
    yield Candidate(words, 1)
    _thread.interrupt_main()
    while True:
        yield Candidate(words, 2)


def test_ctrl_c_gives_the_best_so_far():
    assert threading.current_thread() is threading.main_thread()
    found = spca_core.solve(CORPUS, 2, 2, method=endless)
    assert found.stopped_by == "stop"
    assert found.supports.shape == (2, 2)


@pytest.mark.slow
def test_ctrl_c_ends_a_proof_with_the_lowest_bound_so_far(
    monkeypatch: pytest.MonkeyPatch,
):
    usual = spca_core.certify(CORPUS, 3, 4)

    def pressed(*_: object) -> None:
        """Press Ctrl-C, and never end."""
        _thread.interrupt_main()
        while True:
            stopping_point()

    monkeypatch.setattr(certificate, "leading_spectrum", pressed)
    proof = spca_core.certify(CORPUS, 3, 4)
    assert usual.finished
    assert not proof.finished
    assert proof.upper_bound == usual.upper_bound
    found = spca_core.solve(CORPUS, 3, 4).certify()
    assert found.captured_variance <= found.upper_bound < proof.variance_bound
    pca = spca_core.DisjointSparsePCA(3, 4, certify=True).fit(CORPUS.observations)
    assert pca.explained_variance_.sum() <= pca.upper_bound_ < np.inf


def test_a_bar_is_shown_if_wanted_and_never_unless_someone_can_see_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def slowly(what: Callable[..., Any]) -> Callable[..., Any]:
        def slow(*arguments: object) -> Any:
            time.sleep(0.15)  # a bar is drawn ten times a second
            return what(*arguments)

        return slow

    spectrum, lowered = certificate.leading_spectrum, certificate.lowered
    monkeypatch.setattr(bars, "SHORT", 0.0)
    # What runs notebooks, and is none.
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    first_two = lambda *of, **how: islice(lowered(*of, **how), 2)  # noqa: E731
    monkeypatch.setattr(certificate, "lowered", first_two)
    monkeypatch.setattr(certificate, "leading_spectrum", slowly(spectrum))
    small, method = planted_corpus(3, 2, 2), slowly(loudest)
    for progress, shown in ((True, True), (False, False), (None, False)):
        found = spca_core.solve(small, 2, 2, method=method, progress=progress)
        assert ("captured, " in capsys.readouterr().err) == shown
        found.certify(progress=progress)
        assert ("at most" in capsys.readouterr().err) == shown
        spca_core.certify(small, 2, 2, progress=progress)
        assert ("at most" in capsys.readouterr().err) == shown


def test_topics_are_renamed_by_number_and_their_scores_are_in_columns_of_their_own():
    topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
    renamed = topics.renamed({1: "year", 2: "share"})
    assert renamed.names == ["year", "share"]
    assert topics.renamed({1: ""}).names == topics.names != renamed.names
    table, before = (each.to_frame("documents") for each in (renamed, topics))
    for name, automatic in zip(renamed.names, topics.names, strict=True):
        assert table[f"score: {name}"].equals(before[f"score: {automatic}"])
    assert table["year"].equals(before["year"])
    with pytest.raises(InputError, match="topic must be an integer from 1 to 2"):
        topics.renamed({3: "tea"})


def test_a_tool_whose_topics_were_given_is_no_method():
    corpus = spca_core.load("state_of_the_union_in_24_words")
    lists = [["jobs", "economy"], ["world", "nation"]]
    assert spca_core.Topics.from_words(corpus, lists, name="another tool").names
    with pytest.raises(InputError, match="'another tool' is what topics of another"):
        spca_core.solve(corpus, 2, 2, method="another tool")


def test_numbers_with_a_huge_offset_are_centred_first_or_said_to_lose_their_digits():
    numbers = np.random.default_rng(0).normal(size=(50, 8))
    expected = spca_core.solve(numbers, 2, 3)
    for far in (numbers + 1e9, sparse.csr_array(numbers + 1e9)):
        found = spca_core.solve(far, 2, 3)
        assert found.words() == expected.words()
        assert found.captured_variance == pytest.approx(expected.captured_variance)
    assert spca_core.solve(numbers + 1e9, 2, 3, centred=False).captured_variance > 1e18
    numbers[:, :4] += 1e9
    numbers[:, 4:] = 0
    with pytest.raises(InputError, match="loses the digits"):
        spca_core.solve(sparse.csr_array(numbers), 2, 3)


def test_topics_of_a_bundled_corpus_open_without_it(tmp_path: Path):
    found = spca_core.solve(spca_core.load(SMALL), 2, 3)
    found.save(tmp_path / "topics.json")
    assert Topics.open(tmp_path / "topics.json").words() == found.words()


def test_american_spellings_are_accepted():
    numbers = np.random.default_rng(0).normal(size=(30, 8))
    options = {"weighting": "standardized", "sketch": "randomized"}
    topics = spca_core.solve(numbers, 2, 2, method="bipartite", candidates=9, **options)
    assert topics.settings.weighting == "standardised"
    assert topics.settings.sketch == "randomised"
