"""Arrays and matrices of other programs: .npy, .npz and Matrix Market.

NumPy and SciPy trust headers and sizes, so these are checked here first.
"""

import math
import re
from tokenize import TokenError
from typing import IO, Any, BinaryIO
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT, MAX_NUMBER
from spca_core.corpus.readers import files
from spca_core.corpus.readers.archives import is_readable, open_zip
from spca_core.corpus.readers.counts import checks, covariances
from spca_core.corpus.readers.counts.cells import (
    Lines,
    check_promise,
    read_cells,
    read_numbers,
)
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.lines import check_empty, names_of, quote
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from spca_core.formatting import counted

# What NumPy raises for a header that is none.
MAX_HEADER = 1_000  # bytes: numpy writes 118 for an array of numbers
NO_HEADER = (
    *(ValueError, TypeError, SyntaxError, RecursionError, TokenError),
    MemoryError,  # of brackets in brackets
)
REAL = "biuf"  # the kinds of NumPy's types that are taken as numbers
KINDS = {"format": "SU", "data": REAL}  # of the arrays of a .npz; the others are whole
MEMBERS = {"format", "shape", "data", "indices", "indptr", "row", "col", "_is_array"}
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix.tocsr())."
MAGIC = re.compile(b"%%MatrixMarket", re.IGNORECASE)
BANNER = re.compile(
    rb"%%matrixmarket\s+matrix\s+(coordinate\s+(?:real|integer|pattern)"
    rb"|array\s+(?:real|integer))\s+(general|symmetric)\s*",
    re.IGNORECASE,
)
CORRECT_IT = "Correct it, or write the file again: scipy.io.mmwrite(FILE, matrix)."


def read_npy(source: Source, names: Source | None = None) -> Corpus:
    """Read a two-dimensional array of real numbers, plain or gzip."""
    with open_bounded(source, limits.ARRAY_BYTES) as file:
        shape, dtype = _header(file, source.name)
    if len(shape) != 2:
        raise InputError(
            f"{source.name} has {len(shape)} dimensions, but 2 are needed, rows and "
            "columns. Save numpy.reshape(array, (n_rows, n_columns))."
        )
    if dtype.kind not in REAL:
        unpickled = ", which are never unpickled here" * (dtype.kind == "O")
        raise InputError(
            f"{source.name} holds values of type {str(dtype)[:64]}{unpickled}, not "
            "real numbers. Save them: numpy.save(FILE, matrix.astype(float))."
        )
    checks.check_shape(source.name, *shape, math.prod(shape))
    _check_bytes(source.name, shape, dtype, files.max_text_bytes(source))
    with open_bounded(source, limits.ARRAY_BYTES) as file:
        try:
            matrix = npy.read_array(file, allow_pickle=False)
        except ValueError as error:
            raise _wrong_size(source.name, "the file holds fewer") from error
        if file.read(1):
            raise _wrong_size(source.name, "more follow")
    with np.errstate(over="ignore"):  # too large numbers become infinite
        matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    words = names_of("feature", shape[1], names)
    return checks.matrix_corpus(plain_name(source), source.name, matrix, words)


def read_npz(source: Source, names: Source | None = None) -> Corpus:
    """Read a sparse matrix; numbers in the same cell are added up."""
    fault = "is a zip archive that is cut off, damaged, locked or inside another"
    with open_zip(source, f"{source.name} {fault}. {WAY_OUT}") as archive:
        _check_members(archive, source)
        with source.open("rb") as file:
            matrix = _loaded(file, source.name)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    words = names_of("feature", matrix.shape[1], names)
    return checks.matrix_corpus(plain_name(source), source.name, matrix, words)


def _loaded(file: BinaryIO, place: str) -> sparse.csr_array:
    """Return the matrix of an archive whose members have been checked."""
    try:
        read: Any = sparse.load_npz(file)
        n_rows, n_columns = read.shape
        checks.check_shape(place, n_rows, n_columns, read.nnz)
        if read.format != "coo":
            read.check_format(full_check=True)
            # If the last of them is 0, SciPy takes the matrix for empty.
            if (np.diff(read.indptr) < 0).any():
                raise ValueError("indptr does not rise")
    except InputError:
        raise
    except (ValueError, TypeError, LookupError, NotImplementedError) as error:
        fault = f"its arrays do not fit together: {error}"
        raise InputError(f"{place}: {fault}. {WAY_OUT}") from error
    with np.errstate(over="ignore"):  # too large numbers become infinite
        return sparse.csr_array(read).astype(np.float64)


def _check_members(archive: ZipFile, source: Source) -> None:
    """Refuse an archive that is no sparse matrix, or larger than it looks."""
    listed = archive.infolist()
    names = {member.filename.removesuffix(".npy") for member in listed}
    is_matrix = {"format", "shape", "data"} <= names <= MEMBERS
    if not is_matrix or len(names) < len(listed):
        shown = ", ".join(repr(member.filename[:64]) for member in listed[:3])
        raise InputError(
            f"{source.name} is a zip archive of {shown or 'nothing'}, no sparse matrix "
            f"by rows, columns or cells. {WAY_OUT} Save a dense one by "
            "numpy.save(FILE, matrix), a sheet as CSV."
        )
    for member in listed:
        place = f"{source.name}, {member.filename}"
        if not is_readable(member):
            raise InputError(f"{place} is locked or packed in a rare way. {WAY_OUT}")
        with archive.open(member) as file:
            shape, dtype = _header(file, place)
        name = member.filename.removesuffix(".npy")
        if dtype.kind not in KINDS.get(name, "biu") or len(shape) > 1:
            fault = f"is of {counted(len(shape), 'dimensions')} and type {dtype}"
            raise InputError(f"{place} {fault:.99}, unlike in a csr matrix. {WAY_OUT}")
        # An archive's directory may state false sizes; its own size is true.
        most = min(member.file_size, files.most_unzipped(source))
        _check_bytes(place, shape, dtype, most)


