"""The table of a comparison: the runs' numbers, the same in every form."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.problem.method import METHODS
from spca_core.proof.verdict import limits
from spca_core.results.comparison import result_table as results
from spca_core.results.comparison.runs import method_label
from spca_core.results.files import provenance
from spca_core.results.files.latex import to_latex
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of

COMPARED = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(COMPARED, 3)
RANKED = sorted(RUNS, key=lambda run: -run.captured_variance)
BEST = RANKED[0].captured_variance
CUT = made_run("em", 7, n_found=2)
NO_LIMITS = limits([])
BOUND = BEST * 1.1
LIMITS = pd.DataFrame({"n_components": [3], "upper_bound": BOUND, "proof": "a"})
TABLE = results.result_table(RUNS, LIMITS)
CORPUS = corpus_of(np.ones((2, 30)))
ORIGIN = results.provenance_of_comparison(CORPUS, [run.settings for run in RUNS])


def test_each_run_has_a_row_the_best_first():
    assert list(TABLE) == list(results.HEADINGS.values())
    methods = [METHODS[run.settings.method].label for run in RANKED]
    assert TABLE["Method"].tolist() == methods
    assert TABLE["Seed"].tolist() == [
        run.settings.seed if run.settings.is_random else pd.NA for run in RANKED
    ]
    assert TABLE["Captured variance"].is_monotonic_decreasing
    marked = TABLE.loc[TABLE["Best"] == results.BEST]
    assert marked["Captured variance"].tolist() == [float(f"{BEST:.5g}")]
    assert marked["Of the best (%)"].tolist() == [100]
    unequal = results.result_table(RUNS, LIMITS, ranked=False)
    assert set(unequal["Best"]) == {""}, "unequal time names no best"


def test_of_runs_that_are_equal_but_for_rounding_the_fastest_comes_first():
    first, more = RUNS[0], RUNS[0].variances * (1 + 1e-15)
    slow = replace(first, variances=more, processor_seconds=99.0)
    for runs in ([slow, first], [first, slow]):
        table = results.result_table(runs, NO_LIMITS)
        assert table["Processor seconds"].is_monotonic_increasing
        assert (table["Best"] == results.BEST).all()


def test_a_run_that_lacks_topics_comes_last_without_shares_and_is_never_the_best():
    great = replace(CUT, variances=np.array([2 * BEST, BEST]))
    table = results.result_table([great, *RUNS], LIMITS)
    pd.testing.assert_frame_equal(table.head(len(RUNS)), TABLE)
    last = table.iloc[-1]
    assert last["Captured variance"] == float(f"{3 * BEST:.5g}")
    assert last["Best"] == ""
    assert last[["Of the best (%)", "Of the limit (%)"]].isna().all()
    alone = results.result_table([CUT], LIMITS, running=True)
    assert alone[["Best", "Ended"]].to_numpy().tolist() == [["", ""]]
    assert results.summary_of_runs([CUT]).empty


def test_the_summary_has_the_best_the_middle_and_the_worst_of_each_methods_seeds():
    table = results.summary_of_runs([CUT, *RUNS])
    labels = [METHODS[method].label for method in COMPARED]
    assert sorted(table["Method"]) == sorted(labels)
    assert table["Best"].is_monotonic_decreasing
    for row in table.to_dict("records"):
        runs = [run for run in RUNS if method_label(run) == row["Method"]]
        worst, middle, best = sorted(run.captured_variance for run in runs)
        found = [row["Worst"], row["Median"], row["Best"]]
        assert found == pytest.approx([worst, middle, best], rel=1e-4)
        seconds = sorted(run.processor_seconds for run in runs)
        assert row["Median processor seconds"] == pytest.approx(seconds[1], rel=0.01)
        assert row["Seeds"] == len(runs)


def test_the_origin_has_the_settings_that_all_runs_share_and_the_machine():
    assert ORIGIN.settings["sparsity"] == RUNS[0].settings.sparsity
    assert not {"method", "seed"} & set(ORIGIN.settings)
    assert ORIGIN.versions == provenance.machine_figures()
    alone = results.provenance_of_comparison(CORPUS, [RUNS[0].settings])
    assert alone.settings["method"] == "joint"


def test_the_latex_of_a_stored_run_names_its_processor_version_time_and_restarts():
    machine = {"Processor": "another", "disjoint-topics": "0.0.1"}
    settings = [replace(run.settings, restarts=2) for run in RUNS]
    stored = results.provenance_of_comparison(
        CORPUS, settings, equal_time=3.5, machine=machine
    )
    table, bold, caption = results.printed_summary(CORPUS, RUNS)
    written = to_latex(table, stored, caption=caption, bold=bold)
    assert "% versions: Processor another, disjoint-topics 0.0.1" in written
    assert '"equal_time": 3.5' in written
    assert '"restarts": {"joint": [2, 2, 2]' in written
    assert "disjoint-topics 0.0.1" in stored.source_line()
