"""The table of a comparison: the same on screen, in CSV and in LaTeX."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor, log10

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import reaches
from spca_core.proof.verdict import floored_percentage
from spca_core.results.comparison.runs import (
    complete_solutions,
    is_complete,
    run_totals,
)
from spca_core.results.files.provenance import Provenance, as_options, machine_figures
from spca_core.results.topics.chance import verdict
from spca_core.results.topics.key_figures import values_analysed

BEST = "*"
# The columns in their order, and their headings, on screen and in files.
HEADINGS = {
    "method": "Method",
    "seed": "Seed",
    "best": "Best",
    "captured_variance": "Captured variance",
    "share_of_best": "Of the best (%)",
    "share_of_limit": "Of the limit (%)",
    "processor_seconds": "Processor seconds",
    "starts": "Starts",
    "stopped_by": "Ended",
}
# Enough for shares to differ where variances differ in their five digits.
DECIMALS = {"Of the best (%)": 3, "Of the limit (%)": 1}
CUTS = {"stop": "stopped", "seconds": "time limit"}
SUMMARY = ["Method", "Seeds", "Best", "Median", "Worst", "Median processor seconds"]


def result_table(
    solutions: Sequence[Solution],
    limits: pd.DataFrame,
    *,
    running: bool = False,
    ranked: bool = True,
) -> pd.DataFrame:
    """Return one row per run, best first, with the columns of HEADINGS.

    Numbers are rounded as shown: variances to five digits, seconds to three; shares are
    rounded down. Where there is no limit, or a method has no starts or no chance, the
    cell is empty. Starts are those of a topic where a method finds one at a time.
    A run that was stopped before it had all its components comes last, without shares.
    All runs have the same size; while they run, none counts as stopped, and which is
    the best is not known.
    ranked : whether the methods have used equal time, so that the best can be named
    """
    runs = _ranked(solutions)
    totals = run_totals(runs)
    proven = totals["n_components"].map(limits.set_index("n_components")["upper_bound"])
    captured = totals["captured_variance"]
    whole = captured.where(pd.Series([is_complete(run) for run in runs]))
    fine, coarse = DECIMALS.values()
    greatest = whole.max() if ranked and not running else np.nan
    shares = [_share(value, greatest, fine) for value in whole]
    pairs = zip(whole, proven, strict=True)
    table = totals.assign(
        seed=pd.array(
            [run.settings.seed if run.settings.is_random else None for run in runs],
            dtype="Int64",
        ),
        best=[BEST if share == 100 else "" for share in shares],
        captured_variance=captured.map(_shown),
        share_of_best=shares,
        share_of_limit=[_share(value, limit, coarse) for value, limit in pairs],
        processor_seconds=[_shown_seconds(run.processor_seconds) for run in runs],
        starts=pd.array(_starts(runs), dtype="Int64"),
        stopped_by=[
            "" if running and run.stopped_by == "stop" else stopped_by(run)
            for run in runs
        ],
    )
    return table[[*HEADINGS]].rename(columns=HEADINGS)


def _starts(runs: Sequence[Solution]) -> list[int | None]:
    """Return the starts of each run, with those of its restarts.

    A search that has candidates or a rule of its own instead counts as one start, but
    only where searches are made again.
    """
    restarted = any(run.settings.restarts for run in runs)
    return [
        run.settings.n_starts_in_all
        if run.candidates and (run.settings.n_starts or restarted)
        else None
        for run in runs
    ]


def decimals(table: pd.DataFrame) -> dict[str, int]:
    """Return the number of decimals to show, by column of `result_table`.

    So 3.3880 is not shown as 3.388 below 3.3874. Very large or very small variances are
    left out here, and are shown with five digits each.
    """
    greatest = table["Captured variance"].max()
    if not 1e-4 <= greatest < 1e5:
        return DECIMALS
    return {**DECIMALS, "Captured variance": _places(greatest)}


def _ranked(solutions: Sequence[Solution]) -> list[Solution]:
    """Sort the runs by variance, then by time; those that lack components come last."""
    return sorted(
        solutions,
        key=lambda run: (
            not is_complete(run),
            # Rounding errors must not decide the rank.
            -float(f"{run.captured_variance:.9g}"),
            run.processor_seconds,
        ),
    )


def stopped_by(run: Solution) -> str:
    """Say briefly what ended a run, and how many topics it had if some are missing."""
    if not run.candidates:
        return "given"  # Nothing was searched.
    if run.stopped_by == "finished":
        return _own_end(run)
    cut = CUTS[run.stopped_by]
    so_far = f", {len(run.supports)} of {counted(run.settings.n_components, 'topics')}"
    return cut if is_complete(run) else cut + so_far


def _own_end(run: Solution) -> str:
    """Say what the run used up, or that the method's own rule ended it."""
    settings = run.settings
    if run.remarks.exhaustive:
        return "whole net tried" if run.remarks.net else "nothing left to try"
    if "candidates" in METHODS[settings.method].uses:
        return "all candidates tried"
    return "all starts made" if settings.n_starts else "no improvement"


