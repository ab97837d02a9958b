"""How good an answer is proven to be: limits, shares of them, and a sentence."""

from collections.abc import Iterable
from math import floor

import pandas as pd

from spca_core import tables
from spca_core.certificate import OPTIMAL, Certificate
from spca_core.solution import Solution


def limits(
    certificates: Iterable[Certificate], solutions: Iterable[Solution] = ()
) -> pd.DataFrame:
    """One row a number of components: what so many cannot exceed, and why.

    A finished exact search proves its own value. All are of one corpus and sparsity.
    """
    rows = [
        (one.n_components, one.upper_bound, "certificate") for one in certificates
    ] + [
        (len(one.supports), one.captured_variance, "exact search")
        for one in solutions
        if one.settings.method == "exact" and one.remarks.exhaustive
    ]
    table = pd.DataFrame(rows, columns=["n_components", "upper_bound", "proof"])
    lowest = table.sort_values("upper_bound").drop_duplicates("n_components")
    return lowest.sort_values("n_components", ignore_index=True)


def judged(solutions: Iterable[Solution], limits: pd.DataFrame) -> pd.DataFrame:
    """One row a run: its total and its limit, and what share of the limit it reaches.

    Both are empty where no limit is known for so many components.
    """
    table = tables.totals(solutions).merge(limits, on="n_components", how="left")
    shares = table["captured_variance"] / table["upper_bound"].where(lambda x: x > 0)
    return table.assign(share_of_limit=shares.clip(upper=1.0))


def sentence(solution: Solution, limit: float, words: str) -> str:
    """Say what a limit proves about a solution; shares are rounded down.

    words : what the columns of the data are called
    """
    k, s = solution.settings.n_components, solution.settings.sparsity
    captured = solution.captured_variance
    choice = f"choice of {_number(k, 'topic')} of {_number(s, words.removesuffix('s'))}"
    if captured >= limit * (1 - OPTIMAL):
        return f"The best possible: it is proven that no {choice} captures more."
    return (
        f"At least {floor(1000 * captured / limit) / 10:g} % of the best possible: "
        f"it is proven that no {choice} captures more than {limit:.5g}."
    )


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def parts(certificate: Certificate) -> pd.DataFrame:
    """One row a bound that was weighed: its name, value, and what it comes from."""
    rows = [
        (
            "Greatest variances",
            certificate.variances,
            "no topic yields more than its words' variances",
        ),
        (
            "Greatest eigenvalues",
            certificate.eigenvalues,
            "what topics of all words at once capture",
        ),
        (
            "Prices and eigenvalues",
            certificate.optimised,
            "the proof above, at its best prices",
        ),
    ]
    return pd.DataFrame(rows, columns=["bound", "value", "source"])
