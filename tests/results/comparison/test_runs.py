"""Comparing methods: which runs to make, and whose topics stand side by side."""

from dataclasses import replace

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.comparison.runs import (
    as_in_the_paper,
    best_of_each,
    complete_solutions,
    equal_seconds,
    full_size,
    runs_by_method,
    runs_by_seed,
    runs_by_size,
)
from tests.made_runs import made_run, made_runs
from tests.oracles import random_corpus

SETTINGS = Settings(n_components=4, sparsity=3, seed=5, centred=True, effort="quick")


def test_there_is_a_run_a_method_and_seed_the_first_seed_first_with_all_else_equal():
    runs = runs_by_seed(SETTINGS, ("joint", "em"), 3)
    told = [(run.seed, run.method) for run in runs]
    assert told == [(seed, name) for seed in (5, 6, 7) for name in ("joint", "em")]
    assert {replace(run, method="joint", seed=5) for run in runs} == {SETTINGS}
    assert runs_by_method(SETTINGS, ("joint", "em")) == runs[:2]


def test_there_is_a_run_of_every_smaller_size_by_each_method():
    runs = runs_by_size(SETTINGS, METHODS)
    assert [(run.n_components, run.method) for run in runs] == [
        (size, method) for size in (1, 2, 3) for method in METHODS
    ]
    alike = {replace(run, method="joint", n_components=4) for run in runs}
    assert alike == {SETTINGS}
    large = made_runs(("joint", "tpower"), 1, n_components=3)
    small = [made_run(n_components=1), made_run(n_components=2)]
    assert full_size([small[0], large[0], small[1], large[1]]) == large


def test_only_solutions_with_all_components_asked_for_are_complete():
    settings = replace(SETTINGS, method="tpower")
    *_, before_last, last, finished = solutions(random_corpus(0, 40, 30), settings)
    assert len(before_last.supports) == 3
    assert complete_solutions([before_last, last, finished]) == [last, finished]


def test_the_best_of_each_method_is_none_of_its_lesser_runs():
    runs = made_runs(("joint", "tpower"), 5)
    best = best_of_each(runs)
    assert [run.settings.method for run in best] == ["joint", "tpower"]
    for run in best:
        baselines = [one for one in runs if one.settings.method == run.settings.method]
        assert run.captured_variance == max(one.captured_variance for one in baselines)


def test_a_fair_run_gives_all_what_the_slowest_needs():
    runs = made_runs(("em", "tpower", "joint"), 1)
    slowest = max(run.processor_seconds for run in runs)
    seconds = equal_seconds(runs)
    assert slowest <= seconds <= 1.1 * slowest
    assert float(f"{seconds:.2g}") == seconds


def test_on_the_papers_matrix_counts_are_raw_and_measurements_centred():
    weighted = replace(SETTINGS, weighting="tf-idf", norm="half", pinned=((1,),))
    raw = as_in_the_paper(weighted, COUNTS)
    assert (raw.weighting, raw.centred, raw.norm) == ("counts", False, "none")
    assert as_in_the_paper(weighted, MEASUREMENTS).centred
    assert replace(raw, weighting="tf-idf", centred=True, norm="half") == weighted
