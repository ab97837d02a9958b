"""Reader of the corpora that come with the project."""

import dataclasses

from spca_core.corpus.catalogue import FOLDER, bundled_names
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import read_names
from spca_core.corpus.readers.uci import read_uci
from spca_core.errors import InputError


def read_bundled(name: str) -> Corpus:
    """Read a bundled corpus with its titles.

    raises : InputError if there is none of that name
    """
    if name not in bundled_names():
        raise InputError(
            f"There is no bundled corpus {name!r}; choose one of "
            f"{', '.join(bundled_names())}."
        )
    folder = FOLDER / name
    corpus = read_uci(folder / f"docword.{name}.txt.gz")
    titles = read_names(folder / f"titles.{name}.txt", "title", corpus.n_documents)
    return dataclasses.replace(corpus, titles=titles)
