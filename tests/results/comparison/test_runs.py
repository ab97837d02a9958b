"""Comparing methods: which runs to make, and whose topics stand side by side."""

from dataclasses import replace

import pytest

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results.comparison.runs import (
    MAX_UNASKED,
    about_duration,
    about_fair_run,
    about_fairness,
    as_in_the_paper,
    best_of_each,
    complete_solutions,
    equal_seconds,
    expected_seconds,
    full_size,
    how_compared,
    methods_that_fit,
    run_names,
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


@pytest.mark.parametrize(
    ("n_words", "sparsity", "exact_fits"),
    [(24, 5, True), (500_000, 1, True), (500_001, 1, False), (7_000, 15, False)],
)
def test_the_exact_method_is_offered_where_supports_are_few(
    n_words: int, sparsity: int, exact_fits: bool
):
    methods = methods_that_fit(n_words, sparsity)
    assert ("exact" in methods) == exact_fits
    assert [name for name in METHODS if name in (*methods, "exact")] == list(METHODS)


def test_a_run_is_called_by_its_seed_where_its_method_has_several():
    names = run_names([*made_runs(("em",), 2), made_run("span")])
    assert names == ["EM sPCA, seed 0", "EM sPCA, seed 1", "SpanSPCA"]


def test_the_best_of_each_method_is_none_of_its_lesser_runs():
    runs = made_runs(("joint", "tpower"), 5)
    best = best_of_each(runs)
    assert [run.settings.method for run in best] == ["joint", "tpower"]
    for run in best:
        baselines = [one for one in runs if one.settings.method == run.settings.method]
        assert run.captured_variance == max(one.captured_variance for one in baselines)


def test_a_line_over_a_grid_has_the_ends_of_what_differs_from_run_to_run():
    usual = Settings(method="span", candidates=100)
    grid = [usual, replace(usual, candidates=10_000, rank=2), replace(usual, rank=8)]
    sentence = how_compared([*grid, replace(usual, method="nmf", weighting="log")])
    assert "matrix of its weighting: raw, " in sentence
    assert "NMF rounded by our matching" in sentence
    assert (
        "SpanSPCA at most 100 to 10,000 candidates on a sketch of rank 2 to 8"
        in sentence
    )


def test_in_equal_time_a_line_says_that_all_begin_again_and_how_often_they_start():
    usual = Settings(restarts=MAX_RESTARTS)
    sentence = how_compared(runs_by_method(usual, ("em", "tpower")), equal_time=2.5)
    assert (
        "EM sPCA 5 starts for each topic; TPower 1 start for each topic, " in sentence
    )
    assert "Each method restarts" in sentence
    assert "until its time is nearest to 2.5 processor seconds" in sentence
    # And each method has a run for each seed, as restarts are random.
    runs = runs_by_seed(usual, ("em", "tpower", "varimax"), 4)
    assert len(runs) == 12


def test_a_fair_run_gives_all_what_the_slowest_needs():
    runs = made_runs(("em", "tpower", "joint"), 1)
    slowest = max(run.processor_seconds for run in runs)
    seconds = equal_seconds(runs)
    assert slowest <= seconds <= 1.1 * slowest
    assert float(f"{seconds:.2g}") == seconds


def test_the_time_that_runs_have_used_is_said_beside_what_they_were_given():
    spent = [
        replace(made_run("span"), processor_seconds=2.4),
        replace(made_run("em"), processor_seconds=4.6),
    ]
    said = about_fairness(spent, 3.5)
    assert "was given 3.5 processor seconds and used 2.4 to 4.6." in said
    assert "SpanSPCA" not in said, "it has not tried everything"
    tried = replace(spent[0].remarks, exhaustive=True)
    said = about_fairness([replace(spent[0], remarks=tried), spent[1]], 3.5)
    assert said.endswith("SpanSPCA ended early: nothing was left to try.")
    assert "until it ends by itself" in about_fairness(spent)


def test_on_the_papers_matrix_counts_are_raw_and_measurements_centred():
    weighted = replace(SETTINGS, weighting="tf-idf", norm="half", pinned=((1,),))
    raw = as_in_the_paper(weighted, COUNTS)
    assert (raw.weighting, raw.centred, raw.norm) == ("counts", False, "none")
    assert as_in_the_paper(weighted, MEASUREMENTS).centred
    assert replace(raw, weighting="tf-idf", centred=True, norm="half") == weighted


def test_more_counts_more_topics_and_more_runs_are_expected_to_take_longer():
    runs = [Settings(n_components=8, sparsity=10)] * 3
    small, large = random_corpus(0, 40, 30), random_corpus(0, 400, 30)
    base = expected_seconds(small, runs)
    assert base < MAX_UNASKED
    more = [Settings(n_components=30, sparsity=30)] * 3
    assert base < expected_seconds(large, runs) < expected_seconds(large, more)
    assert expected_seconds(small, runs * 2) == pytest.approx(2 * base)
    assert expected_seconds(large, more, 7.0) == 21.0
    assert "about 21 seconds" in about_duration(small, runs, 7.0)
    assert "about 2 minutes" in about_fair_run(("em", "joint"), 12.0)
