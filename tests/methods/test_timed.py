"""Seconds to compare: those of processors, and for short runs the median."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from spca_core.methods import timed as timing
from spca_core.methods.timed import timed
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.running.in_turn import in_order
from spca_core.running.processor_time import Meter
from spca_core.running.stopping import run_abandonable
from tests.made_runs import made_run

SPENT = 0.03  # seconds
SETTINGS = Settings(n_components=3, sparsity=4, method="tpower")


def spend(seconds: float = SPENT) -> None:
    """Use a processor so long, whatever else the machine does."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def steps() -> Iterator[None]:
    spend()
    yield
    with ThreadPoolExecutor(2) as workers:
        list(in_order(workers, lambda _: spend(), range(3)))
    yield
    run_abandonable(spend)
    yield


def test_seconds_of_processors_are_those_of_all_threads_and_of_no_one_else():
    meter = Meter()
    for _ in meter.steps(steps()):
        time.sleep(0.05)
        spend()  # whoever asked for the steps
    assert 5 * SPENT <= meter.seconds < 6 * SPENT


def test_extra_starts_make_truncated_power_iterations_random():
    assert not SETTINGS.is_random
    assert replace(SETTINGS, extra_starts=1, seed=2).relevant.seed == 2


def test_a_short_run_is_repeated_and_the_median_counts_and_a_long_one_is_not():
    spent = iter([9.0, 1.0, 5.0, 2.0, 3.0, 4.0])
    runs: list[Solution] = []

    def run(seconds: float = 0.01) -> Iterator[Solution]:
        runs.append(replace(made_run(), processor_seconds=next(spent), seconds=seconds))
        yield runs[-1]

    *_, end = timed(run)
    assert len(runs) == timing.TIMES
    assert end.processor_seconds == 3.0
    *_, end = timed(lambda: run(timing.WITHIN_SECONDS))
    assert len(runs) == timing.TIMES + 1
    assert end is runs[-1]
