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
from spca_core.corpus.readers.lines import check_empty, n_lines, names_of, quote
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from spca_core.formatting import counted

# What NumPy raises for a header that is none.
NO_HEADER = (
    *(ValueError, TypeError, SyntaxError, RecursionError, TokenError),
    MemoryError,  # of brackets in brackets
)
REAL = "biuf"  # the kinds of NumPy's types that are taken as numbers
OTHERS = {
    "O": "Python objects, which are never unpickled here",
    "c": "complex numbers",
    **dict.fromkeys("SUT", "text"),
    "M": "dates",
    "m": "spans of time",
    "V": "records of several fields",
}
# The kinds of types that the arrays of a .npz may have.
KINDS = {
    "format": "SU",
    "data": REAL,
    "_is_array": "b",
    **dict.fromkeys(("shape", "indices", "indptr", "row", "col"), "iu"),
}
WAY_OUT = "Save it again: scipy.sparse.save_npz(FILE, matrix.tocsr())."
MAGIC = re.compile(b"%%MatrixMarket", re.IGNORECASE)
BANNER = re.compile(
    rb"%%matrixmarket\s+matrix\s+(coordinate|array)\s+(\w+)\s+(\w[\w-]*)\s*", re.I
)
FIELDS = {
    b"coordinate": (b"real", b"integer", b"pattern"),
    b"array": (b"real", b"integer"),
}
CORRECT_IT = "Correct it, or write the file again: scipy.io.mmwrite(FILE, matrix)."

Shape = tuple[int, ...]


def read_npy(source: Source, names: Source | None = None) -> Corpus:
    """Read a two-dimensional array of real numbers, plain or gzip."""
    with open_bounded(source, limits.ARRAY_BYTES) as file:
        shape, dtype = _header(file, source.name)
    if (n := len(shape)) != 2:
        lengths = " x ".join(map(str, shape[:5])) or "a single number"
        fault = f"has {n} dimensions ({lengths}), but 2 are needed, rows and columns"
        way_out = "Save numpy.reshape(array, (n_rows, n_columns))."
        raise InputError(f"{source.name} {fault}. {way_out}")
    _check_real(source.name, dtype)
    n_rows, n_columns = shape
    checks.check_shape(source.name, n_rows, n_columns, n_rows * n_columns)
    n_bytes = math.prod(shape) * dtype.itemsize
    if n_bytes > files.max_text_bytes(source):
        raise _wrong_size(source.name, n_bytes, "the file holds fewer")
    with open_bounded(source, limits.ARRAY_BYTES) as file:
        try:
            matrix = _floats(npy.read_array(file, allow_pickle=False))
        except ValueError as error:
            raise _wrong_size(source.name, n_bytes, "the file holds fewer") from error
        if file.read(1):
            raise _wrong_size(source.name, n_bytes, "more follow")
    words = names_of("feature", n_columns, names)
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


def _floats(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):  # too large numbers become infinite
        return np.ascontiguousarray(values, dtype=np.float64)


def _wrong_size(place: str, n_bytes: int, truth: str) -> InputError:
    fault = f"the header declares {counted(n_bytes, 'bytes')} of numbers, but {truth}"
    return InputError(f"{place}: {fault}. Check that the file holds one array.")


def _header(file: IO[bytes], place: str) -> tuple[Shape, np.dtype]:
    try:
        # Later versions are for records, and may promise a header of 4 GB.
        version = npy.read_magic(file)
        shape, _, dtype = npy.read_array_header_1_0(file)
        is_shape = all(type(n) is int and 0 <= n <= 2**62 for n in shape)
        if version != (1, 0) or not is_shape:
            raise ValueError("not of version 1.0, or no shape")
    except NO_HEADER as error:
        fault = "is not an array of numbers as numpy.save writes it, or is damaged"
        raise InputError(f"{place} {fault}. Save it again by numpy.save.") from error
    return shape, dtype


def _check_real(place: str, dtype: np.dtype) -> None:
    if dtype.kind not in REAL:
        what = OTHERS.get(dtype.kind, f"the type {str(dtype)[:64]}")
        way_out = "Save it as numbers: numpy.save(FILE, matrix.astype(float))."
        raise InputError(f"{place} holds {what}, not real numbers. {way_out}")


def _check_members(archive: ZipFile, source: Source) -> None:
    """Refuse an archive that is no sparse matrix, or larger than it looks."""
    listed = archive.infolist()
    names = {member.filename.removesuffix(".npy") for member in listed}
    is_matrix = {"format", "shape", "data"} <= names <= KINDS.keys()
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
        if name == "data":
            _check_real(place, dtype)
        if dtype.kind not in KINDS[name] or len(shape) > 1:
            fault = (
                f"is of type {str(dtype)[:64]} with {counted(len(shape), 'dimensions')}"
            )
            raise InputError(f"{place} {fault}, unlike in a csr matrix. {WAY_OUT}")
        n_bytes = math.prod(shape) * dtype.itemsize
        # An archive's directory may state false sizes; its own size is true.
        if n_bytes > min(member.file_size, files.most_unzipped(source)):
            raise _wrong_size(place, n_bytes, "the file holds fewer")


