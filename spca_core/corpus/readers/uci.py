"""Reader of the UCI bag-of-words format: docword.NAME.txt[.gz] with vocab.NAME.txt.

The counts file opens with three lines D, W, NNZ, then has NNZ lines `document word
count`, ids from 1 (archive.ics.uci.edu, data set "Bag of Words").
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, Report
from spca_core.corpus.readers.files import (
    Source,
    most_text_bytes,
    open_bounded,
)
from spca_core.corpus.readers.lines import quote, read_names
from spca_core.corpus.readers.mending import merge_repeated, merging_warning
from spca_core.errors import InputError

MOST_TEXT = 4_000_000_000  # bytes, unzipped
MOST_COUNT = 2**31 - 1
SHORTEST_LINE = len(b"1 1 1\n")
LONGEST_LINE = 64  # bytes; a longer one is no line "document word count"
BLOCK = 1 << 18  # bytes parsed at a time
DOCWORD = re.compile(r"docword\.(.+?)\.txt(\.gz)?")
INTEGER = re.compile(rb"[+-]?\d{1,64}")
# What loadtxt may see: some versions of numpy read 1.5 as 1 where 1 is expected.
PLAIN = b"0123456789+- \t\v\f\r\n"


class Header(NamedTuple):
    """What the first three lines promise."""

    documents: int
    words: int
    nonzeros: int


# The most that may be promised: nothing is allocated on the word of a stranger.
MOST = Header(documents=20_000_000, words=5_000_000, nonzeros=200_000_000)


def read_uci(docword: Source, vocabulary: Source | None = None) -> Corpus:
    """Read a corpus; the words are in vocab.NAME.txt beside the counts unless given.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    with open_bounded(docword, MOST_TEXT) as file:
        header = _read_header(file, docword)
        listed = vocabulary or _vocabulary_beside(docword)
        words = read_names(listed, "word", header.words)
        counts = _read_body(file, docword.name, header)
    n_repeated = header.nonzeros - counts.nnz
    warning = (
        f"{docword.name}: lines that repeat a document and word: {n_repeated:,}. "
        "Their counts were added up."
    )
    words, counts, n_merged = merge_repeated(words, counts)
    return Corpus(
        name=_corpus_name(docword),
        observations=counts,
        words=words,
        warnings=(warning,) * bool(n_repeated) + merging_warning(listed.name, n_merged),
        report=Report(merged_words=n_merged),
    )


def holds_uci(lines: list[bytes]) -> bool:
    """Tell D, W, NNZ and the first `document word count` from a column of numbers."""
    header = all(line.strip().isdigit() for line in lines[:3])
    return header and len(lines) > 3 and len(lines[3].split()) == 3


def _corpus_name(docword: Source) -> str:
    match = DOCWORD.fullmatch(docword.name)
    return match[1] if match else docword.name


def _vocabulary_beside(docword: Source) -> Source:
    name = f"vocab.{_corpus_name(docword)}.txt"
    if isinstance(docword, Path):
        for candidate in (docword.with_name(name), docword.with_name(f"{name}.gz")):
            if candidate.exists():
                return candidate
    raise InputError(
        f"No words for {docword.name}: there is no {name} beside it. "
        "Give the file of words too; on the command line, by --vocabulary FILE."
    )


def _read_header(file: BinaryIO, path: Source) -> Header:
    numbers = [_read_header_number(file, path.name, line) for line in (1, 2, 3)]
    header = Header(*numbers)
    for line, (promised, most) in enumerate(zip(header, MOST, strict=True), start=1):
        if not 1 <= promised <= most:
            raise InputError(
                f"{path.name}, line {line}: {promised:,} {Header._fields[line - 1]}; "
                f"1 to {most:,} can be read here. Check the header, or take a part."
            )
    if header.nonzeros * SHORTEST_LINE > most_text_bytes(path) + 1:
        raise InputError(
            f"{path.name}, line 3: {header.nonzeros:,} nonzeros are promised, more "
            "than a file of its size can hold. Check that the file is complete."
        )
    return header


