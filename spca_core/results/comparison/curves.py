"""Curves of methods: the median of their runs and a band, by topics, time or rank."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import check_choice
from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.problem.method import methods_using
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import reaches
from spca_core.results.comparison.runs import (
    RunsProgress,
    complete_solutions,
    max_seeds,
    method_label,
)

CAPTURED = "Captured variance"
# The columns of `quantile_bands` that hold values: quantiles of the runs.
BAND = {"median": 0.5, "low": 0.2, "high": 0.8}
# What a curve shows, by the name of its scale.
SCALES = {"absolute": CAPTURED, "relative": "Share of the best"}
FORMATS = {"absolute": ".5g", "relative": ".2%"}
SIZES, RANK, SECONDS = "n_components", "rank", "seconds"
# What curves can be drawn along.
AXES = {SIZES: "Topics", RANK: "Rank of the sketch", SECONDS: "Processor seconds"}
RANKS = range(2, 11)  # of the line for the paper's method
# The headings of `quantile_bands` in a table.
HEADINGS = {
    "method": "Method",
    **AXES,
    "median": "Median",
    "low": "Band from",
    "high": "Band to",
    "n_seeds": "Seeds",
}
MAX_STEPS = 400  # drawn of a method's trace
MIN_BAND = 6  # seeds: fewer are shown one by one
IN_SIGHT = 1.5  # times the highest curve: a limit below that is drawn


def scale_titles(settings: Settings) -> dict[str, str]:
    """Return the titles of the scales for runs with such settings."""
    return {**SCALES, "absolute": mark_if_weighted(CAPTURED, settings.weighting)}


def cumulative(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per run and k: the total variance of its first k components.

    Columns: method, seed, n_components, value.
    """
    tables = [
        _rows(run, np.arange(1, len(run.supports) + 1), np.cumsum(run.variances))
        for run in solutions
    ]
    return pd.concat(tables, ignore_index=True)


