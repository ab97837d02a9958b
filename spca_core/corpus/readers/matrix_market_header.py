"""The header of a Matrix Market file: what it promises, and whether that can be."""

import re
from typing import BinaryIO, NamedTuple

from spca_core.corpus.readers.files import Source, most_text_bytes
from spca_core.corpus.readers.measurements import check_shape
from spca_core.errors import InputError

MAGIC = b"%%MatrixMarket"
BANNER = re.compile(
    rb"%%matrixmarket\s+matrix\s+(coordinate|array)\s+(\w+)\s+(\w[\w-]*)\s*", re.I
)
FIELDS = (b"real", b"integer", b"pattern")
LONGEST_LINE = 4_096  # bytes, of the header
WAY_OUT = "Correct it, or write the file again: scipy.io.mmwrite(FILE, matrix)."


class Header(NamedTuple):
    """What the lines before the numbers promise, and how many lines they are."""

    layout: str
    field: str
    n_documents: int
    n_words: int
    n_values: int
    n_lines: int

    @property
    def n_tokens(self) -> int:
        """How many numbers stand on the lines that follow."""
        if self.layout == "array":
            return self.n_values
        return self.n_values * (2 if self.field == "pattern" else 3)


def read_header(file: BinaryIO, source: Source) -> Header:
    """Read up to the numbers, and check what is promised of them.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    place = f"{source.name}, line 1"
    match = BANNER.fullmatch(file.readline(LONGEST_LINE))
    if not match:
        raise InputError(
            f"{place} is not `%%MatrixMarket matrix coordinate integer general`. "
            f"{WAY_OUT}"
        )
    layout, field, symmetry = (part.lower() for part in match.groups())
    if field not in FIELDS or (layout, field) == (b"array", b"pattern"):
        raise InputError(f"{place}: numbers that are {shown(field)}. {WAY_OUT}")
    if symmetry != b"general":
        raise InputError(
            f"{place}: a {shown(symmetry)} matrix, which is no table of documents by "
            "words. Give the counts themselves, as a general matrix."
        )
    header = _read_size(file, source.name, layout.decode(), field.decode())
    _check_promise(header, source)
    return header


def shown(name: bytes) -> str:
    """Return bytes of a stranger for a message, short and escaped."""
    return name[:64].decode("ascii", "backslashreplace")


def _read_size(file: BinaryIO, name: str, layout: str, field: str) -> Header:
    """Read up to the line of sizes, past comments and blank lines."""
    line, text = 2, file.readline(LONGEST_LINE)
    while text and (text.startswith(b"%") or not text.strip()):
        line += text.endswith(b"\n")
        text = file.readline(LONGEST_LINE)
    sizes = text.split()
    expected = "D W NNZ" if layout == "coordinate" else "D W"
    if len(sizes) != len(expected.split()) or not all(map(bytes.isdigit, sizes)):
        raise InputError(
            f"{name}, line {line}: {shown(text)!r} is not `{expected}`, the numbers of "
            f"documents, words{' and nonzeros' * (len(expected) > 3)}. {WAY_OUT}"
        )
    n_documents, n_words, *rest = map(int, sizes)
    n_values = rest[0] if rest else n_documents * n_words
    check_shape(f"{name}, line {line}", n_documents, n_words, n_values)
    return Header(layout, field, n_documents, n_words, n_values, line)


def _check_promise(header: Header, source: Source) -> None:
    # A token has one character at least, and a blank or a line feed after it.
    if 2 * header.n_tokens > most_text_bytes(source) + 1:
        raise InputError(
            f"{source.name}, line {header.n_lines}: {header.n_values:,} numbers are "
            "promised, more than its size can hold. Check that the file is complete."
        )
