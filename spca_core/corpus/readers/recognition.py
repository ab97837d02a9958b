"""Recognise a file's format by its content: counts, a table, JSON or prose."""

import csv
import re
from collections.abc import Iterable
from pathlib import Path

from spca_core.corpus.readers import binary, pairs, table_cells
from spca_core.corpus.readers.column_guess import MIN_WORDS
from spca_core.corpus.readers.delimited import holds_prose
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import MAX_TEXT
from spca_core.corpus.readers.matrix_market import MAGIC as MARKET
from spca_core.corpus.readers.table_cells import NUMBER
from spca_core.corpus.readers.uci import DOCWORD
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.segmentation import n_words
from spca_core.errors import InputError

FORMATS = {  # and what each is called on screen
    "text_table": "table of texts (CSV, TSV)",
    "excel": "Excel workbook",
    "parquet": "Parquet table",
    "arrow": "Arrow table",
    "json_list": "JSON list",
    "json_texts": "JSON lines of texts",
    "plain_text": "plain text",
    "zipped_texts": "zip of texts",
    "document": "Word or PDF document",
    "mallet": "MALLET: name, label, text",
    "uci": "UCI bag of words (docword and vocab)",
    "matrix_market": "Matrix Market",
    "lda_c": "LDA-C",
    "svmlight": "SVMlight",
    "npz": "sparse matrix of scipy (.npz)",
    "npy": "array of numpy (.npy)",
    "triples": "lines of document, word, count",
    "count_table": "document-term table of counts",
    "json_lines": "JSON lines of counts or tokens",
    "table": "table of measurements",
    "store": "store, as the command keep writes it",
}
# These are not text, so their first lines cannot be shown.
PACKED = {
    "excel",
    "parquet",
    "arrow",
    "zipped_texts",
    "document",
    "npz",
    "npy",
    "store",
}
LOOKED_AT = 1 << 20  # bytes
MAX_LINES, MIN_SHARE = 100, 3 / 4  # the reader reports lines that do not fit
JSON_LINE = re.compile(rb'\s*\{\s*["}]')
JSON_LIST = re.compile(rb'\s*\[\s*[\[{"]')
# A list of tokens, an object of counts, the first line of a packed corpus, or an
# object whose values are all numbers.
COUNTED = re.compile(
    rb'"tokens"\s*:\s*\[|"counts"\s*:\s*\{|^\s*\{\s*"about"\s*:\s*\{'
    rb'|^\s*\{(\s*"[^"]*+"\s*:\s*[-+.\deE]++\s*,?)*+\s*\}\s*$',
    re.MULTILINE,
)


def recognise(source: Source, *, is_labelled: bool = False) -> str:
    """Return the format of a file, a key of FORMATS, by its first lines.

    If `is_labelled`, a table is one of numbers: no other has a column of labels.
    """
    if isinstance(source, Path) and is_store(source):
        return "store"
    if DOCWORD.fullmatch(source.name):
        return "uci"
    start = beginning(source)
    if not is_text(start) or b"\0" in start:
        return binary.recognise_binary(start, source)
    if not start.strip():
        raise InputError(f"{source.name} is empty. Choose a file with something in it.")
    return _recognise_text(start, is_labelled)


def beginning(source: Source) -> bytes:
    """Return the first bytes of a file, unzipped if it is gzip."""
    with open_bounded(source, MAX_TEXT) as file:
        return file.read(LOOKED_AT)


def is_text(start: bytes) -> bool:
    """Return whether a file can be text, in any encoding, by its first bytes."""
    if start.startswith(binary.MAGICS) or binary.PICKLE.match(start):
        return False
    # Text may begin with an x, and so does what zlib compresses.
    return not (binary.ZLIB.match(start) and binary.is_zlib(start))


