"""The page Compare's Python example makes the runs that the page shows."""

from dataclasses import replace

import pytest

import spca_core
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.methods.solve import solutions
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results.comparison.python_example import python_example

SMALL = "state_of_the_union_in_24_words"
SETTINGS = Settings(
    n_components=2, sparsity=3, weighting="tf-idf", centred=True, seed=5, effort="quick"
)


@pytest.mark.slow
def test_it_repeats_the_runs_with_their_seeds_and_restarts_to_the_last_digit(capsys):
    corpus = spca_core.load(SMALL, stop_words="jobs")
    asked = [
        replace(SETTINGS, method=method, seed=seed, restarts=MAX_RESTARTS)
        for method in ("joint", "tpower")
        for seed in (5, 6)
    ]
    shown = [[*solutions(corpus, run, spend=1.0)][-1] for run in asked]
    assert any(run.settings.restarts > 0 for run in shown)
    preparation = replace(DEFAULT_PREPARATION, stop_words=("jobs",))
    program = python_example(SMALL, preparation, [run.settings for run in shown])
    exec(program, {})
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [
        (method, int(seed), float(value)) for method, seed, value, _ in printed
    ] == [
        (run.settings.method, run.settings.seed, run.captured_variance) for run in shown
    ]
    assert "def " not in program, "no invented method"


def test_the_name_of_a_file_is_only_a_text():
    name = "a') or __import__('os').abort() or ('.csv"
    program = python_example(name, DEFAULT_PREPARATION, [SETTINGS])
    assert f"spca_core.load({name!r})" in program
    compile(program, "example", "exec")
