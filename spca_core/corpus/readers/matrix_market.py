"""Reader of Matrix Market files (math.nist.gov/MatrixMarket), documents by words.

The numbers are read by scipy, which believes the header and passes over what follows
a number: the header is read here, and each block is looked through before scipy has it.
"""

import io
import re
from typing import BinaryIO

from scipy import sparse
from scipy.io import mmread

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, open_bounded, read_names
from spca_core.corpus.readers.matrix_market_header import (
    MAGIC,
    WAY_OUT,
    Header,
    read_header,
    shown,
)
from spca_core.corpus.readers.measurements import plain_name
from spca_core.corpus.readers.mending import count_corpus, n_lines, numbered_words
from spca_core.errors import InputError

MOST_TEXT = 8_000_000_000  # bytes, unzipped
BLOCK = 1 << 18  # bytes looked through at a time
PLAIN = b"0123456789+-.eE \t\r\n"
FAULT = re.compile(r"Line (\d+): (.*)")


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
                f"{shown(strange[:1])!r} is in no number. {WAY_OUT}"
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
