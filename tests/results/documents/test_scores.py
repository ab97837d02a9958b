"""The tables of documents hold the scores of the definition, and only their words."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.corpus import titles
from spca_core.results.documents import passages, scores
from spca_core.topics import Edits, Topics
from spca_core.topics import solve as solve_weighted
from tests.made_runs import made_topics
from tests.oracles import corpus_of, random_corpus
from tests.oracles import solve_counts as solve

N_TOPICS, SPARSITY = 3, 4
FORMS = ("sparse", "dense")


def case(seed: int, form: str, centred: bool) -> tuple[Corpus, Solution]:
    corpus = random_corpus(seed, 25, 18)
    if form == "dense":
        dense = corpus.observations.toarray()
        corpus = replace(corpus, observations=dense, kind=MEASUREMENTS)
    return corpus, solve(corpus, N_TOPICS, SPARSITY, centred=centred, effort="quick")


@pytest.fixture(params=[False, True], ids=["raw", "centred"])
def centred(request) -> bool:
    return request.param


@pytest.fixture(params=FORMS)
def found(request, centred) -> tuple[Corpus, Solution]:
    return case(0, request.param, centred)


def rows_of(corpus: Corpus, *, centred: bool) -> np.ndarray:
    """Return S, dense, less its means if these are measurements to be centred."""
    rows = corpus.observations
    rows = rows if isinstance(rows, np.ndarray) else rows.toarray()
    return rows - rows.mean(axis=0) if centred and corpus.kind == MEASUREMENTS else rows


def scores_of(corpus: Corpus, solution: Solution) -> np.ndarray:
    """Add up loading times number, one by one."""
    rows = rows_of(corpus, centred=solution.settings.centred)
    scores = np.zeros((corpus.n_documents, len(solution.supports)))
    for document, row in enumerate(rows):
        for topic, support in enumerate(solution.supports):
            for word, loading in zip(support, solution.loadings[topic], strict=True):
                scores[document, topic] += loading * row[word]
    return scores


def test_the_scores_are_those_of_the_definition(found):
    corpus, solution = found
    table = scores.document_scores(Topics.of(corpus, solution))
    assert table["document"].tolist() == list(range(1, 26))
    columns = [f"score: {name}" for name in Topics.of(corpus, solution).names]
    of_topics = ["main_topic", "share", "words", "topics"]
    expected = ["document", "title", *of_topics, *columns]
    assert table.columns.tolist() == expected
    np.testing.assert_allclose(table[columns], scores_of(corpus, solution), atol=1e-12)


def carried_by(corpus: Corpus, solution: Solution) -> list[dict[int, float]]:
    """Return each document's topics, counted from 1, with their shares, one by one."""
    sizes = abs(rows_of(corpus, centred=solution.settings.centred))
    counts = rows_of(corpus, centred=False)
    topics = zip(solution.supports, solution.loadings > 0, strict=True)
    supports = [support[theirs] for support, theirs in topics]
    return [
        {
            topic: sum(row[support]) / sum(row)
            for topic, support in enumerate(supports, start=1)
            if np.count_nonzero(counts[document, support]) >= min(2, len(support))
        }
        for document, row in enumerate(sizes)
    ]


def test_the_main_topic_has_the_greatest_share_of_those_that_a_document_carries(found):
    corpus, solution = found
    corpus = replace(
        corpus, titles=("1790, a",) * 24 + ("undated",), groups={"words": ("b",) * 25}
    )
    leader = corpus.words[solution.supports[1][0]]
    topics_here = Topics.of(corpus, solution, edits=Edits(names={leader: "Taxes"}))
    table = scores.document_scores(topics_here)
    assert table["year"].tolist() == ["1790"] * 24 + [""]
    assert table["group words"].tolist() == ["b"] * 25
    called = ["none", *topics_here.names]
    assert called[2] == "Taxes"
    counts = rows_of(corpus, centred=False)
    carried = carried_by(corpus, solution)
    assert any(carried)
    for row, topics in zip(table.itertuples(), carried, strict=True):
        main = max(topics, key=topics.__getitem__, default=0)
        assert row.main_topic == called[main]
        assert row.share == pytest.approx(topics.get(main, 0), abs=1e-12)
        support = solution.supports[main - 1][solution.loadings[main - 1] > 0]
        n_words = np.count_nonzero(counts[row.document - 1, support]) if main else 0
        assert row.words == n_words
        assert row.topics == "; ".join(called[topic] for topic in topics)