def is_matrix_market(start: Start) -> bool:
    return start.matches(MAGIC)


def read_matrix_market(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; the words come from a separate list, one a line, or are numbered."""
    name = plain_name(source)
    with open_bounded(source, limits.MATRIX_MARKET) as file:
        layout, field, is_symmetric = _read_banner(file, f"{source.name}, line 1")
        line, sizes = _read_sizes(file, source.name, layout, is_symmetric=is_symmetric)
        vocabulary = _words(words, sizes, source.name)
        ranges: dict[str, tuple[float, float]] = {}
        if layout == b"coordinate":
            ranges = {"document": (1, sizes[0]), "word": (1, sizes[1])}
        if field != b"pattern":
            least, most = (-MAX_NUMBER, MAX_NUMBER) if is_symmetric else (0, MAX_COUNT)
            ranges["count"] = (least, most)
        lines = Lines(ranges, are_whole=False)
        if not is_symmetric:
            cells = read_cells(file, source, line, sizes, lines)
            return checks.count_corpus(name, cells, vocabulary)
        if layout == b"coordinate":
            triangle = read_cells(file, source, line, sizes, lines).toarray()
        else:
            triangle = _read_triangle(file, source, line, sizes, lines)
    whole = triangle + np.tril(triangle, -1).T
    return covariances.as_covariance(
        checks.matrix_corpus(name, source.name, whole, vocabulary)
    )


def _read_triangle(
    file: BinaryIO,
    source: Source,
    line: int,
    sizes: tuple[int, int, int],
    lines: Lines,
) -> np.ndarray:
    """Read a dense lower triangle, column by column: (n, n), with zeros above."""
    check_promise(source, line, sizes[2], 1)
    columns, rows = np.triu_indices(sizes[0])
    triangle = np.zeros(sizes[:2])
    parts = read_numbers(file, source, line, sizes[2], lines)
    triangle[rows, columns] = np.concatenate([*parts], axis=1)[0]
    return triangle


def _read_banner(file: BinaryIO, place: str) -> tuple[bytes, bytes, bool]:
    match = BANNER.fullmatch(file.readline(limits.COUNT_LINE))
    if not match:
        raise InputError(
            f"{place} is not `%%MatrixMarket matrix coordinate integer general`. "
            f"{CORRECT_IT}"
        )
    layout, field, symmetry = map(bytes.lower, match.groups())
    if field not in FIELDS[layout]:
        known = b" or ".join(FIELDS[layout]).decode()
        fault = f"numbers of type {quote(field)}, but only {known} can be read here"
        raise InputError(f"{place}: {fault}. {CORRECT_IT}")
    if symmetry not in (b"general", b"symmetric"):
        raise InputError(
            f"{place}: a {quote(symmetry)} matrix, which is neither a table of "
            "documents by words nor a covariance matrix. Give the counts themselves, "
            "as a general matrix."
        )
    return layout, field, symmetry == b"symmetric"


def _read_sizes(
    file: BinaryIO, name: str, layout: bytes, *, is_symmetric: bool
) -> tuple[int, tuple[int, int, int]]:
    """Return the line's number, and those of documents, words and lines to follow."""
    line, text = 2, file.readline(limits.COUNT_LINE)
    while text and (text.startswith(b"%") or not text.strip()):
        line += text.endswith(b"\n")
        check_empty(line, name)
        text = file.readline(limits.COUNT_LINE)
    sizes = text.split()
    expected = "D W NNZ" if layout == b"coordinate" else "D W"
    if len(sizes) != len(expected.split()) or not all(map(bytes.isdigit, sizes)):
        raise InputError(
            f"{name}, line {line}: {quote(text)} is not `{expected}`, the numbers of "
            f"documents, words{' and nonzeros' * (len(expected) > 3)}. {CORRECT_IT}"
        )
    n_documents, n_words, *rest = map(int, sizes)
    n_lines = rest[0] if rest else n_documents * n_words
    if is_symmetric:
        covariances.check_shape(f"{name}, line {line}", (n_documents, n_words))
        n_lines = rest[0] if rest else n_words * (n_words + 1) // 2
    checks.check_shape(f"{name}, line {line}", n_documents, n_words, n_lines)
    return line, (n_documents, n_words, n_lines)


def _words(
    words: Source | None, sizes: tuple[int, int, int], name: str
) -> tuple[str, ...]:
    n_documents, n_words, _ = sizes
    if words and n_lines(words) == n_documents != n_words:
        raise InputError(
            f"{name} has {counted(n_documents, 'rows')} and "
            f"{counted(n_words, 'columns')}, and {words.name} has a word for each row: "
            "the matrix is the wrong way round. Transpose it: scipy.io.mmwrite(FILE, "
            "matrix.T)."
        )
    return names_of("word", n_words, words)
