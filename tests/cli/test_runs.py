"""What a run reports, and what is left of one that is stopped."""

from dataclasses import replace

import pytest

from spca_core.cli import runs
from spca_core.cli.reports import reported
from spca_core.problem.settings import Settings
from spca_core.running.stopping import cancel_scope
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

CORPUS = planted_corpus(0, 2, 3)
SETTINGS = Settings(n_components=2, sparsity=3)


def test_a_report_comes_once_a_second_and_at_the_end(capsys, monkeypatch):
    solution = solve(CORPUS, 2, 3, effort="quick")
    seconds = (0.25, 0.75, 1.25, 1.75, 2.0, 2.5, 3.25)
    found = [replace(solution, seconds=passed) for passed in seconds]
    monkeypatch.setattr(runs, "solutions", lambda *_, **__: iter(found))
    with reported():
        assert runs.best_solutions([(CORPUS, SETTINGS)]) == found[-1:]
    said = [line.split(", ")[-1] for line in capsys.readouterr().err.splitlines()]
    # To a tenth: 0.25 s, a second later, the next after another, and the last.
    assert said == ["0.2 s", "1.2 s", "2.5 s", "3.2 s"]


def test_a_stop_before_the_first_result_is_reported():
    with cancel_scope(lambda: True), pytest.raises(KeyboardInterrupt):
        runs.best_solutions([(CORPUS, SETTINGS)])
