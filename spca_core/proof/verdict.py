"""How good a solution is proven to be: limits, and what they say in words."""

from collections.abc import Iterable
from math import floor, inf
from operator import itemgetter
from typing import Any, NamedTuple

import pandas as pd

from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.problem.method import METHODS
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, reaches

LIMIT_COLUMNS = ["n_components", "upper_bound", "proof", "steps"]
EARLY_ENDS = {
    "seconds": "The proof ended at its limit of seconds; more may be proven.",
    "gap": "The proof ended at the gap that was asked for; more may be proven.",
    "stop": "The proof was stopped; more may be proven.",
}


def limits(
    certificates: Iterable[Certificate], solutions: Iterable[Solution] = ()
) -> pd.DataFrame:
    """One row per number of components: the lowest limit, its kind of proof, its steps.

    Columns: n_components, upper_bound, proof, steps of a certificate's descent. A
    finished exact search proves its own value. All are of the same corpus and sparsity.
    """
    kinds = {False: "certificate", True: "saved certificate"}
    rows = [
        (proof.n_components, proof.upper_bound, kinds[is_saved(proof)], proof.steps)
        for proof in certificates
    ] + [
        (run.settings.n_components, run.captured_variance, "exact search", None)
        for run in solutions
        if METHODS[run.settings.method].is_proof and run.remarks.exhaustive
    ]
    lowest: dict[int, tuple] = {}
    for row in sorted(rows, key=itemgetter(1)):
        lowest.setdefault(row[0], row)
    return _table([lowest[size] for size in sorted(lowest)])


def _table(rows: list[tuple] | list[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=LIMIT_COLUMNS).astype({"steps": "Int64"})


def is_saved(proof: Certificate) -> bool:
    """Return whether a saved result states the limit, and nothing lower is proven."""
    return proof.upper_bound == proof.stated_bound


def records(limits: pd.DataFrame) -> list[dict[str, Any]]:
    """Return `limits` as files hold them: steps are None for an exact search."""
    plain = limits.astype(object).where(limits.notna(), None)
    return [
        dict(zip(LIMIT_COLUMNS, row, strict=True)) for row in plain.to_numpy().tolist()
    ]


def from_records(records: list[dict[str, Any]]) -> pd.DataFrame:
    """Return `limits` that `records` has written."""
    return _table(records)


class KeyFigure(NamedTuple):
    """A number that is shown large."""

    name: str
    label: str
    value: str


def bound_figures(solution: Solution, limit: float) -> list[KeyFigure]:
    """Return the limit, and the share of it that is reached."""
    captured, weighting = solution.captured_variance, solution.settings.weighting
    share = f"at least {floored_percentage(captured / limit):.1f} %"
    if reaches(captured, limit):
        share = "100 %, to one part in a million"
    label = mark_if_weighted("Proven limit", weighting)
    return [
        KeyFigure("limit", label, significant(limit)),
        KeyFigure("share", "Of the best possible", share),
    ]


def bound_line(solution: Solution, limit: float) -> str:
    """Say in a line how good a solution is proven to be."""
    captured = solution.captured_variance
    if reaches(captured, limit):
        return "Proven: optimal to one part in a million"
    # Rounded up, as the share is rounded down: no more is said than is proven.
    short_by = 100 - floored_percentage(captured / limit)
    return f"Proven: within {short_by:.1f} % of the best possible"


def bound_sentence(solution: Solution, limit: float, words: str) -> str:
    """Say what a limit proves about a solution.

    words : what the columns of the data are called
    """
    settings = solution.settings
    topics = counted(settings.n_components, "topics")
    each = counted(settings.sparsity, words)
    most = f"more than {significant(limit)}"
    if reaches(solution.captured_variance, limit):
        most = "over a millionth more"
    return (
        f"{bound_line(solution, limit)}. No choice of {topics} of {each} captures "
        f"{most}."
    )


def ending_sentence(certificate: Certificate) -> str:
    """Say which limit ended a proof early; empty if none did."""
    return EARLY_ENDS.get(certificate.stopped_by, "")


def limits_considered(certificate: Certificate) -> pd.DataFrame:
    """One row per limit considered: its name, value, and whether it is proven."""
    rows = [
        ("Prices and eigenvalues", certificate.eigenvalue_bound, True),
        ("Prices and rows", certificate.row_bound, True),
        ("Prices and columns", certificate.column_bound, True),
        ("All choices, one by one", certificate.choice_bound, True),
        ("A saved proof", certificate.stated_bound, True),
        ("The greatest variances alone", certificate.variance_bound, True),
        ("The greatest eigenvalues alone", certificate.dense_variance, False),
    ]
    table = pd.DataFrame(rows, columns=["limit", "value", "proven"])
    return table[table["value"] < inf]


def floored_percentage(share: float, decimals: int = 1) -> float:
    """Return a share in percent, rounded down: no more than is proven."""
    return floor(100 * 10**decimals * share) / 10**decimals