def total_per_run(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per complete run, with the columns of `cumulative`."""
    rows = [
        (method_label(run), run.settings.seed, len(run.supports), run.captured_variance)
        for run in complete_solutions(solutions)
    ]
    table = pd.DataFrame(rows, columns=["method", "seed", SIZES, "value"])
    # Without a complete run pandas would not know that these are numbers.
    return table.astype({SIZES: int, "value": float})


def improvements(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per improvement of a run, and one for its end: the best so far.

    The columns are those of `cumulative`, and seconds (of processors) and whole:
    whether there are all the components that were asked for.
    """
    return pd.concat([_points(run) for run in solutions], ignore_index=True)


def _points(run: Solution) -> pd.DataFrame:
    n_found, captured = len(run.supports), run.captured_variance
    end = run.processor_seconds, n_found, captured
    points = [
        (point.processor_seconds, point.n_components, point.captured_variance)
        for point in run.trace
    ]
    seconds, n_components, values = np.array([*points, end], dtype=float).T
    table = _rows(run, run.settings.n_components, values)
    whole = n_components == run.settings.n_components
    return table.assign(seconds=seconds, whole=whole)


def by_rank(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per complete run and rank, with the columns of `cumulative`.

    Methods without a sketch capture the same at every rank.
    """
    sketched = methods_using("rank")
    tables = [
        _rows(run, len(run.supports), np.array([run.captured_variance])).assign(
            rank=rank
        )
        for run in complete_solutions(solutions)
        for rank in ([run.settings.rank] if run.settings.method in sketched else RANKS)
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def _rows(run: Solution, sizes: np.ndarray | int, values: np.ndarray) -> pd.DataFrame:
    columns = {"method": method_label(run), "seed": run.settings.seed}
    return pd.DataFrame({**columns, SIZES: sizes, "value": values})


def on_scale(table: pd.DataFrame, scale: str) -> pd.DataFrame:
    """Put the values of `cumulative`, `total_per_run` or `improvements` on a scale.

    scale : "absolute", or "relative": divided by the best run with as many components
    """
    check_choice("scale", scale, SCALES)
    if scale == "absolute":
        return table
    best = table["value"].groupby(table[SIZES]).transform("max")
    return table.assign(value=table["value"] / best.where(best > 0, 1.0))


def quantile_bands(table: pd.DataFrame, along: str = SIZES) -> pd.DataFrame:
    """Return one row per method and place on the axis: its runs' median and their band.

    Along seconds, a run holds each value until its next one. A curve begins where all
    of its runs have a value. Only places where it changes are kept. Of fewer than
    MIN_BAND runs, the band is the median.

    Parameters
    ----------
    table : DataFrame
        From `cumulative` or `total_per_run`; along seconds from `improvements`, with
        all runs of one size; along the rank from `by_rank`. Its values may be scaled.
    along : {"n_components", "rank", "seconds"}

    Returns
    -------
    DataFrame
        method, the axis (ascending for each method), median, low, high and n_seeds.
    """
    check_choice("along", along, AXES)
    if table.empty:
        return pd.DataFrame()
    held = _held(table, along) if along == SECONDS else table
    runs = held.groupby(["method", along])["value"]
    shown = {name: runs.quantile(share) for name, share in BAND.items()}
    bands = pd.DataFrame({**shown, "n_seeds": runs.size()})
    few = bands["n_seeds"] < MIN_BAND
    for end in ("low", "high"):
        bands[end] = bands[end].mask(few, bands["median"])
    bands = bands.reindex(table["method"].unique(), level="method").reset_index()
    if along != SECONDS:
        return bands
    curves = bands.groupby("method", sort=False)
    return pd.concat([_steps(curve) for _, curve in curves], ignore_index=True)


def few_seeds(table: pd.DataFrame, along: str = SIZES) -> pd.DataFrame:
    """Return the rows of runs that have no band, of methods with several.

    Along seconds, only the end of each run.

    table : as for `quantile_bands`
    """
    ends = table.drop_duplicates(["method", "seed"], keep="last")
    shown = ends if along == SECONDS else table
    n_runs = shown["method"].map(ends["method"].value_counts())
    return shown[n_runs.between(2, MIN_BAND - 1)]


def about_seeds(n_seeds: int) -> str:
    """Say how charts show that a method has several runs; nothing of a single one.

    n_seeds : the most runs that a method has
    """
    if n_seeds >= MIN_BAND:
        return "Bands: 20th to 80th percentile of seeds."
    if n_seeds > 1:
        return "Circles: seeds. The rest: their median."
    return ""


def limits_in_sight(limits: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return the limits that are near enough to be drawn above `quantile_bands`.

    A proof begins with a limit so high that curves on its axis would be one line.
    """
    highest = limits["n_components"].map(table.groupby(SIZES)["high"].max())
    return limits[limits["upper_bound"] <= IN_SIGHT * highest]


def _held(points: pd.DataFrame, along: str) -> pd.DataFrame:
    """Give each run of a method a value at all places, from where all runs have one."""
    last = points.drop_duplicates(["method", along, "seed"], keep="last")
    values = last.pivot(index=["method", along], columns="seed", values="value")
    filled = values.groupby("method").ffill().reset_index()
    held = filled.melt(["method", along], value_name="value").dropna()
    # A deterministic method has fewer runs than the others.
    n_runs = points.groupby("method")["seed"].nunique()
    n_held = held.groupby(["method", along])["value"].transform("size")
    return held[n_held == held["method"].map(n_runs)]


def _steps(band: pd.DataFrame) -> pd.DataFrame:
    """Return a curve's ends and the rows where it changes, up to MAX_STEPS."""
    changes = (np.diff(band[[*BAND]], axis=0) != 0).any(axis=1)
    places = np.union1d(np.flatnonzero([True, *changes]), [len(band) - 1])
    n_shown = min(len(places), MAX_STEPS)
    return band.iloc[places[np.linspace(0, len(places) - 1, n_shown).astype(int)]]


def medians(solutions: Sequence[Solution]) -> pd.Series:
    """Return the median that each method's whole runs capture, the best first.

    Of methods that are equal but for rounding, the order stays.
    """
    captured = total_per_run(solutions).groupby("method", sort=False)["value"].median()
    rounded = captured.map("{:.9g}".format).astype(float)
    return captured[rounded.sort_values(ascending=False, kind="stable").index]


def who_captures_most(
    solutions: Sequence[Solution], progress: RunsProgress, equal_time: float | None
) -> str:
    """Say which methods capture most, and what share of that the others capture.

    While there are runs to come, or if some were stopped, that is not known. Methods
    that have not used equal time are not ranked.
    """
    if progress.running:
        return "Which method captures most is known when all runs have ended."
    if progress.text:
        return f"{progress.text.rstrip('.')}; which captures most is not known."
    ranking = list(medians(solutions).items())
    if not ranking:
        return "No run has all its topics."
    if equal_time is None and len(ranking) > 1:
        return _not_comparable(complete_solutions(solutions))
    most = ranking[0][1]
    best = [str(method) for method, value in ranking if reaches(value, most)]
    others = ranking[len(best) :]
    n_seeds = max_seeds(complete_solutions(solutions))
    seeds = f", the median of {counted(n_seeds, 'seeds')}" if n_seeds > 1 else ""
    beginning = f"{_capture_most(best, not others)}: {significant(most)}{seeds}"
    shares = [
        f"{method} {verdict.floored_percentage(value / most, 2):.2f} %"
        for method, value in others
    ]
    return f"{beginning}. Of that, {', '.join(shares)}." if shares else f"{beginning}."


def _not_comparable(solutions: Sequence[Solution]) -> str:
    """Say how unequal the time of the methods was: of the quickest and the slowest."""
    used = pd.Series([run.processor_seconds for run in solutions])
    medians = used.groupby([method_label(run) for run in solutions]).median()
    ordered = medians.sort_values().items()
    (first, least), *_, (last, most) = ordered
    return f"Not comparable yet: {first} has used {least:.2g} s, {last} {most:.2g} s."


def _capture_most(best: Sequence[str], are_all: bool) -> str:
    """Say which methods capture most: one, or several that are equal."""
    *before, last = best
    if not before:
        return f"{last} captures most here"
    if are_all and len(best) == 2:
        return "Both methods capture the same here"
    if are_all:
        return "All methods capture the same here"
    return f"{', '.join(before)} and {last} capture the most here"
