"""Reader of sparse matrices as scipy.sparse.save_npz writes them: a zip of arrays.

The arrays are read here and not by load_npz: that believes headers and sizes, cuts
diagonals' numbers to 32 bits, and checks no index if the last entry of indptr is 0.

The formats of scipy.sparse: from their arrays to one matrix, every index checked.

Compiled code trusts its indices: one that is out of range reads or writes elsewhere.
"""

import math
import zipfile
from collections.abc import Mapping

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import (
    LONGEST_NUMBER,
    REAL,
    ArrayHeader,
    check_numbers,
    read_header,
    read_numbers,
    to_floats,
)
from spca_core.corpus.readers.files import MOST_INFLATION, Source, n_bytes
from spca_core.corpus.readers.measurements import MOST_CELLS, check_shape, corpus_of
from spca_core.corpus.readers.zip_archives import is_readable, open_zip
from spca_core.errors import InputError

# The kinds of numpy's dtypes and the numbers of dimensions that each array may have.
MEMBERS = {
    "format": ("SU", (0,)),
    "shape": ("iu", (1,)),
    "data": (REAL, (1, 2, 3)),
    "_is_array": ("b", (0,)),
    **dict.fromkeys(("indices", "indptr", "row", "col", "offsets"), ("iu", (1,))),
}
NEEDED = {"format", "shape", "data"}
SUFFIX = ".npy"


def read_npz(path: Source, names: Source | None = None) -> Corpus:
    """Read a sparse matrix; numbers that stand in the same cell are added up.

    names  : a file of the features' names, one a line
    raises : InputError that names the file, what is wrong and the way out
    """
    with open_zip(path, _damaged(path)) as archive:
        arrays = {
            name: _read_member(archive, member, path)
            for name, member in _members(archive, path).items()
        }
    matrix = build_sparse(arrays, path.name)
    return corpus_of(path, matrix, names)


def _damaged(path: Source) -> str:
    return (
        f"{path.name} is a zip archive that is cut off, damaged, locked or inside "
        f"another archive. {WAY_OUT}"
    )


def _members(archive: zipfile.ZipFile, path: Source) -> dict[str, zipfile.ZipInfo]:
    listed = archive.infolist()
    members = {member.filename.removesuffix(SUFFIX): member for member in listed}
    if len(members) < len(listed) or not NEEDED <= set(members) <= set(MEMBERS):
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
    place = f"{path.name}, {member.filename}"
    if not is_readable(member):
        raise InputError(_damaged(path))
    with archive.open(member) as file:
        header = read_header(file, place)
        _check_type(header, member.filename.removesuffix(SUFFIX), place)
        # The directory of an archive may lie, the size of the whole file cannot.
        inflated = n_bytes(path) * MOST_INFLATION
        _check_size(header, min(member.file_size, inflated), place)
        return read_numbers(file, header, place)


def _check_type(header: ArrayHeader, name: str, place: str) -> None:
    kinds, dimensions = MEMBERS[name]
    if kinds == REAL:
        check_numbers(header, place)
    fits = header.dtype.kind in kinds and 1 <= header.dtype.itemsize <= LONGEST_NUMBER
    if not fits or len(header.shape) not in dimensions:
        raise InputError(
            f"{place} is of type {str(header.dtype)[:64]} with {len(header.shape)} "
            f"dimensions, as scipy writes no {name}. {WAY_OUT}"
        )


def _check_size(header: ArrayHeader, most_bytes: int, place: str) -> None:
    # Of the sides too: if one is 0, the others could be anything.
    largest = max(math.prod(header.shape), *header.shape, 0)
    if largest > MOST_CELLS:
        raise InputError(
            f"{place}: {largest:,} numbers; up to {MOST_CELLS:,} can be read here. "
            "Take a part of the matrix."
        )
    n_bytes = math.prod(header.shape) * header.dtype.itemsize
    if n_bytes > most_bytes:
        raise InputError(
            f"{place}: {n_bytes:,} bytes of numbers are promised, more than it can "
            f"hold. {WAY_OUT}"
        )


# The names of each format's indices, and the number of dimensions of its data.
FORMATS = {
    "csr": (("indices", "indptr"), 1),
    "csc": (("indices", "indptr"), 1),
    "bsr": (("indices", "indptr"), 3),
    "coo": (("row", "col"), 1),
    "dia": (("offsets",), 2),
}
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix)."


