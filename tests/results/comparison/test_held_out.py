"""Topics found on halves of the documents, and the tables of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count, cycle, repeat

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import NMF, LatentDirichletAllocation

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.planted import Plan, plant
from spca_core.errors import InputError
from spca_core.methods.baselines.lda import OWN_PASSES
from spca_core.methods.baselines.own_words import own_words
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results.comparison import held_out as held_out_module
from spca_core.results.comparison import quality_table as table_module
from spca_core.results.comparison.held_out import (
    SPLITS,
    FoundTopics,
    found_again,
    halved,
    held_out,
    in_halves,
    share_of_variance,
)
from spca_core.results.comparison.quality_table import (
    HEADINGS,
    JUDGED,
    SUITED,
    best_cells,
    quality_runs,
    quality_table,
)
from spca_core.results.documents.coverage import covered
from spca_core.results.topics.quality import coherence, halves
from spca_core.topics import Topics, solve
from tests.oracles import corpus_of, random_corpus, solve_counts

PLANTED = plant(Plan(n_documents=300, n_words=60, n_topics=3, sparsity=4, strength=2.0))
CORPUS = PLANTED.corpus
NOISE = random_corpus(3, 80, 30)
SETTINGS = Settings(n_components=3, sparsity=4, effort="quick")


# What four halves find: by the first two, three words of six are in both.
WORDS = [
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[4, 3, 9], [0, 7, 8]]),
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[3, 5, 4], [2, 1, 0]]),
]


@pytest.fixture(scope="module")
def measured() -> list[pd.DataFrame]:
    runs = [replace(SETTINGS, method=method) for method in ("joint", "nmf", "tpower")]
    return list(quality_table(NOISE, runs))


@pytest.fixture
def searches(monkeypatch) -> Callable:
    """Return a function that has searches find given words, and returns what is asked.

    What is asked grows with each search: its corpus and its settings.
    """

    def find(words: Iterable[np.ndarray]) -> list[tuple[Corpus, Settings]]:
        asked, one_by_one = [], iter(words)

        def found(corpus, settings):
            asked.append((corpus, settings))
            yield
            topics = next(one_by_one)
            loadings = np.full(topics.shape, topics.shape[1] ** -0.5)
            return FoundTopics(topics, loadings, 0.0)

        for module in (table_module, held_out_module):
            monkeypatch.setattr(module, "find_topics", found)
        return asked

    return find


def last(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_planted_topics_are_coherent_on_the_other_half_and_found_again():
    held = last(in_halves(halved(CORPUS, 7), SETTINGS))
    assert 0.2 < held.least < held.coherence < 1
    assert held.covered > 0.5
    assert held.stability == 1
    truth = {frozenset(CORPUS.columns_of(topic)) for topic in PLANTED.truth}
    for half in held.topics:
        assert {frozenset(words.tolist()) for words in half.words} == truth


def test_stability_is_of_several_splits_searched_with_seeds_of_their_own(searches):
    asked = searches(cycle(WORDS))
    whole = last(held_out(NOISE, SETTINGS))
    seeds = {settings.seed for _, settings in asked}
    parts = {half.observations.toarray().tobytes() for half, _ in asked}
    assert len(seeds) == len(parts) == 2 * SPLITS
    # By hand: of two topics of three words, 3 and 6 words are found again.
    assert whole["stability"] == (3 / 6 + 1) / 2
    assert whole["spread"] == (1 - 3 / 6) / 2


def test_words_of_a_topic_are_found_again_if_both_halves_have_them_in_its_partner(
    searches,
):
    first = np.array([[0, 1, 2], [3, 4, 5]])
    topics = replace(solve(NOISE, 2, 3, effort="quick"), supports=first)
    half, other = np.array([[3, 9, 4], [2, 1, 7]]), np.array([[0, 1, 8], [4, 5, 6]])
    asked = searches(cycle([half, other]))
    tables = list(found_again(NOISE, topics, splits=2))
    assert tables[0]["found_again"].isna().all()
    # Of 0, 1, 2 both have 1; of 3, 4, 5 both have 4.
    assert tables[-1]["found_again"].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert set(tables[-1]["splits"]) == {2}
    assert len({settings.seed for _, settings in asked}) == 4


def test_planted_topics_are_found_again_and_those_of_noise_hardly():
    real, noise = (solve(corpus, 3, 4, effort="quick") for corpus in (CORPUS, NOISE))
    planted, of_noise = (topics.stability(2)["found_again"] for topics in (real, noise))
    assert planted.tolist() == [1, 1, 1]
    assert of_noise.mean() < 0.3


@pytest.mark.usefixtures("known_methods")
def test_topics_of_another_tool_are_not_searched_again():
    given = Topics.from_words(CORPUS, PLANTED.truth)
    with pytest.raises(InputError, match="search that found these topics is not known"):
        given.stability()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Maximum number of iterations")
def test_baselines_own_words_are_those_that_scikit_learn_finds():
    """NMF with its usual iterations, LDA as it learns online: here all is one batch."""
    corpus = corpus_of(np.random.default_rng(0).poisson(1.0, (100, 60)))
    online = {
        "learning_method": "online",
        "learning_offset": 1.0,
        "max_iter": OWN_PASSES,
    }
    for method, model in {
        "nmf": NMF(3, init="nndsvda", tol=0.0, random_state=0),
        "lda": LatentDirichletAllocation(3, random_state=0, **online),
    }.items():
        asked = replace(SETTINGS, method=method, weighting="counts", seed=0)
        *earlier, (words, loadings) = own_words(corpus, asked)
        assert len(earlier) == (OWN_PASSES - 1 if method == "lda" else 0)
        found = model.fit(corpus.observations.copy()).components_
        weights = np.take_along_axis(found, words, axis=1)
        np.testing.assert_array_equal(weights, np.sort(found)[:, :-5:-1])
        expected = weights / np.linalg.norm(weights, axis=1, keepdims=True)
        np.testing.assert_allclose(loadings, expected, rtol=1e-12, err_msg=method)


def test_the_share_is_the_papers_sum_where_no_word_is_in_two_topics():
    corpus = random_corpus(3, 50, 20)
    solution = solve_counts(corpus, 3, 4, effort="quick")
    covariance = covariance_of(corpus, solution.settings)
    expected = solution.captured_variance / covariance.variances.sum()
    assert share_of_variance(covariance, solution.supports) == pytest.approx(expected)


def test_the_runs_begin_with_ones_own_and_lda_comes_last():
    usual = replace(
        SETTINGS, weighting="tf-idf", centred=True, seed=3, pinned=((0, 1),)
    )
    runs = quality_runs(NOISE, usual)
    pairs = [(run.method, run.weighting) for run in runs]
    assert pairs[0] == ("joint", "tf-idf")
    assert pairs[-1] == ("lda", "counts")
    assert {method for method, _ in pairs} >= {"star_greedy", "em", "span"}
    assert ("bipartite", "counts") in pairs
    assert len(set(pairs)) == len(pairs)
    assert {run.centred for run in runs if run.weighting == "counts"} == {False}
    assert {run.centred for run in runs if run.weighting == "tf-idf"} == {True}
    assert {run.seed for run in runs} == {0, 3}  # 0 where a seed changes nothing
    assert {run.pinned for run in runs} == {()}
    assert {run.method for run in runs if run.extra_starts} == {"tpower", "em"}
    assert min(run.n_starts for run in runs if run.extra_starts) == 11
    more = quality_runs(NOISE, replace(usual, extra_starts=30))
    assert max(run.extra_starts for run in more) == 30


def test_the_table_grows_row_by_row(measured):
    empty, first, *_, table = measured
    assert empty.empty
    assert len(first) == 1
    assert first["held_out"].isna().all()
    assert list(table) == list(HEADINGS)
    assert table["method"].tolist() == ["Joint search", "NMF", "TPower"]
    assert not table.isna().any(axis=None)
    figures = last(held_out(NOISE, SETTINGS))
    assert table.loc[0, list(figures)].to_dict() == figures
    other = last(held_out(NOISE, replace(SETTINGS, seed=1)))
    assert figures["held_out"] != other["held_out"], "its halves are others"


def test_the_best_of_every_column_is_named_however_many_are(measured):
    table = measured[-1]
    for name in (*JUDGED, "seconds"):
        best = table[name].min() if name == "seconds" else table[name].max()
        for row, is_best in zip(table["best"], table[name] == best, strict=True):
            assert (HEADINGS[name].lower() in row.split("; ")) == is_best
    assert not any("±" in names for names in table["best"])


def test_a_table_goes_on_where_an_earlier_one_was(searches):
    runs = [replace(SETTINGS, method=method) for method in ("joint", "nmf", "tpower")]
    known: dict = {}
    for table in quality_table(CORPUS, runs[:2], known):
        if table["method"].tolist() == ["Joint search", "NMF"]:
            break  # the joint search is known, NMF has only begun
    assert list(known) == runs[:1]
    asked = searches(cycle(WORDS))
    first, *_, table = quality_table(CORPUS, [runs[2], runs[0]], known)
    assert first["held_out"].tolist() == table["held_out"].tolist()[1:]
    assert table["method"].tolist() == ["TPower", "Joint search"]
    assert {settings.method for _, settings in asked} == {"tpower"}
    assert set(known) == {runs[0], runs[2]}


def test_topics_of_two_seeds_are_compared_on_all_documents(searches):
    asked = searches(np.array([[0, 1], [2, word]]) for word in count(3))
    *_, table = quality_table(CORPUS, [SETTINGS])
    seeds = [settings.seed for corpus, settings in asked if corpus is CORPUS]
    assert len(set(seeds)) == len(seeds) == 2
    assert table["reseeded"][0] == 3 / 4


def test_halves_that_were_cut_short_may_have_fewer_topics(searches):
    searches(np.arange(2 * number).reshape(-1, 2) for number in [1, 3, 2, 3])
    assert not np.isnan(list(last(held_out(CORPUS, SETTINGS)).values())).any()


def test_topics_are_judged_on_the_half_that_they_were_not_found_on():
    held = last(in_halves(halved(NOISE, 7), SETTINGS))
    rows = halves(NOISE.n_documents, 7)
    halves_judged = [
        (NOISE.observations[rows[other]], held.topics[half].words)
        for half, other in ((0, 1), (1, 0))
    ]
    expected = np.concatenate([coherence(*half) for half in halves_judged])
    assert held.coherence == expected.mean()
    assert held.least == expected.min()
    assert held.covered == np.mean([covered(*half) for half in halves_judged])


def test_measurements_are_compared_as_they_are():
    features = replace(NOISE, kind=MEASUREMENTS)
    runs = quality_runs(features, replace(SETTINGS, method="varimax", pinned=()))
    assert runs[0].method == "varimax"
    assert {run.method for run in runs[1:]} == {*SUITED}
    assert {run.weighting for run in runs} == {"counts"}


def test_all_shares_are_of_the_variance_of_the_first_runs_weighting(searches):
    searches(repeat(WORDS[1]))
    runs = [replace(SETTINGS, weighting=one) for one in ("tf-idf", "counts")]
    *_, table = quality_table(CORPUS, runs)
    ours, others = (
        share_of_variance(covariance_of(CORPUS, run), WORDS[1]) for run in runs
    )
    assert table["share"].tolist() == [ours, ours]
    assert ours != pytest.approx(others)


def test_what_no_run_beats_is_best_also_where_others_are_as_good_or_not_measured():
    table = pd.DataFrame(0.5, index=[0, 1], columns=list(HEADINGS))
    table["held_out"], table["seconds"] = [0.1, 0.2], [1.0, 3.0]
    table.loc[1, "share"] = np.nan
    best = best_cells(table)
    assert best["held_out"].tolist() == [False, True]
    assert best["seconds"].tolist() == best["share"].tolist() == [True, False]
    assert best["covered"].all()
    assert not {"method", "spread", "diversity"} & {*best}
