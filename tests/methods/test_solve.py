"""The verb: whatever the method, a sound solution, on time, the same every time."""

import itertools
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind
from spca_core.corpus.weighting import weighted
from spca_core.errors import InputError
from spca_core.methods.baselines import lda
from spca_core.methods.registry import SEARCHES
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Incumbent, Solution
from spca_core.steps.sketch import SKETCHES
from spca_core.topics import solve as solve_as_usual
from tests.fuzz import in_one_test
from tests.oracles import (
    corpus_of,
    planted_corpus,
    random_corpus,
    reordered,
    scaled,
    second_moments,
    word_sets,
)
from tests.oracles import solve_counts as solve

each_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(autouse=True)
def one_start_of_lda(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds, and here the others would show nothing else."""
    monkeypatch.setattr(lda, "STARTS", 1)


SHAPES = [(1, 1), (1, 20), (20, 1), (4, 5), (3, 4), (2, 3)]
# Few enough of 40 words to list their supports, as the exact search does.
SHAPE = (4, 3)
# Whatever is random takes part, and little of it is enough.
FEW = {"effort": "quick", "candidates": 500, "extra_starts": 4}


def forty_words(seed: int = 6, n_documents: int = 80) -> Corpus:
    return random_corpus(seed, n_documents, 40)


def all_unlike(seed: int) -> Corpus:
    """Words of equal variance have no order but the given one: there are none here."""
    corpus = forty_words(seed, n_documents=300)
    assert len(np.unique(corpus.observations.power(2).sum(axis=0))) == 40
    return corpus


def settings_for(method: str, **options) -> Settings:
    n_components, sparsity = SHAPE
    return Settings(
        n_components=n_components, sparsity=sparsity, method=method, **FEW, **options
    )


def assert_same(one: Solution, other: Solution) -> None:
    """The same to the last bit, but for the time it took."""
    np.testing.assert_array_equal(one.supports, other.supports)
    np.testing.assert_array_equal(one.loadings, other.loadings)
    assert one.candidates == other.candidates
    assert one.remarks == other.remarks
    assert [point[2:] for point in one.trace] == [point[2:] for point in other.trace]


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


def test_every_method_and_sketch_that_can_be_chosen_is_there():
    assert tuple(SEARCHES) == tuple(METHODS)
    assert set(SKETCHES) == set(SKETCH_LABELS)


@pytest.mark.parametrize("centred", [False, True])
@in_one_test("shape", SHAPES)
@each_method
def test_every_method_returns_a_sound_solution(
    method: str, shape: tuple[int, int], centred: bool
):
    corpus = random_corpus(5, 60, 20)
    solution = solve(corpus, *shape, method=method, centred=centred, **FEW)
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
@in_one_test("name", degenerate())
@each_method
def test_data_with_little_in_them_still_have_a_sound_solution(
    method: str, name: str, centred: bool
):
    corpus = corpus_of(degenerate()[name])
    for shape in ((3, 4), (2, 2), (1, 12)):
        solution = solve(corpus, *shape, method=method, centred=centred, rank=2, **FEW)
        assert_sound(solution, corpus)


@pytest.mark.parametrize("sketch", SKETCH_LABELS)
@pytest.mark.parametrize("rank", [1, 3, 45])
@pytest.mark.parametrize("method", ["bipartite", "span"])
def test_every_rank_of_every_sketch_gives_a_sound_solution(
    method: str, rank: int, sketch: str
):
    corpus = random_corpus(5, 30, 20)
    solution = solve(
        corpus, 3, 4, method=method, rank=rank, sketch=sketch, candidates=50
    )
    assert solution.stopped_by == "finished"
    assert_sound(solution, corpus)


@each_method
def test_planted_topics_are_found(method: str):
    corpus = planted_corpus(1, 4, 4)
    planted = {frozenset(range(j * 4, j * 4 + 4)) for j in range(4)}
    # One-at-a-time methods find these too: the themes share no document.
    solution = solve(corpus, 4, 4, method=method, candidates=3_000)
    assert {frozenset(support.tolist()) for support in solution.supports} == planted


@each_method
def test_the_same_seed_gives_the_same_solution(method: str):
    one, other = (
        solve(forty_words(), *SHAPE, method=method, seed=3, **FEW) for _ in range(2)
    )
    assert_same(one, other)


@pytest.mark.parametrize(
    "method", ["joint", "bipartite", "tpower", "em", "span", "nmf", "lda"]
)
def test_another_seed_takes_another_way(method: str):
    corpus = random_corpus(6, 80, 60)
    options = {"method": method, "candidates": 20, "extra_starts": 4}
    ways = {
        (solution.candidates, *(point.captured_variance for point in solution.trace))
        for seed in range(4)
        for solution in [solve(corpus, 4, 5, seed=seed, **options)]
    }
    assert len(ways) > 1


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    # Forked, a child would lack the threads of numpy and numba, and Python warns.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("n_workers", [1, 2, 5])
@each_method
def test_any_number_of_threads_gives_the_same_solution(method: str, n_workers: int):
    options = {"method": method, **FEW}
    with ThreadPoolExecutor(n_workers) as executor:
        lent = solve(forty_words(), *SHAPE, executor=executor, **options)
    assert_same(lent, solve(forty_words(), *SHAPE, **options))


@pytest.mark.slow
@each_method
def test_processes_give_the_same_solution_as_threads(method: str, processes: Executor):
    options = {"method": method, **FEW}
    lent = solve(forty_words(), *SHAPE, executor=processes, **options)
    assert_same(lent, solve(forty_words(), *SHAPE, **options))


@each_method
def test_a_lent_executor_is_still_open_afterwards(method: str):
    with ThreadPoolExecutor(1) as executor:
        running = solutions(forty_words(), settings_for(method), executor)
        next(running)
        running.close()
        assert executor.submit(sum, [1, 2]).result() == 3


class Deferred(Future):
    """A task that is done when its result is asked for."""

    def __init__(self, task) -> None:
        super().__init__()
        self.task = task

    def result(self, timeout: float | None = None):
        if not self.done():
            self.set_result(self.task())
        return super().result(timeout)


class DeferringExecutor(Executor):
    """Has no worker at all: what is never asked for waits until it is cancelled."""

    def __init__(self) -> None:
        self.tasks: list[Deferred] = []

    def submit(self, function, /, *arguments) -> Deferred:
        self.tasks.append(Deferred(lambda: function(*arguments)))
        return self.tasks[-1]


@pytest.mark.parametrize("method", ["joint", "bipartite", "em", "span", "exact"])
def test_who_stops_leaves_no_work_in_an_executor_that_was_lent(method: str):
    executor = DeferringExecutor()
    running = solutions(forty_words(), settings_for(method, rank=3), executor)
    next(running)
    running.close()
    assert executor.tasks
    assert all(task.done() for task in executor.tasks)


def failing(_: Covariance, settings: Settings, executor: Executor) -> Iterator:
    """A method that finds something, and then has a bug in a worker."""
    slots = settings.n_components * settings.sparsity
    executor.submit(divmod, 1, 1).result()
    yield Incumbent(np.arange(slots).reshape(-1, settings.sparsity), 1)
    executor.submit(divmod, 1, 0).result()


@each_method
def test_who_stops_leaves_no_more_threads_behind_than_the_one_before(method: str):
    first = solutions(forty_words(), settings_for(method))
    next(first)
    first.close()
    before = threading.active_count()
    running = solutions(forty_words(), settings_for(method))
    next(running)
    at_work = threading.active_count()
    running.close()
    assert at_work > before
    # A worker that ends by itself needs a moment on a busy machine.
    end = time.monotonic() + 10
    while threading.active_count() != before and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_an_error_leaves_no_thread_behind(monkeypatch: pytest.MonkeyPatch):
    before = threading.active_count()
    monkeypatch.setitem(SEARCHES, "tpower", failing)
    running = solutions(forty_words(), settings_for("tpower"))
    next(running)
    at_work = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        list(running)
    with pytest.raises(InputError, match="the exact search tries at most"):
        solve(corpus_of(np.eye(40)), 2, 20, method="exact")
    assert at_work > before
    assert threading.active_count() == before


@pytest.mark.parametrize(("kind", "centred"), [(COUNTS, False), (MEASUREMENTS, True)])
def test_it_is_centred_as_is_usual_for_the_kind_of_data_unless_told(
    kind: Kind, centred: bool
):
    numbers = random_corpus(1, 30, 12).observations.toarray()
    corpus = Corpus(
        name="made up",
        observations=numbers,
        words=tuple(map(str, range(12))),
        kind=kind,
    )
    usual, other = (
        second_moments(corpus_of(numbers), centred=one)
        for one in (centred, not centred)
    )
    untold = solve(corpus, 1, 12)
    told = solve(corpus, 1, 12, centred=not centred)
    assert (untold.settings.centred, told.settings.centred) == (centred, not centred)
    assert untold.captured_variance == pytest.approx(np.linalg.eigvalsh(usual)[-1])
    assert told.captured_variance == pytest.approx(np.linalg.eigvalsh(other)[-1])


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
@each_method
def test_the_same_numbers_dense_or_sparse_have_the_same_solution(
    method: str, seed: int, centred: bool
):
    sparse = all_unlike(seed)
    dense = Corpus(
        name="made up", observations=sparse.observations.toarray(), words=sparse.words
    )
    one, other = (
        solve(data, *SHAPE, method=method, centred=centred, **FEW)
        for data in (sparse, dense)
    )
    assert word_sets(sparse, one.supports) == word_sets(dense, other.supports)
    np.testing.assert_allclose(one.variances, other.variances)


@pytest.mark.parametrize("seed", range(5))
def test_more_candidates_of_the_papers_method_are_never_worse(seed: int):
    captured = [
        solve(
            forty_words(seed), *SHAPE, method="bipartite", candidates=n
        ).captured_variance
        for n in (200, 400, 2_000)
    ]
    # Whole batches, of which the first are the same: the best of each counts.
    assert (np.diff(captured) >= 0).all()
    assert captured[-1] > captured[0]


@pytest.mark.parametrize("seed", [1, 2, 3])
@each_method
def test_the_solution_ignores_the_order_of_the_words(method: str, seed: int):
    corpus = all_unlike(seed)
    mixed = reordered(corpus, np.random.default_rng(seed).permutation(40))
    one, other = (solve(data, *SHAPE, method=method, **FEW) for data in (corpus, mixed))
    assert word_sets(corpus, one.supports) == word_sets(mixed, other.supports)


# LDA takes the numbers for counts: three of one is not one of three.
@pytest.mark.parametrize("factor", [2.0**-20, 3.0])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("method", [name for name in METHODS if name != "lda"])
def test_the_solution_ignores_the_unit_of_the_counts(
    method: str, seed: int, factor: float
):
    corpus = all_unlike(seed)
    one, other = (
        solve(data, *SHAPE, method=method, **FEW)
        for data in (corpus, scaled(corpus, factor))
    )
    assert word_sets(corpus, one.supports) == word_sets(corpus, other.supports)
    np.testing.assert_allclose(other.variances, factor**2 * one.variances)


@each_method
def test_the_trace_moves_forward(method: str):
    solution = solve(forty_words(), *SHAPE, method=method, **FEW)
    seconds, of_processors, candidates, found, captured = zip(
        *solution.trace, strict=True
    )
    assert (np.diff([seconds, of_processors, found]) >= 0).all()
    assert found[-1] == len(solution.supports)
    assert (np.diff(candidates) > 0).all()
    assert solution.seconds >= seconds[-1]
    assert solution.candidates >= candidates[-1]
    assert captured[-1] == solution.captured_variance


@each_method
def test_each_solution_on_the_way_is_sound_and_its_trace_goes_on(method: str):
    corpus = forty_words()
    previous = None
    for solution in solutions(corpus, settings_for(method)):
        assert_sound(solution, corpus)
        if previous:
            assert solution.trace[: len(previous.trace)] == previous.trace
            assert solution.seconds >= previous.seconds
            assert solution.candidates >= previous.candidates
        previous = solution
    assert previous.stopped_by == "finished"


@each_method
def test_who_stops_iterating_holds_a_sound_solution(method: str):
    corpus = forty_words()
    running = solutions(corpus, settings_for(method))
    *_, solution = itertools.islice(running, 2)
    running.close()
    assert solution.stopped_by == "stop"
    assert_sound(solution, corpus)


def test_a_cap_of_seconds_ends_the_run_and_is_named(kos: Corpus):
    start = time.perf_counter()
    solution = solve(kos, 8, 15, effort="thorough", seconds=0.5)
    # The cap is looked at between incumbents, some 10 ms apart; on a machine with five
    # times as much work as processors the run took 1.6 s. Without a cap it takes 4.8.
    assert 0.5 <= time.perf_counter() - start < 3
    assert solution.stopped_by == "seconds"
    assert solution.seconds >= 0.5
    assert len(np.unique(solution.supports)) == 8 * 15


@each_method
def test_the_shortest_cap_still_gives_a_first_solution(method: str):
    corpus = forty_words()
    solution = solve(corpus, *SHAPE, method=method, seconds=1e-9)
    assert solution.stopped_by == "seconds"
    assert len(solution.trace) == 1
    assert_sound(solution, corpus)


def test_a_cap_that_is_not_met_changes_nothing():
    corpus = forty_words()
    capped, free = (solve(corpus, *SHAPE, seconds=cap) for cap in (600, None))
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


def test_an_unknown_method_is_refused_with_the_choices():
    corpus = random_corpus(1, 10, 20)
    with pytest.raises(
        InputError, match=r"method must be one of joint, .* got 'sparse'"
    ):
        solve(corpus, 2, 3, method="sparse")
    with pytest.raises(InputError, match=r"sketch must be one of svd, .* got 'pca'"):
        solve(corpus, 2, 3, sketch="pca")


def test_counts_are_weighted_and_centred_unless_somebody_says_otherwise():
    corpus = forty_words()
    usual = solve_as_usual(corpus, 2, 3, effort="quick").settings
    assert (usual.weighting, usual.centred) == ("tf-idf", True)
    papers = solve_as_usual(corpus, 2, 3, weighting="counts", effort="quick").settings
    assert (papers.weighting, papers.centred) == ("counts", False)
    measured = replace(corpus, kind=MEASUREMENTS)
    settings = solve_as_usual(measured, 2, 3, effort="quick").settings
    assert (settings.weighting, settings.centred) == ("counts", True)


def test_a_weighted_solution_is_that_of_the_weighted_numbers():
    corpus = forty_words()
    worth = weighted(corpus, "tf-idf").copy()
    worth.eliminate_zeros()  # of words in every document
    numbers = replace(corpus, observations=worth)
    found = solve_as_usual(corpus, 2, 3, effort="quick")
    expected = solve(numbers, 2, 3, centred=True, effort="quick")
    assert np.array_equal(found.supports, expected.supports)
    assert found.captured_variance == expected.captured_variance


def test_every_option_is_in_the_settings_of_the_solution():
    options = {
        "method": "bipartite",
        "weighting": "log",
        "centred": True,
        "seed": 9,
        "effort": "quick",
        "sketch": "streaming",
        "rank": 4,
        "candidates": 60,
        "epsilon": 0.5,
        "extra_starts": 3,
        "seconds": 30.0,
    }
    found = solve_as_usual(forty_words(), 2, 3, **options)
    assert found.settings == Settings(n_components=2, sparsity=3, **options)


def test_an_option_that_is_not_given_is_that_of_the_settings():
    found = solve_as_usual(random_corpus(1, 20, 8), 2, 3, weighting="counts")
    assert found.settings == Settings(n_components=2, sparsity=3)


@pytest.mark.parametrize("pinned", [(), ((3, 30), (7,))], ids=["free", "pinned"])
def test_the_joint_search_takes_the_same_way_in_any_unit(pinned):
    corpus = all_unlike(1)
    # A power of two changes no digit.
    one, other = (
        solve(data, *SHAPE, pinned=pinned, effort="quick")
        for data in (corpus, scaled(corpus, 2.0**-20))
    )
    np.testing.assert_array_equal(one.supports, other.supports)
    assert one.candidates == other.candidates
    assert len(one.trace) == len(other.trace)
