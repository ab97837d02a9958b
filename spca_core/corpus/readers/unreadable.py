"""Files that hold no data, or data that is not read here: refused by what they are."""

import re
import zlib

from spca_core.errors import InputError

# How pickles begin: of protocol 2 and later, of protocols 0 and 1, and of joblib.
PICKLE = re.compile(
    rb"\x80[\x02-\x05]|\([ldt]p\d+\r?\n|[]})]q\0|ZF0x"
    rb"|c[\w.]+\r?\n\w+\r?\n(?:p\d+\r?\n|q[\0-\x08]|\()"
)
ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
MAGICS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a picture, a sound or a film",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format": "an SQLite database",
    b"MATLAB 5.0": "a file of MATLAB",
    b"BZh": "compressed by bzip2",
    b"\xfd7zXZ": "compressed by xz",
    b"\x28\xb5\x2f\xfd": "compressed by zstd",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"$FL": "data of SPSS",
    b"RDX": "data of R",
}
TEXTS = {  # refused by how they begin, and the way out
    re.compile(rb"%0 [A-Z]"): "references of EndNote. Export them as RIS",
    re.compile(rb"(?s).{257}ustar"): "an archive of tar. Unpack it, and zip its files",
    re.compile(
        rb"\s*+(?>(?:--|/\*|SET |USE |DROP |BEGIN|CREATE DATABASE)[^\n]*+\s*+)*+"
        rb"(?i:CREATE TABLE |INSERT (?:IGNORE )?INTO |COPY \S+ \()"
    ): "commands of SQL. Export the table as CSV",
}
SAFE_EXPORT = (
    'scipy.sparse.save_npz("counts.npz", matrix)\n'
    'Path("words.txt").write_text("\\n".join(words))'
)


def is_binary(start: bytes) -> bool:
    """Return whether a file that is not read here is no text, in any encoding."""
    # Text may begin with an x, and so does what zlib compresses.
    return start.startswith(tuple(MAGICS)) or _is_pickle(start)


def _is_pickle(start: bytes) -> bool:
    return bool(PICKLE.match(start) or (ZLIB.match(start) and _is_zlib(start)))


def _is_zlib(start: bytes) -> bool:
    """Return whether zlib can unpack this, as it can what joblib compresses."""
    try:
        return bool(zlib.decompressobj().decompress(start, 64))
    except zlib.error:
        return False


def binary_refusal(start: bytes, name: str) -> InputError:
    """Return the error for a binary file of no format, by its first bytes."""
    if PICKLE.match(start) or _is_zlib(start):
        return InputError(
            f"{name} is a pickle, which could run any program: it is never "
            f"unpickled here. Save what it holds in a safe form instead:\n{SAFE_EXPORT}"
        )
    check_text(start, name)
    what = next((what for magic, what in MAGICS.items() if start.startswith(magic)), "")
    return InputError(
        f"{name} is {what or 'not a text file'}. Choose a file of "
        "counts, a table or text."
    )


def check_text(start: bytes, name: str) -> None:
    """Refuse an empty file, and text of a format that is not read here."""
    if not start.strip():
        raise InputError(f"{name} is empty. Choose a file with something in it.")
    for pattern, what in TEXTS.items():
        if pattern.match(start):
            raise InputError(f"{name} holds {what}.")
