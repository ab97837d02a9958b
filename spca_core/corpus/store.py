"""A corpus on disk, its arrays mapped into memory and read block by block.

A store is a folder: the counts as CSR holds them, in three files of bare numbers; the
words and titles; and a sheet with the version, sizes and checksums. All is written
beside the folder and gets its name at the very end, so a store that opens is whole.
"""

import hashlib
import json
import shutil
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, content_id
from spca_core.corpus.rows import Rows, first_documents
from spca_core.errors import InputError

VERSION = 1
SHEET = "store.json"
WORDS, TITLES = "words.json", "titles.json"
ROW_POINTERS, COLUMNS, VALUES = "row_pointers", "columns", "values"
INTEGERS = ("<u1", "<u2", "<i4")
TYPES = {ROW_POINTERS: ("<i4",), COLUMNS: ("<i4",), VALUES: INTEGERS}
WIDE = "wide_values"
MAX_CELLS = 2**31 - 1  # SciPy's sparse arrays then have columns of 32 bits
MAX_COUNT = 2**31 - 1
MAX_SHEET_BYTES = 10_000_000
CHUNK_BYTES = 1 << 24
UNFINISHED = ".part"


class Description(NamedTuple):
    """What a store says of its corpus; a Corpus says it too."""

    name: str
    words: Sequence[str]
    titles: Sequence[str] = ()
    warnings: Sequence[str] = ()


class StoredBlock(NamedTuple):
    """Some documents' rows in a store: only its path and two numbers travel."""

    folder: str
    sheet_id: str
    number: int

    def rows(self) -> Rows:
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
    content_id: str = ""


def is_store(folder: Path) -> bool:
    """Tell whether a folder holds a store."""
    return (folder / SHEET).is_file()


def open_store(folder: Path) -> Corpus:
    """Open a corpus that `keep` wrote, without reading its counts.

    Raises
    ------
    InputError
        If it is not a store, is of another version, or is not whole.
    """
    text = _sheet_text(folder)
    sheet_id = hashlib.sha256(text).hexdigest()
    store = _opened(str(folder.resolve()), sheet_id)
    counts = StoredCounts(
        (store.values, store.columns, store.row_pointers), shape=store.shape, copy=False
    )
    counts.blocks = tuple(
        StoredBlock(str(folder.resolve()), sheet_id, number)
        for number in range(len(store.firsts) - 1)
    )
    counts.content_id = store.sheet["content_id"]
    return Corpus(
        name=store.sheet["name"],
        observations=counts,
        words=tuple(_read_names(folder, store.sheet, WORDS)),
        titles=tuple(_read_names(folder, store.sheet, TITLES)),
        warnings=tuple(store.sheet["warnings"]),
    )


def keep(corpus: Corpus, folder: Path) -> None:
    """Write a corpus of counts as a store.

    Raises
    ------
    InputError
        If the folder is there already or cannot be written, or a number is no count.
    """
    counts = sparse.csr_array(corpus.observations)
    bounds = pairwise(first_documents(counts.indptr))
    keep_chunks(corpus, (counts[first:end] for first, end in bounds), folder)


def keep_chunks(
    corpus: Corpus | Description, chunks: Iterable[sparse.csr_array], folder: Path
) -> None:
    """Write a store of documents that come some at a time.

    Parameters
    ----------
    corpus : its name, words, titles and warnings
    chunks : the documents in their order, (any number, n_words) each
    folder : where the store will be

    Raises
    ------
    InputError
        If the folder is there already or cannot be written, or a number is no count.
    """
    if folder.exists():
        raise InputError(f"{folder} is there already. Remove it, or name another.")
    unfinished = folder.with_name(folder.name + UNFINISHED)
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        _write(corpus, chunks, unfinished)
        unfinished.rename(folder)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror}. Make room for it, or name "
            "a folder that you may write to."
        ) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


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
    firsts = first_documents(row_pointers)
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
        or _checksum(columns, values) != store.sheet["checksums"][block.number]
    ):
        raise _broken(Path(block.folder), f"block {block.number} is damaged")


