"""What every matrix of measurements shares: limits, names of features, finiteness."""

import re
from pathlib import Path

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import read_names
from spca_core.errors import InputError

# The most that is held, whatever a file promises: nothing is allocated on its word.
MOST_ROWS = 20_000_000
MOST_COLUMNS = 2_000_000
MOST_CELLS = 200_000_000  # numbers that are stored: all of a dense matrix


def check_shape(place: str, n_rows: int, n_columns: int, n_cells: int) -> None:
    """Refuse a matrix without rows or columns, or with more than can be held.

    raises : InputError that begins with `place`
    """
    for number, least, most, what in (
        (n_rows, 1, MOST_ROWS, "rows"),
        (n_columns, 1, MOST_COLUMNS, "columns"),
        (n_cells, 0, MOST_CELLS, "numbers"),
    ):
        if not least <= number <= most:
            raise InputError(
                f"{place}: {number:,} {what}; {least} to {most:,} can be read here. "
                "Check the file, or take a part of it."
            )


def corpus_of(
    path: Source, matrix: np.ndarray | sparse.csr_array, names: Source | None
) -> Corpus:
    """Return the corpus of a file's matrix (n_rows, n_columns).

    names  : a file of the features' names, one a line
    raises : InputError that names the file and what is wrong with it
    """
    check_finite(path.name, matrix)
    return Corpus(
        name=plain_name(path),
        observations=matrix,
        words=feature_names(matrix.shape[1], names),
        kind=MEASUREMENTS,
    )


def check_finite(place: str, matrix: np.ndarray | sparse.csr_array) -> None:
    """Refuse NaN and infinities, by row and column counted from 1.

    matrix : (n_rows, n_columns)
    raises : InputError that begins with `place`
    """
    values = matrix if isinstance(matrix, np.ndarray) else matrix.data
    finite = np.isfinite(values)
    if finite.all():
        return
    first = int(finite.argmin())
    row, column = _place(matrix, first)
    raise InputError(
        f"{place}, row {row + 1}, column {column + 1}: {values.flat[first]} is not a "
        "finite number. Fill it in, or remove its row or column."
    )


def _place(matrix: np.ndarray | sparse.csr_array, position: int) -> tuple[int, int]:
    if isinstance(matrix, np.ndarray):
        return divmod(position, matrix.shape[1])
    row = np.searchsorted(matrix.indptr, position, side="right") - 1
    return int(row), int(matrix.indices[position])


def feature_names(n_features: int, names: Source | None) -> tuple[str, ...]:
    """Return the names that a file lists, one a line, or feature_1, feature_2, ..."""
    if names:
        return read_names(names, "feature", n_features)
    return tuple(f"feature_{number}" for number in range(1, n_features + 1))


def plain_name(path: Source) -> str:
    """Return a file's name without .gz and without the extension before it."""
    unzipped = re.sub(r"(?i)\.gz$", "", path.name)
    return Path(unzipped).stem or path.name
