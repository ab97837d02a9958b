"""Several runs of each method, alike but for their seeds: curves and their bands."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import InputError
from spca_core.problem.settings import METHOD_LABELS
from spca_core.problem.solution import Solution
from spca_core.results.runs import complete

# Between these quantiles lie the middle runs: the band about a median.
MEDIAN, LOW, HIGH = 0.5, 0.2, 0.8
# What a curve shows, by the name of its scale.
SCALES = {
    "absolute": "Captured variance",
    "relative": "Share of the best",
    "gap": "Gap to the proven limit",
}
FORMATS = {"absolute": ".5g", "relative": ".2%", "gap": ".2%"}


def label(solution: Solution) -> str:
    """Return what a run's method is called on screen."""
    return METHOD_LABELS[solution.settings.method]


def run_names(solutions: Sequence[Solution]) -> list[str]:
    """Return what each run is called: its method, and its seed if there are several."""
    labels = [label(solution) for solution in solutions]
    runs = Counter(labels)
    return [
        method if runs[method] == 1 else f"{method}, seed {solution.settings.seed}"
        for method, solution in zip(labels, solutions, strict=True)
    ]


def best_of_each(solutions: Sequence[Solution]) -> list[Solution]:
    """Return each method's best run, in the order in which the methods come first."""
    best: dict[str, Solution] = {}
    for solution in solutions:
        method = solution.settings.method
        other = best.get(method, solution)
        best[method] = max(other, solution, key=lambda run: run.captured_variance)
    return list(best.values())


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
