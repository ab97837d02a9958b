"""The table of a comparison: the runs' numbers, the same in every form."""

import csv
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core import result_table as results
from spca_core.export import to_csv
from spca_core.settings import EFFORTS, METHOD_LABELS, Settings
from spca_core.verdict import limits
from tests.made_runs import made_runs
from tests.oracles import corpus_of

METHODS = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(METHODS, 3)
BEST = max(run.captured_variance for run in RUNS)
NO_LIMITS = limits([])
BOUND = BEST * 1.1
LIMITS = pd.DataFrame(
    {"n_components": [3], "upper_bound": [BOUND], "proof": ["certificate"]}
)
TABLE = results.result_table(RUNS, LIMITS)
CORPUS = corpus_of(np.ones((2, 30)))
ORIGIN = results.origin(CORPUS, RUNS)


def test_each_run_has_a_row_in_the_order_of_the_runs():
    assert list(TABLE) == list(results.HEADINGS.values())
    methods = [METHOD_LABELS[run.settings.method] for run in RUNS]
    assert TABLE["Method"].tolist() == methods
    assert TABLE["Seed"].tolist() == [run.settings.seed for run in RUNS]
    assert TABLE["Candidates"].tolist() == [run.candidates for run in RUNS]


def test_numbers_are_those_of_the_runs_rounded():
    for row, run in zip(TABLE.to_dict("records"), RUNS, strict=True):
        captured = run.captured_variance
        assert row["Captured variance"] == pytest.approx(captured, rel=1e-4)
        assert f"{row['Captured variance']:.5g}" == f"{captured:.5g}"
        assert f"{row['Seconds']:.3g}" == f"{run.seconds:.3g}"
        for column, whole in [
            ("Of the best (%)", BEST),
            ("Of the proven limit (%)", BOUND),
        ]:
            assert 0 <= 100 * captured / whole - row[column] < 0.1 + 1e-9, "down"


def test_the_best_run_is_marked_and_no_other():
    marked = TABLE.loc[TABLE["Best"] == results.BEST]
    assert marked["Captured variance"].tolist() == [float(f"{BEST:.5g}")]
    assert marked["Of the best (%)"].tolist() == [100]


def test_of_equals_all_are_the_best():
    twin = replace(RUNS[0], settings=replace(RUNS[0].settings, seed=9))
    table = results.result_table([RUNS[0], twin], NO_LIMITS)
    assert (table["Best"] == results.BEST).all()


def test_without_a_limit_its_share_is_empty_and_with_it_reached_it_is_all():
    column = "Of the proven limit (%)"
    assert results.result_table(RUNS, NO_LIMITS)[column].isna().all()
    reached = LIMITS.assign(upper_bound=BEST * (1 + 1e-12))
    assert results.result_table(RUNS, reached)[column].max() == 100


@pytest.mark.parametrize("effort", EFFORTS)
def test_starts_are_counted_where_a_method_has_them(effort: str):
    options = Settings(effort=effort, extra_starts=7)
    found = {
        method: results.starts(replace(options, method=method)) for method in METHODS
    }
    assert found["joint"] == EFFORTS[effort]
    assert found["tpower"] == 1 + 7
    usual = results.starts(Settings(method="em"))
    assert usual is not None
    assert found["em"] == usual + 7
    assert found["bipartite"] is None


def test_csv_and_latex_have_the_cells_that_are_shown():
    lines = to_csv(TABLE, ORIGIN).splitlines()
    heading, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    assert heading == list(TABLE)
    shown = [
        ["" if pd.isna(cell) else str(cell) for cell in row]
        for row in TABLE.itertuples(index=False)
    ]
    assert rows == shown
    assert latex_cells(results.to_latex(TABLE, ORIGIN)) == [heading, *shown]


def latex_cells(text: str) -> list[list[str]]:
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    return [
        [
            cell.strip().replace(r"\%", "%")
            for cell in re.split(r"(?<!\\)&", row.removesuffix(r"\\"))
        ]
        for row in rows
    ]


def test_no_empty_cell_is_set_as_not_a_number():
    text = results.to_latex(results.result_table(RUNS, NO_LIMITS), ORIGIN)
    assert not re.search(r"\bnan\b|<NA>|None", text)


def test_the_summary_has_the_best_the_middle_and_the_worst_of_each_methods_seeds():
    table = results.summary(RUNS)
    assert table["Method"].tolist() == [METHOD_LABELS[method] for method in METHODS]
    for row, method in zip(table.to_dict("records"), METHODS, strict=True):
        runs = [run for run in RUNS if run.settings.method == method]
        worst, middle, best = sorted(run.captured_variance for run in runs)
        found = [row["Worst"], row["Median"], row["Best"]]
        assert found == pytest.approx([worst, middle, best], rel=1e-4)
        seconds = sorted(run.seconds for run in runs)
        assert row["Median seconds"] == pytest.approx(seconds[1], rel=0.01)
        assert row["Seeds"] == len(runs)


def test_the_origin_has_the_settings_that_all_runs_share_and_the_machine():
    assert ORIGIN.settings["sparsity"] == RUNS[0].settings.sparsity
    assert not {"method", "seed"} & set(ORIGIN.settings)
    figures = dict(results.machine().to_numpy().tolist())
    assert ORIGIN.versions == figures
    assert {"Processors", "System", "Python", "numpy"} <= set(figures)
    alone = results.origin(CORPUS, RUNS[:1])
    assert alone.settings["method"] == "joint"
