"""The page Compare's Python example makes the runs that the page shows."""

from dataclasses import replace

import spca_core
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.problem.settings import Settings
from spca_core.results.comparison.python_example import python_example
from spca_core.topics import solve

SMALL = "state_of_the_union_in_24_words"
SETTINGS = Settings(
    n_components=2, sparsity=3, weighting="tf-idf", centred=True, seed=5, effort="quick"
)


def test_it_prints_the_topics_of_each_method_and_of_a_function(capsys, known_methods):
    methods = ("joint", "tpower")
    preparation = replace(DEFAULT_PREPARATION, stop_words=("jobs",))
    exec(python_example(SMALL, preparation, SETTINGS, methods), {})
    printed = capsys.readouterr().out
    corpus = spca_core.load(SMALL, stop_words="jobs")
    options = {"weighting": "tf-idf", "norm": "none", "seed": 5, "effort": "quick"}
    for method in methods:
        assert repr(solve(corpus, 2, 3, method=method, **options)) in printed
    assert "strongest_words" in printed
    assert "jobs" not in printed


def test_the_name_of_a_file_is_only_a_text():
    name = "a') or __import__('os').abort() or ('.csv"
    program = python_example(name, DEFAULT_PREPARATION, SETTINGS, ("joint",))
    assert f"spca_core.load({name!r})" in program
    compile(program, "example", "exec")