def _recognise_text(start: bytes, is_labelled: bool) -> str:
    """Return the format of a text, a key of FORMATS, by its first lines."""
    if start[: len(MARKET)].lower() == MARKET.lower():
        return "matrix_market"
    lines = _lines(start)
    if holds_uci(lines):
        return "uci"
    if JSON_LIST.match(start):
        return "json_list"
    if JSON_LINE.match(start):
        return "json_lines" if COUNTED.search(b"\n".join(lines)) else "json_texts"
    tests = {"lda_c": is_lda_c, "svmlight": is_svmlight}
    found = (form for form, test in tests.items() if _most(map(test, lines)))
    if form := next(found, ""):
        return form
    if _is_mallet(lines[0]) and _most(map(_is_mallet, lines)):
        return "mallet"
    delimiter = table_cells.find_delimiter(lines[0])
    rows = [_cells(line, delimiter) for line in lines]
    may_be_prose = not is_labelled and (delimiter == " " or _has_phrases(rows))
    if may_be_prose and holds_prose(start, is_cut=len(start) == LOOKED_AT):
        return "text_table"
    return _recognise_table(rows, is_labelled)


def _lines(start: bytes) -> list[bytes]:
    """Return the first lines that are not blank, without the last if it is cut off."""
    lines = start.split(b"\n")
    if len(start) == LOOKED_AT and len(lines) > 1:
        lines.pop()
    return [line.strip(b"\r") for line in lines if line.strip()][:MAX_LINES]


def _most(answers: Iterable[object]) -> bool:
    held = list(map(bool, answers))
    return sum(held) >= MIN_SHARE * len(held)


def holds_uci(lines: list[bytes]) -> bool:
    """Return whether a text begins as UCI: three lines of sizes, then a triple."""
    header = all(line.strip().isdigit() for line in lines[:3])
    return header and len(lines) > 3 and len(lines[3].split()) == 3


def is_lda_c(line: bytes) -> bool:
    """Return whether a line is a document: as many pairs as it says, at least one."""
    match = pairs.LDA_C.fullmatch(line)
    return match is not None and 0 < match[2].count(b":") == int(match[1])


def is_svmlight(line: bytes) -> bool:
    """Return whether a line is a document with at least one word, or a comment."""
    match = pairs.SVMLIGHT.fullmatch(line)
    return bool(match and match[2]) or bool(pairs.COMMENT.match(line))


def _is_mallet(line: bytes) -> bool:
    columns = line.split(b"\t")
    return len(columns) == 3 and b" " in columns[2].strip()


def _has_phrases(rows: list[list[str]]) -> bool:
    """Return whether a cell is as wordy as prose, or a row cannot be cut on its own."""
    return any(not row or max(map(_n_words, row)) >= MIN_WORDS for row in rows)


def _n_words(cell: str) -> int:
    return len(cell.split()) if cell.isascii() else n_words(cell)


def _recognise_table(rows: list[list[str]], is_labelled: bool) -> str:
    """Tell triples, counts, measurements and text apart by which cells are numbers."""
    has_header = not all(map(NUMBER.fullmatch, rows[0])) and len(rows) > 1
    body = rows[has_header:]
    is_triples = table_cells.columns_of_triples(rows[0]) or _most(map(is_triple, body))
    if is_triples and not is_labelled:
        return "triples"
    cells = [cell for row in body for cell in row if cell]
    numbers = [float(cell) for cell in cells if NUMBER.fullmatch(cell)]
    n_missing = sum(map(bool, map(table_cells.NO_NUMBER.fullmatch, cells)))
    is_text = not numbers or 2 * (len(numbers) + n_missing) < len(cells)
    if is_text and not is_labelled:
        return "plain_text"
    return "count_table" if look_like_counts(numbers) else "table"


def look_like_counts(numbers: list[float]) -> bool:
    """Return whether numbers look like counts: whole, not negative, at least half 0."""
    whole = all(number >= 0 and number % 1 == 0 for number in numbers)
    return bool(numbers) and whole and 2 * numbers.count(0) >= len(numbers)


def _cells(line: bytes, delimiter: str) -> list[str]:
    try:
        (cells,) = table_cells.cut_lines([line.decode(errors="replace")], delimiter)
        return [cell.strip() for cell in cells]
    except csv.Error:
        return []


def is_triple(cells: list[str]) -> bool:
    """Return whether a row holds a word that is not a number, and a count."""
    if len(cells) != 3 or not NUMBER.fullmatch(cells[2]):
        return False
    return bool(cells[1] and not NUMBER.fullmatch(cells[1]) and float(cells[2]) >= 0)
