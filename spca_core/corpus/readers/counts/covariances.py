"""A covariance or correlation matrix, recognised or chosen as a format, and checked."""

from typing import cast

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import COVARIANCES, Corpus
from spca_core.corpus.matrix import Matrix, are_counts, dense, deviations_of
from spca_core.corpus.readers.lines import quote
from spca_core.errors import InputError
from spca_core.formatting import counted

COVARIANCE = "covariance"  # the format's name
MIN_RECOGNISED = 4  # rows: fewer documents are symmetric by chance
MAX_ERROR = 1e-6  # of a correlation: matrices are written with six digits
ROWS_AT_ONCE = 64
WAY_OUT = (
    "Give it with all its digits, or give the data that it was computed from, a row a "
    "document. If its own rows are documents, say so by "
)


def recognised(corpus: Corpus, choice: str) -> Corpus:
    """Return a corpus, as a covariance matrix if its numbers look like one.

    Whole numbers may be counts of documents that are symmetric by accident, so a
    warning says how they were read.

    Parameters
    ----------
    choice
        How to say that its rows are documents.

    Raises
    ------
    InputError
        As for `as_covariance`.
    """
    numbers = cast("Matrix", corpus.observations)
    if not corpus.kind.has_documents or not may_be_covariance(numbers):
        return corpus
    doubt = (
        f"{corpus.name} was read as a covariance matrix: it is square, symmetric and "
        "positive semidefinite, as matrices of co-occurrences are. If its rows are "
        f"documents, say so by {choice}."
    )
    doubts = (doubt,) * are_counts(sparse.csr_array(numbers))
    return as_covariance(corpus, choice, doubts)


def as_covariance(
    corpus: Corpus, choice: str = "another format", doubts: tuple[str, ...] = ()
) -> Corpus:
    """Return a square table as a covariance matrix, exactly symmetric.

    Its variables are named by the rows' titles, if there are some, or by the columns.

    Parameters
    ----------
    choice
        How to say that its rows are documents.
    doubts
        Warnings to add.

    Raises
    ------
    InputError
        If it is not square, symmetric and positive semidefinite up to rounding, or is
        all zeros, or has too many variables.
    """
    check_shape(corpus.name, corpus.observations.shape, choice)
    matrix, words = dense(corpus.observations), corpus.titles or corpus.words
    _check_symmetric(corpus.name, matrix, words)
    _check_semidefinite(corpus.name, matrix, f"{WAY_OUT}{choice}.")
    return Corpus(
        name=corpus.name,
        observations=(matrix + matrix.T) / 2,
        words=words,
        warnings=(*corpus.warnings, *doubts),
        kind=COVARIANCES,
    )


def check_shape(
    name: str, shape: tuple[int, ...], choice: str = "another format"
) -> None:
    """Raise InputError unless there are as many rows as columns, and not too many."""
    n_rows, n_columns = shape
    if n_rows != n_columns:
        raise InputError(
            f"{name} has {counted(n_rows, 'rows')} and "
            f"{counted(n_columns, 'columns')}, and a covariance matrix has as many "
            "rows as columns. Choose another format, or the column of the rows' names "
            "as the label."
        )
    way_out = f"{limits.TAKE_A_PART} If its rows are documents, say so by {choice}."
    what = "variables of a covariance matrix"
    limits.check(name, n_rows, limits.VARIABLES, what, way_out)


def _check_symmetric(name: str, matrix: np.ndarray, words: tuple[str, ...]) -> None:
    """Name the first variance below 0, or else the first entry unlike its mirror."""
    variances = matrix.diagonal()
    if (variances < 0).any():
        word = int(np.argmax(variances < 0))
        raise InputError(
            f"{name}: the variance of {quote(words[word])}, in row {word + 1:,} and "
            f"column {word + 1:,}, is {variances[word]:g}; it must be at least 0. "
            "Correct it, or choose another format."
        )
    sizes = deviations_of(matrix)
    unlike = abs(matrix - matrix.T) > MAX_ERROR * np.outer(sizes, sizes)
    if unlike.any():
        row, column = np.argwhere(unlike)[0]
        raise InputError(
            f"{name} is not symmetric: {matrix[row, column]:g} in row {row + 1:,}, "
            f"column {column + 1:,}, and {matrix[column, row]:g} in row "
            f"{column + 1:,}, column {row + 1:,}. Correct one of the two, or choose "
            "another format."
        )


def _check_semidefinite(name: str, matrix: np.ndarray, way_out: str) -> None:
    """Refuse a matrix of which no data can have the covariances.

    If each of d x d correlations is off by at most MAX_ERROR, no eigenvalue falls by
    more than d times that (Weyl's theorem, and the Frobenius norm).
    """
    if not matrix.any():
        raise InputError(
            f"{name} holds only zeros, so no variable varies. Choose another file."
        )
    sizes = deviations_of(matrix)
    least = float(np.linalg.eigvalsh(matrix / sizes / sizes[:, None])[0])
    if least < -MAX_ERROR * len(matrix):
        raise InputError(
            f"{name} is symmetric, but no matrix of covariances: the least eigenvalue "
            f"of its correlations is {least:.3g}, and must be at least 0. {way_out}"
        )


def may_be_covariance(matrix: Matrix) -> bool:
    """Return whether a matrix is as those of covariances and correlations are.

    It is symmetric, its diagonal is positive, and no other number exceeds the geometric
    mean of the two on the diagonal; some number beside the diagonal is not 0.
    """
    n_rows, n_columns = matrix.shape
    if n_rows != n_columns or n_rows < MIN_RECOGNISED:
        return False
    variances = matrix.diagonal()
    if not (variances > 0).all():
        return False
    sizes = 1 / np.sqrt(variances)
    if isinstance(matrix, np.ndarray):
        return _are_correlations(matrix, sizes)
    scaled = sparse.diags_array(sizes) @ matrix @ sparse.diags_array(sizes)
    is_bounded = scaled.nnz > n_rows and abs(scaled).max() <= 1 + MAX_ERROR
    return bool(is_bounded and abs(scaled - scaled.T).max() <= MAX_ERROR)


def _are_correlations(matrix: np.ndarray, sizes: np.ndarray) -> bool:
    """Return the same of a dense matrix, of which little is copied at once."""
    n_others = -len(matrix)
    for first in range(0, len(matrix), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        part, scales = matrix[rows], sizes[rows, None] * sizes
        is_alike = np.abs(part - matrix[:, rows].T) * scales <= MAX_ERROR
        if not (is_alike & (np.abs(part) * scales <= 1 + MAX_ERROR)).all():
            return False
        n_others += np.count_nonzero(part)
    return bool(n_others > 0)
