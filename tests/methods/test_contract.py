"""What every method keeps, whatever it does: one test for each promise to its users."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import as_corpus
from spca_core.errors import InputError
from spca_core.methods.baselines import lda
from spca_core.methods.registry import search_of
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS, methods_using
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import certify
from tests.fuzz import in_one_test, slowly
from tests.oracles import (
    assert_sound,
    best_variance,
    corpus_of,
    counts_of,
    planted_corpus,
    random_corpus,
    reordered,
    scaled,
    second_moments,
    word_sets,
)
from tests.oracles import solve_counts as solve

each_method = pytest.mark.parametrize(
    "method",
    [slowly(name) if one.is_baseline else name for name, one in METHODS.items()],
)
each_centring = pytest.mark.parametrize("centred", [True, slowly(False)])
# Few enough of 40 words to list their supports, as the exact search does.
SHAPE = (4, 3)
# Whatever is random takes part, and little of it is enough.
FEW: dict[str, Any] = {"effort": "quick", "candidates": 500}


@pytest.fixture(autouse=True)
def one_start_of_lda(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds, and here the others would show nothing else."""
    monkeypatch.setattr(lda, "STARTS", 1)


@cache
def all_unlike(seed: int) -> Corpus:
    """Words of equal variance have no order but the given one: there are none here."""
    corpus = random_corpus(seed, 300, 40)
    assert len(np.unique(corpus.observations.power(2).sum(axis=0))) == 40
    return corpus


def running(
    corpus: Corpus, method: str, executor: Executor | None = None, **options: Any
) -> Iterator[Solution]:
    settings = {**dict(zip(("n_components", "sparsity"), SHAPE, strict=True)), **FEW}
    return solutions(corpus, Settings.of(method=method, **settings | options), executor)


@cache
def run_of(method: str, seed: int = 1, **options: Any) -> list[Solution]:
    """All that a method yields, made once for all tests that look at it."""
    return list(running(all_unlike(seed), method, **options))


def assert_same(solution: Solution, other: Solution) -> None:
    """The same to the last bit, but for the time it took."""
    np.testing.assert_array_equal(solution.supports, other.supports)
    np.testing.assert_array_equal(solution.loadings, other.loadings)
    assert solution.candidates == other.candidates
    assert solution.remarks == other.remarks
    ways = [[point[2:] for point in each.trace] for each in (solution, other)]
    assert ways[0] == ways[1]


# Feasible.


@each_method
def test_each_solution_on_the_way_is_sound_and_its_trace_goes_on(method: str):
    run = run_of(method)
    for solution in run:
        assert_sound(solution, all_unlike(1))
    for before, after in pairwise(run):
        assert after.trace[: len(before.trace)] == before.trace
        assert after.seconds >= before.seconds
        assert after.candidates >= before.candidates
    *early, last = [solution.stopped_by for solution in run]
    assert {*early} == {"stop"}
    assert last == "finished"
    seconds, of_processors, candidates, sizes, captured = zip(
        *run[-1].trace, strict=True
    )
    assert (np.diff([seconds, of_processors, sizes]) >= 0).all()
    assert sizes[-1] == len(run[-1].supports) == SHAPE[0]
    assert (np.diff(candidates) > 0).all()
    assert run[-1].seconds >= seconds[-1]
    assert run[-1].candidates >= candidates[-1]
    assert captured[-1] == run[-1].captured_variance
    # Summits are compared before their last power steps, which are worth this much.
    assert (np.diff(captured) >= -1e-6 * captured[-1]).all()


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
        "usual": counts_of(random_corpus(5, 60, 12)),
    }


@each_centring
@in_one_test("name", degenerate())
@each_method
def test_data_of_any_kind_have_a_sound_solution_of_any_size_unless_none_varies(
    method: str, name: str, centred: bool
):
    corpus = corpus_of(degenerate()[name])
    if not second_moments(corpus, centred=True).any():
        sentence = "document has no topics|so there are no topics"
        with pytest.raises(InputError, match=sentence):
            solve(corpus, 3, 4, method=method, centred=centred, **FEW)
        with pytest.raises(InputError, match=sentence):
            certify(corpus, 3, 4, weighting="counts", centred=centred)
        return
    for shape in ((3, 4), (1, 12), (12, 1)):
        solution = solve(corpus, *shape, method=method, centred=centred, rank=2, **FEW)
        assert solution.stopped_by == "finished"
        assert len(solution.supports) == shape[0]
        assert_sound(solution, corpus)


@each_method
def test_planted_topics_are_found(method: str):
    corpus = planted_corpus(1, 4, 4)
    planted = {frozenset(range(j * 4, j * 4 + 4)) for j in range(4)}
    # One-at-a-time methods find these too: the themes share no document.
    solution = solve(corpus, 4, 4, method=method, candidates=3_000)
    assert {frozenset(support.tolist()) for support in solution.supports} == planted


# At or below the optimum, and under the bound.


@cache
def small_optimum(seed: int, centred: bool) -> float:
    corpus = random_corpus(seed, 80, 10)
    return best_variance(second_moments(corpus, centred=centred), 2, 3)


@each_centring
@each_method
def test_none_is_above_the_optimum_and_most_are_near(method: str, centred: bool):
    for seed in range(4):
        corpus, optimum = random_corpus(seed, 80, 10), small_optimum(seed, centred)
        captured = solve(
            corpus, 2, 3, method=method, centred=centred, **FEW
        ).captured_variance
        assert captured <= optimum * (1 + 1e-12)
        assert captured >= 0.7 * optimum
        if method == "exact":
            assert captured == pytest.approx(optimum, rel=1e-11)


def nearly_rank_one() -> Corpus:
    """Nine words that vary alike: which has which topic's is but rounding.

    Once a solve of them never ended.
    """
    rng = np.random.default_rng(3)
    shared = rng.standard_normal((5, 1)) @ np.ones((1, 9))
    return as_corpus(shared + 1e-6 * rng.standard_normal((5, 9)))


@each_method
def test_of_data_nearly_of_rank_one_every_method_ends_under_the_bound(method: str):
    corpus = nearly_rank_one()
    optimum = best_variance(np.cov(corpus.observations.T, bias=True), 3, 3)
    solution = solve(corpus, 3, 3, method=method, centred=True)
    assert solution.stopped_by == "finished"
    # All words are alike but for a millionth, and so are all choices of them.
    assert solution.captured_variance == pytest.approx(optimum, rel=1e-5)
    assert solution.captured_variance <= optimum * (1 + 1e-12)
    if method == "joint":
        proof = certify(corpus, 3, 3)
        assert proof.finished
        assert optimum <= proof.upper_bound
        assert not proof.gap(optimum)


# Deterministic.


@each_method
def test_any_number_of_threads_gives_the_same_solution_and_leaves_the_pool_open(
    method: str,
):
    for n_workers in (1, 5):
        with ThreadPoolExecutor(n_workers) as executor:
            *_, lent = running(all_unlike(1), method, executor)
            assert executor.submit(sum, [1, 2]).result() == 3
        assert_same(lent, run_of(method)[-1])


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    # Forked, a child would lack the threads of numpy and numba, and Python warns.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.slow
@each_method
def test_processes_give_the_same_solution_as_threads(method: str, processes: Executor):
    *_, lent = running(all_unlike(1), method, processes)
    assert_same(lent, run_of(method)[-1])


@each_method
def test_the_seed_changes_the_way_of_what_is_random_alone(method: str):
    corpus = random_corpus(6, 80, 60)
    options = {"candidates": 20, "n_components": 4, "sparsity": 5}
    if method == "exact":  # begins with the joint search, and ends at the optimum
        options["sparsity"] = 3
    ways = set()
    for seed in range(3):
        *_, last = running(corpus, method, seed=seed, **options)
        assert (last.settings.relevant.seed == seed) == METHODS[method].is_random or (
            not seed
        )
        ways.add(tuple(point[2:] for point in last.trace))
    # Sparse PCA and varimax begin at the leading eigenvectors.
    if METHODS[method].is_random and method != "sparse_pca":
        assert len(ways) > 1
    else:
        assert len(ways) == 1


@each_method
def test_the_largest_seed_is_a_seed(method: str):
    *_, last = running(all_unlike(1), method, seed=2**63 - 1)
    assert_sound(last, all_unlike(1))


# Invariant.


