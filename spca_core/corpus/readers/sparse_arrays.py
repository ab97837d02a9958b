"""Reader of sparse matrices as scipy.sparse.save_npz writes them: a zip of arrays.

The arrays are read here and not by load_npz, which believes headers and sizes. Compiled
code trusts its indices, so all are checked before it sees them.
"""

import zipfile
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import (
    MAX_NUMBER,
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
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix)."


class Format(NamedTuple):
    """A format of scipy.sparse: its class, its indices, its data's dimensions."""

    build: type
    indices: tuple[str, ...]
    n_dimensions: int


FORMATS = {
    "csr": Format(sparse.csr_array, ("indices", "indptr"), 1),
    "csc": Format(sparse.csc_array, ("indices", "indptr"), 1),
    "bsr": Format(sparse.bsr_array, ("indices", "indptr"), 3),
    "coo": Format(sparse.coo_array, ("row", "col"), 1),
    "dia": Format(sparse.dia_array, ("offsets",), 2),
}


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
    return corpus_of(path, _build_sparse(arrays, path.name), names)


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
        _check_header(header, member.filename.removesuffix(SUFFIX), place)
        # The directory of an archive may lie, the size of the whole file cannot.
        inflated = n_bytes(path) * MOST_INFLATION
        return read_numbers(file, header, min(member.file_size, inflated), place)


def _check_header(header: ArrayHeader, name: str, place: str) -> None:
    kinds, dimensions = MEMBERS[name]
    if kinds == REAL:
        check_numbers(header, place)
    fits = header.dtype.kind in kinds and 1 <= header.dtype.itemsize <= MAX_NUMBER
    if not fits or len(header.shape) not in dimensions:
        raise InputError(
            f"{place} is of type {str(header.dtype)[:64]} with {len(header.shape)} "
            f"dimensions, as scipy writes no {name}. {WAY_OUT}"
        )
    # Each side by itself: next to a 0, another could be anything.
    if max(header.shape, default=0) > MOST_CELLS:
        raise InputError(
            f"{place}: {max(header.shape):,} numbers; up to {MOST_CELLS:,} can be read "
            "here. Take a part of the matrix."
        )


def _build_sparse(arrays: Mapping[str, np.ndarray], place: str) -> sparse.csr_array:
    """Build one matrix, no cell twice and no zeros, from what save_npz writes of one.

    arrays  : format, shape, data, and the indices that the format has
    returns : (n_rows, n_columns) of doubles
    raises  : InputError that begins with `place`, if the arrays do not fit together
    """
    form = _format(arrays["format"], place)
    data, shape = to_floats(arrays["data"]), tuple(map(int, arrays["shape"]))
    try:
        if len(shape) != 2 or data.ndim != form.n_dimensions:
            raise ValueError(f"{len(shape)} dimensions, and data of {data.ndim}")
        check_shape(place, *shape, data.size)
        if missing := [name for name in form.indices if name not in arrays]:
            raise ValueError(f"{missing[0]} is missing")
        indices = [arrays[name] for name in form.indices]
        matrix = _build(form, data, indices, shape)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{place}: its arrays do not fit together: {error}. {WAY_OUT}"
        ) from error
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def _format(word: np.ndarray, place: str) -> Format:
    # Of one byte a letter or of four in either order: zero bytes are no letters.
    name = word.tobytes().replace(b"\0", b"").decode("latin-1")
    if name not in FORMATS:
        raise InputError(
            f"{place} is in the format {name!r}; {', '.join(FORMATS)} can be read. "
            "Save it as scipy.sparse.save_npz(FILE, matrix.tocsr())."
        )
    return FORMATS[name]


def _build(
    form: Format, data: np.ndarray, indices: list[np.ndarray], shape: tuple[int, int]
) -> sparse.csr_array:
    """Build the matrix; ValueError if an index is out of place."""
    if form.build is sparse.coo_array:
        return sparse.coo_array((data, tuple(indices)), shape=shape).tocsr()
    if form.build is sparse.dia_array:
        _check_offsets(indices[0], shape)
        return sparse.dia_array((data, indices[0]), shape=shape).tocsr()
    _check_blocks(data.shape[1:] or (1, 1), shape)
    # If the last entry of indptr is 0, check_format takes the matrix for empty.
    starts = indices[1]
    if (starts[1:] < starts[:-1]).any():
        raise ValueError("indptr does not rise")
    matrix = form.build((data, *indices), shape=shape)
    matrix.check_format(full_check=True)
    return matrix.tocsr(copy=True)  # what was read cannot be written to


def _check_offsets(offsets: np.ndarray, shape: tuple[int, int]) -> None:
    # scipy would cut them to 32 bits.
    outside = (offsets <= -shape[0]) | (offsets >= shape[1])
    if outside.any():
        raise ValueError(f"{offsets[outside][0]:,} in offsets of a matrix {shape}")


def _check_blocks(block: tuple[int, ...], shape: tuple[int, int]) -> None:
    if 0 in block or any(np.mod(shape, block)):
        raise ValueError(f"blocks of {block} do not fill {shape}")
