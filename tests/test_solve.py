"""The verb: whatever the method, a sound solution, on time, the same every time."""

import itertools
import re
import time

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.settings import METHOD_NAMES, Settings
from spca_core.solution import Solution
from spca_core.solve import solutions, solve
from tests.oracles import (
    corpus_of,
    planted_corpus,
    random_corpus,
    reordered,
    scaled,
    second_moments,
    word_sets,
)

each_method = pytest.mark.parametrize("method", METHOD_NAMES)
SHAPES = [(1, 1), (1, 20), (20, 1), (4, 5), (3, 4), (2, 3)]


def assert_sound(solution: Solution, corpus: Corpus) -> None:
    """Disjoint supports of s words, with the best loadings for them on the data."""
    settings = solution.settings
    matrix = second_moments(corpus, centred=settings.centred)
    supports = solution.supports
    assert supports.shape == (len(solution.variances), settings.sparsity)
    assert len(np.unique(supports)) == supports.size
    assert (np.diff(solution.variances) <= 0).all()
    np.testing.assert_allclose(np.linalg.norm(solution.loadings, axis=1), 1)
    for support, loading, variance in zip(
        supports, solution.loadings, solution.variances, strict=True
    ):
        block = matrix[np.ix_(support, support)]
        # Rounding of sums over some hundred documents, at the scale of A.
        slack = 1e-12 * matrix.trace()
        assert loading @ block @ loading == pytest.approx(variance, abs=slack)
        assert np.linalg.eigvalsh(block)[-1] == pytest.approx(variance, abs=slack)


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@each_method
def test_every_method_returns_a_sound_solution(
    method: str, shape: tuple[int, int], centred: bool
):
    corpus = random_corpus(5, 60, 20)
    solution = solve(
        corpus, *shape, method=method, centred=centred, candidates=300, effort="quick"
    )
    assert solution.stopped_by == "finished"
    assert len(solution.supports) == shape[0]
    assert_sound(solution, corpus)


def degenerate() -> dict[str, np.ndarray]:
    row = np.arange(12)
    return {
        "one document": 1 + row[None],
        "equal documents": np.tile(1 + row, (30, 1)),
        "equal words": np.tile(1 + np.arange(15)[:, None], (1, 12)),
        "no counts": np.zeros((9, 12)),
        "one count": np.eye(9, 12) * (row == 3),
        "each word alone": np.eye(12),
        "twins": np.repeat(np.eye(6), 2, axis=1),
    }


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("name", degenerate())
@each_method
def test_data_with_little_in_them_still_have_a_sound_solution(
    method: str, name: str, centred: bool
):
    corpus = corpus_of(degenerate()[name])
    for shape in ((3, 4), (2, 2), (1, 12)):
        solution = solve(
            corpus, *shape, method=method, centred=centred, candidates=50, rank=2
        )
        assert_sound(solution, corpus)


@each_method
def test_planted_topics_are_found(method: str):
    corpus = planted_corpus(1, 4, 5)
    planted = {frozenset(range(j * 5, j * 5 + 5)) for j in range(4)}
    # One-at-a-time methods find these too: the themes share no document.
    solution = solve(corpus, 4, 5, method=method, candidates=3_000)
    assert {frozenset(support.tolist()) for support in solution.supports} == planted


@each_method
def test_the_same_seed_gives_the_same_solution(method: str):
    corpus = random_corpus(6, 80, 60)
    one, other = (solve(corpus, 4, 5, method=method, seed=3) for _ in range(2))
    np.testing.assert_array_equal(one.supports, other.supports)
    np.testing.assert_array_equal(one.loadings, other.loadings)
    assert one.candidates == other.candidates
    assert [p[1:] for p in one.trace] == [p[1:] for p in other.trace]


@pytest.mark.parametrize("method", ["joint", "bipartite"])
def test_another_seed_takes_another_way(method: str):
    corpus = random_corpus(6, 80, 60)
    traces = {
        tuple(
            p.captured_variance
            for p in solve(corpus, 4, 5, method=method, seed=i).trace
        )
        for i in range(4)
    }
    assert len(traces) > 1


@pytest.mark.parametrize("seed", range(5))
@each_method
def test_the_solution_ignores_the_order_of_the_words(method: str, seed: int):
    corpus = random_corpus(seed, 3_000, 40)
    # Words of equal variance have no order but the given one: leave no such pair.
    assert len(np.unique(corpus.counts.power(2).sum(axis=0))) == 40
    mixed = reordered(corpus, np.random.default_rng(seed).permutation(40))
    one, other = (
        solve(data, 4, 5, method=method, candidates=500) for data in (corpus, mixed)
    )
    assert word_sets(corpus, one.supports) == word_sets(mixed, other.supports)


