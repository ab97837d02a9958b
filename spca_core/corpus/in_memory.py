"""A matrix from Python as a corpus: NumPy's, SciPy's or pandas'."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.readers.matrices import are_counts, measured_corpus
from spca_core.errors import InputError

NAME = Path("matrix")  # in place of a file's


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
    corpus = measured_corpus(NAME, matrix, None)
    if hasattr(data, "columns"):  # of a DataFrame; pandas is slow to import
        corpus = replace(corpus, words=tuple(map(str, data.columns)))
    is_counts = sparse.issparse(matrix) and are_counts(matrix)
    return replace(corpus, kind=COUNTS) if is_counts else corpus


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
