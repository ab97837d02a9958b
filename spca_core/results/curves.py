"""Several runs of each method, alike but for their seeds: curves and their bands.

How the runs came to their answers: the best so far, by seconds or candidates.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.runs import complete, label

# Between these quantiles lie the middle runs: the band about a median.
MEDIAN, LOW, HIGH = 0.5, 0.2, 0.8
# What a curve shows, by the name of its scale.
SCALES = {
    "absolute": "Captured variance",
    "relative": "Share of the best",
    "gap": "Gap to the proven limit",
}
FORMATS = {"absolute": ".5g", "relative": ".2%", "gap": ".2%"}


def cumulative(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row a run and a number of its first components: the variance of these.

    returns : method, seed, n_components, value
    """
    sizes = [len(solution.supports) for solution in solutions]
    return pd.DataFrame(
        {
            "method": np.repeat([label(solution) for solution in solutions], sizes),
            "seed": np.repeat([run.settings.seed for run in solutions], sizes),
            "n_components": np.concatenate([np.arange(1, size + 1) for size in sizes]),
            "value": np.concatenate([np.cumsum(run.variances) for run in solutions]),
        }
    )


def totals(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row a run that has all its components: method, seed, n_components, value."""
    rows = [
        (label(run), run.settings.seed, len(run.supports), run.captured_variance)
        for run in complete(solutions)
    ]
    table = pd.DataFrame(rows, columns=["method", "seed", "n_components", "value"])
    # Else, as long as no run has all of them, its numbers would be none to pandas.
    return table.astype({"n_components": int, "value": float})


def scaled(table: pd.DataFrame, scale: str, limits: pd.DataFrame) -> pd.DataFrame:
    """Return a table of runs with its values on a scale.

    table  : has n_components and value: of any table of runs, here or of traces
    scale  : "absolute"; "relative", to the best of as many components; or "gap", the
             share of the limit that is left: rows without a limit are dropped
    limits : as `verdict.limits` gives them
    raises : InputError if there is no such scale
    """
    if scale not in SCALES:
        raise InputError(f"scale is {scale!r}; choose one of {', '.join(SCALES)}.")
    sizes, values = table["n_components"], table["value"]
    if scale == "relative":
        best = values.groupby(sizes).transform("max")
        return table.assign(value=values / best.where(best > 0, 1.0))
    if scale == "gap":
        limit = sizes.map(limits.set_index("n_components")["upper_bound"])
        # What an exact search proves, it meets but for rounding.
        gap = (1 - values / limit).clip(lower=0.0)
        return table.assign(value=gap).dropna(subset="value")
    return table


def bands(table: pd.DataFrame) -> pd.DataFrame:
    """One row a method and number of components: the median of its runs, and the band.

    table   : one row a run and number of components, as `cumulative` or `totals`
    returns : method, n_components, median, low, high, n_seeds; of one run, all equal
    """
    runs = table.groupby(["method", "n_components"], sort=False)["value"]
    band = pd.DataFrame(
        {
            "median": runs.median(),
            "low": runs.quantile(LOW),
            "high": runs.quantile(HIGH),
            "n_seeds": runs.size(),
        }
    )
    return band.reset_index()


def above_zero(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that a logarithmic axis can show, with bands cut off at its end.

    table : has median, low, high
    """
    shown = table[table["median"] > 0]
    least = shown["median"].min()
    return shown.assign(low=shown["low"].clip(lower=least))


def text_of_zeros(table: pd.DataFrame) -> str:
    """Say which methods reach 0, which no logarithmic axis shows; of none, nothing.

    table : has method, median
    """
    reached = table.loc[table["median"] <= 0, "method"].drop_duplicates()
    if reached.empty:
        return ""
    return f"A logarithmic axis has no 0, which is reached by: {', '.join(reached)}."


def text(table: pd.DataFrame, scale: str) -> str:
    """Say what the curves of `bands` show: where each method's ends."""
    if table.empty:
        return f"{SCALES[scale]}: nothing to draw yet."
    ends = table.loc[table.groupby("method", sort=False)["n_components"].idxmax()]
    listed = "; ".join(
        f"{end.method} {described(end, scale)} at {end.n_components} topics"
        for end in ends.itertuples()
    )
    return f"{SCALES[scale]} by number of topics, median of the seeds: {listed}."


def described(row, scale: str) -> str:
    """Write a row's median, and its band where it has one.

    row : a named tuple with median, low, high
    """
    median, low, high = (
        format(value, FORMATS[scale]) for value in (row.median, row.low, row.high)
    )
    return median if low == high else f"{median} ({low} to {high})"


# What a trace can be drawn against.
AXES = {"seconds": "Seconds", "candidates": "Candidates"}
AMOUNTS = {"seconds": ".3g", "candidates": ",.0f"}
# Steps of a method's curve that are drawn: all of one run, some of many runs together.
MOST_STEPS = 400


def points(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row an improvement of a run, and one for its end: the best so far.

    returns : method, seed, n_components, seconds, candidates, value
    """
    return pd.concat([_points(run) for run in solutions], ignore_index=True)


def _points(run: Solution) -> pd.DataFrame:
    end = (run.seconds, run.candidates, run.captured_variance)
    seconds, candidates, values = np.array([*run.trace, end], dtype=float).T
    return pd.DataFrame(
        {
            "method": label(run),
            "seed": run.settings.seed,
            "n_components": run.settings.n_components,
            "seconds": seconds,
            "candidates": candidates,
            "value": values,
        }
    )


def trace_bands(table: pd.DataFrame, along: str) -> pd.DataFrame:
    """One row a step of a method's curve: the median of its runs, and the band.

    A curve begins where all of its runs have a value, and ends where the last one did;
    those that ended before hold what they had.

    table   : of `points`, whose values may be scaled; all runs of one size
    along   : "seconds" or "candidates"
    returns : method, x, median, low, high, n_seeds, last: whether the curve ends there
    raises  : InputError if there is no such axis
    """
    if along not in AXES:
        raise InputError(f"along is {along!r}; choose one of {', '.join(AXES)}.")
    curves = [
        _band(str(method), runs, along)
        for method, runs in table.groupby("method", sort=False)
    ]
    return pd.concat(curves, ignore_index=True) if curves else pd.DataFrame()


def _band(method: str, table: pd.DataFrame, along: str) -> pd.DataFrame:
    runs = [
        (run[along].to_numpy(), run["value"].to_numpy())
        for _, run in table.groupby("seed", sort=False)
    ]
    x = np.unique(table[along])
    x = x[x >= max(steps[0] for steps, _ in runs)]
    held = np.array([held_at(x, steps, values) for steps, values in runs])
    quantiles = np.quantile(held, (MEDIAN, LOW, HIGH), axis=0)
    kept = _steps(quantiles)
    median, low, high = quantiles[:, kept]
    return pd.DataFrame(
        {
            "method": method,
            "x": x[kept],
            "median": median,
            "low": low,
            "high": high,
            "n_seeds": len(runs),
            "last": kept == len(x) - 1,
        }
    )


def held_at(x: np.ndarray, steps: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the latest value at each x, NaN before the first step.

    Parameters
    ----------
    x : ndarray of shape (n,)
    steps, values : ndarrays of shape (n_steps,)
        Where each value begins to hold, ascending, and the values.
    """
    n_before = np.searchsorted(steps, x, side="right")
    return np.append(np.nan, values)[n_before]


def _steps(curves: np.ndarray) -> np.ndarray:
    """Return where one of the curves (n_curves, n) steps, and the two ends."""
    steps = (np.diff(curves) != 0).any(axis=0)
    places = np.flatnonzero(np.concatenate([[True], steps]))
    places = np.union1d(places, [curves.shape[1] - 1])
    if len(places) <= MOST_STEPS:
        return places
    return places[np.linspace(0, len(places) - 1, MOST_STEPS).astype(int)]


def trace_text(table: pd.DataFrame, along: str, scale: str) -> str:
    """Say what the curves of `trace_bands` show: where each method's ends."""
    if table.empty:
        return f"{SCALES[scale]}: nothing to draw yet."
    listed = "; ".join(
        f"{end.method} {described(end, scale)} after {end.x:{AMOUNTS[along]}} {along}"
        for end in table[table["last"]].itertuples()
    )
    return f"{SCALES[scale]} against {along}, median of the seeds: {listed}."
