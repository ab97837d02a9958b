"""The corpora that come with the project: their names, and their reader."""

import dataclasses
from pathlib import Path

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.lines import read_names
from spca_core.corpus.readers.uci import read_uci
from spca_core.errors import check_choice

FOLDER = Path(__file__).resolve().parents[2] / "datasets"
LOWER_CASE = {"and", "in", "of", "the"}  # in titles


def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled corpora, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/docword.*.txt.gz")))


def read_bundled(name: str) -> Corpus:
    """Read a bundled corpus with its titles."""
    check_choice("The bundled corpus", name, bundled_names())
    folder = FOLDER / name
    corpus = read_uci(folder / f"docword.{name}.txt.gz")
    titles = read_names(folder / f"titles.{name}.txt", "title", corpus.n_documents)
    return dataclasses.replace(corpus, titles=titles)


def display_name(name: str) -> str:
    """Return the name as a title, for people: State of the Union."""
    words = (
        word if word in LOWER_CASE else word.capitalize() for word in name.split("_")
    )
    return " ".join(words)
