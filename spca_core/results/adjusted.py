"""A second definition of captured variance: what the scores share counts once.

Disjoint supports do not make the scores S x_j uncorrelated, so that the paper's sum of
x_j^T A x_j counts what topics share in each of them. Zou, Hastie and Tibshirani
(Journal of Computational and Graphical Statistics 15, 2006) count only what a component
adds to those before it, greatest variance first: R_jj^2 / n of S X = Q R.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.runs import run_names

ROUNDING = 1e-12  # of a score's variance: what is left of less is nothing
LABELS = {
    "component": "Topics",
    "captured_variance": "Captured variance",
    "adjusted_variance": "Adjusted variance",
    "captured_share": "Captured share",
    "adjusted_share": "Adjusted share",
}


def adjusted_variance(covariance: Covariance, solution: Solution) -> pd.DataFrame:
    """One row a component, from 1: what those up to it capture, by both definitions.

    The covariance is that of the data the solution was found on. The shares are of the
    variance of all words, tr(A); of data that never vary they are 0.
    """
    moments = _moments_of_scores(covariance, solution)
    table = pd.DataFrame(
        {
            "component": np.arange(1, len(moments) + 1),
            "captured_variance": moments.diagonal().cumsum(),
            "adjusted_variance": _left_over(moments).cumsum(),
        }
    )
    total = covariance.variances.sum() or 1.0
    return table.assign(
        captured_share=table["captured_variance"] / total,
        adjusted_share=table["adjusted_variance"] / total,
    )


def both_definitions(
    covariance: Covariance, solutions: Sequence[Solution]
) -> pd.DataFrame:
    """One row a run: its name, and what all its components capture by both."""
    ends = [adjusted_variance(covariance, found).iloc[[-1]] for found in solutions]
    table = pd.concat(ends, ignore_index=True).drop(columns="component")
    table.insert(0, "run", run_names(solutions))
    return table


def text_of_adjusted(table: pd.DataFrame) -> str:
    """Say how far the last row's two definitions differ, and why."""
    captured, adjusted = table[["captured_share", "adjusted_share"]].iloc[-1]
    if captured - adjusted < 0.0005 * captured:
        return (
            f"The topics explain {captured:.1%} of the total variance by both "
            "definitions: their scores are uncorrelated, so nothing is counted twice."
        )
    return (
        f"The topics capture {captured:.1%} of the total variance by the paper's sum, "
        f"and {adjusted:.1%} adjusted: their scores are correlated, and what topics "
        "share in the same documents counts in each of them there, here once."
    )


def _moments_of_scores(covariance: Covariance, solution: Solution) -> np.ndarray:
    """Return X^T A X, (n_components, n_components): the scores' second moments."""
    # On the words chosen only: no others count.
    places = np.arange(solution.supports.size).reshape(solution.supports.shape)
    loadings = loading_matrix(places, solution.loadings, places.size)
    return loadings.T @ covariance.block(solution.supports.ravel()) @ loadings


def _left_over(moments: np.ndarray) -> np.ndarray:
    """Return R_jj^2 of R^T R = `moments`: each variance less what came before.

    Cholesky's elimination, passing over scores that those before already contain.
    """
    left, least = moments.copy(), ROUNDING * moments.diagonal()
    pivots = np.zeros(len(moments))
    for j in range(len(moments)):
        if left[j, j] > least[j]:
            pivots[j] = left[j, j]
            left -= np.outer(left[:, j], left[j]) / pivots[j]
    return pivots
