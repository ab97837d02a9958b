"""Telling what a file is by what it holds."""

import re
import zlib
from pathlib import Path

from spca_core.corpus.readers import arrays, zips
from spca_core.corpus.readers.files import Source, n_bytes, open_bounded
from spca_core.corpus.readers.lines import MAX_TEXT
from spca_core.corpus.readers.text_recognition import LOOKED_AT, recognise_text
from spca_core.corpus.readers.uci import DOCWORD
from spca_core.corpus.store import is_store
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
# No text, so that their first lines cannot be shown.
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
# Of protocol 2 and later; of what begins with protocols 0 and 1; and of joblib.
PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\([ldt]p\d+\r?\n|c[\w.]+\r?\n\w+\r?\n|[]})]q\0|ZF0x"
)
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
MAGICS = {
    arrays.MAGIC: "npy",
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\xff\xff\xff\xff": "arrow",  # a stream
    b"%PDF": "document",
}
OTHERS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a picture, a sound or a film",
    b"\xd0\xcf\x11\xe0": "an old file of Excel or Word, or one with a password",
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

    Only a table of numbers has a column of labels, if one is asked for.
    """
    if isinstance(source, Path) and is_store(source):
        return "store"
    if DOCWORD.fullmatch(source.name):
        return "uci"
    start = beginning(source)
    if start.startswith(zips.MAGICS):
        return _recognise_archive(start, source)
    found = (form for magic, form in MAGICS.items() if start.startswith(magic))
    if form := next(found, ""):
        return form
    _refuse_others(start, source.name)
    return recognise_text(start, is_labelled)


def is_text(source: Source) -> bool:
    """Tell by a file's first bytes that it is none of the formats that are packed."""
    start = beginning(source)
    is_packed = start.startswith((*zips.MAGICS, *MAGICS, *OTHERS))
    return not (is_packed or PICKLE.match(start) or _is_zlib(start))


def beginning(source: Source) -> bytes:
    """Return the first bytes of a file, unzipped if it is gzip."""
    with open_bounded(source, MAX_TEXT) as file:
        return file.read(LOOKED_AT)


def _recognise_archive(start: bytes, source: Source) -> str:
    # By its first member and its end: a list of them all could fill the memory.
    names = _directory(source)
    if b"[Content_Types].xml" in names:
        for folder, form in ((b"xl/", "excel"), (b"word/", "document")):
            if folder in names:
                return form
        raise InputError(
            f"{source.name} is a file of Office. Save it as .xlsx or .docx."
        )
    name = start[30 : 30 + int.from_bytes(start[26:28], "little")]
    is_empty = start.startswith(zips.MAGICS[1])
    return "npz" if is_empty or name.endswith(b".npy") else "zipped_texts"


def _directory(source: Source) -> bytes:
    """Return the end of an archive's list of files; what is in them may look alike."""
    first = max(0, n_bytes(source) - LOOKED_AT)
    with source.open("rb") as file:
        file.seek(first)
        end = file.read()
    place = end.rfind(zips.MAGICS[1])
    start = int.from_bytes(end[place + 16 : place + 20], "little")
    return end[max(0, start - first) : place] if place >= 0 else end


def _refuse_others(start: bytes, name: str) -> None:
    if PICKLE.match(start) or _is_zlib(start):
        raise InputError(
            f"{name} is a pickle, which could run any program: it is never unpickled "
            f"here. Save what it holds in a safe form instead:\n{SAFE_EXPORT}"
        )
    what = next((what for magic, what in OTHERS.items() if start.startswith(magic)), "")
    if what or b"\0" in start:
        raise InputError(
            f"{name} is {what or 'no text: it holds zero bytes'}. Choose a file of "
            "counts, a table or text."
        )
    if not start.strip():
        raise InputError(f"{name} is empty. Choose a file with something in it.")


def _is_zlib(start: bytes) -> bool:
    """Tell what joblib compresses from text that begins with an x."""
    try:
        return bool(ZLIB.match(start) and zlib.decompressobj().decompress(start, 64))
    except zlib.error:
        return False
