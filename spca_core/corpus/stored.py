"""The counts of a store, mapped into memory and read block by block.

Words and documents may be left out. They are dropped as each block is read: the store
is not copied.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.matrix import Matrix, content_id
from spca_core.corpus.reductions import block_chosen
from spca_core.corpus.rows import Rows, block_starts
from spca_core.corpus.store_manifest import (
    COLUMNS,
    FREQUENCIES,
    MANIFEST,
    ROW_POINTERS,
    VALUES,
    broken,
    checksum,
    mapped,
    read_manifest,
    read_whole,
)

MAX_PARTS = 8  # whose document frequencies a process keeps


class StoredBlock(NamedTuple):
    """Some documents' rows in a store: only its path, a number and bits are sent.

    kept : packed bits, one per word of the store: whether it stays; empty if all do
    documents : the same, one per document of the store, not of the block
    """

    folder: str
    manifest_id: str
    number: int
    kept: bytes = b""
    documents: bytes = b""

    def rows(self, needed: np.ndarray | None = None) -> Rows:
        """Return the rows with only the words that stay, renumbered from 0.

        Raises
        ------
        InputError
            If the files are not what was written.
        """
        rows = self.of_all_words()
        return Rows(*block_chosen(*rows, self.places(needed))) if self.kept else rows

    def of_all_words(self) -> Rows:
        """Return the rows of all words, mapped from the files and checked once.

        Where some documents of the block are left out, it is a copy of the others.

        raises : as `rows` does
        """
        rows = _checked(self.folder, self.manifest_id, self.number)
        if not self.documents:
            return rows
        store = _opened(self.folder, self.manifest_id)
        first, end = store.firsts[self.number : self.number + 2]
        chosen = _bits(self.documents, store.counts.shape[0])[first:end]
        return rows if chosen.all() else _of_documents(rows, chosen)

    def places(self, needed: np.ndarray | None) -> np.ndarray:
        """Return each word's place among those that stay, -1 if it is not needed."""
        n_words = _opened(self.folder, self.manifest_id).n_words
        words, places = _chosen(self.kept, n_words), np.full(n_words, -1, dtype="<i4")
        chosen = np.arange(len(words)) if needed is None else needed
        places[words[chosen]] = chosen
        return places


@dataclass(frozen=True, eq=False)
class StoredCounts:
    """The counts of a store, (n_documents, n_words), or of some documents and words.

    folder, manifest_id, kept, documents : as in `StoredBlock`
    """

    folder: str
    manifest_id: str
    kept: bytes = b""
    documents: bytes = b""

    @property
    def shape(self) -> tuple[int, int]:
        n_documents = self._store.counts.shape[0]
        return len(self.rows) if self.documents else n_documents, len(self.words)

    @property
    def size(self) -> int:
        """The number of counts that are not 0."""
        return int(self.frequencies.sum(dtype=np.int64))

    @cached_property
    def words(self) -> np.ndarray:
        """(n_words,), which words of the store stay."""
        return _chosen(self.kept, self._store.n_words)

    @cached_property
    def rows(self) -> np.ndarray:
        """(n_documents,), which documents of the store stay."""
        return _chosen(self.documents, self._store.counts.shape[0])

    @property
    def frequencies(self) -> np.ndarray:
        """(n_words,), the number of documents that each word is in.

        raises : as `StoredBlock.rows` does, if documents are left out
        """
        if not self.documents:
            return self._store.frequencies[self.words]
        return _frequencies(self.folder, self.manifest_id, self.documents)[self.words]

    @property
    def firsts(self) -> np.ndarray:
        """(n_blocks + 1,), the first document of each block; last, n_documents."""
        return np.unique(self._firsts)

    @cached_property
    def blocks(self) -> tuple[StoredBlock, ...]:
        """The blocks that have a document which stays."""
        place, chosen = (self.folder, self.manifest_id), (self.kept, self.documents)
        numbers = np.flatnonzero(np.diff(self._firsts)).tolist()
        return tuple(StoredBlock(*place, number, *chosen) for number in numbers)

    def of_documents(self, stay: np.ndarray) -> "StoredCounts":
        """Return the counts of the documents that `stay`, booleans; no copy."""
        documents = np.zeros(self._store.counts.shape[0], dtype=bool)
        documents[self.rows if self.documents else slice(None)] = stay
        return replace(self, documents=np.packbits(documents).tobytes())

    def of_words(self, stay: np.ndarray) -> "StoredCounts":
        """Return the counts of the words that `stay`, booleans (n_words,); no copy."""
        kept = np.zeros(self._store.n_words, dtype=bool)
        kept[self.words[stay]] = True
        return replace(self, kept=np.packbits(kept).tobytes())

    def __getitem__(self, documents: Any) -> sparse.csr_array:
        """Return some documents' counts, in memory."""
        chosen = self.rows[documents] if self.documents else documents
        return self._of_kept(self._store.counts[chosen])

    def tocsr(self) -> sparse.csr_array:
        """Return all counts: mapped, or in memory if some are left out."""
        return self[:] if self.documents else self._of_kept(self._store.counts)

    def content_id(self, words: Sequence[str], titles: Iterable[str]) -> str:
        """Return the id of a corpus of these counts; the store has its own.

        raises : as `StoredBlock.rows` does, if words or documents are left out
        """
        if not self.kept and not self.documents:
            return self._store.manifest["content_id"]
        lengths = self._parts(lambda rows: np.diff(rows.row_pointers))
        pointers = np.concatenate([[0], *lengths]).cumsum()
        values = self._parts(lambda rows: rows.values[rows.cells])
        columns = self._parts(lambda rows: rows.columns[rows.cells])
        return content_id(self.shape, (values, [pointers], columns), words, titles)

    def _parts(self, of: Callable[[Rows], np.ndarray]) -> Iterator[np.ndarray]:
        return (of(block.rows()) for block in self.blocks)

    def _of_kept(self, rows: sparse.csr_array) -> sparse.csr_array:
        return rows[:, self.words] if self.kept else rows

    @property
    def _firsts(self) -> np.ndarray:
        """The same as `firsts`, with blocks of the store that have no document left."""
        firsts = self._store.firsts
        return np.searchsorted(self.rows, firsts) if self.documents else firsts

    @property
    def _store(self) -> "_Store":
        return _opened(self.folder, self.manifest_id)