@pytest.mark.parametrize("factor", [2.0**-20, 2.0**20, 3.0])
@pytest.mark.parametrize("seed", range(3))
@each_method
def test_the_solution_ignores_the_unit_of_the_counts(
    method: str, seed: int, factor: float
):
    corpus = random_corpus(seed, 80, 60)
    one, other = (
        solve(data, 4, 5, method=method, candidates=500)
        for data in (corpus, scaled(corpus, factor))
    )
    assert word_sets(corpus, one.supports) == word_sets(corpus, other.supports)
    np.testing.assert_allclose(other.variances, factor**2 * one.variances)


@each_method
def test_the_trace_moves_forward(method: str):
    corpus = random_corpus(6, 80, 60)
    solution = solve(corpus, 4, 5, method=method)
    seconds, candidates, captured = zip(*solution.trace, strict=True)
    assert (np.diff(seconds) >= 0).all()
    assert (np.diff(candidates) > 0).all()
    assert solution.seconds >= seconds[-1]
    assert solution.candidates >= candidates[-1]
    assert captured[-1] == solution.captured_variance


@each_method
def test_each_solution_on_the_way_is_sound_and_its_trace_goes_on(method: str):
    corpus = random_corpus(6, 80, 60)
    settings = Settings(n_components=4, sparsity=5, method=method, candidates=1_000)
    previous = None
    for solution in solutions(corpus, settings):
        assert_sound(solution, corpus)
        if previous:
            assert solution.trace[: len(previous.trace)] == previous.trace
            assert solution.seconds >= previous.seconds
            assert solution.candidates >= previous.candidates
        previous = solution
    assert previous.stopped_by == "finished"


@each_method
def test_who_stops_iterating_holds_a_sound_solution(method: str):
    corpus = random_corpus(6, 80, 60)
    running = solutions(corpus, Settings(n_components=4, sparsity=5, method=method))
    *_, solution = itertools.islice(running, 2)
    running.close()
    assert solution.stopped_by == "stop"
    assert_sound(solution, corpus)


def test_a_cap_of_seconds_ends_the_run_and_is_named(kos: Corpus):
    start = time.perf_counter()
    solution = solve(kos, 8, 15, effort="thorough", seconds=0.5)
    # The cap is looked at between incumbents, some 10 ms apart; a busy machine gets
    # the second that a click on Stop may take.
    assert 0.5 <= time.perf_counter() - start < 1.5
    assert solution.stopped_by == "seconds"
    assert solution.seconds >= 0.5
    assert len(np.unique(solution.supports)) == 8 * 15


@each_method
def test_the_shortest_cap_still_gives_a_first_solution(method: str):
    corpus = random_corpus(6, 80, 60)
    solution = solve(corpus, 4, 5, method=method, seconds=1e-9)
    assert solution.stopped_by == "seconds"
    assert len(solution.trace) == 1
    assert_sound(solution, corpus)


def test_a_cap_that_is_not_met_changes_nothing():
    corpus = random_corpus(6, 80, 60)
    capped, free = (solve(corpus, 4, 5, seconds=cap) for cap in (600, None))
    assert capped.stopped_by == "finished"
    np.testing.assert_array_equal(capped.supports, free.supports)


@each_method
def test_too_few_words_are_refused_before_the_first_solution(method: str):
    text = (
        "3 components of 7 words need 21 words; this corpus has 20. "
        "Lower one of the two."
    )
    with pytest.raises(InputError, match=re.escape(text)):
        solve(random_corpus(1, 10, 20), 3, 7, method=method)


def test_more_words_than_can_be_searched_are_refused():
    corpus = corpus_of(np.ones((1, 5_100)))
    with pytest.raises(InputError, match=r"need 5,100 words in all; at most 5,000"):
        solve(corpus, 51, 100)


def test_an_unknown_option_or_method_is_refused_with_the_choices():
    corpus = random_corpus(1, 10, 20)
    with pytest.raises(InputError, match=r"method is 'sparse'; choose one of joint"):
        solve(corpus, 2, 3, method="sparse")
    with pytest.raises(InputError, match=r"option is 'sed'; choose one of .*seed"):
        solve(corpus, 2, 3, sed=1)
