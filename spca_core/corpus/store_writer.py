"""Write a corpus as a store, in a temporary folder that is renamed at the very end.

So a store that can be opened is complete, even if a writer was interrupted.
"""

import json
import shutil
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from scipy import sparse

from spca_core.corpus import store_manifest
from spca_core.corpus.blocks import Blocks
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.store_manifest import COLUMNS, ROW_POINTERS, VALUES, Description
from spca_core.errors import InputError

WIDE = "wide_values"
MAX_STORED_COUNT = 2**31 - 1
CHUNK_BYTES = 1 << 24
# The files of a store that is being written.
PARTS = {*store_manifest.WHOLE, *store_manifest.DTYPES, store_manifest.MANIFEST, WIDE}


def keep(corpus: Corpus, folder: Path) -> None:
    """Write a corpus of counts as a store.

    Raises
    ------
    InputError
        As for `keep_chunks`, or if the corpus is a damaged store, or has no documents.
    """
    corpus.check_has_documents()
    counts = corpus.observations
    dense = isinstance(counts, np.ndarray)
    blocks = Blocks.of(sparse.csr_array(counts) if dense else counts)
    keep_chunks(corpus, blocks.each(sparse.csr_array), folder)


def keep_chunks(
    corpus: Corpus | Description, chunks: Iterable[sparse.csr_array], folder: Path
) -> None:
    """Write a store of documents that come in chunks.

    Parameters
    ----------
    corpus : gives the name, the words, what is known of documents, and warnings
    chunks : the documents in their order, (any number, n_words) each
    folder : where the store will be

    Raises
    ------
    InputError
        If the folder exists, is being written or cannot be written, or a number is
        not a count.
    """
    try:
        with _unfinished(folder) as unfinished:
            _write(corpus, chunks, unfinished)
            unfinished.rename(folder)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}. Make room for it, "
            "or name a folder that you may write to."
        ) from error


def refuse_existing(folder: Path) -> None:
    """Raise InputError if the folder of a new store exists: nothing is replaced."""
    if folder.exists():
        raise InputError(f"{folder} is there already. Remove or rename it.")


@contextmanager
def _unfinished(folder: Path) -> Generator[Path]:
    """Yield a folder beside `folder` for this process alone; remove it at the end.

    What a killed process has left there is overwritten: its lock ended with it.
    """
    unfinished = folder.with_name(f".{folder.name}.part")
    unfinished.mkdir(parents=True, exist_ok=True)
    if not {each.name for each in unfinished.iterdir()} <= PARTS:
        raise InputError(
            f"{unfinished} is needed for writing {folder.name}, and has other files. "
            "Remove or rename it."
        )
    with _locked(unfinished / ROW_POINTERS, folder):
        try:
            refuse_existing(folder)
            yield unfinished
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def _locked(path: Path, folder: Path) -> Generator[None]:
    if sys.platform == "win32":  # no such locks, and open files cannot be moved
        yield
        return
    import fcntl

    with open(path, "ab") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                f"{folder} is being written by another process. Wait for it, or name "
                "another folder."
            ) from error
        yield


def _write(
    corpus: Corpus | Description, chunks: Iterable[sparse.csr_array], folder: Path
) -> None:
    frequencies = np.zeros(len(corpus.words), dtype="<i4")
    row_pointers, greatest = _append(chunks, folder, frequencies)
    kind = next(
        kind for kind in store_manifest.INTEGERS if greatest <= np.iinfo(kind).max
    )
    _narrow(folder, kind)
    row_pointers.tofile(folder / ROW_POINTERS)
    frequencies.tofile(folder / store_manifest.FREQUENCIES)
    description = Description(*(getattr(corpus, name) for name in Description._fields))
    documents = {name: getattr(corpus, name) for name in ("titles", "dates", "groups")}
    names = {store_manifest.WORDS: corpus.words, store_manifest.DOCUMENTS: documents}
    for name, held in names.items():
        (folder / name).write_text(json.dumps(held), encoding="utf-8")
    content = store_manifest.describe(description, row_pointers, kind, folder)
    (folder / store_manifest.MANIFEST).write_text(json.dumps(content), encoding="utf-8")


def _append(
    chunks: Iterable[sparse.csr_array], folder: Path, frequencies: np.ndarray
) -> tuple[np.ndarray, int]:
    """Write the chunks' columns and values; return row pointers and the largest value.

    frequencies : (n_words,), to which each word's number of documents is added
    """
    pointers, greatest = [np.zeros(1, dtype=np.int64)], 0
    with open(folder / COLUMNS, "wb") as columns, open(folder / WIDE, "wb") as values:
        for chunk in chunks:
            _check_counts(chunk)
            chunk.sort_indices()
            frequencies += np.bincount(chunk.indices, minlength=len(frequencies))
            chunk.indices.astype("<i4").tofile(columns)
            chunk.data.astype("<i4").tofile(values)
            pointers.append(pointers[-1][-1] + chunk.indptr[1:].astype(np.int64))
            greatest = max(greatest, int(chunk.data.max(initial=0)))
            if pointers[-1][-1] > store_manifest.MAX_CELLS:
                raise InputError(
                    f"The corpus has over {store_manifest.MAX_CELLS:,} counts, the "
                    "most that a store holds. Keep a part of its documents."
                )
    return np.concatenate(pointers).astype("<i4"), greatest


def _check_counts(chunk: sparse.csr_array) -> None:
    numbers = chunk.data
    if not ((numbers > 0) & (numbers <= MAX_STORED_COUNT) & (numbers % 1 == 0)).all():
        raise InputError(
            f"A store holds counts: whole numbers from 1 to {MAX_STORED_COUNT:,}. This "
            "corpus has others; open it from its own file."
        )


def _narrow(folder: Path, kind: str) -> None:
    """Write the values again as the smallest integers that hold them."""
    with open(folder / WIDE, "rb") as wide, open(folder / VALUES, "wb") as narrow:
        while part := wide.read(CHUNK_BYTES):
            np.frombuffer(part, dtype="<i4").astype(kind).tofile(narrow)
    (folder / WIDE).unlink()