def _read_header_number(file: BinaryIO, name: str, line: int) -> int:
    text = file.readline(LONGEST_LINE).strip()
    if not text.isdigit():
        raise InputError(
            f"{name}, line {line}: {quote(text)} is not a whole number. The first "
            "three lines are the numbers of documents, words and nonzeros."
        )
    return int(text)


def _read_body(file: BinaryIO, name: str, header: Header) -> sparse.csr_array:
    """Parse block by block into arrays of the promised size, so memory is known."""
    documents = np.empty(header.nonzeros, dtype=np.int32)
    words = np.empty(header.nonzeros, dtype=np.int32)
    counts = np.empty(header.nonzeros)
    filled = 0
    for triples in _blocks(file, name, header):
        end = filled + len(triples)
        if end > header.nonzeros:
            raise _wrong_length(name, header, "more follow")
        documents[filled:end], words[filled:end] = triples[:, 0] - 1, triples[:, 1] - 1
        counts[filled:end] = triples[:, 2]
        filled = end
    if filled < header.nonzeros:
        raise _wrong_length(name, header, f"only {filled:,} follow")
    return sparse.coo_array((counts, (documents, words)), header[:2]).tocsr()


def _wrong_length(name: str, header: Header, truth: str) -> InputError:
    return InputError(
        f"{name}, line 3: {header.nonzeros:,} nonzeros are promised, but {truth}. "
        "Correct the line, or check that the file is complete."
    )


def _blocks(file: BinaryIO, name: str, header: Header) -> Iterator[np.ndarray]:
    line = len(header) + 1
    while block := file.read(BLOCK):
        block += file.readline(LONGEST_LINE)
        yield _parse(block, name, line, header)
        line += block.count(b"\n")


def _parse(block: bytes, name: str, line: int, header: Header) -> np.ndarray:
    """Return the block's triples, (n_lines, 3), or name its first bad line."""
    if not block.strip():
        return np.empty((0, 3), dtype=np.int64)
    if block.translate(None, PLAIN):
        raise _first_fault(block, name, line, header)
    # A carriage return alone would end a line for loadtxt, and for nobody else.
    text = io.BytesIO(block.replace(b"\r", b" "))
    try:
        triples = np.loadtxt(text, np.int64, comments=None, ndmin=2)
    except ValueError as error:
        raise _first_fault(block, name, line, header) from error
    most = (header.documents, header.words, MOST_COUNT)
    if triples.shape[1] != 3 or (triples < 1).any() or (triples > most).any():
        raise _first_fault(block, name, line, header)
    return triples


def _first_fault(
    block: bytes, name: str, first_line: int, header: Header
) -> InputError:
    """Return the error that names the block's first bad line: slow, and only then."""
    for line, text in enumerate(block.split(b"\n"), start=first_line):
        fault = _fault(text.split(), header)
        if fault:
            return InputError(f"{name}, line {line}: {quote(text)} {fault}")
    raise AssertionError("numpy refused a block in which every line is good")


def _fault(fields: list[bytes], header: Header) -> str:
    """Say what is wrong with a line, and the way out; nothing if it is good."""
    if not fields:
        return ""
    if len(fields) != 3 or not all(map(INTEGER.fullmatch, fields)):
        return "is not `document word count` in whole numbers. Correct the line."
    document, word, count = map(int, fields)
    if not 1 <= document <= header.documents:
        return f"is not of document 1 to {header.documents:,}. Correct it or line 1."
    if not 1 <= word <= header.words:
        return f"is not of word 1 to {header.words:,}. Correct it or line 2."
    if not 1 <= count <= MOST_COUNT:
        return f"has no count of 1 to {MOST_COUNT:,}. Correct or remove the line."
    return ""
