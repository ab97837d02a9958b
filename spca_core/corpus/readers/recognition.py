"""Recognise a file's format by its content: counts, records or documents."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from spca_core.corpus.options import Columns
from spca_core.corpus.readers import binary
from spca_core.corpus.readers.collections.documents import MARKED
from spca_core.corpus.readers.columns import (
    GUESSED,
    NO_NUMBER,
    NUMBER,
    Header,
    find_header,
    holds_prose,
)
from spca_core.corpus.readers.counts import pairs
from spca_core.corpus.readers.counts.matrices import look_like_counts
from spca_core.corpus.readers.counts.matrix_market import MAGIC as MARKET
from spca_core.corpus.readers.counts.triples import are_triples
from spca_core.corpus.readers.counts.uci import DOCWORD
from spca_core.corpus.readers.delimited import Cut, are_sentences, find_cut, likely_rows
from spca_core.corpus.readers.files import START_BYTES, Source, beginning
from spca_core.corpus.store import is_store
from spca_core.errors import InputError

# These are not text, so their first lines cannot be shown.
PACKED = {
    *("excel", "parquet", "arrow", "zipped_texts", "document", "npz", "npy", "store"),
}
# Three words in one cell; looked for at the start of each, or a long word takes hours.
PHRASE = re.compile(rb"(?<![^\s,;])[^\s,;]++ ++[^\s,;]++ ++[^\s,;]")
MAX_LINES, MIN_SHARE = 100, 3 / 4  # the reader reports lines that do not fit
JSON_LINE = re.compile(rb'\s*\{\s*["}]')
JSON_LIST = re.compile(rb'\s*([\w.]+\s*=\s*)?\[\s*[\[{"]')
RECORDS = re.compile(rb'"\s*:\s*\[\s*\{')  # a list of objects within an object
# A list of tokens, an object of counts, the first line of a packed corpus, or an
# object whose values are all numbers.
COUNTED = re.compile(
    rb'"tokens"\s*:\s*\[|"counts"\s*:\s*\{|^[ \t]*+\{\s*"about"\s*:\s*\{'
    rb'|^[ \t]*+\{(?>\s*"[^"]*+"\s*:\s*[-+.\deE]++\s*,?)*+\s*\}\s*$',
    re.MULTILINE,
)
REFERENCES = re.compile(
    rb"(?:[^\n]*\n){0,5}?\s*(TY  ?- ?[A-Z]|PMID- ?\d|FN [^\n]+\n(VR|PT) |PT [A-Z]\r?\n"
    rb"|@\w+\s*[{(]\s*[^\s,{}]+\s*,)"
)
MAIL = re.compile(rb"From [^\n]*\d{4}[^\n]*\n[A-Za-z][\w-]*: ")
NEXIS = re.compile(rb"(?m)^[ \t]*(Document )?1 of \d+( DOCUMENTS)?[ \t]*\r?$")
UNREAD = {  # texts that are refused by their name, and the way out
    re.compile(rb"%0 [A-Z]"): "references of EndNote. Export them as RIS",
    re.compile(rb"RD[XA][23]\n"): "data of R. Save the table by write.csv",
    re.compile(rb"\$FL[23]@"): "data of SPSS. Save the table as CSV",
    re.compile(rb"<stata_dta>"): "data of Stata. Save the table as CSV",
}


class Recognised(NamedTuple):
    """A format, a key of FORMATS; and of a table of texts how it is cut, its header."""

    format: str
    cut: Cut | None = None
    header: Header | None = None


def recognise(source: Source, *, is_labelled: bool = False) -> str:
    """Return the format of a file, a key of FORMATS, by its first lines.

    If `is_labelled`, a table is one of numbers: no other has a column of labels.
    """
    if isinstance(source, Path) and is_store(source):
        return "store"
    return recognise_start(source, beginning(source)[0], is_labelled).format


def recognise_start(
    source: Source, start: bytes, is_labelled: bool = False, columns: Columns = GUESSED
) -> Recognised:
    """Return the format of a file by its first bytes.

    columns : as they are chosen; who names that of the texts means a table of texts
    """
    if DOCWORD.fullmatch(source.name):
        return Recognised("uci")
    if not is_text(start) or b"\0" in start:
        return Recognised(binary.recognise_binary(start, source))
    if not start.strip():
        raise InputError(f"{source.name} is empty. Choose a file with something in it.")
    for kind, what in UNREAD.items():
        if kind.match(start):
            raise InputError(f"{source.name} holds {what}.")
    return _recognise_text(start, is_labelled, columns)


def is_text(start: bytes) -> bool:
    """Return whether a file can be text, in any encoding, by its first bytes."""
    if start.startswith(binary.MAGICS) or binary.PICKLE.match(start):
        return False
    # Text may begin with an x, and so does what zlib compresses.
    return not (binary.ZLIB.match(start) and binary.is_zlib(start))


def _recognise_text(start: bytes, is_labelled: bool, columns: Columns) -> Recognised:
    if start[: len(MARKET)].lower() == MARKET.lower():
        return Recognised("matrix_market")
    lines = _lines(start)
    if holds_uci(lines):
        return Recognised("uci")
    if MARKED.match(start):
        return Recognised("document")
    for form, kind in (("references", REFERENCES), ("mailbox", MAIL)):
        if kind.match(start):
            return Recognised(form)
    if NEXIS.search(start[:2_000]):
        return Recognised("nexis")
    if JSON_LIST.match(start):
        return Recognised("json_list")
    if JSON_LINE.match(start):
        return Recognised(_recognise_json(lines))
    tests = {"lda_c": is_lda_c, "svmlight": is_svmlight}
    forms = (form for form, test in tests.items() if _most(map(test, lines)))
    if form := next(forms, ""):
        return Recognised(form)
    if _is_mallet(lines[0]) and _most(map(_is_mallet, lines)):
        return Recognised("mallet")
    may_be_texts = columns.text or any(map(PHRASE.search, lines))
    may_be_texts = may_be_texts and not is_labelled
    if may_be_texts and (table := _table_of_texts(start, columns)):
        return table
    form = recognise_rows(likely_rows(lines), is_labelled=is_labelled)
    is_text = form == "plain_text" and not may_be_texts
    return (is_text and _table_of_texts(start, columns)) or Recognised(form)


def _table_of_texts(start: bytes, columns: Columns) -> Recognised | None:
    """Return how a table of texts is cut, and its header; None if it is none."""
    cut = find_cut(start, is_cut=len(start) == START_BYTES)
    if not cut.is_table or (not columns.text and are_sentences(start, cut)):
        return None
    width = cut.width
    header = find_header(cut.rows, width, columns.header)
    body = [row for row in cut.rows[header.n_rows :] if len(row) == width]
    if not body:
        return None
    if columns.text:
        return Recognised("text_table", cut, header)
    if not holds_prose(body, header.names):
        rows = [list(header.names), *body] if header.n_rows else body
        # Short answers, in columns with names, are still no lines of a text.
        is_named = header.n_rows > 0 and width > 2
        if not is_named or recognise_rows(rows) != "plain_text":
            return None
    elif NUMBER.fullmatch(body[0][-1]) and are_triples(cut.rows):
        return None
    return Recognised("text_table", cut, header)


def _recognise_json(lines: list[bytes]) -> str:
    """Tell objects that have a line each from one object on one line or on many."""
    is_alone = len(lines) == 1
    if not is_alone and not lines[1].lstrip().startswith(b"{"):
        return "json_list"
    if COUNTED.search(b"\n".join(lines)):
        return "json_lines"
    return "json_list" if is_alone and RECORDS.search(lines[0]) else "json_texts"


def _lines(start: bytes) -> list[bytes]:
    """Return the first lines that are not blank, without the last if it is cut off."""
    lines = start.split(b"\n")
    if len(start) == START_BYTES and len(lines) > 1:
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


def recognise_rows(rows: list[list[str]], *, is_labelled: bool = False) -> str:
    """Tell triples, counts, measurements and text apart by which cells are numbers."""
    rows = [row for row in rows if row] or [[""]]
    has_header = not all(map(NUMBER.fullmatch, rows[0])) and len(rows) > 1
    body = rows[has_header:]
    if are_triples(rows) and not is_labelled:
        return "triples"
    # A first column without a name numbers the rows, or names them.
    first = int(not rows[0][0].strip() or len(rows[-1]) > len(rows[0]))
    cells = [cell for row in body for cell in row[first:] if cell]
    numbers = [float(cell) for cell in cells if NUMBER.fullmatch(cell)]
    n_missing = sum(map(bool, map(NO_NUMBER.fullmatch, cells)))
    is_text = not numbers or 2 * (len(numbers) + n_missing) < len(cells)
    if is_text and not is_labelled:
        return "plain_text"
    return "count_table" if look_like_counts(np.array(numbers)) else "table"
