"""Certificates on published covariance matrices, which a command measures and keeps.

`python -m tests.benchmarks.certificates` writes them; the data are not in the project.
Cory-Wright and Pauphilet ("Sparse PCA with multiple components", arXiv:2209.14790)
bound orthogonal components that may share variables, by semidefinite relaxations. A
choice of disjoint supports is one of theirs, so their optimum is at least ours: gaps
compare, values do not.
"""

import json
from typing import Any, NamedTuple

import pandas as pd

from spca_core.corpus.bundled import FOLDER
from spca_core.formatting import percent, significant

STORED = FOLDER / "paper" / "certificates.json"
# The columns of `suite_table` and their headings.
SUITE_HEADINGS = {
    "data": "Matrix",
    "n_variables": "Variables",
    "size": "k x s",
    "captured_variance": "Captured variance",
    "gap": "Proven gap",
    "seconds": "Processor seconds",
}
ABOUT_SUITE = (
    "Correlation matrices on which sparse PCA with several components is judged. The "
    "gap is how far from the best k disjoint components of s variables ours can be. "
    "For orthogonal components that may share variables, Cory-Wright and Pauphilet "
    "(arXiv 2209.14790) report gaps of 0 to 15 % on such sets, by semidefinite "
    "relaxations; their optima are at least these, so gaps compare, values do not. The "
    "gaps of single cases could not be checked against their paper and are left out."
)


class Certified(NamedTuple):
    """What was found and proven on a matrix.

    gap     : how far from the optimum it can be, as a share of the proven limit; 0 if
        nothing captures over a millionth more
    seconds : of all processors, for the search and the proof
    """

    data: str
    n_variables: int
    n_components: int
    sparsity: int
    captured_variance: float
    upper_bound: float
    gap: float
    seconds: float


def published_certificates() -> list[Certified]:
    """Return what the command has measured last."""
    return [Certified(**each) for each in _stored()["certificates"]]


def about_machine() -> str:
    """Say when and on what it was measured."""
    stored = _stored()
    return (
        f"Measured on {stored['date']}, on {stored['machine']}, each proof for at most "
        f"{stored['seconds']:g} seconds."
    )


def suite_table() -> pd.DataFrame:
    """Return one row per matrix and size, as shown: the columns of SUITE_HEADINGS."""
    rows = [
        (
            each.data,
            each.n_variables,
            f"{each.n_components} x {each.sparsity}",
            significant(each.captured_variance),
            percent(each.gap, 3) if each.gap else "optimal",
            f"{each.seconds:.1f}",
        )
        for each in published_certificates()
    ]
    return pd.DataFrame(rows, columns=[*SUITE_HEADINGS])


def _stored() -> dict[str, Any]:
    return json.loads(STORED.read_text("utf-8"))