def test_the_leading_documents_of_a_topic_carry_it_and_show_its_words(found):
    corpus, solution = found
    scored, counts = scores_of(corpus, solution), rows_of(corpus, centred=False)
    carried = carried_by(corpus, solution)
    every = scores.leaders_of_all(Topics.of(corpus, solution), 4)
    assert every["topic"].unique().tolist() == list(range(1, N_TOPICS + 1))
    for topic, few in every.groupby("topic"):
        table = scores.leading_documents(Topics.of(corpus, solution), topic, most=25)
        about = [i for i, topics in enumerate(carried, start=1) if topic in topics]
        assert sorted(table["document"]) == about
        assert (table["score"] ** 2).is_monotonic_decreasing
        shares = [carried[document - 1][topic] for document in table["document"]]
        np.testing.assert_allclose(table["share"], shares, atol=1e-12)
        expected = scored[table["document"] - 1, topic - 1]
        np.testing.assert_allclose(table["score"], expected, atol=1e-12)
        for row in table.itertuples():
            words = [
                f"{corpus.words[word]} {counts[row.document - 1, word]:.0f}"
                for word in solution.supports[topic - 1]
                if counts[row.document - 1, word]
            ]
            assert row.words == ", ".join(words)
        pd.testing.assert_frame_equal(
            few[table.columns].reset_index(drop=True), table.head(4)
        )


def test_the_topics_of_a_document_are_its_main_topic_and_then_the_others(found):
    corpus, solution = found
    scored, carried = scores_of(corpus, solution), carried_by(corpus, solution)
    known = scores.topics_in_documents(Topics.of(corpus, solution))
    for document, topics in enumerate(carried, start=1):
        table = scores.topics_of_document(Topics.of(corpus, solution), known, document)
        own = scored[document - 1, table["topic"] - 1]
        np.testing.assert_allclose(table["score"], own, atol=1e-12)
        assert table["share"].sum() <= 1 + 1e-12
        shares = table[table["is_carried"]].set_index("topic")["share"]
        assert shares.to_dict() == pytest.approx(topics)
        assert shares.is_monotonic_decreasing
        assert table["is_carried"].is_monotonic_decreasing


@pytest.mark.parametrize("form", FORMS)
def test_the_heaviest_words_are_those_of_the_greatest_numbers(form):
    corpus, _ = case(3, form, False)
    counts = rows_of(corpus, centred=False)[4]
    table = scores.heaviest_words(corpus, 5, most=6)
    assert len(table) == min(6, np.count_nonzero(counts))
    assert table["count"].tolist() == sorted(counts, reverse=True)[: len(table)]
    for row in table.to_dict("records"):
        assert row["count"] == counts[corpus.words.index(row["word"])]


def test_a_document_is_lit_where_it_has_words_of_topics_if_there_are_texts():
    corpus, solution = case(0, "sparse", False)
    assert passages.highlighted(solution, 2) is None
    word = corpus.words[solution.supports[1][0]]
    texts = (f"Of {word.upper()} alone",) * corpus.n_documents
    pieces = passages.highlighted(Topics.of(replace(corpus, texts=texts), solution), 2)
    assert pieces is not None
    assert pieces.to_dict("list") == {
        "piece": ["Of ", word.upper(), " alone"],
        "topic": [0, 2, 0],
    }


