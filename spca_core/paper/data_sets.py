"""The paper's data sets, found and read in the folder that holds them."""

import dataclasses
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Watched
from spca_core.corpus.readers.table import read_table
from spca_core.corpus.readers.uci import read_uci
from spca_core.errors import InputError
from spca_core.paper.catalogue import DATA_SETS, DataSet

# Beside the project, unless SPCA_DATA names another folder.
USUAL_FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data"
DEPTHS = ("", "*/", "*/*/")  # in the folder itself, and up to two folders down


def data_folder() -> Path:
    """Return the folder of data sets that are too large or not free to distribute."""
    return Path(os.environ.get("SPCA_DATA") or USUAL_FOLDER)


def data_set(name: str) -> DataSet:
    """Return the data set with this name in the paper."""
    by_name = {known.name: known for known in DATA_SETS}
    if name not in by_name:
        raise InputError(
            f"The paper has no data set {name!r}; choose one of {', '.join(by_name)}."
        )
    return by_name[name]


def find(wanted: DataSet, folder: Path) -> Path | None:
    """Return the data set's file in the folder, or None; always the same choice.

    It may be up to two folders down; links that lead out of the folder are ignored.
    """
    inside = folder.resolve()
    names = [name for file in wanted.files for name in file.names]
    for name, depth in product(names, DEPTHS):
        for path in sorted(folder.glob(depth + name)):
            if path.is_file() and path.resolve().is_relative_to(inside):
                return path
    return None


def read(
    wanted: DataSet, folder: Path, tell: Callable[[float], None] = lambda share: None
) -> Corpus:
    """Read the data set from the folder; the corpus has its name.

    tell   : called with the share of the file that has been read
    raises : InputError if it is missing, cannot be read, or is not of the paper's size
    """
    path, advice = find(wanted, folder), f"To get it from {wanted.url}: {wanted.how}."
    if path is None:
        raise InputError(f"{wanted.name} is not in {folder}. {advice}")
    corpus = _read_file(path, wanted, tell)
    found = (corpus.n_documents, corpus.n_words)
    if found != wanted.shape:
        raise InputError(
            f"{path.name} is {_size(found)}, but the paper's {wanted.name} is "
            f"{_size(wanted.shape)}. {advice}"
        )
    return dataclasses.replace(corpus, name=wanted.name)


def _read_file(path: Path, wanted: DataSet, tell: Callable[[float], None]) -> Corpus:
    file = Watched(path, tell)
    if path.name.startswith("docword."):
        return read_uci(file)
    labels = {name: file.label for file in wanted.files for name in file.names}
    return read_table(file, labels[path.name])


def _size(shape: tuple[int, int]) -> str:
    return " x ".join(f"{length:,}" for length in shape)