def build_sparse(arrays: Mapping[str, np.ndarray], place: str) -> sparse.csr_array:
    """Build one matrix, no cell twice and no zeros, from what save_npz writes of one.

    arrays  : format, shape, data, and the indices that the format has
    returns : (n_rows, n_columns) of doubles
    raises  : InputError that begins with `place`, if the arrays do not fit together
    """
    form = _format(arrays, place)
    shape = _shape(arrays["shape"], place)
    data = to_floats(arrays["data"])
    check_shape(place, *shape, data.size)
    indices = [_signed(arrays[name]) for name in FORMATS[form][0]]
    if form == "coo":
        matrix = _coordinates(data, indices, shape, place)
    elif form == "dia":
        matrix = _diagonals(data, indices[0], shape, place)
    else:
        matrix = _compressed(form, data, indices, shape, place)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def _format(arrays: Mapping[str, np.ndarray], place: str) -> str:
    # Of one byte a letter or of four in either order: zero bytes are no letters.
    form = arrays["format"].tobytes().replace(b"\0", b"").decode("latin-1")
    if form not in FORMATS:
        raise InputError(
            f"{place} is in the format {form!r}; {', '.join(FORMATS)} can be read. "
            "Save it as scipy.sparse.save_npz(FILE, matrix.tocsr())."
        )
    names, dimensions = FORMATS[form]
    for name in names:
        _require(name in arrays, f"{name} is missing", place)
    found = arrays["data"].ndim
    _require(found == dimensions, f"data of {found} dimensions", place)
    return form


def _shape(lengths: np.ndarray, place: str) -> tuple[int, int]:
    _require(len(lengths) == 2, f"{len(lengths)} dimensions, not 2", place)
    return int(lengths[0]), int(lengths[1])


def _require(fits: bool, otherwise: str, place: str) -> None:
    if not fits:
        raise InputError(
            f"{place}: its arrays do not fit together: {otherwise}. {WAY_OUT}"
        )


def _signed(indices: np.ndarray) -> np.ndarray:
    """Return indices as scipy holds them; those beyond 2^63 - 1 become negative."""
    native = indices.dtype in (np.int32, np.int64) and indices.dtype.isnative
    return indices if native else indices.astype(np.int64)


def _require_range(
    indices: np.ndarray, least: int, end: int, name: str, place: str
) -> None:
    outside = indices[(indices < least) | (indices >= end)]
    if outside.size:
        truth = f"{outside[0]:,} in {name}, which goes from {least:,} to {end - 1:,}"
        _require(False, truth, place)


def _coordinates(
    data: np.ndarray, indices: list[np.ndarray], shape: tuple[int, int], place: str
) -> sparse.csr_array:
    for values, length, name in zip(indices, shape, FORMATS["coo"][0], strict=True):
        _require(len(values) == len(data), f"{name} and data differ in length", place)
        _require_range(values, 0, length, name, place)
    return sparse.coo_array((data, tuple(indices)), shape=shape).tocsr()


def _diagonals(
    data: np.ndarray, offsets: np.ndarray, shape: tuple[int, int], place: str
) -> sparse.csr_array:
    distinct = len(np.unique(offsets)) == len(offsets) == len(data)
    _require(distinct, "offsets do not name each row of data once", place)
    _require_range(offsets, 1 - shape[0], shape[1], "offsets", place)
    return sparse.dia_array((data, offsets), shape=shape).tocsr()


def _compressed(
    form: str,
    data: np.ndarray,
    indices: list[np.ndarray],
    shape: tuple[int, int],
    place: str,
) -> sparse.csr_array:
    """Build a matrix whose indptr[i] : indptr[i + 1] are the entries of row i.

    Of column i in csc, and of a row of blocks in bsr.
    """
    columns, starts = indices
    block = data.shape[1:] or (1, 1)
    whole = 0 not in block and not any(np.mod(shape, block))
    _require(whole, f"blocks of {block} do not fill {shape}", place)
    n_outer, n_inner = (int(number) for number in np.floor_divide(shape, block))
    if form == "csc":
        n_outer, n_inner = n_inner, n_outer
    _require(len(columns) == len(data), "indices and data differ in length", place)
    _require(len(starts) == n_outer + 1, f"{len(starts):,} numbers in indptr", place)
    rising = starts[0] == 0 and not (np.diff(starts) < 0).any()
    _require(rising, "indptr does not rise from 0", place)
    _require_range(starts, 0, len(columns) + 1, "indptr", place)
    _require_range(columns, 0, n_inner, "indices", place)
    kind = {"csr": sparse.csr_array, "csc": sparse.csc_array, "bsr": sparse.bsr_array}
    return kind[form]((data, columns, starts), shape=shape).tocsr()
