"""Telling what a file is by what it holds."""

import csv
import re
import zlib
from collections.abc import Iterable
from pathlib import Path

from spca_core.corpus.readers import arrays, pairs, table_cells, zips
from spca_core.corpus.readers.files import Source, n_bytes, open_bounded
from spca_core.corpus.readers.lines import MAX_TEXT
from spca_core.corpus.readers.matrix_market import MAGIC as MARKET
from spca_core.corpus.readers.table_cells import NUMBER
from spca_core.corpus.readers.uci import DOCWORD
from spca_core.corpus.store import is_store
from spca_core.errors import InputError

FORMATS = {  # and what each is called on screen
    "uci": "UCI bag of words (docword and vocab)",
    "matrix_market": "Matrix Market",
    "lda_c": "LDA-C",
    "svmlight": "SVMlight",
    "npz": "sparse matrix of scipy (.npz)",
    "npy": "array of numpy (.npy)",
    "triples": "lines of document, word, count",
    "count_table": "document-term table of counts",
    "table": "table of measurements",
    "plain_text": "plain text, a document a line",
    "zipped_texts": "zip of .txt files",
    "json_lines": "JSON lines",
    "mallet": "MALLET: name, label, text",
    "store": "store, as the command keep writes it",
}
LOOKED_AT = 1 << 20  # bytes
MAX_LINES, MIN_SHARE = 100, 3 / 4  # the reader names the other lines
# Of protocol 2 and later; of what begins with protocols 0 and 1; and of joblib.
PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\([ldt]p\d+\r?\n|c[\w.]+\r?\n\w+\r?\n|[]})]q\0|ZF0x"
)
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
JSON_LINE = re.compile(rb'\s*\{\s*["}]')
JSON_LIST = re.compile(rb'\s*\[\s*[\[{"]')
OTHERS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a picture, a sound or a film",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old file of Excel or Word",
    b"PAR1": "a Parquet file",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format": "an SQLite database",
    b"MATLAB 5.0": "a file of MATLAB",
    b"BZh": "compressed by bzip2",
    b"\xfd7zXZ": "compressed by xz",
    b"\x28\xb5\x2f\xfd": "compressed by zstd",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
}
SAFE_EXPORT = (
    'scipy.sparse.save_npz("counts.npz", matrix)\n'
    'Path("words.txt").write_text("\\n".join(words))'
)


def recognise(source: Source, *, is_labelled: bool = False) -> str:
    """Tell the format of a file, a key of FORMATS, by its first lines.

    Only a table has a column of labels, if one is asked for.
    """
    if isinstance(source, Path) and is_store(source):
        return "store"
    if DOCWORD.fullmatch(source.name):
        return "uci"
    start = beginning(source)
    if start.startswith(arrays.MAGIC):
        return "npy"
    if start.startswith(zips.MAGICS):
        return _recognise_archive(start, source)
    _refuse_others(start, source.name)
    return _recognise_text(start, is_labelled)


def beginning(source: Source) -> bytes:
    """Return the first bytes of a file, unzipped if it is gzip."""
    with open_bounded(source, MAX_TEXT) as file:
        return file.read(LOOKED_AT)


def _recognise_archive(start: bytes, source: Source) -> str:
    # By its first member: a list of them all could fill the memory.
    with source.open("rb") as file:
        file.seek(max(0, n_bytes(source) - LOOKED_AT))
        if b"[Content_Types].xml" in file.read():
            raise InputError(
                f"{source.name} is a file of Excel or Word. Save a sheet as CSV, a "
                "document as text."
            )
    name = start[30 : 30 + int.from_bytes(start[26:28], "little")]
    is_empty = start.startswith(zips.MAGICS[1])
    return "npz" if is_empty or name.endswith(b".npy") else "zipped_texts"