def _header(file: IO[bytes], place: str) -> tuple[tuple[int, ...], np.dtype]:
    try:
        # Later versions are for records, and may promise a header of 4 GB.
        version = npy.read_magic(file)
        shape, _, dtype = npy.read_array_header_1_0(file, MAX_HEADER)
        is_shape = all(type(n) is int and 0 <= n <= 2**62 for n in shape)
        if version != (1, 0) or not is_shape:
            raise ValueError("not of version 1.0, or no shape")
    except NO_HEADER as error:
        fault = "is not an array of numbers as numpy.save writes it, or is damaged"
        raise InputError(f"{place} {fault}. Save it again by numpy.save.") from error
    return shape, dtype


def _check_bytes(
    place: str, shape: tuple[int, ...], dtype: np.dtype, most: int
) -> None:
    """Refuse a header that promises more than a file can hold."""
    if math.prod(shape) * dtype.itemsize > most:
        raise _wrong_size(place, "the file holds fewer")


def _wrong_size(place: str, truth: str) -> InputError:
    return InputError(
        f"{place}: of the numbers that its header declares, {truth}. Check that the "
        "file holds one array, and is complete."
    )


def is_matrix_market(start: Start) -> bool:
    return start.matches(MAGIC)


def read_matrix_market(source: Source, words: Source | None = None) -> Corpus:
    """Read counts, or a symmetric matrix of covariances.

    SciPy's own reader takes `5x` for 5, and a zero byte ends the process.
    """
    name = plain_name(source)
    with open_bounded(source, limits.MATRIX_MARKET) as file:
        layout, is_symmetric = _read_banner(file, f"{source.name}, line 1")
        is_array, has_counts = layout == "array", layout != "pattern"
        line, sizes = _read_sizes(file, source.name, is_array, is_symmetric)
        vocabulary = names_of("word", sizes[1], words)
        most = (-MAX_NUMBER, MAX_NUMBER) if is_symmetric else (0, MAX_COUNT)
        places = {"document": (1, sizes[0]), "word": (1, sizes[1])}
        ranges = {} if is_array else places
        ranges |= {"count": most} if has_counts else {}
        lines = Lines(ranges, are_whole=False)
        if is_symmetric and is_array:
            triangle = _read_triangle(file, source, line, sizes, lines)
        else:
            cells = read_cells(file, source, line, sizes, lines)
            if not is_symmetric:
                return checks.count_corpus(name, cells, vocabulary)
            triangle = cells.toarray()
    whole = triangle + np.tril(triangle, -1).T
    return covariances.as_covariance(
        checks.matrix_corpus(name, source.name, whole, vocabulary)
    )


def _read_triangle(
    file: BinaryIO, source: Source, line: int, sizes: tuple[int, int, int], lines: Lines
) -> np.ndarray:
    """Read a dense lower triangle, column by column: (n, n), with zeros above."""
    check_promise(source, line, sizes[2], 1)
    columns, rows = np.triu_indices(sizes[0])
    triangle = np.zeros(sizes[:2])
    parts = read_numbers(file, source, line, sizes[2], lines)
    triangle[rows, columns] = np.concatenate([*parts], axis=1)[0]
    return triangle


def _read_banner(file: BinaryIO, place: str) -> tuple[str, bool]:
    """Return "array", "pattern", "real" or "integer", and whether it is symmetric."""
    match = BANNER.fullmatch(file.readline(limits.COUNT_LINE))
    if not match:
        raise InputError(
            f"{place} is not `%%MatrixMarket matrix coordinate integer general`; real, "
            "pattern, array and symmetric can be read too, but not complex. "
            f"{CORRECT_IT}"
        )
    layout, symmetry = match[1].decode().lower(), match[2].lower()
    by = layout.split()
    return by[0] if by[0] == "array" else by[1], symmetry == b"symmetric"


def _read_sizes(
    file: BinaryIO, name: str, is_array: bool, is_symmetric: bool
) -> tuple[int, tuple[int, int, int]]:
    """Return the line's number, and those of documents, words and lines to follow."""
    line, text = 2, file.readline(limits.COUNT_LINE)
    while text and (text.startswith(b"%") or not text.strip()):
        line += text.endswith(b"\n")
        check_empty(line, name)
        text = file.readline(limits.COUNT_LINE)
    place, sizes = f"{name}, line {line}", text.split()
    expected = "D W" if is_array else "D W NNZ"
    if len(sizes) != len(expected.split()) or not all(map(bytes.isdigit, sizes)):
        raise InputError(
            f"{place}: {quote(text)} is not `{expected}`, the numbers of documents, "
            f"words and, of coordinates, of lines to follow. {CORRECT_IT}"
        )
    n_documents, n_words, *rest = map(int, sizes)
    if is_symmetric:
        covariances.check_shape(place, (n_documents, n_words))
    in_array = n_words * (n_words + 1) // 2 if is_symmetric else n_documents * n_words
    n_lines = rest[0] if rest else in_array
    checks.check_shape(place, n_documents, n_words, n_lines)
    return line, (n_documents, n_words, n_lines)