def summary_of_runs(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per method with complete runs, with the columns of SUMMARY."""
    whole = complete_solutions(_ranked(solutions))
    if not whole:
        return pd.DataFrame(columns=SUMMARY)
    runs = run_totals(whole).groupby("method", sort=False)
    captured = runs["captured_variance"]
    variances = [captured.max(), captured.median(), captured.min()]
    seconds = runs["processor_seconds"].median().map(_shown_seconds)
    columns = [captured.size(), *(each.map(_shown) for each in variances), seconds]
    return pd.concat(columns, axis="columns").reset_index().set_axis(SUMMARY, axis=1)


def printed_summary(
    corpus: Corpus, solutions: Sequence[Solution]
) -> tuple[pd.DataFrame, pd.DataFrame, str]:
    """Return the summary as a paper prints it: texts, what is bold, and a caption.

    Each method's median, and its least and greatest value if it has several runs, all
    with the decimals that give the greatest five digits; the best median is bold.
    """
    whole = complete_solutions(_ranked(solutions))
    totals = run_totals(whole)
    unit = _unit(totals["captured_variance"].max())
    captured = totals["captured_variance"] / 10.0**unit
    places = _places(captured.max())
    runs = captured.groupby(totals["method"], sort=False)
    medians = runs.median()
    texts = [
        f"{runs_of.median():.{places}f}"
        + (f" [{runs_of.min():.{places}f}, {runs_of.max():.{places}f}]" * several)
        for _, runs_of in runs
        for several in [len(runs_of) > 1]
    ]
    seconds = totals.groupby("method", sort=False)["processor_seconds"].median()
    heading = "Captured variance" + f", in 1e{unit}" * bool(unit)
    table = pd.DataFrame(
        {
            "Method": list(medians.index),
            heading: texts,
            "Runs": runs.size().to_numpy(),
            "Processor seconds": [f"{value:.2f}" for value in seconds],
        }
    )
    bold = pd.DataFrame(False, table.index, table.columns)
    best = [reaches(value, medians.max()) for value in medians]
    bold.loc[best, ["Method", heading]] = True
    settings = whole[0].settings
    caption = (
        f"{corpus.name}, {values_analysed(settings)}: variance that k = "
        f"{counted(settings.n_components, 'topics')} of s = "
        f"{counted(settings.sparsity, 'words')} capture, median [least, greatest]."
    )
    return table, bold, caption


def _unit(greatest: float) -> int:
    """Return the power of ten in which variances of another order are printed."""
    return 0 if 1e-3 <= greatest < 1e5 else 3 * floor(log10(greatest or 1.0) / 3)


def _places(greatest: float) -> int:
    return max(0, 4 - floor(log10(greatest or 1.0)))


def provenance_of_comparison(
    corpus: Corpus,
    runs: Sequence[Settings],
    source: str = "",
    equal_time: float | None = None,
    machine: Mapping[str, str] | None = None,
) -> Provenance:
    """Return the provenance of a comparison, with the settings that all runs share.

    source     : as for `Provenance.of`
    equal_time : the processor seconds that each run was to use
    machine    : hardware and software of the runs, if they were not made here
    """
    return of_runs(Provenance.of_corpus(corpus, source), runs, equal_time, machine)


def of_runs(
    made_of: Provenance,
    runs: Sequence[Settings],
    equal_time: float | None = None,
    machine: Mapping[str, str] | None = None,
) -> Provenance:
    """Add the settings that all runs share, seeds and restarts by method, the machine.

    equal_time, machine : as for `provenance_of_comparison`
    """
    first, *others = map(as_options, runs)
    shared = {
        name: value
        for name, value in first.items()
        if all(other.get(name) == value for other in others)
    }
    seeds: dict[str, list[int]] = {}
    for method, seed in sorted({(run.method, run.seed) for run in runs}):
        seeds.setdefault(method, []).append(seed)
    if equal_time:
        restarts: dict[str, list[int]] = {}
        for run in runs:
            restarts.setdefault(run.method, []).append(run.restarts)
        shared |= {"equal_time": equal_time, "restarts": restarts}
    versions = dict(machine or machine_figures())
    return replace(
        made_of,
        settings=shared,
        seeds=seeds,
        versions=versions,
        verdict=verdict(None),
    )


def _shown(value: float) -> float:
    return float(f"{value:.5g}")


def _shown_seconds(seconds: float) -> float:
    return float(f"{seconds:.3g}")


def _share(captured: float, whole: float, decimals: int) -> float:
    """Return the captured percentage of the whole; NaN if either is missing."""
    if pd.isna(captured + whole):
        return float("nan")
    return (
        100.0
        if reaches(captured, whole)
        else floored_percentage(captured / whole, decimals)
    )
