"""Readers of NumPy's .npy and of SciPy's sparse .npz files; nothing is unpickled.

`np.load` and `load_npz` believe headers and sizes, and compiled code trusts indices:
all are checked first.
"""

import math
import tokenize
import zipfile
from collections.abc import Callable
from functools import partial
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import files, matrices
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.zips import is_readable, open_zip
from spca_core.errors import InputError

MAGIC = npy.MAGIC_PREFIX
MAX_NUMBER = 16  # bytes
MAX_BYTES = matrices.MAX_CELLS * MAX_NUMBER + (1 << 16)  # with the header
MAX_SIDE = 2**62
REAL = "biuf"  # the kinds of numpy's dtypes that are taken as numbers
OTHERS = {
    "O": "Python objects, which are never unpickled here",
    "c": "complex numbers",
    **dict.fromkeys("SUT", "text"),
    "M": "dates",
    "m": "spans of time",
    "V": "records of several fields",
}
# The kinds of dtypes and the numbers of dimensions that each array of a .npz may have.
MEMBERS = {
    "format": ("SU", (0,)),
    "shape": ("iu", (1,)),
    "data": (REAL, (1, 2, 3)),
    "_is_array": ("b", (0,)),
    **dict.fromkeys(("indices", "indptr", "row", "col", "offsets"), ("iu", (1,))),
}
# The class, the dimensions of its data, and its indices.
FORMATS: dict[str, tuple[Any, ...]] = {
    "csr": (sparse.csr_array, 1, "indices", "indptr"),
    "csc": (sparse.csc_array, 1, "indices", "indptr"),
    "bsr": (sparse.bsr_array, 3, "indices", "indptr"),
    "coo": (sparse.coo_array, 1, "row", "col"),
    "dia": (sparse.dia_array, 2, "offsets"),
}
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix)."

Shape = tuple[int, ...]
Check = Callable[[str, Shape, np.dtype], None]


def read_npy(path: Source, names: Source | None = None) -> Corpus:
    """Read a two-dimensional array of real numbers, plain or gzip."""
    with files.open_bounded(path, MAX_BYTES) as file:
        most = files.max_text_bytes(path)
        matrix = _floats(_read_array(file, path.name, most, _check_matrix))
    return matrices.measured_corpus(path, matrix, names)


def read_npz(path: Source, names: Source | None = None) -> Corpus:
    """Read a sparse matrix; numbers that stand in the same cell are added up."""
    damaged = (
        f"{path.name} is a zip archive that is cut off, damaged, locked or inside "
        f"another archive. {WAY_OUT}"
    )
    with open_zip(path, damaged) as archive:
        if not all(map(is_readable, archive.infolist())):
            raise InputError(damaged)
        arrays = {
            name: _read_member(archive, member, path)
            for name, member in _members(archive, path).items()
        }
    matrix = _matrix(arrays, path.name)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrices.measured_corpus(path, matrix, names)


def _floats(values: np.ndarray) -> np.ndarray:
    """Return doubles, row by row; too large numbers become infinite."""
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(values, dtype=np.float64)


def _read_array(file: IO[bytes], place: str, most: int, check: Check) -> np.ndarray:
    """Read one array; of no more bytes than `most` is anything allocated."""
    shape, in_columns, dtype = _read_header(file, place)
    check(place, shape, dtype)
    n_bytes = math.prod(shape) * dtype.itemsize
    content = file.read(n_bytes + 1) if n_bytes <= most else b""
    if len(content) != n_bytes:
        truth = "more follow" if len(content) > n_bytes else "the file holds fewer"
        raise InputError(
            f"{place}: {n_bytes:,} bytes of numbers are promised, but {truth}. "
            "Check that the file is complete and holds one array."
        )
    values = np.frombuffer(content, dtype)
    return values.reshape(shape, order="F" if in_columns else "C")


def _read_header(file: IO[bytes], place: str) -> tuple[Shape, bool, np.dtype]:
    try:
        # Later versions are for records, and may promise a header of 4 GB.
        if npy.read_magic(file) != (1, 0):
            raise ValueError("not version 1.0")
        header = npy.read_array_header_1_0(file)
        if not all(type(n) is int and 0 <= n <= MAX_SIDE for n in header[0]):
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


def _check_matrix(place: str, shape: Shape, dtype: np.dtype) -> None:
    _check_real(place, dtype)
    if len(shape) != 2:
        lengths = " x ".join(map(str, shape[:5])) or "a single number"
        raise InputError(
            f"{place} has {len(shape)} dimensions ({lengths}), but 2 are needed,"
            " rows and columns. Save numpy.reshape(array, (n_rows, n_columns))."
        )
    matrices.check_shape(place, *shape, math.prod(shape))


