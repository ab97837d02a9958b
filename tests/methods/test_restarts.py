"""Restarts: the best of several searches, as many as were asked for or as fit."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from spca_core.methods.registry import search_of
from spca_core.methods.restarts import restarted
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.problem.solution import Solution
from tests.fuzz import slowly
from tests.made_runs import made_run
from tests.oracles import corpus_of, random_corpus

SETTINGS = Settings(
    n_components=3, sparsity=4, method="em", seed=3, restarts=MAX_RESTARTS
)


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
    assert found.settings.n_starts_in_all == 5 * (1 + n_restarts)


def test_a_restart_of_more_starts_is_not_begun_where_it_takes_too_long():
    # The first start of TPower takes 2 s, so a restart of 20 takes 40.
    tpower = replace(SETTINGS, method="tpower")
    assert last(tpower, 21.9).settings.n_starts_in_all == 1
    assert last(tpower, 22.1).settings.n_starts_in_all > 20


def test_each_search_may_take_the_seconds_that_those_before_have_left():
    allowed: list[float | None] = []

    def search(settings: Settings) -> Iterator[Solution]:
        allowed.append(settings.seconds)
        return took(2.0, settings)

    for _ in restarted(search, replace(SETTINGS, restarts=2, seconds=7.0), None):
        pass
    assert allowed == [7.0, 5.0, 3.0]


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


OPTIONS: dict[str, object] = {"effort": "quick", "candidates": 50, "rank": 3}
each_method = pytest.mark.parametrize(
    "method", ["em", *map(slowly, sorted({*METHODS} - {"em", "exact"}))]
)


@each_method
def test_every_method_begins_again_and_its_number_of_restarts_gives_the_same(
    method: str,
):
    corpus = random_corpus(0, 40, 30)
    settings = replace(SETTINGS, method=method, **OPTIONS)
    *_, alone = solutions(corpus, replace(settings, restarts=0))
    # As long as three searches, or many starts of a short one.
    spend = max(3 * alone.processor_seconds, 0.3)
    *_, timed = solutions(corpus, settings, spend=spend)
    *_, again = solutions(corpus, timed.settings)
    assert timed.settings.restarts > 0
    assert timed.candidates == again.candidates
    np.testing.assert_array_equal(timed.supports, again.supports)
    assert timed.captured_variance >= alone.captured_variance


@each_method
def test_the_seed_decides_where_a_restart_begins(method: str):
    noise = corpus_of(np.random.default_rng(1).random((30, 60)))
    shape = {"n_components": 6, "sparsity": 5}
    found = set()
    for seed in range(6):
        settings = replace(SETTINGS, method=method, **OPTIONS, **shape, seed=seed)
        search = search_of(method)
        with ThreadPoolExecutor(1) as executor:
            covariance = Covariance.of(noise, centred=False)
            *_, last = search(covariance, replace(settings, restarts=1), executor)
        found.add(str(np.sort(last.supports)))
        if len(found) > 1:
            return
    pytest.fail("all seeds find the same")


@pytest.mark.parametrize(
    ("options", "n_made"),
    [
        ({"method": "exact"}, 0),
        ({"method": "bipartite", "rank": 1, "candidates": 10_000}, 0),
        ({"method": "span", "rank": 3, "candidates": 10}, 3),
    ],
)
def test_a_search_that_has_weighed_all_its_candidates_is_not_made_again(
    options, n_made
):
    settings = replace(SETTINGS, **options, effort="quick", restarts=3)
    *_, found = solutions(random_corpus(0, 40, 15), settings)
    assert found.settings.restarts == n_made
    assert bool(found.remarks.exhaustive) == (options.get("rank") != 3)


def test_a_run_at_its_cap_is_not_made_again():
    capped = replace(SETTINGS, seconds=1e-9, restarts=5)
    *_, found = solutions(random_corpus(0, 40, 30), capped)
    assert (found.stopped_by, found.settings.restarts) == ("seconds", 0)
