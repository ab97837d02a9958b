"""How the runs came to their answers: the best so far, by seconds or candidates."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.curves import HIGH, LOW, MEDIAN, SCALES, described, label

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


def bands(table: pd.DataFrame, along: str) -> pd.DataFrame:
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
    """Return the latest value at each x, none before the first step.

    x : (n,); steps, ascending, and values : (m,)
    """
    return values[np.searchsorted(steps, x, side="right") - 1]


def _steps(curves: np.ndarray) -> np.ndarray:
    """Return where one of the curves (n_curves, n) steps, and the two ends."""
    steps = (np.diff(curves) != 0).any(axis=0)
    places = np.flatnonzero(np.concatenate([[True], steps]))
    places = np.union1d(places, [curves.shape[1] - 1])
    if len(places) <= MOST_STEPS:
        return places
    return places[np.linspace(0, len(places) - 1, MOST_STEPS).astype(int)]


def text(table: pd.DataFrame, along: str, scale: str) -> str:
    """Say what the curves of `bands` show: where each method's ends."""
    if table.empty:
        return f"{SCALES[scale]}: nothing to draw yet."
    listed = "; ".join(
        f"{end.method} {described(end, scale)} after {end.x:{AMOUNTS[along]}} {along}"
        for end in table[table["last"]].itertuples()
    )
    return f"{SCALES[scale]} against {along}, median of the seeds: {listed}."
