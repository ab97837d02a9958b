"""Data by what a user calls it: a bundled name, or a file, told by its content."""

import os
from pathlib import Path

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.catalogue import bundled_names
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import read_npy
from spca_core.corpus.readers.loading import Reading, load
from spca_core.corpus.readers.recognition import FORMATS, recognise
from spca_core.corpus.readers.sparse_arrays import read_npz
from spca_core.corpus.readers.table import read_table
from spca_core.errors import InputError

# A matrix is measurements here, whatever its numbers look like: the same command gives
# the same figures.
MATRICES = {"npy": read_npy, "npz": read_npz}
TABLES = {"table", "count_table"}
# What a table with a column of labels may be taken for.
LIKE_TABLES = {*TABLES, "triples", "plain_text"}


def open_corpus(
    source: str, vocabulary: str | None = None, label: str | None = None
) -> Corpus:
    """Read a bundled corpus, or a file of any format.

    vocabulary : a file of the words, or of the features' names, one a line
    label      : the column of a table that holds the rows' titles, by name or number
    raises     : InputError if there is no such name or file, or the file is unusable,
                 or words or a label are given to what has its own or can have none
    """
    if source in bundled_names():
        _refuse_options(source, vocabulary, label)
        return read_bundled(source)
    # Not Path.is_file: that raises for a name too long to be a file's.
    if not os.path.isfile(source):
        raise InputError(
            f"{source} is neither a file nor a bundled corpus; "
            f"bundled: {', '.join(bundled_names())}."
        )
    path, names = Path(source), Path(vocabulary) if vocabulary else None
    form = recognise(path)
    if form in TABLES or (label is not None and form in LIKE_TABLES):
        return read_table(path, label, names)
    if label is not None:
        raise InputError(
            f"{path.name} is read as {FORMATS[form]}, which has no column to take out "
            "as labels. Name no column of labels, or save the matrix as CSV."
        )
    if form in MATRICES:
        return MATRICES[form](path, names)
    return load(path, names, Reading(form))


def _refuse_options(source: str, vocabulary: str | None, label: str | None) -> None:
    for option, what in ((vocabulary, "words"), (label, "titles")):
        if option is not None:
            raise InputError(
                f"{source} is a bundled corpus with {what} of its own; give no other, "
                f"or write ./{source} if you mean a file."
            )
