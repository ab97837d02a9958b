"""Reader of numpy's .npy files; nothing in them is ever unpickled."""

import math
import tokenize
from typing import IO, NamedTuple

import numpy as np
from numpy.lib import format as npy

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, most_text_bytes, open_bounded
from spca_core.corpus.readers.measurements import MOST_CELLS, check_shape, corpus_of
from spca_core.errors import InputError

MAGIC = npy.MAGIC_PREFIX
MAX_NUMBER = 16  # bytes
MAX_BYTES = MOST_CELLS * MAX_NUMBER + (1 << 16)  # with the header
MAX_SIDE = 2**62
REAL = "biuf"  # the kinds of numpy's dtypes that are taken as numbers
OTHERS = {
    "O": "Python objects, which are never unpickled here",
    "c": "complex numbers",
    "S": "text",
    "U": "text",
    "T": "text",
    "M": "dates",
    "m": "spans of time",
    "V": "records of several fields",
}


class ArrayHeader(NamedTuple):
    """What the header of a .npy file promises."""

    shape: tuple[int, ...]
    fortran_order: bool
    dtype: np.dtype


def read_npy(path: Source, names: Source | None = None) -> Corpus:
    """Read a two-dimensional array of real numbers, plain or gzip.

    names  : a file of the features' names, one a line
    raises : InputError that names the file, what is wrong and the way out
    """
    with open_bounded(path, MAX_BYTES) as file:
        header = read_header(file, path.name)
        check_numbers(header, path.name)
        _check_matrix(header, path.name)
        matrix = to_floats(read_numbers(file, header, most_text_bytes(path), path.name))
    return corpus_of(path, matrix, names)


def read_header(file: IO[bytes], place: str) -> ArrayHeader:
    """Read the header of an array, and nothing of its numbers.

    raises : InputError that begins with `place`, if it is no header of numpy.save
    """
    try:
        # Later versions are for records, and may promise a header of 4 GB.
        if npy.read_magic(file) != (1, 0):
            raise ValueError("not version 1.0")
        header = ArrayHeader(*npy.read_array_header_1_0(file))
        if not all(type(n) is int and 0 <= n <= MAX_SIDE for n in header.shape):
            raise ValueError("not a shape")
    # What ast.literal_eval and the tokenizer say of text that is no dictionary.
    except (
        *(ValueError, TypeError, SyntaxError, MemoryError, RecursionError),
        tokenize.TokenError,
    ) as error:
        raise InputError(
            f"{place} is no array of numbers as numpy.save writes it, or is damaged. "
            "Save the matrix again: numpy.save(FILE, matrix)."
        ) from error
    return header


def check_numbers(header: ArrayHeader, place: str) -> None:
    """Refuse what is not real numbers, by what it is.

    raises : InputError that begins with `place`
    """
    if header.dtype.kind not in REAL:
        what = OTHERS.get(header.dtype.kind, f"the type {str(header.dtype)[:64]}")
        raise InputError(
            f"{place} holds {what}, not real numbers. "
            "Save it as numbers: numpy.save(FILE, matrix.astype(float))."
        )


def _check_matrix(header: ArrayHeader, place: str) -> None:
    if len(header.shape) != 2:
        lengths = " x ".join(map(str, header.shape[:5])) or "a single number"
        raise InputError(
            f"{place} has {len(header.shape)} dimensions ({lengths}), but 2 are needed,"
            " rows and columns. Save numpy.reshape(array, (n_rows, n_columns))."
        )
    check_shape(place, *header.shape, math.prod(header.shape))


def read_numbers(
    file: IO[bytes], header: ArrayHeader, max_bytes: int, place: str
) -> np.ndarray:
    """Read the numbers after a header, (header.shape) of its dtype.

    max_bytes : the most that the file can hold: what is promised past it is not
                allocated
    raises    : InputError that begins with `place`, if there are fewer or more numbers
    """
    n_bytes = math.prod(header.shape) * header.dtype.itemsize
    content = file.read(n_bytes + 1) if n_bytes <= max_bytes else b""
    if len(content) != n_bytes:
        truth = "more follow" if len(content) > n_bytes else "the file holds fewer"
        raise InputError(
            f"{place}: {n_bytes:,} bytes of numbers are promised, but {truth}. "
            "Check that the file is complete and holds one array."
        )
    values = np.frombuffer(content, header.dtype)
    return values.reshape(header.shape, order="F" if header.fortran_order else "C")


def to_floats(values: np.ndarray) -> np.ndarray:
    """Return the numbers in doubles, row by row; too large ones become infinite."""
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(values, dtype=np.float64)
