"""Reader of sparse matrices as scipy.sparse.save_npz writes them: a zip of arrays.

The arrays are read here and not by load_npz: that believes headers and sizes, cuts
diagonals' numbers to 32 bits, and checks no index if the last entry of indptr is 0.
"""

import math
import zipfile

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import (
    LONGEST_NUMBER,
    REAL,
    ArrayHeader,
    check_numbers,
    read_header,
    read_numbers,
)
from spca_core.corpus.readers.files import MOST_INFLATION, Source, n_bytes
from spca_core.corpus.readers.measurements import MOST_CELLS, corpus_of
from spca_core.corpus.readers.sparse_formats import WAY_OUT, build_sparse
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
