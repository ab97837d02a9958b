"""Reader of Matrix Market files (math.nist.gov/MatrixMarket), documents by words.

A symmetric one holds the lower triangle of a covariance matrix.

`scipy.io.mmread` 1.17 still allocates what the header promises, reads `1 1 1.5` as 1 in
a matrix of integers, and ignores what follows a number.
"""

import re
from typing import BinaryIO

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT, MAX_NUMBER
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts import matrices
from spca_core.corpus.readers.counts.cells import (
    Lines,
    check_promise,
    read_cells,
    read_columns,
)
from spca_core.corpus.readers.counts.covariances import as_covariance, check_shape
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.lines import check_empty, n_lines, names_of, quote
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from spca_core.formatting import counted

MAGIC = re.compile(b"%%MatrixMarket", re.IGNORECASE)
BANNER = re.compile(
    rb"%%matrixmarket\s+matrix\s+(coordinate|array)\s+(\w+)\s+(\w[\w-]*)\s*", re.I
)
FIELDS = {
    b"coordinate": (b"real", b"integer", b"pattern"),
    b"array": (b"real", b"integer"),
}
WAY_OUT = "Correct it, or write the file again: scipy.io.mmwrite(FILE, matrix)."


def is_matrix_market(start: Start) -> bool:
    return start.matches(MAGIC)


def read_matrix_market(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; the words come from a separate list, one a line, or are numbered."""
    name = plain_name(source)
    with open_bounded(source, limits.MATRIX_MARKET) as file:
        layout, field, is_symmetric = _read_banner(file, f"{source.name}, line 1")
        line, sizes = _read_sizes(file, source.name, layout, is_symmetric=is_symmetric)
        vocabulary = _words(words, sizes, source.name)
        ranges: dict[str, tuple[float, float]] = {
            "document": (1, sizes[0]),
            "word": (1, sizes[1]),
        }
        ranges = ranges if layout == b"coordinate" else {}
        if field != b"pattern":
            least, most = (-MAX_NUMBER, MAX_NUMBER) if is_symmetric else (0, MAX_COUNT)
            ranges["count"] = (least, most)
        lines = Lines(ranges, are_whole=False)
        if not is_symmetric:
            cells = read_cells(file, source, line, sizes, lines)
            return matrices.count_corpus(name, cells, vocabulary)
        if layout == b"coordinate":
            triangle = read_cells(file, source, line, sizes, lines).toarray()
        else:
            triangle = _read_triangle(file, source, line, sizes, lines)
    whole = triangle + np.tril(triangle, -1).T
    return as_covariance(matrices.matrix_corpus(name, source.name, whole, vocabulary))


def _read_triangle(
    file: BinaryIO, source: Source, line: int, sizes: tuple[int, int, int], lines: Lines
) -> np.ndarray:
    """Read a dense lower triangle, column by column: (n, n), with zeros above."""
    check_promise(source, line, sizes[2], 1)
    parts = read_columns(file, source, line, sizes[2], lines)
    columns, rows = np.triu_indices(sizes[0])
    triangle = np.zeros(sizes[:2])
    triangle[rows, columns] = np.concatenate([part["count"] for part in parts])
    return triangle


def _read_banner(file: BinaryIO, place: str) -> tuple[bytes, bytes, bool]:
    match = BANNER.fullmatch(file.readline(limits.COUNT_LINE))
    if not match:
        raise InputError(
            f"{place} is not `%%MatrixMarket matrix coordinate integer general`. "
            f"{WAY_OUT}"
        )
    layout, field, symmetry = map(bytes.lower, match.groups())
    if field not in FIELDS[layout]:
        known = b" or ".join(FIELDS[layout]).decode()
        fault = f"numbers of type {quote(field)}, but only {known} can be read here"
        raise InputError(f"{place}: {fault}. {WAY_OUT}")
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
            f"documents, words{' and nonzeros' * (len(expected) > 3)}. {WAY_OUT}"
        )
    n_documents, n_words, *rest = map(int, sizes)
    n_lines = rest[0] if rest else n_documents * n_words
    if is_symmetric:
        check_shape(f"{name}, line {line}", (n_documents, n_words))
        n_lines = rest[0] if rest else n_words * (n_words + 1) // 2
    matrices.check_shape(f"{name}, line {line}", n_documents, n_words, n_lines)
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