def _cells(store: _Store, number: int) -> tuple[np.ndarray, np.ndarray]:
    rows = store.block(number)
    cells = slice(rows.row_pointers[0], rows.row_pointers[-1])
    return rows.columns[cells], rows.values[cells]


def _checksum(columns: np.ndarray, values: np.ndarray) -> int:
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
    if min(sheet["n_documents"], sheet["n_words"]) < 1:
        raise _broken(folder, f"{SHEET} has no documents or words")
    return sheet


def _mapped(folder: Path, sheet: dict[str, Any], name: str, size: int) -> np.ndarray:
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


def _write(
    corpus: Corpus | Description, chunks: Iterable[sparse.csr_array], folder: Path
) -> None:
    row_pointers, greatest = _append(chunks, folder)
    kind = next(one for one in INTEGERS if greatest <= np.iinfo(one).max)
    _narrow(folder, kind)
    row_pointers.tofile(folder / ROW_POINTERS)
    for name, listed in ((WORDS, corpus.words), (TITLES, corpus.titles)):
        (folder / name).write_text(json.dumps(list(listed)), encoding="utf-8")
    shape, n_cells = (len(row_pointers) - 1, len(corpus.words)), int(row_pointers[-1])
    sheet: dict[str, Any] = {
        "version": VERSION,
        "name": corpus.name,
        "n_documents": shape[0],
        "n_words": shape[1],
        "n_cells": n_cells,
        "types": {ROW_POINTERS: "<i4", COLUMNS: "<i4", VALUES: kind},
        "names": {name: _sha256(folder / name) for name in (WORDS, TITLES)},
        "warnings": list(corpus.warnings),
    }
    columns, values = (
        _mapped(folder, sheet, name, n_cells) for name in (COLUMNS, VALUES)
    )
    sheet["checksums"] = [
        _checksum(columns[first:end], values[first:end])
        for first, end in pairwise(row_pointers[first_documents(row_pointers)])
    ]
    arrays = values, row_pointers, columns
    sheet["content_id"] = content_id(shape, arrays, corpus.words, corpus.titles)
    (folder / SHEET).write_text(json.dumps(sheet), encoding="utf-8")


def _append(chunks: Iterable[sparse.csr_array], folder: Path) -> tuple[np.ndarray, int]:
    """Write columns and values one after another; return row pointers and the most."""
    pointers, greatest = [np.zeros(1, dtype=np.int64)], 0
    with open(folder / COLUMNS, "wb") as columns, open(folder / WIDE, "wb") as values:
        for chunk in chunks:
            _check_counts(chunk)
            chunk.sort_indices()
            chunk.indices.astype("<i4").tofile(columns)
            chunk.data.astype("<i4").tofile(values)
            pointers.append(pointers[-1][-1] + chunk.indptr[1:].astype(np.int64))
            greatest = max(greatest, int(chunk.data.max(initial=0)))
            if pointers[-1][-1] > MAX_CELLS:
                raise InputError(
                    f"The corpus has over {MAX_CELLS:,} counts, the most that a store "
                    "holds. Keep a part of its documents."
                )
    return np.concatenate(pointers).astype("<i4"), greatest


def _check_counts(chunk: sparse.csr_array) -> None:
    numbers = chunk.data
    if not ((numbers > 0) & (numbers <= MAX_COUNT) & (numbers % 1 == 0)).all():
        raise InputError(
            f"A store holds counts: whole numbers from 1 to {MAX_COUNT:,}. This corpus "
            "has others; open it from its own file."
        )


def _narrow(folder: Path, kind: str) -> None:
    """Write the values again as the smallest integers that hold them."""
    with open(folder / WIDE, "rb") as wide, open(folder / VALUES, "wb") as narrow:
        while part := wide.read(CHUNK_BYTES):
            np.frombuffer(part, dtype="<i4").astype(kind).tofile(narrow)
    (folder / WIDE).unlink()


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