def _refuse_others(start: bytes, name: str) -> None:
    if PICKLE.match(start) or _is_zlib(start):
        raise InputError(
            f"{name} is a pickle, which could run any program: it is never unpickled "
            f"here. Save what it holds in a safe form instead:\n{SAFE_EXPORT}"
        )
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name} is text in UTF-16. Save it as UTF-8.")
    what = next((what for magic, what in OTHERS.items() if start.startswith(magic)), "")
    if what or b"\0" in start:
        raise InputError(
            f"{name} is {what or 'no text: it holds zero bytes'}. Choose a file of "
            "counts, a table or text."
        )
    if not start.strip():
        raise InputError(f"{name} is empty. Choose a file with something in it.")
    if JSON_LIST.match(start):
        raise InputError(
            f"{name} is one list in JSON. Write JSON lines, an object a line: "
            'data.to_json("texts.jsonl", orient="records", lines=True).'
        )


def _is_zlib(start: bytes) -> bool:
    """Tell what joblib compresses from text that begins with an x."""
    try:
        return bool(ZLIB.match(start) and zlib.decompressobj().decompress(start, 64))
    except zlib.error:
        return False


def _recognise_text(start: bytes, is_labelled: bool) -> str:
    if start[: len(MARKET)].lower() == MARKET.lower():
        return "matrix_market"
    lines = _lines(start)
    if holds_uci(lines):
        return "uci"
    if JSON_LINE.match(start):
        return "json_lines"
    tests = {"lda_c": is_lda_c, "svmlight": is_svmlight, "mallet": _is_mallet}
    found = (form for form, test in tests.items() if _most(map(test, lines)))
    return next(found, "") or _recognise_table(lines, is_labelled)


def _lines(start: bytes) -> list[bytes]:
    """Return the first lines that are not blank, the last left out if it is cut."""
    lines = start.split(b"\n")
    if len(start) == LOOKED_AT and len(lines) > 1:
        lines.pop()
    return [line.strip(b"\r") for line in lines if line.strip()][:MAX_LINES]


def _most(answers: Iterable[object]) -> bool:
    held = list(map(bool, answers))
    return sum(held) >= MIN_SHARE * len(held)


def holds_uci(lines: list[bytes]) -> bool:
    """Tell UCI's three lines of sizes and its first triple."""
    header = all(line.strip().isdigit() for line in lines[:3])
    return header and len(lines) > 3 and len(lines[3].split()) == 3


def is_lda_c(line: bytes) -> bool:
    """Tell a document with a word at least, by its number of pairs."""
    match = pairs.LDA_C.fullmatch(line)
    return match is not None and 0 < match[2].count(b":") == int(match[1])


def is_svmlight(line: bytes) -> bool:
    """Tell a document with a word at least, or a comment."""
    match = pairs.SVMLIGHT.fullmatch(line)
    return bool(match and match[2]) or bool(pairs.COMMENT.match(line))


def _is_mallet(line: bytes) -> bool:
    columns = line.split(b"\t", 2)
    return len(columns) == 3 and b" " in columns[2].strip()


def _recognise_table(lines: list[bytes], is_labelled: bool) -> str:
    """Tell triples, counts and measurements from text, by which cells are numbers."""
    delimiter = table_cells.find_delimiter(lines[0])
    rows = [_cells(line, delimiter) for line in lines]
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
    """Tell counts from measurements: whole, none below zero, and half of them 0."""
    whole = all(number >= 0 and number % 1 == 0 for number in numbers)
    return bool(numbers) and whole and 2 * numbers.count(0) >= len(numbers)


def _cells(line: bytes, delimiter: str) -> list[str]:
    try:
        (cells,) = table_cells.cut_lines([line.decode(errors="replace")], delimiter)
        return [cell.strip() for cell in cells]
    except csv.Error:
        return []


def is_triple(cells: list[str]) -> bool:
    """Tell by a word that is no number and a count that is none below zero."""
    if len(cells) != 3 or not NUMBER.fullmatch(cells[2]):
        return False
    return bool(cells[1] and not NUMBER.fullmatch(cells[1]) and float(cells[2]) >= 0)