def _check_real(place: str, dtype: np.dtype) -> None:
    if dtype.kind not in REAL:
        what = OTHERS.get(dtype.kind, f"the type {str(dtype)[:64]}")
        raise InputError(
            f"{place} holds {what}, not real numbers. "
            "Save it as numbers: numpy.save(FILE, matrix.astype(float))."
        )


def _members(archive: zipfile.ZipFile, path: Source) -> dict[str, zipfile.ZipInfo]:
    listed = archive.infolist()
    members = {member.filename.removesuffix(".npy"): member for member in listed}
    needed = {"format", "shape", "data"}
    if len(members) < len(listed) or not needed <= members.keys() <= MEMBERS.keys():
        shown = ", ".join(repr(member.filename[:64]) for member in listed[:3])
        raise InputError(
            f"{path.name} is a zip archive of {shown or 'nothing'}, no sparse matrix. "
            "Save a sparse matrix by scipy.sparse.save_npz(FILE, matrix), a dense one "
            "by numpy.save(FILE, matrix), a sheet as CSV."
        )
    return members


def _read_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Source
) -> np.ndarray:
    check = partial(_check_member, member.filename.removesuffix(".npy"))
    # The directory of an archive may lie, the size of the whole file cannot.
    most = min(member.file_size, files.n_bytes(path) * files.MAX_INFLATION)
    with archive.open(member) as file:
        return _read_array(file, f"{path.name}, {member.filename}", most, check)


def _check_member(name: str, place: str, shape: Shape, dtype: np.dtype) -> None:
    kinds, dimensions = MEMBERS[name]
    if kinds == REAL:
        _check_real(place, dtype)
    fits = dtype.kind in kinds and 1 <= dtype.itemsize <= MAX_NUMBER
    if not fits or len(shape) not in dimensions:
        raise InputError(
            f"{place} is of type {str(dtype)[:64]} with {len(shape)} "
            f"dimensions, as scipy writes no {name}. {WAY_OUT}"
        )
    # Each side by itself: next to a 0, another could be anything.
    if max(shape, default=0) > matrices.MAX_CELLS:
        raise InputError(
            f"{place}: {max(shape):,} numbers; up to {matrices.MAX_CELLS:,} can be "
            "read here. Take a part of the matrix."
        )


def _matrix(arrays: dict[str, np.ndarray], place: str) -> sparse.csr_array:
    # Of one byte a letter or of four in either order: zero bytes are no letters.
    form = arrays["format"].tobytes().replace(b"\0", b"").decode("latin-1")
    if form not in FORMATS:
        raise InputError(
            f"{place} is in the format {form!r}; {', '.join(FORMATS)} can be read. "
            "Save it as scipy.sparse.save_npz(FILE, matrix.tocsr())."
        )
    try:
        return _build(place, arrays, *FORMATS[form])
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"{place}: its arrays do not fit together: {error}. {WAY_OUT}"
        ) from error


def _build(
    place: str, arrays: dict[str, np.ndarray], kind: Any, n_dimensions: int, *names: str
) -> sparse.csr_array:
    data, shape = _floats(arrays["data"]), tuple(map(int, arrays["shape"]))
    if len(shape) != 2 or data.ndim != n_dimensions:
        raise ValueError(f"{len(shape)} dimensions, and data of {data.ndim}")
    matrices.check_shape(place, *shape, data.size)
    if missing := [name for name in names if name not in arrays]:
        raise ValueError(f"{missing[0]} is missing")
    indices = [arrays[name] for name in names]
    if kind is sparse.coo_array:
        return sparse.coo_array((data, tuple(indices)), shape=shape).tocsr()
    _check_indices(data, indices[-1], shape)
    matrix = kind((data, *indices), shape=shape)
    if kind is not sparse.dia_array:
        matrix.check_format(full_check=True)
    return matrix.tocsr(copy=True)  # what was read cannot be written to


def _check_indices(data: np.ndarray, last: np.ndarray, shape: Shape) -> None:
    """Refuse what scipy's own check passes over; `last` is offsets or indptr."""
    if data.ndim == 2:
        # scipy would cut them to 32 bits.
        outside = (last <= -shape[0]) | (last >= shape[1])
        if outside.any():
            raise ValueError(f"{last[outside][0]:,} in offsets of a matrix {shape}")
        return
    block = data.shape[1:] or (1, 1)
    if 0 in block or any(np.mod(shape, block)):
        raise ValueError(f"blocks of {block} do not fill {shape}")
    # If the last entry of indptr is 0, check_format takes the matrix for empty.
    if (last[1:] < last[:-1]).any():
        raise ValueError("indptr does not rise")
