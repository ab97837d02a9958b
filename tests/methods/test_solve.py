"""The verb: who lends an executor, who stops, and what an option means.

What every method keeps is in test_contract.py.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.weighting import weighted
from spca_core.errors import InputError
from spca_core.methods.registry import warm
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import register
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Candidate
from spca_core.steps.sketch import SKETCHES
from spca_core.topics import solve as solve_as_usual
from tests.oracles import (
    assert_sound,
    corpus_of,
    random_corpus,
    scaled,
    second_moments,
)
from tests.oracles import solve_counts as solve


def forty_words(seed: int = 6) -> Corpus:
    return random_corpus(seed, 80, 40)


def settings_for(method: str, **options: Any) -> Settings:
    few = {"n_components": 4, "sparsity": 3, "effort": "quick", "candidates": 500}
    return Settings.of(method=method, **few | options)


@pytest.mark.parametrize("sketch", SKETCH_LABELS)
@pytest.mark.parametrize("rank", [1, 3, 45])
@pytest.mark.parametrize("method", ["bipartite", "span"])
def test_every_rank_of_every_sketch_gives_a_sound_solution(
    method: str, rank: int, sketch: str
):
    assert {*SKETCHES} == {*SKETCH_LABELS}
    corpus = random_corpus(5, 30, 20)
    solution = solve(
        corpus, 3, 4, method=method, rank=rank, sketch=sketch, candidates=50
    )
    assert solution.stopped_by == "finished"
    assert_sound(solution, corpus)


class Deferred(Future):
    """A task that is done when its result is asked for."""

    def __init__(self, task: Callable[[], Any]) -> None:
        super().__init__()
        self.task = task

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self.task())
        return super().result(timeout)


class DeferringExecutor(Executor):
    """Has no worker at all: what is never asked for waits until it is cancelled."""

    def __init__(self) -> None:
        self.tasks: list[Deferred] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Deferred:
        self.tasks.append(Deferred(lambda: fn(*args, **kwargs)))
        return self.tasks[-1]


@pytest.mark.parametrize("method", ["joint", "bipartite", "em", "span", "exact"])
def test_who_stops_leaves_no_work_in_an_executor_that_was_lent(method: str):
    executor = DeferringExecutor()
    running = solutions(forty_words(), settings_for(method, rank=3), executor)
    next(running)
    running.close()
    assert executor.tasks
    assert all(task.done() for task in executor.tasks)


def failing(
    _: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """A method that finds something, and then has a bug in a worker."""
    slots = settings.n_components * settings.sparsity
    executor.submit(divmod, 1, 1).result()
    yield Candidate(np.arange(slots).reshape(-1, settings.sparsity), 1)
    executor.submit(divmod, 1, 0).result()


@pytest.mark.usefixtures("known_methods")
def test_an_error_leaves_no_thread_behind():
    before = threading.active_count()
    register("failing", failing)
    running = solutions(forty_words(), settings_for("failing"))
    next(running)
    at_work = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        list(running)
    with pytest.raises(InputError, match="the exact search tries at most"):
        solve(corpus_of(np.eye(40)), 2, 20, method="exact")
    assert at_work > before
    assert threading.active_count() == before


def test_centring_follows_the_kind_of_data_by_default():
    corpus = random_corpus(1, 30, 12)
    for centred, data in ((False, corpus), (True, replace(corpus, kind=MEASUREMENTS))):
        for told, is_centred in ((None, centred), (not centred, not centred)):
            found = solve(data, 1, 12, centred=told)
            assert found.settings.centred == is_centred
            values = np.linalg.eigvalsh(second_moments(corpus, centred=is_centred))
            assert found.captured_variance == pytest.approx(values[-1])


@pytest.mark.slow
def test_a_cap_of_seconds_ends_the_run_and_is_named(kos: Corpus):
    warm("joint", is_sparse=True, centred=False)
    solve(kos, 8, 15, seconds=1e-9)  # what the words made up to warm it do not call
    solution = solve(kos, 8, 15, effort="thorough", seconds=0.1)
    assert solution.stopped_by == "seconds"
    assert solution.seconds >= 0.1
    assert len(np.unique(solution.supports)) == 8 * 15


def test_what_cannot_be_asked_for_is_refused_with_the_choices():
    with pytest.raises(InputError, match=r"need 5,100 words in all; at most 5,000"):
        solve(corpus_of(np.ones((1, 5_100))), 51, 100)
    corpus = random_corpus(1, 10, 20)
    with pytest.raises(InputError, match=r"method must be one of joint, .* 'sparse'"):
        solve(corpus, 2, 3, method="sparse")
    with pytest.raises(InputError, match=r"sketch must be one of svd, .* got 'pca'"):
        solve(corpus, 2, 3, sketch="pca")


def test_a_weighted_solution_is_that_of_the_weighted_numbers():
    corpus = forty_words()
    worth = weighted(corpus, "tf-idf", "half").copy()
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
        "seconds": 30.0,
    }
    found = solve_as_usual(forty_words(), 2, 3, **options)
    assert found.settings == Settings.of(n_components=2, sparsity=3, **options)
    found = solve_as_usual(random_corpus(1, 20, 8), 2, 3, weighting="counts")
    assert found.settings == Settings(n_components=2, sparsity=3)


@pytest.mark.parametrize("pinned", [(), ((3, 30), (7,))], ids=["free", "pinned"])
def test_the_joint_search_takes_the_same_way_in_any_unit(
    pinned: tuple[tuple[int, ...], ...],
):
    corpus = random_corpus(1, 300, 40)
    # A power of two changes no digit.
    once, again = (
        solve(data, 4, 3, pinned=pinned, effort="quick")
        for data in (corpus, scaled(corpus, 2.0**-20))
    )
    np.testing.assert_array_equal(once.supports, again.supports)
    assert once.candidates == again.candidates
    assert len(once.trace) == len(again.trace)


@pytest.mark.parametrize("seed", range(5))
def test_more_candidates_of_the_papers_method_are_never_worse(seed: int):
    captured = [
        solve(
            forty_words(seed), 4, 3, method="bipartite", candidates=n
        ).captured_variance
        for n in (200, 400, 2_000)
    ]
    # Whole batches, of which the first are the same: the best of each counts.
    assert (np.diff(captured) >= 0).all()
    assert captured[-1] > captured[0]
