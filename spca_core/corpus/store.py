"""A corpus on disk, its arrays mapped into memory and read block by block.

A store is a folder: the counts as CSR holds them, in three files of bare numbers; the
words and titles; and a sheet with the version, sizes and checksums.
"""

import hashlib
import json
import os
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.rows import Rows, first_documents
from spca_core.errors import InputError

VERSION = 1
SHEET = "store.json"
WORDS, TITLES = "words.json", "titles.json"
ROW_POINTERS, COLUMNS, VALUES = "row_pointers", "columns", "values"
INTEGERS = ("<u1", "<u2", "<i4")
TYPES = {ROW_POINTERS: ("<i4",), COLUMNS: ("<i4",), VALUES: INTEGERS}
MAX_CELLS = 2**31 - 1  # SciPy's sparse arrays then have columns of 32 bits
MAX_SHEET_BYTES = 10_000_000


class StoredBlock(NamedTuple):
    """Some documents' rows in a store: only its path and two numbers travel."""

    folder: str
    sheet_id: str
    number: int

    def rows(self, needed: np.ndarray | None = None) -> Rows:
        """Return the rows, mapped from the files; they are checked when first read.

        Raises
        ------
        InputError
            If the files are not what was written.
        """
        _check_once(self)
        return _opened(self.folder, self.sheet_id).block(self.number)


class StoredCounts(sparse.csr_array):
    """The counts of a store, (n_documents, n_words): CSR, of mapped arrays."""

    blocks: tuple[StoredBlock, ...] = ()
    firsts: np.ndarray  # (n_blocks + 1,), as `first_documents` returns them
    content_id: str = ""


def is_store(folder: Path) -> bool:
    """Tell whether a folder holds a store."""
    # Not Path.is_file: that raises for a name too long to be a file's.
    return os.path.isfile(folder / SHEET)


def open_store(folder: Path) -> Corpus:
    """Open a corpus that `keep` wrote, without reading its counts.

    Raises
    ------
    InputError
        If it is not a store, is of another version, or is not whole.
    """
    sheet_id = hashlib.sha256(_sheet_text(folder)).hexdigest()
    place = str(folder.resolve())
    store = _opened(place, sheet_id)
    counts = StoredCounts(
        (store.values, store.columns, store.row_pointers), shape=store.shape, copy=False
    )
    counts.blocks = tuple(
        StoredBlock(place, sheet_id, number) for number in range(len(store.firsts) - 1)
    )
    counts.firsts = store.firsts
    counts.content_id = store.sheet["content_id"]
    return Corpus(
        name=store.sheet["name"],
        observations=counts,
        words=tuple(_read_names(folder, store.sheet, WORDS)),
        titles=tuple(_read_names(folder, store.sheet, TITLES)),
        warnings=tuple(store.sheet["warnings"]),
    )


class _Store(NamedTuple):
    sheet: dict[str, Any]
    row_pointers: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    firsts: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return self.sheet["n_documents"], self.sheet["n_words"]

    def block(self, number: int) -> Rows:
        first, end = self.firsts[number : number + 2]
        return Rows(self.row_pointers[first : end + 1], self.columns, self.values)


@cache
def _opened(folder: str, sheet_id: str) -> _Store:
    text = _sheet_text(Path(folder))
    if hashlib.sha256(text).hexdigest() != sheet_id:
        raise _broken(Path(folder), "it has changed since it was opened")
    sheet = _parsed(Path(folder), text)
    row_pointers = _mapped(Path(folder), sheet, ROW_POINTERS, sheet["n_documents"] + 1)
    columns, values = (
        _mapped(Path(folder), sheet, name, sheet["n_cells"])
        for name in (COLUMNS, VALUES)
    )
    rising = (np.diff(row_pointers) >= 0).all()
    if not rising or row_pointers[0] != 0 or row_pointers[-1] != sheet["n_cells"]:
        raise _broken(Path(folder), f"{ROW_POINTERS} do not rise from 0 to the end")
    firsts = first_documents(row_pointers, sheet["block_cells"])
    if len(firsts) - 1 != len(sheet["checksums"]):
        raise _broken(Path(folder), "it has another number of blocks")
    return _Store(sheet, row_pointers, columns, values, firsts)


@cache
def _check_once(block: StoredBlock) -> None:
    store = _opened(block.folder, block.sheet_id)
    columns, values = _cells(store, block.number)
    inside = (columns >= 0).all() and (columns < store.sheet["n_words"]).all()
    if (
        not inside
        or checksum(columns, values) != store.sheet["checksums"][block.number]
    ):
        raise _broken(Path(block.folder), f"block {block.number} is damaged")


def _cells(store: _Store, number: int) -> tuple[np.ndarray, np.ndarray]:
    rows = store.block(number)
    cells = slice(rows.row_pointers[0], rows.row_pointers[-1])
    return rows.columns[cells], rows.values[cells]


def checksum(columns: np.ndarray, values: np.ndarray) -> int:
    """Return the CRC-32 of a block."""
    return zlib.crc32(values.data, zlib.crc32(columns.data))


def _sheet_text(folder: Path) -> bytes:
    try:
        with open(folder / SHEET, "rb") as file:
            return file.read(MAX_SHEET_BYTES)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be opened as a store: {error.strerror}. Name a folder "
            "that was written by: python -m spca_core keep SOURCE FOLDER"
        ) from error


FIELDS = {
    "name": str,
    "n_documents": int,
    "n_words": int,
    "n_cells": int,
    "block_cells": int,
    "types": dict,
    "checksums": list,
    "names": dict,
    "warnings": list,
    "content_id": str,
}


def _parsed(folder: Path, text: bytes) -> dict[str, Any]:
    try:
        sheet = json.loads(text)
    except ValueError as error:
        raise _broken(folder, f"{SHEET} is not JSON") from error
    if not isinstance(sheet, dict) or sheet.get("version") != VERSION:
        raise _broken(folder, f"{SHEET} is not of version {VERSION}")
    for name, kind in FIELDS.items():
        if type(sheet.get(name)) is not kind:
            raise _broken(folder, f"{SHEET} has no {name}")
    if min(sheet["n_documents"], sheet["n_words"], sheet["block_cells"]) < 1:
        raise _broken(folder, f"{SHEET} has no documents, words or blocks")
    return sheet


def _mapped(folder: Path, sheet: dict[str, Any], name: str, size: int) -> np.ndarray:
    """Return one array of a store, mapped from its file."""
    kind = sheet["types"].get(name)
    if kind not in TYPES[name] or not 0 <= size <= MAX_CELLS + 1:
        raise _broken(folder, f"{name} are of no type or size that is known")
    try:
        n_bytes = (folder / name).stat().st_size
        if n_bytes != size * np.dtype(kind).itemsize:
            raise _broken(folder, f"{name} have {n_bytes:,} bytes, not those written")
        if size == 0:
            return np.empty(0, dtype=kind)
        return np.asarray(np.memmap(folder / name, kind, mode="r", shape=(size,)))
    except OSError as error:
        raise _broken(folder, f"{name}: {error.strerror}") from error


def _read_names(folder: Path, sheet: dict[str, Any], name: str) -> list[str]:
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise _broken(folder, f"{name}: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sheet["names"].get(name):
        raise _broken(folder, f"{name} is not what was written")
    return json.loads(content)


def _broken(folder: Path, fault: str) -> InputError:
    return InputError(f"{folder} is not a whole store: {fault}. Keep the corpus again.")
