"""Readers of NumPy's .npy and SciPy's sparse .npz files; nothing is unpickled.

`np.load` and `load_npz` trust headers and sizes, so these are checked here first.
"""

import math
from collections.abc import Callable
from functools import partial
from tokenize import TokenError
from typing import IO
from zipfile import ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import files, limits
from spca_core.corpus.readers.archives import is_readable, open_zip
from spca_core.corpus.readers.counts import matrices
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import names_of
from spca_core.errors import InputError
from spca_core.formatting import counted

# What ast.literal_eval and the tokenizer raise for text that is not a dictionary.
NO_HEADER = (
    ValueError,
    TypeError,
    SyntaxError,
    MemoryError,
    RecursionError,
    TokenError,
)
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
INDICES = {
    **dict.fromkeys(("csr", "csc", "bsr"), ("indices", "indptr")),
    "coo": ("row", "col"),
    "dia": ("offsets",),
}
DIMENSIONS = {"bsr": 3, "dia": 2}  # of the data; 1 in the other formats
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix)."

Shape = tuple[int, ...]
Check = Callable[[str, Shape, np.dtype], None]


def read_npy(path: Source, names: Source | None = None) -> Corpus:
    """Read a two-dimensional array of real numbers, plain or gzip."""
    with files.open_bounded(path, limits.ARRAY_BYTES) as file:
        most = files.max_text_bytes(path)
        matrix = _floats(_read_array(file, path.name, most, _check_matrix))
    words = names_of("feature", matrix.shape[1], names)
    return matrices.matrix_corpus(files.plain_name(path), path.name, matrix, words)


def read_npz(path: Source, names: Source | None = None) -> Corpus:
    """Read a sparse matrix; numbers in the same cell are added up."""
    fault = "is a zip archive that is cut off, damaged, locked or inside another"
    damaged = f"{path.name} {fault}. {WAY_OUT}"
    with open_zip(path, damaged) as archive:
        if not all(map(is_readable, archive.infolist())):
            raise InputError(damaged)
        members = _members(archive, path).items()
        arrays = {name: _read_member(archive, member, path) for name, member in members}
    matrix = _matrix(arrays, path.name)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    words = names_of("feature", matrix.shape[1], names)
    return matrices.matrix_corpus(files.plain_name(path), path.name, matrix, words)


def _floats(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):  # too large numbers become infinite
        return np.ascontiguousarray(values, dtype=np.float64)


def _read_array(file: IO[bytes], place: str, most: int, check: Check) -> np.ndarray:
    """Read one array; nothing is allocated for one of more than `most` bytes."""
    shape, in_columns, dtype = _read_header(file, place)
    check(place, shape, dtype)
    n_bytes = math.prod(shape) * dtype.itemsize
    content = file.read(n_bytes + 1) if n_bytes <= most else b""
    if len(content) != n_bytes:
        truth = "more follow" if len(content) > n_bytes else "the file holds fewer"
        fault = (
            f"the header declares {counted(n_bytes, 'bytes')} of numbers, but {truth}"
        )
        raise InputError(f"{place}: {fault}. Check that the file holds one array.")
    values = np.frombuffer(content, dtype)
    return values.reshape(shape, order="F" if in_columns else "C")


def _read_header(file: IO[bytes], place: str) -> tuple[Shape, bool, np.dtype]:
    try:
        # Later versions are for records, and may promise a header of 4 GB.
        version, header = npy.read_magic(file), npy.read_array_header_1_0(file)
        is_shape = all(type(n) is int and 0 <= n <= 2**62 for n in header[0])
        if version != (1, 0) or not is_shape:
            raise ValueError("not of version 1.0, or no shape")
    except NO_HEADER as error:
        fault = "is not an array of numbers as numpy.save writes it, or is damaged"
        raise InputError(f"{place} {fault}. Save it again by numpy.save.") from error
    return header


def _check_matrix(place: str, shape: Shape, dtype: np.dtype) -> None:
    _check_real(place, dtype)
    if (n := len(shape)) != 2:
        lengths = " x ".join(map(str, shape[:5])) or "a single number"
        fault = f"has {n} dimensions ({lengths}), but 2 are needed, rows and columns"
        way_out = "Save numpy.reshape(array, (n_rows, n_columns))."
        raise InputError(f"{place} {fault}. {way_out}")
    matrices.check_shape(place, shape[0], shape[1], math.prod(shape))


