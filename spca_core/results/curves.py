"""Curves of methods: the median of their runs and a band, by topics, time or effort."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.errors import check_choice
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, of_values, significant
from spca_core.results.runs import complete, label

CAPTURED = "Captured variance"
# The columns of `bands` that hold values: quantiles of the runs.
BAND = {"median": 0.5, "low": 0.2, "high": 0.8}
# What a curve shows, by the name of its scale.
SCALES = {
    "absolute": CAPTURED,
    "relative": "Share of the best",
    "gap": "Gap to the proven limit",
}
FORMATS = {"absolute": ".5g", "relative": ".2%", "gap": ".2%"}
SIZES = "n_components"
# What the trace of a run can be drawn against.
AXES = {"seconds": "Seconds", "candidates": "Candidates"}
# How a sentence names the axis, and a place on it.
IN_WORDS = {
    SIZES: ("by number of topics", "at {:d} topics"),
    "seconds": ("against seconds", "after {:.3g} seconds"),
    "candidates": ("against candidates", "after {:,.0f} candidates"),
}
MAX_STEPS = 400  # drawn of a method's trace


def scale_titles(settings: Settings) -> dict[str, str]:
    """Return the titles of the scales for runs with such settings."""
    return {**SCALES, "absolute": of_values(CAPTURED, settings)}


def cumulative(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per run and k: the total variance of its first k components.

    Columns: method, seed, n_components, value.
    """
    tables = [
        _rows(run, np.arange(1, len(run.supports) + 1), np.cumsum(run.variances))
        for run in solutions
    ]
    return pd.concat(tables, ignore_index=True)


def totals(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per complete run, with the columns of `cumulative`."""
    rows = [
        (label(run), run.settings.seed, len(run.supports), run.captured_variance)
        for run in complete(solutions)
    ]
    table = pd.DataFrame(rows, columns=["method", "seed", SIZES, "value"])
    # Without a complete run pandas would not know that these are numbers.
    return table.astype({SIZES: int, "value": float})


def points(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per improvement of a run, and one for its end: the best so far.

    The columns are those of `cumulative`, and seconds and candidates.
    """
    return pd.concat([_points(run) for run in solutions], ignore_index=True)


def _points(run: Solution) -> pd.DataFrame:
    seconds, candidates, values = steps(run)
    table = _rows(run, run.settings.n_components, values)
    return table.assign(seconds=seconds, candidates=candidates)


def steps(run: Solution) -> np.ndarray:
    """Return seconds, candidates and values of a trace and its end, (3, n_steps)."""
    end = (run.seconds, run.candidates, run.captured_variance)
    return np.array([*run.trace, end], dtype=float).T


def _rows(run: Solution, sizes: np.ndarray | int, values: np.ndarray) -> pd.DataFrame:
    columns = {"method": label(run), "seed": run.settings.seed}
    return pd.DataFrame({**columns, SIZES: sizes, "value": values})


def scaled(table: pd.DataFrame, scale: str, limits: pd.DataFrame) -> pd.DataFrame:
    """Put the values of `cumulative`, `totals` or `points` on a scale.

    Parameters
    ----------
    scale : {"absolute", "relative", "gap"}
        "relative" divides by the best run with as many components. "gap" is the share
        of the limit that is not captured; rows without a limit are dropped. It judges
        whole runs: limits are not meant for the first components of a larger run.
    limits : DataFrame
        From `verdict.limits`.
    """
    check_choice("scale", scale, SCALES)
    sizes, values = table[SIZES], table["value"]
    if scale == "relative":
        best = values.groupby(sizes).transform("max")
        return table.assign(value=values / best.where(best > 0, 1.0))
    if scale == "gap":
        limit = sizes.map(limits.set_index(SIZES)["upper_bound"])
        # An exact search may exceed its own limit by rounding.
        gap = (1 - values / limit).clip(lower=0.0)
        return table.assign(value=gap).dropna(subset="value")
    return table


def bands(table: pd.DataFrame, along: str = SIZES) -> pd.DataFrame:
    """Return one row per method and place on the axis: its runs' median and their band.

    Along seconds or candidates, a run holds each value until its next one. A curve
    begins where all of its runs have a value. Only places where it changes are kept.

    Parameters
    ----------
    table : DataFrame
        From `cumulative` or `totals`; for the other axes from `points`, with all runs
        of one size. Its values may be scaled.
    along : {"n_components", "seconds", "candidates"}

    Returns
    -------
    DataFrame
        method, the axis (ascending for each method), median, low, high and n_seeds.
    """
    check_choice("along", along, IN_WORDS)
    if table.empty:
        return pd.DataFrame()
    held = _held(table, along) if along in AXES else table
    runs = held.groupby(["method", along])["value"]
    shown = {name: runs.quantile(share) for name, share in BAND.items()}
    bands = pd.DataFrame({**shown, "n_seeds": runs.size()})
    bands = bands.reindex(table["method"].unique(), level="method").reset_index()
    if along not in AXES:
        return bands
    curves = bands.groupby("method", sort=False)
    return pd.concat([_steps(curve) for _, curve in curves], ignore_index=True)


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


def above_zero(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `bands` that a logarithmic axis can show; clip the bands."""
    shown = table[table["median"] > 0]
    least = shown["median"].min()
    return shown.assign(low=shown["low"].clip(lower=least))


def text_of_zeros(table: pd.DataFrame) -> str:
    """Name any methods that reach 0, which a logarithmic axis cannot show."""
    reached = table.loc[table["median"] <= 0, "method"].drop_duplicates()
    if reached.empty:
        return ""
    return f"Not on the logarithmic axis, because they reach 0: {', '.join(reached)}."


def text(
    table: pd.DataFrame,
    scale: str,
    along: str = SIZES,
    titles: Mapping[str, str] = SCALES,
) -> str:
    """Say in a sentence where each method's curve of `bands` ends.

    titles : what the scales are called
    """
    if table.empty:
        return f"{titles[scale]}: nothing to draw yet."
    axis, place = IN_WORDS[along]
    ends = table.drop_duplicates("method", keep="last")
    listed = "; ".join(
        f"{end['method']} {_described(end, scale)} {place.format(end[along])}"
        for end in ends.to_dict("records")
    )
    return f"{titles[scale]} {axis}, median of the seeds: {listed}."


def _described(end: dict, scale: str) -> str:
    """Format a median, with its band unless all runs are equal."""
    median, low, high = (
        significant(end[name]) if scale == "absolute" else f"{end[name]:.2%}"
        for name in BAND
    )
    return median if low == high else f"{median} ({low} to {high})"