Numbers = Matrix | StoredCounts


class _Store(NamedTuple):
    manifest: dict[str, Any]
    counts: sparse.csr_array  # of mapped arrays
    firsts: np.ndarray
    frequencies: np.ndarray

    @property
    def n_words(self) -> int:
        return self.manifest["n_words"]


@cache
def _opened(folder: str, manifest_id: str) -> _Store:
    place = Path(folder)
    manifest, found_id = read_manifest(place)
    if found_id != manifest_id:
        raise broken(place, "it has changed since it was opened")
    n_words, n_cells = manifest["n_words"], manifest["n_cells"]
    row_pointers = mapped(place, manifest, ROW_POINTERS, manifest["n_documents"] + 1)
    columns = mapped(place, manifest, COLUMNS, n_cells)
    values = mapped(place, manifest, VALUES, n_cells)
    rising = (np.diff(row_pointers) >= 0).all()
    if not rising or row_pointers[0] != 0 or row_pointers[-1] != n_cells:
        raise broken(place, f"{ROW_POINTERS} do not rise from 0 to the end")
    firsts = block_starts(row_pointers, manifest["block_cells"])
    if len(firsts) - 1 != len(manifest["checksums"]):
        raise broken(place, f"its number of blocks is not what {MANIFEST} says")
    frequencies = np.frombuffer(read_whole(place, manifest, FREQUENCIES), dtype="<i4")
    if len(frequencies) != n_words:
        raise broken(place, f"{FREQUENCIES} are not as many as the words")
    arrays, shape = (values, columns, row_pointers), (manifest["n_documents"], n_words)
    counts = sparse.csr_array(arrays, shape=shape)
    return _Store(manifest, counts, firsts, frequencies)


@cache
def _checked(folder: str, manifest_id: str, number: int) -> Rows:
    store = _opened(folder, manifest_id)
    first, end = store.firsts[number : number + 2]
    row_pointers = store.counts.indptr[first : end + 1]
    columns, values = store.counts.indices, store.counts.data
    cells = slice(row_pointers[0], row_pointers[-1])
    crc = checksum(row_pointers, columns[cells], values[cells])
    inside = ((columns[cells] >= 0) & (columns[cells] < store.n_words)).all()
    if not inside or crc != store.manifest["checksums"][number]:
        raise broken(Path(folder), f"block {number} is damaged")
    return Rows(row_pointers, columns, values)


@lru_cache(maxsize=MAX_PARTS)
def _frequencies(folder: str, manifest_id: str, documents: bytes) -> np.ndarray:
    """Count the documents of a part that each word of a store is in."""
    counts = StoredCounts(folder, manifest_id, documents=documents)
    total = np.zeros(counts.shape[1], dtype=np.int64)
    for block in counts.blocks:
        rows = block.of_all_words()
        total += np.bincount(rows.columns[rows.cells], minlength=len(total))
    return total


def _of_documents(rows: Rows, chosen: np.ndarray) -> Rows:
    """Return a copy of some documents' rows; `chosen` is boolean, (n_documents,)."""
    lengths, kind = np.diff(rows.row_pointers), rows.row_pointers.dtype
    ends = np.cumsum(lengths[chosen], dtype=kind)
    pointers, stay = (
        np.append(np.zeros(1, dtype=kind), ends),
        np.repeat(chosen, lengths),
    )
    return Rows(pointers, rows.columns[rows.cells][stay], rows.values[rows.cells][stay])


def _chosen(bits: bytes, n: int) -> np.ndarray:
    """Return the places of the set bits among the first n; all places without bits."""
    return np.flatnonzero(_bits(bits, n)) if bits else np.arange(n)


def _bits(bits: bytes, n: int) -> np.ndarray:
    return np.unpackbits(np.frombuffer(bits, dtype=np.uint8), count=n).view(bool)
