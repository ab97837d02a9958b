"""Telling what a file is by what it holds."""

import csv
import re
import zlib
from collections.abc import Iterable

from spca_core.corpus.readers import arrays, lda_c, svmlight, zip_archives
from spca_core.corpus.readers.files import Source, n_bytes, open_bounded
from spca_core.corpus.readers.matrix_market import MAGIC
from spca_core.corpus.readers.table import look_like_counts
from spca_core.corpus.readers.table_cells import (
    NO_NUMBER,
    NUMBER,
    cut_lines,
    find_delimiter,
)
from spca_core.corpus.readers.triples import is_triple, named_order
from spca_core.corpus.readers.uci import DOCWORD, holds_uci
from spca_core.errors import InputError

# How each format is called on screen.
FORMATS = {
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
}
LOOKED_AT = 1 << 20  # bytes
LINES = 100
MOST_TEXT = 8_000_000_000  # bytes, unzipped: no reader takes more
MOST = 3 / 4  # of the lines: the reader names the others
# Of protocol 2 and later; of lists, dictionaries and classes in protocols 0 and 1; and
# of joblib.
PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\([ldt]p\d+\r?\n|c[\w.]+\r?\n\w+\r?\n|[]})]q\0|ZF0x"
)
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
JSON_LINE = re.compile(rb'\s*\{\s*["}]')
JSON_LIST = re.compile(rb'\s*\[\s*[\[{"]')
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
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

    Parameters
    ----------
    is_labelled : whether a column of labels is asked for: then lines that could be
        text or triples are a table

    Raises
    ------
    InputError
        If it is empty, or nothing that is read here.
    """
    if DOCWORD.fullmatch(source.name):
        return "uci"
    start = beginning(source)
    if start.startswith(arrays.MAGIC):
        return "npy"
    if start.startswith(zip_archives.MAGICS):
        return _recognise_archive(start, source)
    _refuse_others(start, source.name)
    return _recognise_text(start, is_labelled)


def beginning(source: Source) -> bytes:
    """Return the first bytes of a file, unzipped if it is gzip."""
    with open_bounded(source, MOST_TEXT) as file:
        return file.read(LOOKED_AT)


def _recognise_archive(start: bytes, source: Source) -> str:
    """Tell a zip by its first member: a list of them all could fill the memory."""
    with source.open("rb") as file:
        file.seek(max(0, n_bytes(source) - LOOKED_AT))
        if b"[Content_Types].xml" in file.read():
            raise InputError(
                f"{source.name} is a file of Excel or Word. Save a sheet as CSV, a "
                "document as text."
            )
    length = int.from_bytes(start[26:28], "little")
    is_empty = not start.startswith(zip_archives.MAGICS[0])
    is_array = start[30 : 30 + length].endswith(b".npy")
    return "npz" if is_array or is_empty else "zipped_texts"


def _refuse_others(start: bytes, name: str) -> None:
    if PICKLE.match(start) or _is_zlib(start):
        raise InputError(
            f"{name} is a pickle, which could run any program: it is never unpickled "
            f"here. Save what it holds in a safe form instead:\n{SAFE_EXPORT}"
        )
    if start.startswith(UTF_16):
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
    if not ZLIB.match(start):
        return False
    try:
        return bool(zlib.decompressobj().decompress(start, 64))
    except zlib.error:
        return False


def _recognise_text(start: bytes, is_labelled: bool) -> str:
    if start[: len(MAGIC)].lower() == MAGIC.lower():
        return "matrix_market"
    lines = _lines(start)
    if holds_uci(lines):
        return "uci"
    if JSON_LINE.match(start):
        return "json_lines"
    if _most(lda_c.is_document(line) for line in lines):
        return "lda_c"
    if _most(svmlight.is_document(line) for line in lines):
        return "svmlight"
    if _most(_is_mallet(line) for line in lines):
        return "mallet"
    return _recognise_table(lines, is_labelled)


def _lines(start: bytes) -> list[bytes]:
    """Return the first lines that are not blank, the last left out if it is cut."""
    lines = start.split(b"\n")
    if len(start) == LOOKED_AT and len(lines) > 1:
        lines.pop()
    return [line.strip(b"\r") for line in lines if line.strip()][:LINES]


def _most(answers: Iterable[object]) -> bool:
    held = [bool(answer) for answer in answers]
    return sum(held) >= MOST * len(held)


def _is_mallet(line: bytes) -> bool:
    columns = line.split(b"\t", 2)
    return len(columns) == 3 and b" " in columns[2].strip()


def _recognise_table(lines: list[bytes], is_labelled: bool) -> str:
    """Tell triples, counts and measurements from text, by which cells are numbers."""
    delimiter = find_delimiter(lines[0])
    rows = [_cells(line, delimiter) for line in lines]
    has_header = not all(map(NUMBER.fullmatch, rows[0])) and len(rows) > 1
    body = rows[has_header:]
    is_triples = named_order(rows[0]) or _most(map(is_triple, body))
    if is_triples and not is_labelled:
        return "triples"
    cells = [cell for row in body for cell in row if cell]
    numbers = [float(cell) for cell in cells if NUMBER.fullmatch(cell)]
    n_missing = sum(bool(NO_NUMBER.fullmatch(cell)) for cell in cells)
    is_text = not numbers or 2 * (len(numbers) + n_missing) < len(cells)
    if is_text and not is_labelled:
        return "plain_text"
    return "count_table" if look_like_counts(numbers) else "table"


def _cells(line: bytes, delimiter: str) -> list[str]:
    try:
        (cells,) = cut_lines([line.decode(errors="replace")], delimiter)
    except csv.Error:
        return []
    return [cell.strip() for cell in cells]
