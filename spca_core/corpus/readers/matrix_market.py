"""Reader of Matrix Market files (math.nist.gov/MatrixMarket), documents by words.

The numbers are read by scipy, which believes the header and passes over what follows
a number: the header is read here, and each block is looked through before scipy has it.

The header of a Matrix Market file: what it promises, and whether that can be.
"""

import io
import re
from typing import BinaryIO, NamedTuple

from scipy import sparse
from scipy.io import mmread

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import (
    Source,
    most_text_bytes,
    open_bounded,
)
from spca_core.corpus.readers.lines import quote, read_names
from spca_core.corpus.readers.measurements import check_shape, plain_name
from spca_core.corpus.readers.mending import count_corpus, n_lines, numbered_words
from spca_core.errors import InputError

MOST_TEXT = 8_000_000_000  # bytes, unzipped
BLOCK = 1 << 18  # bytes looked through at a time
PLAIN = b"0123456789+-.eE \t\r\n"
FAULT = re.compile(r"Line (\d+): (.*)")


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


def read_matrix_market(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; the words are in a list of their own, one a line, or numbered.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    with open_bounded(source, MOST_TEXT) as file:
        header = read_header(file, source)
        vocabulary = _words(words, header, source.name)
        cells = _read_body(file, header, source.name)
    return count_corpus(plain_name(source), cells, vocabulary)


def _words(words: Source | None, header: Header, name: str) -> tuple[str, ...]:
    if words is None:
        return numbered_words(header.n_words)
    if n_lines(words) == header.n_documents != header.n_words:
        raise InputError(
            f"{name} has {header.n_documents:,} rows and {header.n_words:,} columns, "
            f"and {words.name} has a word for each row: the matrix is the wrong way "
            "round. Transpose it: scipy.io.mmwrite(FILE, matrix.T)."
        )
    return read_names(words, "word", header.n_words)


def _read_body(file: BinaryIO, header: Header, name: str) -> sparse.coo_array:
    body = _Body(file, header, name)
    try:
        matrix = mmread(io.BufferedReader(body, BLOCK), spmatrix=False)
    except (ValueError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(_reworded(str(error), header, name)) from error
    body.check_complete()
    return sparse.coo_array(matrix)


def _reworded(fault: str, header: Header, name: str) -> str:
    match = FAULT.match(fault)
    if not match:
        return (
            f"{name}, line {header.n_lines}: {header.n_values:,} numbers are promised, "
            "but fewer follow. Check that the file is complete."
        )
    line = int(match[1]) + header.n_lines - _Body.HEADER_LINES
    return f"{name}, line {line}: {match[2].rstrip('.')}. {WAY_OUT}"


class _Body(io.RawIOBase):
    """The file as scipy has it: a header of our own, then numbers and nothing else."""

    HEADER_LINES = 2

    def __init__(self, file: BinaryIO, header: Header, name: str) -> None:
        self._file, self._header, self._name = file, header, name
        self._line, self._n_tokens, self._within = header.n_lines + 1, 0, False
        # Put after the last line: if it has none, and a blank after its last number,
        # scipy reads on past the end of memory and may crash.
        self._line_feed = b"\n"
        # Read as real: of a whole number scipy would pass over a fraction.
        field = "pattern" if header.field == "pattern" else "real"
        sizes = [header.n_documents, header.n_words, header.n_values]
        size = " ".join(map(str, sizes[: 3 if header.layout == "coordinate" else 2]))
        self._start = (
            f"{MAGIC.decode()} matrix {header.layout} {field} general\n{size}\n"
        ).encode()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        block = self._start or self._file.read(len(buffer))
        if not self._start:
            self._check(block)
            if not block:
                block, self._line_feed = self._line_feed, b""
        self._start = b""
        buffer[: len(block)] = block
        return len(block)

    def _check(self, block: bytes) -> None:
        if strange := block.translate(None, PLAIN):
            before = block[: block.index(strange[:1])].count(b"\n")
            raise InputError(
                f"{self._name}, line {self._line + before}: "
                f"{quote(strange[:1])} is in no number. {WAY_OUT}"
            )
        goes_on = self._within and not block[:1].isspace()
        self._n_tokens += len(block.split()) - (goes_on and bool(block))
        self._within = bool(block) and not block[-1:].isspace()
        self._line += block.count(b"\n")

    def check_complete(self) -> None:
        """Refuse lines with more numbers than promised: scipy skips the rest."""
        if self._n_tokens != self._header.n_tokens:
            raise InputError(
                f"{self._name}: {self._n_tokens:,} numbers follow the header, but it "
                f"promises {self._header.n_tokens:,}. {WAY_OUT}"
            )


MAGIC = b"%%MatrixMarket"
BANNER = re.compile(
    rb"%%matrixmarket\s+matrix\s+(coordinate|array)\s+(\w+)\s+(\w[\w-]*)\s*", re.I
)
FIELDS = (b"real", b"integer", b"pattern")
LONGEST_LINE = 4_096  # bytes, of the header
WAY_OUT = "Correct it, or write the file again: scipy.io.mmwrite(FILE, matrix)."


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
        raise InputError(f"{place}: numbers that are {quote(field)}. {WAY_OUT}")
    if symmetry != b"general":
        raise InputError(
            f"{place}: a {quote(symmetry)} matrix, which is no table of documents by "
            "words. Give the counts themselves, as a general matrix."
        )
    header = _read_size(file, source.name, layout.decode(), field.decode())
    _check_promise(header, source)
    return header


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
            f"{name}, line {line}: {quote(text)} is not `{expected}`, the numbers of "
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
