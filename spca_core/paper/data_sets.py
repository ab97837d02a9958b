"""The paper's data sets, found and read in the folder that holds them."""

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.table import read_table
from spca_core.corpus.readers.uci import read_uci
from spca_core.errors import InputError
from spca_core.paper.catalogue import DATA_SETS, DataSet

# Beside the project; the variable SPCA_DATA names another folder.
USUAL_FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data"
DEPTHS = ("", "*/", "*/*/")  # in the folder itself, and up to two folders down


def data_folder() -> Path:
    """Return the folder of data sets too large or not free to come with the project."""
    return Path(os.environ.get("SPCA_DATA") or USUAL_FOLDER)


def data_set(name: str) -> DataSet:
    """Return the data set that the paper calls by this name.

    raises : InputError if there is none of that name
    """
    for known in DATA_SETS:
        if known.name == name:
            return known
    raise InputError(
        f"The paper has no data set {name!r}; choose one of "
        f"{', '.join(known.name for known in DATA_SETS)}."
    )


def find(wanted: DataSet, folder: Path) -> Path | None:
    """Return the data set's file in the folder, always the same, if there is any.

    It may be up to two folders down; a link that leads out of the folder is no file.
    """
    inside = folder.resolve()
    files = (path for path in _candidates(wanted, folder) if path.is_file())
    return next((path for path in files if path.resolve().is_relative_to(inside)), None)


def _candidates(wanted: DataSet, folder: Path) -> Iterator[Path]:
    for file in wanted.files:
        for name in file.names:
            for depth in DEPTHS:
                yield from sorted(folder.glob(depth + name))


def read(wanted: DataSet, folder: Path) -> Corpus:
    """Read the data set from the folder; the corpus has its name.

    raises : InputError if it is not there, cannot be read, or is not the paper's size
    """
    path = find(wanted, folder)
    if path is None:
        raise InputError(
            f"{wanted.name} is not in {folder}. "
            f"To have it from {wanted.url}: {wanted.how}."
        )
    corpus = _read_file(path, wanted)
    found = (corpus.n_documents, corpus.n_words)
    if found != wanted.shape:
        raise InputError(
            f"{path.name} is {_size(found)}, but {wanted.name} of the paper is "
            f"{_size(wanted.shape)}. To have it from {wanted.url}: {wanted.how}."
        )
    return dataclasses.replace(corpus, name=wanted.name)


def _read_file(path: Path, wanted: DataSet) -> Corpus:
    if path.name.startswith("docword."):
        return read_uci(path)
    labels = {name: file.label for file in wanted.files for name in file.names}
    return read_table(path, labels[path.name])


def _size(shape: tuple[int, int]) -> str:
    return " x ".join(f"{length:,}" for length in shape)
