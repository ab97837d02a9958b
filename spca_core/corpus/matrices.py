"""A matrix from Python as a corpus: NumPy's, SciPy's or pandas'."""

from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus
from spca_core.corpus.readers.measurements import check_finite, feature_names
from spca_core.errors import InputError

NAME = "matrix"


def as_corpus(data: Corpus | Any) -> Corpus:
    """Return a corpus as it is, and a matrix as one.

    Parameters
    ----------
    data : Corpus, NumPy array, SciPy sparse matrix or pandas DataFrame
        Of shape (n_documents, n_words). The columns of a DataFrame are the words.

    Raises
    ------
    InputError
        If it is none of these, or holds something else than finite numbers.

    Notes
    -----
    As in files, sparse matrices of whole numbers are counts; others, and all arrays,
    are measurements.
    """
    if isinstance(data, Corpus):
        return data
    matrix = _numbers(data)
    check_finite(f"The {NAME}", matrix)
    return Corpus(
        name=NAME,
        observations=matrix,
        words=_names(data, matrix.shape[1]),
        kind=COUNTS
        if sparse.issparse(matrix) and _are_counts(matrix)
        else MEASUREMENTS,
    )


def _numbers(data: Any) -> np.ndarray | sparse.csr_array:
    """Return a copy as doubles: a corpus is never changed, its source may be."""
    is_sparse = sparse.issparse(data)
    values = data if is_sparse else np.asarray(data)
    if values.ndim != 2 or not (
        np.issubdtype(values.dtype, np.number) or values.dtype == bool
    ):
        raise InputError(
            f"The data are a {type(data).__name__} of shape {values.shape} and type "
            f"{values.dtype}; give a Corpus, or a matrix of numbers with a row a "
            "document and a column a word."
        )
    if np.issubdtype(values.dtype, np.complexfloating):
        raise InputError(f"The {NAME} has complex numbers; give real ones.")
    if not is_sparse:
        return np.array(values, dtype=np.float64)
    rows = sparse.csr_array(values, dtype=np.float64, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows


def _names(data: Any, n_words: int) -> tuple[str, ...]:
    if hasattr(data, "columns"):  # of a DataFrame; pandas is slow to import
        return tuple(map(str, data.columns))
    return feature_names(n_words, None)


def _are_counts(matrix: sparse.csr_array) -> bool:
    values = matrix.data
    return bool((values >= 0).all() and (values == np.floor(values)).all())
