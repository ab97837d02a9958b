"""The manifest of a store: the names of its files, and what they must contain."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spca_core.corpus import rows
from spca_core.corpus.matrix import content_id, in_parts
from spca_core.errors import InputError
from spca_core.formatting import counted

VERSION = 3
MANIFEST = "store.json"
WORDS, DOCUMENTS, FREQUENCIES = "words.json", "documents.json", "frequencies"
WHOLE = (WORDS, DOCUMENTS, FREQUENCIES)  # checked whole, when the store is opened
ROW_POINTERS, COLUMNS, VALUES = "row_pointers", "columns", "values"
INTEGERS = ("<u1", "<u2", "<i4")
DTYPES = {ROW_POINTERS: ("<i4",), COLUMNS: ("<i4",), VALUES: INTEGERS}
MAX_CELLS = 2**31 - 1  # up to this, SciPy's sparse arrays have 32-bit columns
MAX_SHEET_BYTES = 10_000_000


class Description(NamedTuple):
    """What a store says about its corpus."""

    name: str
    words: Sequence[str]
    titles: Sequence[str] = ()
    dates: Sequence[str] = ()
    groups: Mapping[str, Sequence[str]] = {}
    warnings: Sequence[str] = ()


MANIFEST_FIELDS = {
    "name": str,
    "n_documents": int,
    "n_words": int,
    "n_cells": int,
    "block_cells": int,
    "types": dict,
    "checksums": list,
    "whole": dict,
    "warnings": list,
    "content_id": str,
}


def read_manifest(folder: Path) -> tuple[dict[str, Any], str]:
    """Return a store's manifest, complete, and its id, which is its SHA-256.

    raises : InputError if it is missing, of another version, or not complete
    """
    try:
        with open(folder / MANIFEST, "rb") as file:
            text = file.read(MAX_SHEET_BYTES)
        manifest = json.loads(text)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be opened as a store: {error.strerror}. Name a folder "
            "that was written by: disjoint-topics keep SOURCE FOLDER"
        ) from error
    except ValueError as error:
        raise broken(folder, f"{MANIFEST} is not JSON") from error
    if not isinstance(manifest, dict) or manifest.get("version") != VERSION:
        raise broken(folder, f"{MANIFEST} is not of version {VERSION}")
    for name, kind in MANIFEST_FIELDS.items():
        if type(manifest.get(name)) is not kind:
            raise broken(folder, f"{MANIFEST} has no {name}")
    if min(manifest["n_documents"], manifest["n_words"], manifest["block_cells"]) < 1:
        raise broken(folder, f"{MANIFEST} has no documents, words or blocks")
    return manifest, _sha256(text)


def read_whole(folder: Path, manifest: dict[str, Any], name: str) -> bytes:
    """Return the content of one of the files that are checked whole.

    raises : InputError if it is not what was written
    """
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise broken(folder, f"{name}: {error.strerror}") from error
    if _sha256(content) != manifest["whole"].get(name):
        raise broken(folder, f"{name} is not what was written")
    return content


def mapped(folder: Path, manifest: dict[str, Any], name: str, size: int) -> np.ndarray:
    """Return one array of a store, mapped from its file.

    raises : InputError if its type or size is not what the manifest says
    """
    kind = manifest["types"].get(name)
    if kind not in DTYPES[name] or not 0 <= size <= MAX_CELLS + 1:
        raise broken(folder, f"{name} have an unknown type or size")
    try:
        n_bytes = (folder / name).stat().st_size
        if n_bytes != size * np.dtype(kind).itemsize:
            fault = (
                f"{name} have {counted(n_bytes, 'bytes')}, not as many as were written"
            )
            raise broken(folder, fault)
        if size == 0:
            return np.empty(0, dtype=kind)
        return np.asarray(np.memmap(folder / name, kind, mode="r", shape=(size,)))
    except OSError as error:
        raise broken(folder, f"{name}: {error.strerror}") from error


def broken(folder: Path, fault: str) -> InputError:
    """Return the error for a store that is not whole."""
    return InputError(f"{folder} is not a whole store: {fault}. Keep the corpus again.")


def describe(
    corpus: Description, row_pointers: np.ndarray, kind: str, folder: Path
) -> dict[str, Any]:
    """Return the manifest of a store whose other files have been written.

    kind : the type of the values
    """
    shape, n_cells = (len(row_pointers) - 1, len(corpus.words)), int(row_pointers[-1])
    types = {ROW_POINTERS: "<i4", COLUMNS: "<i4", VALUES: kind}
    columns, values = (
        _Written(folder / name, np.dtype(types[name]), n_cells)
        for name in (COLUMNS, VALUES)
    )
    arrays = map(in_parts, (values, row_pointers, columns))
    return {
        "version": VERSION,
        "name": corpus.name,
        "n_documents": shape[0],
        "n_words": shape[1],
        "n_cells": n_cells,
        "block_cells": rows.BLOCK_CELLS,
        "types": types,
        "whole": {name: _sha256((folder / name).read_bytes()) for name in WHOLE},
        "warnings": list(corpus.warnings),
        "checksums": list(_checksums(row_pointers, columns, values)),
        "content_id": content_id(shape, arrays, corpus.words, corpus.titles),
    }


def _checksums(
    row_pointers: np.ndarray, columns: "_Written", values: "_Written"
) -> Iterator[int]:
    firsts = rows.block_starts(row_pointers, rows.BLOCK_CELLS)
    for first, end in pairwise(firsts):
        pointers = row_pointers[first : end + 1]
        cells = slice(pointers[0], pointers[-1])
        yield checksum(pointers, columns[cells], values[cells])


def checksum(*arrays: np.ndarray) -> int:
    """Return the CRC-32 of a block: of its row pointers, columns and values."""
    crc = 0
    for array in arrays:
        crc = zlib.crc32(array.data, crc)
    return crc


@dataclass(frozen=True)
class _Written:
    """An array in a file, of which only the requested parts are read.

    The parts read of a mapped array would count as this process's memory.
    """

    path: Path
    kind: np.dtype
    size: int

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice) -> np.ndarray:
        first, end, _ = part.indices(self.size)
        offset = first * self.kind.itemsize
        return np.fromfile(self.path, self.kind, end - first, offset=offset)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
