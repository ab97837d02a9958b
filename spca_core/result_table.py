"""The table of a comparison: the same on screen, in CSV and in LaTeX."""

import os
import platform
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from spca_core import latex, tables
from spca_core.certificate import reaches
from spca_core.corpus.corpus import Corpus
from spca_core.methods import em
from spca_core.provenance import Provenance, versions
from spca_core.settings import EFFORTS, Settings
from spca_core.solution import Solution
from spca_core.verdict import percent

BEST = "*"
# The columns in their order, and their headings, on screen and in files.
HEADINGS = {
    "method": "Method",
    "seed": "Seed",
    "best": "Best",
    "captured_variance": "Captured variance",
    "share_of_best": "Of the best (%)",
    "share_of_limit": "Of the proven limit (%)",
    "seconds": "Seconds",
    "candidates": "Candidates",
    "starts": "Starts",
    "stopped_by": "Run",
}
SUMMARY_HEADINGS = {
    "method": "Method",
    "n_seeds": "Seeds",
    "greatest": "Best",
    "median": "Median",
    "least": "Worst",
    "seconds": "Median seconds",
}


def result_table(solutions: Sequence[Solution], limits: pd.DataFrame) -> pd.DataFrame:
    """One row a run, its columns those of HEADINGS, its numbers rounded as shown.

    Variances have five digits, seconds three; shares are rounded down. Where
    there is no limit, or a method has no starts, the cell is empty.

    limits : as `verdict.limits` gives them; all runs of one size
    """
    totals = tables.totals(solutions).merge(limits, on="n_components", how="left")
    captured = totals["captured_variance"]
    settings = [run.settings for run in solutions]
    pairs = zip(captured, totals["upper_bound"], strict=True)
    table = totals.assign(
        seed=[one.seed for one in settings],
        best=[BEST if reaches(value, captured.max()) else "" for value in captured],
        captured_variance=captured.map(_shown),
        share_of_best=totals["share_of_best"].map(percent),
        share_of_limit=[_of_limit(value, limit) for value, limit in pairs],
        seconds=totals["seconds"].map(_shown_seconds),
        starts=pd.array([starts(one) for one in settings], dtype="Int64"),
    )
    return table[list(HEADINGS)].rename(columns=HEADINGS)


def summary(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row a method, its columns those of SUMMARY_HEADINGS: its seeds together."""
    runs = tables.totals(solutions).groupby("method", sort=False)
    captured = runs["captured_variance"]
    table = pd.DataFrame(
        {
            "n_seeds": captured.size(),
            "greatest": captured.max().map(_shown),
            "median": captured.median().map(_shown),
            "least": captured.min().map(_shown),
            "seconds": runs["seconds"].median().map(_shown_seconds),
        }
    )
    return table.reset_index().rename(columns=SUMMARY_HEADINGS)


def starts(settings: Settings) -> int | None:
    """Return how often a method starts, for each component if it takes one at a time.

    None for those that have no starts, but candidates.
    """
    usual = {"tpower": 1, "em": em.STARTS}
    if settings.method in usual:
        return usual[settings.method] + settings.extra_starts
    return EFFORTS[settings.effort] if settings.method == "joint" else None


def machine() -> pd.DataFrame:
    """One row a figure of what the runs were made on: figure, value."""
    return pd.DataFrame(_machine().items(), columns=["figure", "value"])


def _machine() -> dict[str, str]:
    return {
        "Processors": str(os.cpu_count()),
        "Architecture": platform.machine(),
        "System": platform.system(),
        "Python": platform.python_version(),
        **versions(),
    }


def origin(corpus: Corpus, solutions: Sequence[Solution], **known) -> Provenance:
    """Return where a comparison comes from: its settings are those that all runs share.

    known : the source and preparation, as `Provenance.of` takes them
    """
    first, *others = [Provenance.of(corpus, run, **known) for run in solutions]
    shared = {
        name: value
        for name, value in first.settings.items()
        if all(other.settings.get(name) == value for other in others)
    }
    return replace(first, settings=shared, versions=_machine())


def to_latex(table: pd.DataFrame, provenance: Provenance) -> str:
    """Return a table of this module as LaTeX, cell by cell what `export.to_csv` has."""
    cells = table.astype(object).where(table.notna(), "")
    return latex.to_latex(cells.set_index(cells.columns[0]), provenance)


def _shown(value: float) -> float:
    return float(f"{value:.5g}")


def _shown_seconds(seconds: float) -> float:
    return float(f"{seconds:.3g}")


def _of_limit(captured: float, limit: float) -> float:
    if pd.isna(limit):
        return float("nan")
    return 100.0 if reaches(captured, limit) else percent(captured / limit)
