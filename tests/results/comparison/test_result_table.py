"""The table of a comparison: the runs' numbers, the same in every form."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.problem.guarantee import NetSearch
from spca_core.problem.method import METHODS
from spca_core.problem.solution import NO_REMARKS, Remarks
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


def test_what_differs_in_variance_differs_in_its_share_of_the_best():
    values = (4.4745, 4.4734, 4.4728)
    runs = [replace(RUNS[0], variances=np.array([value])) for value in values]
    shares = results.result_table(runs, NO_LIMITS)["Of the best (%)"]
    assert shares.tolist() == [100, 99.975, 99.962]


def test_variances_are_shown_with_five_digits_of_the_greatest():
    of_five = {(3.388, 3.3874): 4, (84.0, 8.25): 3, (99_999.0,): 0, (1e-4,): 8}
    for variances, places in of_five.items():
        table = pd.DataFrame({"Captured variance": variances})
        assert results.decimals(table)["Captured variance"] == places
    for variance in (0.0, 1e-280, 9e-5, 1e5):  # are shown as powers of ten
        table = pd.DataFrame({"Captured variance": [variance]})
        assert results.decimals(table) == results.DECIMALS


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


SIZES = {"epsilon": 0.5, "n_points": 2, "n_candidates": 4}
NET = NetSearch(**SIZES, exhausted=True, sketch_value=1.0, missed=0.0)


@pytest.mark.parametrize(
    ("method", "stopped_by", "remarks", "sentence"),
    [
        ("joint", "finished", NO_REMARKS, "no improvement"),
        ("em", "finished", NO_REMARKS, "all starts made"),
        ("bipartite", "finished", Remarks(exhaustive=False), "all candidates tried"),
        ("bipartite", "finished", Remarks(exhaustive=True, net=NET), "whole net tried"),
        ("span", "finished", Remarks(exhaustive=False), "all candidates tried"),
        ("exact", "finished", Remarks(exhaustive=True), "nothing left to try"),
        ("joint", "seconds", NO_REMARKS, "time limit"),
        ("joint", "stop", NO_REMARKS, "stopped"),
    ],
)
def test_what_ended_a_run_is_named_in_a_word_or_two(
    method, stopped_by, remarks, sentence
):
    run = replace(made_run(method), stopped_by=stopped_by, remarks=remarks)
    assert results.result_table([run], NO_LIMITS)["Ended"].tolist() == [sentence]


def test_numbers_are_those_of_the_runs_rounded_and_shares_those_of_a_known_limit():
    limited = "Of the limit (%)"
    for row, run in zip(TABLE.to_dict("records"), RANKED, strict=True):
        captured = run.captured_variance
        assert row["Captured variance"] == pytest.approx(captured, rel=1e-4)
        assert f"{row['Captured variance']:.5g}" == f"{captured:.5g}"
        spent = f"{run.processor_seconds:.3g}"
        assert f"{row['Processor seconds']:.3g}" == spent
        for column, whole in {"Of the best (%)": BEST, limited: BOUND}.items():
            step = 10.0 ** -results.DECIMALS[column]
            assert 0 <= 100 * captured / whole - row[column] < step + 1e-9, "down"
    assert results.result_table(RUNS, NO_LIMITS)[limited].isna().all()
    reached = LIMITS.assign(upper_bound=BEST * (1 + 1e-12))
    assert results.result_table(RUNS, reached)[limited].max() == 100


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


def test_the_starts_of_a_run_are_counted_with_those_of_its_restarts():
    def starts(**restarts: int) -> dict[str, int]:
        runs = [made_run(method, restarts=n) for method, n in restarts.items()]
        counted = results.result_table(runs, NO_LIMITS).dropna(subset="Starts")
        return dict(zip(counted["Method"], counted["Starts"], strict=True))

    # A search of the joint kind has no starts, and counts only beside others.
    assert starts(joint=0, tpower=0, em=0) == {"TPower": 1, "EM sPCA": 5}
    assert starts(joint=3, tpower=2, em=1, nmf=0) == {
        **{"Joint search": 4, "TPower": 41, "EM sPCA": 10, "NMF": 1}
    }
