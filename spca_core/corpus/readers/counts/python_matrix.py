"""A corpus from a matrix in Python, checked as one from a file is."""

from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.readers.counts.matrices import matrix_corpus
from spca_core.corpus.readers.lines import names_of
from spca_core.errors import InputError


def corpus_of_matrix(data: Any) -> Corpus:
    """Return a matrix as a corpus of documents, whatever its numbers look like."""
    matrix = _numbers(data)
    if hasattr(data, "columns"):  # a DataFrame; pandas is slow to import
        words = tuple(map(str, data.columns))
    else:
        words = names_of("feature", matrix.shape[1])
    return matrix_corpus("matrix", "The matrix", matrix, words)


def _numbers(data: Any) -> Matrix:
    """Return a copy as doubles: the data may change later, a corpus never does."""
    is_sparse = sparse.issparse(data)
    if hasattr(data, "columns"):  # which may hold pandas' own missing values
        data = data.to_numpy(dtype=np.float64, na_value=np.nan)
    values: Any = data if is_sparse else np.asarray(data)
    if values.ndim != 2 or not (
        np.issubdtype(values.dtype, np.number) or values.dtype == bool
    ):
        raise InputError(
            f"Expected a Corpus or a 2-D numeric matrix, got {type(data).__name__} of "
            f"shape {values.shape} and type {values.dtype}. Give a row a document and "
            "a column a word."
        )
    if np.issubdtype(values.dtype, np.complexfloating):
        raise InputError("The matrix has complex numbers; give real ones.")
    if not is_sparse:
        return np.array(values, dtype=np.float64)
    rows: sparse.csr_array = sparse.csr_array(values, dtype=np.float64, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows
