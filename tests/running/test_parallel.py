"""Work is handed on in its order, never far ahead, and none is left behind."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from math import inf
from threading import Event

import pytest
from threadpoolctl import OpenBLASController, threadpool_info, threadpool_limits

from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import certificates
from spca_core.running.in_turn import MAX_AHEAD, in_order
from spca_core.running.parallel import one_blas_thread
from spca_core.running.stopping import Stopped, cancel_scope
from tests.fuzz import in_one_test
from tests.oracles import random_corpus


class Stub(Executor):
    """Does the first tasks as they are submitted; all others wait for ever."""

    def __init__(self, n_done: float = inf) -> None:
        self.n_done = n_done
        self.futures: list[Future] = []

    def submit(self, function: Callable, /, *args, **kwargs) -> Future:
        future: Future = Future()
        if len(self.futures) < self.n_done:
            try:
                future.set_result(function(*args, **kwargs))
            except ArithmeticError as error:
                future.set_exception(error)
        self.futures.append(future)
        return future


def square(number: int) -> int:
    return number * number


@in_one_test("n_workers", [1, 2, 5])
@in_one_test("n_tasks", [0, 1, MAX_AHEAD - 1, MAX_AHEAD, MAX_AHEAD + 1, 100])
def test_every_task_is_done_once_and_in_order(n_tasks, n_workers):
    with ThreadPoolExecutor(n_workers) as executor:
        results = list(in_order(executor, square, range(n_tasks)))
    assert results == [number * number for number in range(n_tasks)]


def test_results_keep_their_order_when_the_last_task_is_the_first_to_finish():
    done = [Event() for _ in range(MAX_AHEAD)]
    finished = []

    def wait_for_the_next(number: int) -> int:
        if number + 1 < len(done):
            assert done[number + 1].wait(timeout=10)
        finished.append(number)
        done[number].set()
        return number

    with ThreadPoolExecutor(MAX_AHEAD) as executor:
        results = list(in_order(executor, wait_for_the_next, range(MAX_AHEAD)))
    assert results == list(range(MAX_AHEAD))
    assert finished == results[::-1]


def test_tasks_nobody_waits_for_are_cancelled():
    executor = Stub(n_done=1)
    results = in_order(executor, square, count(3))
    assert next(results) == 9
    results.close()
    first, *others = executor.futures
    assert not first.cancelled()
    assert len(others) == MAX_AHEAD - 1
    assert all(future.cancelled() for future in others)


def test_work_ends_between_two_tasks_once_it_is_unwanted():
    executor = Stub(n_done=MAX_AHEAD + 2)
    results = in_order(executor, square, count())
    with cancel_scope(lambda: len(executor.futures) > MAX_AHEAD):
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(Stopped):
            next(results)
    assert all(future.done() for future in executor.futures)


def test_a_certificate_can_be_ended_before_its_first_bound_and_after_its_last():
    with ThreadPoolExecutor(1) as executor:
        covariance = Covariance.of(random_corpus(0, 60, 40), centred=True)
        covariance = Covariance(covariance.observations, True, executor)
        asked: list[int] = []
        with cancel_scope(lambda: asked.append(1) is not None):
            points = [len(asked) for _ in certificates(covariance, 2, 3)]
    assert points[0] > 0
    assert points[-2] < points[-1]  # while the eigenvalues are computed


def test_an_exception_of_a_task_comes_in_its_turn_and_cancels_what_is_pending():
    executor = Stub(n_done=4)
    results = in_order(executor, lambda number: 6 // (number - 3), count())
    assert [next(results) for _ in range(3)] == [-2, -3, -6]
    with pytest.raises(ZeroDivisionError):
        next(results)
    with pytest.raises(StopIteration):
        next(results)
    assert all(future.cancelled() for future in executor.futures[4:])
    assert len(executor.futures) == 3 + MAX_AHEAD


@pytest.fixture(autouse=True)
def control() -> Iterator[None]:
    """Tests of pages leave threads that OpenBLAS would listen to alone."""
    OpenBLASController.clear_controlling_thread(force=True)
    yield
    OpenBLASController.clear_controlling_thread(force=True)


def blas_threads() -> set[int]:
    return {
        one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"
    }


def test_blas_has_one_thread_until_the_last_of_several_runs_has_ended():
    with threadpool_limits(2, user_api="blas"):
        first, second = one_blas_thread(), one_blas_thread()
        for run in (first, second):
            run.__enter__()
            assert blas_threads() == {1}
        first.__exit__(None, None, None)
        assert blas_threads() == {1}
        second.__exit__(None, None, None)
        assert blas_threads() == {2}
        with pytest.raises(ZeroDivisionError), one_blas_thread():
            _ = 1 // 0
        assert blas_threads() == {2}


@pytest.mark.parametrize(
    "begin",
    [
        lambda corpus: solutions(corpus, Settings(n_components=2, sparsity=3)),
        lambda corpus: certificates(Covariance.of(corpus, centred=False), 2, 3),
    ],
    ids=["solutions", "certificates"],
)
def test_a_run_keeps_blas_to_one_thread_and_one_that_is_left_gives_them_back(begin):
    with threadpool_limits(2, user_api="blas"):
        run = begin(random_corpus(0, 30, 12))
        next(run)
        assert blas_threads() == {1}
        run.close()
        assert blas_threads() == {2}