def test_a_document_without_a_title_is_called_by_its_first_words():
    bare = corpus_of(np.array([[1], [2]]))
    assert titles.titles(bare) == ("document 1", "document 2")
    texts = ("One two three four five six seven eight nine", "Short")
    called = titles.titles(replace(bare, texts=texts))
    assert called == ("One two three four five six seven eight", "Short")


def test_the_title_is_the_title_everywhere_also_if_it_is_an_id():
    corpus = corpus_of(np.array([[1], [2]]))
    corpus = replace(corpus, texts=("One two", "Three"), titles=("17", "B-4"))
    assert titles.titles(corpus) == ("17", "B-4")
    assert [titles.title(corpus, number) for number in (1, 2)] == ["17", "B-4"]


def test_a_paragraph_has_those_around_it():
    called = ("1790 W, paragraph 1", "1790 W, paragraph 2", "1791 W, paragraph 1")
    corpus = replace(corpus_of(np.array([[1], [2], [3]])), titles=called)
    assert [titles.neighbours_of(corpus, one) for one in (1, 2, 3)] == [(2,), (1,), ()]


@pytest.mark.parametrize("document", [0, 26])
def test_a_document_that_is_not_there_is_refused(document):
    corpus, solution = case(0, "sparse", False)
    known = scores.topics_in_documents(Topics.of(corpus, solution))
    expected = f"document must be an integer from 1 to 25, got {document}"
    for ask in (
        lambda: scores.topics_of_document(Topics.of(corpus, solution), known, document),
        lambda: scores.heaviest_words(corpus, document),
    ):
        with pytest.raises(InputError, match=expected):
            ask()


def test_documents_without_a_word_of_a_topic_have_none_however_the_topics_were_found():
    counts = np.zeros((200, 12))
    rng = np.random.default_rng(0)
    counts[:50, :3] = rng.poisson(3, (50, 3))
    counts[50:100, 3:6] = rng.poisson(3, (50, 3))
    counts[:, 6:] = rng.poisson(1, (200, 6))
    corpus = corpus_of(counts)
    for weighting in ("counts", "tf-idf"):
        solution = solve_weighted(
            corpus, 2, 3, weighting=weighting, centred=True, effort="quick"
        )
        table = scores.document_scores(Topics.of(corpus, solution))
        without = table.filter(like="score: ").eq(0).all(axis=1)
        has = counts[:, solution.supports.ravel()].any(axis=1)
        assert without.tolist() == (~has).tolist()
        assert without.sum() > 90
        assert (table["main_topic"] == "none")[without].all()


@pytest.mark.parametrize(
    ("weighting", "norm"), [("counts", "none"), ("counts", "half"), ("tf-idf", "l2")]
)
def test_copies_that_were_left_out_are_in_the_tables_like_their_originals(
    weighting, norm
):
    counts = random_corpus(6, 12, 18).observations.toarray()
    titles = tuple("abcdefghijkl" * 2)
    whole = replace(corpus_of(np.vstack([counts, counts])), titles=titles)
    corpus = replace(whole.of_documents(np.arange(24) < 12), whole=whole)
    alone = replace(corpus, whole=None)
    solution = solve_weighted(
        corpus, 2, 3, weighting=weighting, norm=norm, effort="quick"
    )
    table = scores.document_scores(Topics.of(corpus, solution))
    once = scores.document_scores(Topics.of(alone, solution))
    assert table["document"].tolist() == list(range(1, 25))
    first, *_ = table.filter(like="score: ")
    columns = ["title", "main_topic", "share", "words", first]
    pd.testing.assert_frame_equal(
        table[columns], pd.concat([once[columns]] * 2, ignore_index=True)
    )


def test_a_hidden_topic_has_no_column_of_scores():
    topics = made_topics(random_corpus(1, 40, 20), 3, 4)
    hidden = replace(topics, edits=Edits(hidden=(topics.leaders[1],)))
    columns = scores.document_scores(hidden).columns
    shown = [scores.SCORE + topics.names[place] for place in (0, 2)]
    assert [name for name in columns if name.startswith(scores.SCORE)] == shown
