"""Restarts: the best of several searches, as many as were asked for or as fit."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from spca_core.methods.restarts import restarted
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from tests.made_runs import made_run
from tests.oracles import random_corpus

SETTINGS = Settings(n_components=3, sparsity=4, method="em", seed=3)


def took(seconds: float, settings: Settings) -> Iterator[Solution]:
    yield replace(
        made_run("em", settings.seed),
        settings=settings,
        seconds=seconds,
        processor_seconds=seconds,
    )


def last(settings: Settings, spend: float | None = None) -> Solution:
    return [*restarted(lambda one: took(2.0, one), settings, spend)][-1]


@pytest.mark.parametrize(
    ("spend", "n_restarts"), [(0.5, 0), (2.9, 0), (3.0, 1), (9.0, 4), (8.0, 3)]
)
def test_as_many_searches_are_made_as_come_nearest_to_the_time(spend, n_restarts):
    found = last(SETTINGS, spend)
    assert found.settings == replace(SETTINGS, restarts=n_restarts)
    assert found.processor_seconds == 2.0 * (1 + n_restarts)


def test_the_best_search_counts_and_the_trace_goes_on_and_only_rises():
    seen: list[Solution] = []

    def search(settings: Settings) -> Iterator[Solution]:
        for found in took(20.0, settings):
            seen.append(found)
            yield found

    *_, found = restarted(search, replace(SETTINGS, restarts=9), None)
    assert len({one.settings.seed for one in seen}) == 10
    best = max(seen, key=lambda one: one.captured_variance)
    np.testing.assert_array_equal(found.supports, best.supports)
    assert found.candidates == sum(one.candidates for one in seen)
    trace = np.array(found.trace)
    later = trace[len(seen[0].trace) :]
    assert (np.diff(trace, axis=0)[:, [0, 1, 2, 4]] >= 0).all()
    assert later[:, 0].min() > 20.0


@pytest.mark.parametrize("method", ["em", "span"])
def test_the_runs_of_a_time_are_made_again_by_their_number_alone(method: str):
    settings = replace(SETTINGS, method=method, candidates=50)
    corpus = random_corpus(0, 40, 30)
    *_, timed = solutions(corpus, settings, spend=0.2)
    *_, again = solutions(corpus, timed.settings)
    assert timed.settings.restarts > 0
    assert timed.candidates == again.candidates
    np.testing.assert_array_equal(timed.supports, again.supports)
    *_, alone = solutions(corpus, settings)
    assert timed.captured_variance >= alone.captured_variance


def test_a_method_without_chance_and_a_run_at_its_cap_are_not_made_again():
    tpower = replace(SETTINGS, method="tpower", restarts=5)
    assert last(tpower).settings.restarts == 0
    assert tpower.relevant.restarts == 0
    capped = replace(SETTINGS, seconds=1e-9, restarts=5)
    *_, found = solutions(random_corpus(0, 40, 30), capped)
    assert (found.stopped_by, found.settings.restarts) == ("seconds", 0)
