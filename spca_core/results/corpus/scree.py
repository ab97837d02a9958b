"""The greatest eigenvalues of a corpus."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import mark_if_weighted
from spca_core.problem.covariance import Covariance
from spca_core.problem.spectrum import leading_spectrum
from spca_core.results.figure import VARIANCE, Figure, greatest_and_least, late

MAX_NUMBERS_OF_SCREE = 20_000_000


def scree(covariance: Covariance, n_eigenvalues: int) -> pd.DataFrame:
    """Return one row per eigenvalue of A, greatest first: number, size, share, total.

    The shares are of tr(A). There are no more rows than documents or words.
    """
    most = min(n_eigenvalues, covariance.n_documents, covariance.n_words)
    eigenvalues, _ = leading_spectrum(covariance, most)
    shares = eigenvalues / (covariance.variances.sum() or 1.0)
    eigenvalues = covariance.in_units(eigenvalues)
    return pd.DataFrame(
        {
            "number": np.arange(1, most + 1),
            "eigenvalue": eigenvalues,
            "share": shares,
            "cumulative_share": shares.cumsum(),
        }
    )


def scree_takes_long(corpus: Corpus) -> bool:
    """Return whether `scree` takes over ten seconds: it passes over the data often."""
    return corpus.observations.size > MAX_NUMBERS_OF_SCREE


def scree_figure(table: pd.DataFrame, weighting: str) -> Figure:
    """Return the eigenvalues of A as a curve, greatest first.

    table : from `scree`
    """
    title = mark_if_weighted("Greatest eigenvalues", weighting)
    return Figure(
        name="eigenvalues",
        title=title,
        table=table,
        text=f"{title}. {greatest_and_least(table, 'number', 'eigenvalue')}",
        draw=late("corpus.charts:scree", title=mark_if_weighted("Size", weighting)),
        headings={"eigenvalue": ("eigenvalue", VARIANCE)},
    )
