"""Comparisons and qualities as files: nothing is lost, and nothing is believed."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.proof.verdict import limits
from spca_core.results import quality_table
from spca_core.results.comparison import result_table
from spca_core.results.files.experiment import (
    differences,
    read_experiment,
    to_experiment,
)
from spca_core.results.files.measured import read_measured, to_measured
from spca_core.results.quality import MEASURES
from spca_core.results.runs import runs_by_seed
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus, random_corpus

CORPUS = planted_corpus(0, 3, 4)
SETTINGS = Settings(n_components=3, sparsity=4, candidates=50, effort="quick")
RUNS = [
    [*solutions(CORPUS, run)][-1]
    for run in runs_by_seed(SETTINGS, ("bipartite", "tpower"), 3)
]
LIMIT = {"n_components": 3, "upper_bound": 99.0, "proof": "certificate", "steps": 5}
TEXT = to_experiment(CORPUS, RUNS, [LIMIT])


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(TEXT), **fields}).encode()


def changed_run(**fields: object) -> bytes:
    first, *others = json.loads(TEXT)["runs"]
    return changed(runs=[{**first, **fields}, *others])


def test_what_was_written_is_read_again_with_every_figure_of_the_table():
    experiment = read_experiment(TEXT.encode())
    again = experiment.solutions(CORPUS)
    assert len(again) == 4  # TPower has no chance: one run
    tables = [result_table(runs, limits([])) for runs in (RUNS, again)]
    assert tables[0].equals(tables[1])
    assert sorted(run.trace for run in again) == sorted(run.trace for run in RUNS)
    assert differences(CORPUS, again, experiment.solutions(CORPUS)).empty
    options = experiment.options
    assert (options["methods"], options["seeds"]) == (("bipartite", "tpower"), 3)
    assert (options["n_components"], options["candidates"]) == (3, 50)


def test_all_figures_can_be_recomputed_by_numpy_from_the_file_and_the_counts():
    columns = {word: column for column, word in enumerate(CORPUS.words)}
    S = np.asarray(CORPUS.observations.toarray(), dtype=float)
    for run in json.loads(TEXT)["runs"]:
        total = 0.0
        for words, loadings in zip(run["topics"], run["loadings"], strict=True):
            scores = S[:, [columns[word] for word in words]] @ np.array(loadings)
            total += scores @ scores / len(S)
        assert total == pytest.approx(run["captured_variance"], rel=1e-12)
        assert run["trace"][-1][4] == pytest.approx(total, rel=1e-9)


def test_what_another_run_finds_is_told_and_another_clock_is_not():
    slower = [replace(run, seconds=9.0, processor_seconds=9.0) for run in RUNS]
    assert differences(CORPUS, RUNS, slower).empty
    supports = RUNS[0].supports.copy()
    supports[0, 0] = np.setdiff1d(np.arange(CORPUS.n_words), supports)[0]
    other = replace(RUNS[0], supports=supports, candidates=1)
    told = differences(CORPUS, RUNS, [other, *RUNS[1:]])
    assert told["figure"].tolist() == ["words", "candidates"]
    assert told["after"].iloc[0] == CORPUS.words[supports[0, 0]]


def test_runs_of_another_corpus_are_refused_with_the_one_to_open():
    experiment = read_experiment(TEXT.encode())
    with pytest.raises(InputError, match=f"Open the same.*{CORPUS.content_id}"):
        experiment.solutions(planted_corpus(1, 3, 4))


@in_one_test(
    "text, said",
    [
        (b"[]", "experiment"),
        (b"{", "JSON"),
        (changed(experiment="another"), "experiment"),
        (changed(runs=[3]), "runs"),
        (changed(machine={"a": 1}), "machine"),
        (changed_run(trace=[[0, 0, 0]]), "trace"),
        (changed_run(seconds=-1.0), "seconds"),
        (changed_run(candidates=None), "seconds"),
        (changed_run(stopped_by="magic"), "stopped_by"),
        (changed_run(exhaustive=[]), "exhaustive"),
        (changed_run(settings={"rank": 10**9}), "settings"),
        (changed_run(topics=[["a"]]), "topics"),
    ],
)
def test_a_file_that_was_not_written_here_is_refused_by_the_field(text, said):
    with pytest.raises(InputError, match=said):
        read_experiment(text)


def test_a_variance_that_the_words_do_not_capture_is_not_believed():
    first = json.loads(TEXT)["runs"][0]
    text = changed_run(variances=[2 * value for value in first["variances"]])
    with pytest.raises(InputError, match="does not capture"):
        read_experiment(text).solutions(CORPUS)


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
