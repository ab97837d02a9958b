"""A corpus on disk, its arrays mapped into memory and read block by block.

A store is a folder: the counts as CSR holds them, in three files of bare numbers; the
words, their document frequencies, and the titles; and a sheet with the version, sizes
and checksums.
"""

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.rows import Rows, first_documents
from spca_core.corpus.sheet import (
    COLUMNS,
    FREQUENCIES,
    MAX_CELLS,
    ROW_POINTERS,
    SHEET,
    TITLES,
    TYPES,
    VALUES,
    WORDS,
    broken,
    checksum,
    parsed,
    sheet_text,
)


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
    frequencies: np.ndarray  # (n_words,), the documents that each word is in
    content_id: str = ""


def is_whole_store(counts: object) -> TypeGuard[StoredCounts]:
    """Tell whether these are all of a store's counts: a part of them has no blocks."""
    return isinstance(counts, StoredCounts) and bool(counts.blocks)


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
    sheet_id = hashlib.sha256(sheet_text(folder)).hexdigest()
    place = str(folder.resolve())
    store = _opened(place, sheet_id)
    counts = StoredCounts(
        (store.values, store.columns, store.row_pointers), shape=store.shape, copy=False
    )
    counts.blocks = tuple(
        StoredBlock(place, sheet_id, number) for number in range(len(store.firsts) - 1)
    )
    counts.firsts = store.firsts
    counts.frequencies = store.frequencies
    counts.content_id = store.sheet["content_id"]
    return Corpus(
        name=store.sheet["name"],
        observations=counts,
        words=tuple(json.loads(_read_whole(folder, store.sheet, WORDS))),
        titles=tuple(json.loads(_read_whole(folder, store.sheet, TITLES))),
        warnings=tuple(store.sheet["warnings"]),
    )


def stored_frequencies(folder: str, sheet_id: str) -> tuple[int, np.ndarray]:
    """Return how many documents a store has, and how many each word is in."""
    store = _opened(folder, sheet_id)
    return store.sheet["n_documents"], store.frequencies


class _Store(NamedTuple):
    sheet: dict[str, Any]
    row_pointers: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    firsts: np.ndarray
    frequencies: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return self.sheet["n_documents"], self.sheet["n_words"]

    def block(self, number: int) -> Rows:
        first, end = self.firsts[number : number + 2]
        return Rows(self.row_pointers[first : end + 1], self.columns, self.values)


@cache
def _opened(folder: str, sheet_id: str) -> _Store:
    text = sheet_text(Path(folder))
    if hashlib.sha256(text).hexdigest() != sheet_id:
        raise broken(Path(folder), "it has changed since it was opened")
    sheet = parsed(Path(folder), text)
    row_pointers = _mapped(Path(folder), sheet, ROW_POINTERS, sheet["n_documents"] + 1)
    columns, values = (
        _mapped(Path(folder), sheet, name, sheet["n_cells"])
        for name in (COLUMNS, VALUES)
    )
    rising = (np.diff(row_pointers) >= 0).all()
    if not rising or row_pointers[0] != 0 or row_pointers[-1] != sheet["n_cells"]:
        raise broken(Path(folder), f"{ROW_POINTERS} do not rise from 0 to the end")
    firsts = first_documents(row_pointers, sheet["block_cells"])
    if len(firsts) - 1 != len(sheet["checksums"]):
        raise broken(Path(folder), "it has another number of blocks")
    written = _read_whole(Path(folder), sheet, FREQUENCIES)
    frequencies = np.frombuffer(written, dtype="<i4")
    if len(frequencies) != sheet["n_words"]:
        raise broken(Path(folder), f"{FREQUENCIES} are not of all words")
    return _Store(sheet, row_pointers, columns, values, firsts, frequencies)


@cache
def _check_once(block: StoredBlock) -> None:
    store = _opened(block.folder, block.sheet_id)
    row_pointers, columns, values = store.block(block.number)
    cells = slice(row_pointers[0], row_pointers[-1])
    found = checksum(row_pointers, columns[cells], values[cells])
    inside = ((columns[cells] >= 0) & (columns[cells] < store.sheet["n_words"])).all()
    if not inside or found != store.sheet["checksums"][block.number]:
        raise broken(Path(block.folder), f"block {block.number} is damaged")


def _mapped(folder: Path, sheet: dict[str, Any], name: str, size: int) -> np.ndarray:
    """Return one array of a store, mapped from its file."""
    kind = sheet["types"].get(name)
    if kind not in TYPES[name] or not 0 <= size <= MAX_CELLS + 1:
        raise broken(folder, f"{name} are of no type or size that is known")
    try:
        n_bytes = (folder / name).stat().st_size
        if n_bytes != size * np.dtype(kind).itemsize:
            raise broken(folder, f"{name} have {n_bytes:,} bytes, not those written")
        if size == 0:
            return np.empty(0, dtype=kind)
        return np.asarray(np.memmap(folder / name, kind, mode="r", shape=(size,)))
    except OSError as error:
        raise broken(folder, f"{name}: {error.strerror}") from error


def _read_whole(folder: Path, sheet: dict[str, Any], name: str) -> bytes:
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise broken(folder, f"{name}: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sheet["whole"].get(name):
        raise broken(folder, f"{name} is not what was written")
    return content
