"""The corpora that come with the project: their names, and their reader."""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.conditions import WHERE
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import check_choice

FOLDER = Path(__file__).resolve().parents[1] / "data"
ENGLISH = Analyser(
    tokenisation=Tokenisation(languages=("en",), merging="off"), languages=("en",)
)
LOWER_CASE = {"and", "in", "of", "the"}  # in titles


@cache
def bundled_titles() -> dict[str, str]:
    """Return the titles of the bundled corpora by name, in the order of the names."""
    names = sorted(path.parent.name for path in FOLDER.glob("*/counts.*.npz"))
    return {name: display_name(name) for name in names}


def read_bundled(name: str) -> Corpus:
    """Read a bundled corpus with its titles, and texts and groups if it has any."""
    check_choice("The bundled corpus", name, list(bundled_titles()))
    folder = FOLDER / name
    # In NumPy's format: they load before a kernel that parses text is compiled.
    counts: Any = sparse.load_npz(folder / f"counts.{name}.npz")
    texts = folder / f"texts.{name}.txt.gz"
    groups = folder / f"groups.{name}.tsv.gz"
    return Corpus(
        name=name,
        observations=counts.astype(np.float64),
        words=_lines(folder / f"vocab.{name}.txt"),
        titles=_lines(folder / f"titles.{name}.txt"),
        texts=_lines(texts) if texts.exists() else (),
        groups=_columns(groups) if groups.exists() else {},
        analyser=ENGLISH,
    )


def _lines(path: Path) -> tuple[str, ...]:
    """Return the lines of one of our own files, which need no checks."""
    content = path.read_bytes()
    text = gzip.decompress(content) if path.suffix == ".gz" else content
    return tuple(text.decode().removesuffix("\n").split("\n"))


def _columns(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the columns of a table by their headings."""
    columns = zip(*(line.split("\t") for line in _lines(path)), strict=True)
    return {heading: tuple(column) for heading, *column in columns}


def display_name(name: str) -> str:
    """Return the name as a title for people, such as State of the Union.

    Words with capitals, and the conditions of a part of a corpus, stay as they are.
    """
    whole, mark, conditions = name.partition(WHERE)
    words = (
        word.capitalize() if word.islower() and word not in LOWER_CASE else word
        for word in whole.split("_")
    )
    return f"{' '.join(words)}{mark}{conditions}"
