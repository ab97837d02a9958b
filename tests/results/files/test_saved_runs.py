"""Comparisons as files: nothing is lost, and nothing is believed."""

import json
from dataclasses import replace

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import limits, records
from spca_core.results.comparison.result_table import result_table
from spca_core.results.comparison.runs import runs_by_seed
from spca_core.results.files.experiment import read_experiment, to_experiment
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus

CORPUS = planted_corpus(0, 3, 4)
SETTINGS = Settings(n_components=3, sparsity=4, candidates=50, effort="quick")
LIMIT = {"n_components": 3, "upper_bound": 99.0, "proof": "certificate", "steps": 5}


@pytest.fixture(scope="module")
def made() -> list[Solution]:
    runs = runs_by_seed(SETTINGS, ("bipartite", "tpower"), 3)
    return [[*solutions(CORPUS, run)][-1] for run in runs]


@pytest.fixture(scope="module")
def text(made) -> str:
    return to_experiment(CORPUS, made, [LIMIT])


def changed(text: str, **fields: object) -> bytes:
    return json.dumps({**json.loads(text), **fields}).encode()


def changed_run(text: str, **fields: object) -> bytes:
    first, *others = json.loads(text)["runs"]
    return changed(text, runs=[{**first, **fields}, *others])


def test_what_was_written_is_read_again_with_every_figure_of_the_table(made, text):
    experiment = read_experiment(text.encode())
    again = experiment.solutions(CORPUS)
    assert len(again) == 4  # TPower has no chance: one run
    tables = [result_table(runs, limits([])) for runs in (made, again)]
    assert tables[0].equals(tables[1])
    assert sorted(run.trace for run in again) == sorted(run.trace for run in made)
    options = experiment.options
    assert (options["methods"], options["seeds"]) == (("bipartite", "tpower"), 3)
    assert (options["n_components"], options["candidates"]) == (3, 50)


def test_all_figures_can_be_recomputed_by_numpy_from_the_file_and_the_counts(text):
    S = np.asarray(CORPUS.observations.toarray(), dtype=float)
    for run in json.loads(text)["runs"]:
        total = 0.0
        for words, loadings in zip(run["topics"], run["loadings"], strict=True):
            scores = S[:, CORPUS.columns_of(words)] @ np.array(loadings)
            total += scores @ scores / len(S)
        assert total == pytest.approx(run["captured_variance"], rel=1e-12)
        assert run["trace"][-1][4] == pytest.approx(total, rel=1e-9)


def test_limits_are_read_again_and_a_run_answers_its_own_settings_only(made, text):
    experiment = read_experiment(text.encode())
    assert records(experiment.limits) == [LIMIT]
    assert experiment.answers(SETTINGS)
    assert experiment.answers(replace(SETTINGS, effort="thorough")), "of no method here"
    for change in ({"seed": 1}, {"sparsity": 5}, {"candidates": 51}, {"centred": True}):
        assert not experiment.answers(replace(SETTINGS, **change))
    again = [replace(run, settings=replace(run.settings, restarts=2)) for run in made]
    assert read_experiment(to_experiment(CORPUS, again, (), 1.5).encode()).answers(
        SETTINGS
    )


def test_runs_of_another_corpus_are_refused_and_a_variance_that_is_not_captured(text):
    experiment = read_experiment(text.encode())
    with pytest.raises(InputError, match=f"Open the same.*{CORPUS.content_id}"):
        experiment.solutions(planted_corpus(1, 3, 4))
    first = json.loads(text)["runs"][0]
    doubled = [2 * value for value in first["variances"]]
    changed = changed_run(text, variances=doubled, captured_variance=sum(doubled))
    experiment = read_experiment(changed)
    with pytest.raises(InputError, match="does not match"):
        experiment.solutions(CORPUS)


@pytest.mark.parametrize(("written", "said"), [(b"[]", "experiment"), (b"{", "JSON")])
def test_a_file_that_was_not_written_here_is_refused(written, said):
    with pytest.raises(InputError, match=said):
        read_experiment(written)


@in_one_test(
    "change, field, value",
    [
        (changed, "experiment", "another"),
        (changed, "runs", [3]),
        (changed, "machine", {"a": 1}),
        (changed, "limits", [{**LIMIT, "n_components": 1.5}]),
        (changed, "limits", [{**LIMIT, "upper_bound": "high"}]),
        (changed, "limits", [{**LIMIT, "proof": 3}]),
        (changed_run, "trace", [[0, 0, 0]]),
        (changed_run, "seconds", -1.0),
        (changed_run, "stopped_by", "magic"),
        (changed_run, "exhaustive", []),
        (changed_run, "settings", {"rank": 10**9}),
        (changed_run, "topics", [["a"]]),
    ],
)
def test_a_field_that_is_not_as_written_is_named(text, change, field, value):
    with pytest.raises(InputError, match=field):
        read_experiment(change(text, **{field: value}))
