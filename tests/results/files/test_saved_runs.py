"""Comparisons and qualities as files: nothing is lost, and nothing is believed."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import limits, records
from spca_core.results.comparison import quality_table
from spca_core.results.comparison.result_table import result_table
from spca_core.results.comparison.runs import runs_by_seed
from spca_core.results.files.experiment import (
    read_experiment,
    to_experiment,
    what_differs,
)
from spca_core.results.files.measured import read_measured, to_measured
from spca_core.results.topics.quality import MEASURES
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus, random_corpus

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
    assert what_differs(CORPUS, again, experiment.solutions(CORPUS)).empty
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


def test_other_results_are_differences_and_other_times_are_not(made):
    slower = [replace(run, seconds=9.0, processor_seconds=9.0) for run in made]
    assert what_differs(CORPUS, made, slower).empty
    supports = made[0].supports.copy()
    supports[0, 0] = np.setdiff1d(np.arange(CORPUS.n_words), supports)[0]
    other = replace(made[0], supports=supports, candidates=1)
    told = what_differs(CORPUS, made, [other, *made[1:]])
    assert told["figure"].tolist() == ["words", "candidates"]
    assert told["after"].iloc[0] == CORPUS.words[supports[0, 0]]


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


OF_ONE = Settings(method="em", n_components=2, sparsity=3, weighting="counts").relevant
FIGURES = {name: float(number) for number, name in enumerate(MEASURES)}
ROW: quality_table.Row = {"method": "EM sPCA", "weighting": "Counts", **FIGURES}
MEASURED = to_measured(
    CORPUS, OF_ONE, {OF_ONE: {**ROW, "spread": math.nan, "best": "x"}}
)


def test_what_was_measured_is_read_again_and_a_missing_number_stays_missing():
    rows = read_measured(MEASURED.encode()).on(CORPUS, OF_ONE)
    assert repr(rows) == repr({OF_ONE: {**ROW, "spread": math.nan}})


def test_rows_of_another_corpus_or_weighting_are_refused():
    kept = read_measured(MEASURED.encode())
    with pytest.raises(InputError, match="another corpus"):
        kept.on(random_corpus(1, 40, 20), OF_ONE)
    with pytest.raises(InputError, match="choose the same weighting"):
        kept.on(CORPUS, Settings(weighting="tf-idf"))


@in_one_test(
    "field, value",
    [
        ("experiment", "x"),
        ("runs", [{"settings": {}, "figures": {"coherence": "much"}}]),
        ("runs", [{"settings": {"method": "none"}, "figures": {}}]),
        ("content_id", "abc"),
        ("yardstick", None),
    ],
)
def test_a_field_that_is_wrong_is_refused(field: str, value: object):
    with pytest.raises(InputError):
        read_measured(json.dumps({**json.loads(MEASURED), field: value}).encode())
