"""Recognising binary formats, and refusing files that hold no data."""

import re
import zlib

from spca_core.corpus.readers import archives
from spca_core.corpus.readers.counts import arrays
from spca_core.corpus.readers.files import Source, n_bytes
from spca_core.errors import InputError

# How pickles begin: of protocol 2 and later, of protocols 0 and 1, and of joblib.
PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\([ldt]p\d+\r?\n|c[\w.]+\r?\n\w+\r?\n|[]})]q\0|ZF0x"
)
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
FORMATS = {
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
MAGICS = (*archives.MAGICS, *FORMATS, *OTHERS)
END_BYTES = 1 << 20  # bytes at the end of an archive


def recognise_binary(start: bytes, source: Source) -> str:
    """Return the format of a binary file by its first bytes, or refuse the file."""
    if start.startswith(archives.MAGICS):
        return _recognise_archive(start, source)
    forms = (form for magic, form in FORMATS.items() if start.startswith(magic))
    if form := next(forms, ""):
        return form
    if PICKLE.match(start) or is_zlib(start):
        raise InputError(
            f"{source.name} is a pickle, which could run any program: it is never "
            f"unpickled here. Save what it holds in a safe form instead:\n{SAFE_EXPORT}"
        )
    what = next((what for magic, what in OTHERS.items() if start.startswith(magic)), "")
    raise InputError(
        f"{source.name} is {what or 'not text: it holds zero bytes'}. Choose a file of "
        "counts, a table or text."
    )


def is_zlib(start: bytes) -> bool:
    """Return whether zlib can unpack this, as it can what joblib compresses."""
    try:
        return bool(zlib.decompressobj().decompress(start, 64))
    except zlib.error:
        return False


def _recognise_archive(start: bytes, source: Source) -> str:
    # Look only at the first member and the end: a list of all could fill the memory.
    names = _directory(source)
    if b"[Content_Types].xml" in names:
        for folder, form in ((b"xl/", "excel"), (b"word/", "document")):
            if folder in names:
                return form
        raise InputError(
            f"{source.name} is a file of Office. Save it as .xlsx or .docx."
        )
    name = start[30 : 30 + int.from_bytes(start[26:28], "little")]
    if name == b"mimetype":  # so begin books and documents of LibreOffice
        return "document"
    is_empty = start.startswith(archives.MAGICS[1])
    return "npz" if is_empty or name.endswith(b".npy") else "zipped_texts"


def _directory(source: Source) -> bytes:
    """Return the end of an archive's list of files; file contents may look like one."""
    first = max(0, n_bytes(source) - END_BYTES)
    with source.open("rb") as file:
        file.seek(first)
        end = file.read()
    place = end.rfind(archives.MAGICS[1])
    start = int.from_bytes(end[place + 16 : place + 20], "little")
    return end[max(0, start - first) : place] if place >= 0 else end