def _check_real(place: str, dtype: np.dtype) -> None:
    if dtype.kind not in REAL:
        what = OTHERS.get(dtype.kind, f"the type {str(dtype)[:64]}")
        way_out = "Save it as numbers: numpy.save(FILE, matrix.astype(float))."
        raise InputError(f"{place} holds {what}, not real numbers. {way_out}")


def _members(archive: ZipFile, path: Source) -> dict[str, ZipInfo]:
    listed = archive.infolist()
    members = {member.filename.removesuffix(".npy"): member for member in listed}
    known = {"format", "shape", "data"} <= members.keys() <= MEMBERS.keys()
    if not known or len(members) < len(listed):
        shown = ", ".join(repr(member.filename[:64]) for member in listed[:3])
        raise InputError(
            f"{path.name} is a zip archive of {shown or 'nothing'}, no sparse matrix. "
            "Save a sparse matrix by scipy.sparse.save_npz(FILE, matrix), a dense one "
            "by numpy.save(FILE, matrix), a sheet as CSV."
        )
    return members


def _read_member(archive: ZipFile, member: ZipInfo, path: Source) -> np.ndarray:
    check = partial(_check_member, member.filename.removesuffix(".npy"))
    # An archive's directory may state false sizes; the size of the whole file is true.
    most = min(member.file_size, files.most_unzipped(path))
    with archive.open(member) as file:
        return _read_array(file, f"{path.name}, {member.filename}", most, check)


def _check_member(name: str, place: str, shape: Shape, dtype: np.dtype) -> None:
    kinds, dimensions = MEMBERS[name]
    if kinds == REAL:
        _check_real(place, dtype)
    fits = dtype.kind in kinds and 1 <= dtype.itemsize <= limits.NUMBER
    if not fits or len(shape) not in dimensions:
        fault = f"{place} is of type {str(dtype)[:64]} with {len(shape)} dimensions"
        raise InputError(f"{fault}, but scipy never writes it like that. {WAY_OUT}")
    # Check the longest side, not the product: next to a 0, it could be anything.
    matrices.check_shape(place, 1, 1, max(shape, default=0))


def _matrix(arrays: dict[str, np.ndarray], place: str) -> sparse.csr_array:
    # A letter takes one byte, or four in either order: zero bytes are only padding.
    form = arrays["format"].tobytes().replace(b"\0", b"").decode("latin-1")
    if form not in INDICES:
        raise InputError(
            f"{place} is in the format {form!r}; {', '.join(INDICES)} can be read. "
            "Save it as scipy.sparse.save_npz(FILE, matrix.tocsr())."
        )
    try:
        return _build(place, form, arrays)
    except InputError:
        raise
    except ValueError as error:
        fault = f"its arrays do not fit together: {error}"
        raise InputError(f"{place}: {fault}. {WAY_OUT}") from error


def _build(place: str, form: str, arrays: dict[str, np.ndarray]) -> sparse.csr_array:
    data, shape = _floats(arrays["data"]), tuple(map(int, arrays["shape"]))
    if len(shape) != 2 or data.ndim != DIMENSIONS.get(form, 1):
        raise ValueError(f"{len(shape)} dimensions, and data of {data.ndim}")
    matrices.check_shape(place, *shape, data.size)
    if missing := [name for name in INDICES[form] if name not in arrays]:
        raise ValueError(f"{missing[0]} is missing")
    indices = [arrays[name] for name in INDICES[form]]
    if form == "coo":
        return sparse.coo_array((data, tuple(indices)), shape=shape).tocsr()
    _check_indices(data, indices[-1], shape)
    matrix = getattr(sparse, f"{form}_array")((data, *indices), shape=shape)
    if form != "dia":
        matrix.check_format(full_check=True)
    return matrix.tocsr(copy=True)  # the arrays that were read are read-only


def _check_indices(data: np.ndarray, last: np.ndarray, shape: Shape) -> None:
    """Refuse what scipy's own check misses; `last` is offsets or indptr."""
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