@each_method
def test_the_solution_ignores_the_order_of_the_words(method: str):
    mixed = reordered(all_unlike(1), np.random.default_rng(1).permutation(40))
    *_, other = running(mixed, method)
    expected = word_sets(all_unlike(1), run_of(method)[-1].supports)
    assert word_sets(mixed, other.supports) == expected


@each_centring
@each_method
def test_the_same_numbers_dense_or_sparse_have_the_same_solution(
    method: str, centred: bool
):
    sparse = all_unlike(1)
    dense = replace(sparse, observations=counts_of(sparse))
    *_, other = running(dense, method, centred=centred)
    expected = run_of(method, centred=centred)[-1]
    assert word_sets(dense, other.supports) == word_sets(sparse, expected.supports)
    np.testing.assert_allclose(other.variances, expected.variances)


# LDA takes the numbers for counts: three of one is not one of three.
@pytest.mark.parametrize("factor", [3.0, slowly(2.0**-20)])
@pytest.mark.parametrize("method", [name for name in METHODS if name != "lda"])
def test_the_solution_ignores_the_unit_of_the_counts(method: str, factor: float):
    corpus, expected = all_unlike(1), run_of(method)[-1]
    *_, other = running(scaled(corpus, factor), method)
    assert word_sets(corpus, other.supports) == word_sets(corpus, expected.supports)
    np.testing.assert_allclose(other.variances, factor**2 * expected.variances)


# Stops when told.


@each_method
def test_who_stops_holds_a_sound_solution_and_leaves_no_thread_behind(method: str):
    before = threading.active_count()
    run = running(all_unlike(1), method)
    *_, solution = islice(run, 2)
    at_work = threading.active_count()
    run.close()
    assert solution.stopped_by == "stop"
    assert_sound(solution, all_unlike(1))
    assert at_work > before
    # A worker that ends by itself needs a moment on a busy machine.
    end = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() <= before


@each_method
def test_the_shortest_cap_still_gives_a_first_solution(method: str):
    *_, solution = running(all_unlike(1), method, seconds=1e-9)
    assert solution.stopped_by == "seconds"
    assert len(solution.trace) == 1
    assert_sound(solution, all_unlike(1))


# A method is one record: its function, its label and the settings it uses agree.

# Of every option that not all methods use, a value that is not the usual one.
OTHERS: dict[str, Any] = {
    "effort": "thorough",
    "sketch": "gaussian",
    "rank": 3,
    "candidates": 300,
    "epsilon": 0.4,
    "pinned": ((0,),),
}
OURS = tuple(METHODS.values())  # before any test adds one of its own
# What every method has: the data, the size, the seed and the cap.
SHARED = {
    *("n_components", "sparsity", "method", "weighting", "centred", "norm"),
    *("seed", "restarts", "seconds"),
}


def test_every_record_has_its_function_and_every_option_its_methods():
    assert [name for name in METHODS if not callable(search_of(name))] == []
    assert all(name == method.name for name, method in METHODS.items())
    named = {option for method in METHODS.values() for option in method.uses}
    assert named == {*vars(Settings())} - SHARED == {*OTHERS}
    for option in named:
        users = [name for name, method in METHODS.items() if option in method.uses]
        assert methods_using(option) == tuple(users)
    for method in OURS:
        assert method.is_baseline == ("rounded" in method.does), method.name


@each_method
def test_an_option_changes_the_key_of_the_methods_that_use_it_and_no_other_answer(
    method: str,
):
    uses, usual = METHODS[method].uses, run_of(method)[-1].settings
    for option, value in OTHERS.items():
        if option in uses:
            other = replace(usual, **{option: value})
            assert getattr(other.relevant, option) == value
            assert other.relevant != usual.relevant
    # A pin is refused at once by a method that does not take it.
    unused = {name: OTHERS[name] for name in OTHERS if name not in {*uses, "pinned"}}
    assert replace(usual, **unused).relevant == usual.relevant
    *_, answer = running(all_unlike(1), method, **unused)
    assert_same(answer, run_of(method)[-1])


@each_method
def test_the_size_and_the_data_are_in_every_key(method: str):
    changes = {"n_components": 3, "sparsity": 2, "weighting": "log", "centred": True}
    for option, value in changes.items():
        other = Settings.of(method=method, **{option: value})
        assert getattr(other.relevant, option) == value
