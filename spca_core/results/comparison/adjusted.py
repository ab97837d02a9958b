"""Three figures for what topics capture together when their scores are correlated.

Disjoint supports do not make the scores S x_j uncorrelated. The paper adds up
x_j^T A x_j: disjoint loadings are orthonormal, so this is the variance within the space
that they span. Zou, Hastie and Tibshirani (Journal of Computational and Graphical
Statistics 15, 2006) take the scores one after another and count what each adds to those
before it: R_jj^2 / n, where S X = Q R. Another order gives another figure. A regression
of the data on all scores explains tr(A X (X^T A X)^-1 X^T A), whatever their order.
"""

from collections.abc import Sequence
from itertools import count

import numpy as np
import pandas as pd

from spca_core.formatting import percent
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.comparison.runs import run_names

MIN_LEFT = 1e-12  # share of a score's variance: if less is left of it, that is rounding
EQUAL = 0.0005  # of what is captured: a smaller difference is not spoken of
LABELS = {
    "component": "Topics",
    "captured_variance": "Captured",
    "adjusted_variance": "Adjusted",
    "explained_variance": "Explained",
    "captured_share": "Captured, %",
    "adjusted_share": "Adjusted, %",
    "explained_share": "Explained, %",
}
FIGURES = ("captured", "adjusted", "explained")
VARIANCES = tuple(f"{figure}_variance" for figure in FIGURES)


def adjusted_variance(covariance: Covariance, solution: Solution) -> pd.DataFrame:
    """Return one row per component j: what components 1 to j capture, by each figure.

    The covariance must be of the data that the solution was found on. The shares are of
    the variance of all words, tr(A); they are 0 if the data never vary.
    """
    table = pd.DataFrame(_columns(covariance, solution))
    table.insert(0, "component", np.arange(1, len(table) + 1))
    return table


def of_all_runs(covariance: Covariance, solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per run: its name, and what its components capture, by figure."""
    columns = [_columns(covariance, solution) for solution in solutions]
    ends = [{name: values[-1] for name, values in each.items()} for each in columns]
    table = pd.DataFrame(ends)
    table.insert(0, "run", run_names(solutions))
    return table


def _columns(covariance: Covariance, solution: Solution) -> dict[str, np.ndarray]:
    """Return the columns of `adjusted_variance`, except for `component`."""
    loadings = loading_matrix(solution.supports, solution.loadings, covariance.n_words)
    products = covariance.products(loadings)
    moments = loadings.T @ products
    adjusted, explained = _one_after_another(moments, products)
    columns = zip(FIGURES, (moments.diagonal(), adjusted, explained), strict=True)
    sums = {name: values.cumsum() for name, values in columns}
    total = covariance.variances.sum() or 1.0
    return {
        **{f"{name}_variance": covariance.in_units(sums[name]) for name in sums},
        **{f"{name}_share": sums[name] / total for name in sums},
    }


def text_of_adjusted(run: str, table: pd.DataFrame) -> str:
    """Say how far the figures of the last row differ, and why.

    run : the name of the run that the table describes
    """
    captured, adjusted, explained = (
        table[f"{name}_share"].iloc[-1] for name in FIGURES
    )
    places = _places(captured, adjusted)

    def share(value: float) -> str:
        return percent(value, places)

    start = f"{run}: the topics capture {share(captured)} of the total variance by the"
    if captured - adjusted < EQUAL * captured:
        return (
            f"{start} paper's sum and adjusted: their scores are uncorrelated, so "
            "nothing is counted twice. A regression on them explains "
            f"{share(explained)}."
        )
    return (
        f"{start} paper's sum, and {share(adjusted)} adjusted, taken in the order of "
        "their variance: their scores are correlated, and what a topic shares with "
        "those before it does not count. A regression on the scores explains "
        f"{share(explained)}, in any order: it also counts what they predict about "
        "other words."
    )


def _places(captured: float, adjusted: float) -> int:
    """Return how many decimals of percents tell the two apart, if that matters."""
    if captured - adjusted < EQUAL * captured:
        return 1
    return next(n for n in count(1) if f"{captured:.{n}%}" != f"{adjusted:.{n}%}")


def _one_after_another(
    moments: np.ndarray, products: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return R_jj^2, where R^T R = X^T A X, and what each score adds to a regression.

    This is Cholesky's elimination. It skips scores that depend on those before them.
    products : A X, (n_words, n_components)
    """
    left, shared = moments.copy(), products.copy()
    least = MIN_LEFT * moments.diagonal()
    pivots, added = np.zeros(len(moments)), np.zeros(len(moments))
    for j in range(len(moments)):
        if left[j, j] > least[j]:
            pivots[j], shares = left[j, j], left[j] / left[j, j]
            added[j] = shared[:, j] @ shared[:, j] / pivots[j]
            left -= np.outer(left[:, j], shares)
            shared -= np.outer(shared[:, j], shares)
    return pivots, added
