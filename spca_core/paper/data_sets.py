"""The paper's data sets, found and read in the folder that holds them."""

import dataclasses
import os
import tomllib
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.bundled import FOLDER
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.number_tables import read_table
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.corpus.readers.files import Watched
from spca_core.errors import InputError
from spca_core.paper.figures import published_variances
from spca_core.running.bars import Progress

# Beside the project, unless SPCA_DATA names another folder.
DEFAULT_FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data"
DEPTHS = ("", "*/", "*/*/")  # in the folder itself, and up to two folders down


class File(NamedTuple):
    """A file name under which the numbers may be found, with or without .gz."""

    name: str
    label: str | None = None  # a column of labels, by its name or its number from 1

    @property
    def names(self) -> tuple[str, str]:
        return self.name, f"{self.name}.gz"


@dataclass(frozen=True, kw_only=True)
class DataSet:
    """A data set of the paper, under the paper's name for it."""

    name: str
    files: tuple[File, ...]  # in the order of the search
    source: str
    url: str
    how: str  # what to get, how to convert it if necessary, and where to put it

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns that the paper gives."""
        table = published_variances().set_index("data_set")
        n_rows, n_columns = table.loc[[self.name], ["n_rows", "n_columns"]].iloc[0]
        return int(n_rows), int(n_columns)


def _data_set(files: list[dict[str, str]], **about: str) -> DataSet:
    return DataSet(files=tuple(File(**file) for file in files), **about)


_TABLES = tomllib.loads((FOLDER / "paper" / "data_sets.toml").read_text("utf-8"))
DATA_SETS = tuple(_data_set(**table) for table in _TABLES["data_set"])


def data_folder() -> Path:
    """Return the folder of data sets that are too large or not free to distribute."""
    return Path(os.environ.get("SPCA_DATA") or DEFAULT_FOLDER)


def data_set(name: str) -> DataSet:
    """Return the data set with this name in the paper."""
    by_name = {known.name: known for known in DATA_SETS}
    if name not in by_name:
        raise InputError(
            f"The paper has no data set {name!r}; choose one of {', '.join(by_name)}."
        )
    return by_name[name]


def find_file(wanted: DataSet, folder: Path) -> Path | None:
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


def read(wanted: DataSet, folder: Path, tell: Progress = lambda _: None) -> Corpus:
    """Read the data set from the folder; the corpus has its name.

    tell   : called with the share of the file that has been read
    raises : InputError if it is missing, cannot be read, or is not of the paper's size
    """
    path, advice = (
        find_file(wanted, folder),
        f"To get it from {wanted.url}: {wanted.how}.",
    )
    if path is None:
        raise InputError(f"{wanted.name} is not in {folder}. {advice}")
    corpus = _read_file(path, wanted, tell)
    shape = (corpus.n_documents, corpus.n_words)
    if shape != wanted.shape:
        raise InputError(
            f"{path.name} is {_size(shape)}, but the paper's {wanted.name} is "
            f"{_size(wanted.shape)}. {advice}"
        )
    return dataclasses.replace(corpus, name=wanted.name)


def _read_file(path: Path, wanted: DataSet, tell: Progress) -> Corpus:
    file = Watched(path, tell)
    if path.name.startswith("docword."):
        return read_uci(file)
    labels = {name: file.label for file in wanted.files for name in file.names}
    return read_table(file, labels[path.name])


def _size(shape: tuple[int, int]) -> str:
    return " x ".join(f"{length:,}" for length in shape)
