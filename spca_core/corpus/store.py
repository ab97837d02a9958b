"""A corpus on disk, whose counts are read block by block.

A store is a folder: the counts in CSR form, in three files of bare numbers; the words
and their document frequencies; the titles, dates and groups of the documents; and a
manifest with the version, sizes and checksums.
"""

import json
import os
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.store_manifest import (
    DOCUMENTS,
    MANIFEST,
    WORDS,
    read_manifest,
    read_whole,
)
from spca_core.corpus.stored import StoredCounts


def is_store(folder: Path) -> bool:
    """Return whether a folder holds a store."""
    # Not Path.is_file: that raises an error if the name is too long for a file.
    return os.path.isfile(folder / MANIFEST)


def open_store(folder: Path) -> Corpus:
    """Open a corpus that `keep` wrote, without reading its counts.

    Raises
    ------
    InputError
        If it is not a store, is of another version, or is not whole.
    """
    manifest, manifest_id = read_manifest(folder)
    documents = json.loads(read_whole(folder, manifest, DOCUMENTS))
    return Corpus(
        name=manifest["name"],
        observations=StoredCounts(str(folder.resolve()), manifest_id),
        words=tuple(json.loads(read_whole(folder, manifest, WORDS))),
        titles=tuple(documents["titles"]),
        dates=tuple(documents["dates"]),
        groups={name: tuple(each) for name, each in documents["groups"].items()},
        warnings=tuple(manifest["warnings"]),
    )
