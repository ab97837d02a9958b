"""Any file as a corpus: the reader that its format, found or chosen, asks for."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import bundled_names, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import read_npy
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.json_lines import read_json_lines
from spca_core.corpus.readers.lda_c import read_lda_c
from spca_core.corpus.readers.matrix_market import read_matrix_market
from spca_core.corpus.readers.mending import MOST_COUNT, as_counts
from spca_core.corpus.readers.plain_text import read_mallet, read_plain_text
from spca_core.corpus.readers.recognition import FORMATS, recognise
from spca_core.corpus.readers.sparse_arrays import read_npz
from spca_core.corpus.readers.svmlight import read_svmlight
from spca_core.corpus.readers.table import read_count_table, read_table
from spca_core.corpus.readers.triples import read_triples
from spca_core.corpus.readers.uci import read_uci
from spca_core.corpus.readers.zipped_texts import read_zipped_texts
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

AUTO = "auto"  # the format is found by the file's content
Location = Source | str | os.PathLike[str]


@dataclass(frozen=True)
class Reading:
    """How a file is to be read.

    Parameters
    ----------
    format : a key of FORMATS, or AUTO
    label : name or number of the column of a table that holds the rows' titles
    tokeniser : how text is cut into words

    Raises
    ------
    InputError
        If there is no such format.
    """

    format: str = AUTO
    label: str | None = None
    tokeniser: Tokeniser = DEFAULT

    def __post_init__(self) -> None:
        if self.format not in (AUTO, *FORMATS):
            raise InputError(
                f"There is no format {self.format!r}; choose one of "
                f"{', '.join((AUTO, *FORMATS))}."
            )


BY_DEFAULT = Reading()


def open_corpus(
    name: str, words: str | None = None, reading: Reading = BY_DEFAULT
) -> Corpus:
    """Return a bundled corpus by its name, or read a file as `load` does.

    Raises
    ------
    InputError
        If there is no such corpus or file, the file cannot be read, or an option is
        given that it cannot have.
    """
    if name in bundled_names():
        _refuse_for_bundled(name, words, reading.label)
        return read_bundled(name)
    # Not Path.is_file: that raises for a name too long to be a file's.
    if not os.path.isfile(name):
        raise InputError(
            f"{name} is neither a file nor a bundled corpus; "
            f"bundled: {', '.join(bundled_names())}."
        )
    return load(name, words, reading)


def _refuse_for_bundled(name: str, words: str | None, label: str | None) -> None:
    for option, what in ((words, "words"), (label, "titles")):
        if option is not None:
            raise InputError(
                f"{name} is a bundled corpus with {what} of its own; give no other, "
                f"or write ./{name} if you mean a file."
            )


def load(
    source: Location, words: Location | None = None, reading: Reading = BY_DEFAULT
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, or an Upload
    words : the list of words, one a line, for a format that comes without them

    Raises
    ------
    InputError
        That names the file, what is wrong and the way out.

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements.
    """
    file, names = _source(source), None if words is None else _source(words)
    form = _format(file, reading)
    _refuse_options(file, names, reading, form)
    if form in TEXTS:
        return TEXTS[form](file, reading.tokeniser)
    if form in TABLES:
        return TABLES[form](file, reading.label, names)
    if form in LISTED:
        return LISTED[form](file, names)
    return read_triples(file)


def _source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def _format(source: Source, reading: Reading) -> str:
    if reading.format != AUTO:
        return reading.format
    return recognise(source, is_labelled=reading.label is not None)


def _refuse_options(
    source: Source, words: Source | None, reading: Reading, form: str
) -> None:
    if words and form not in LISTED | TABLES:
        raise InputError(
            f"{source.name} is read as {FORMATS[form]}, which has words of its own. "
            f"Leave {words.name} out, or choose another format."
        )
    if reading.label is not None and form not in TABLES:
        raise InputError(
            f"{source.name} is read as {FORMATS[form]}, which has no column to take "
            "out as labels. Leave the label out, or choose another format."
        )


def _read_npz(source: Source, words: Source | None) -> Corpus:
    """Take a sparse matrix of whole numbers, none below zero, for counts."""
    corpus = read_npz(source, words)
    values = sparse.csr_array(corpus.observations).data
    if not values.size or values.min() < 0 or values.max() > MOST_COUNT:
        return corpus
    return as_counts(corpus) if (values == np.floor(values)).all() else corpus


TEXTS: dict[str, Callable[[Source, Tokeniser], Corpus]] = {
    "plain_text": read_plain_text,
    "zipped_texts": read_zipped_texts,
    "json_lines": read_json_lines,
    "mallet": read_mallet,
}
TABLES: dict[str, Callable[[Source, str | None, Source | None], Corpus]] = {
    "table": read_table,
    "count_table": read_count_table,
}
# Whose words are in a list of their own.
LISTED: dict[str, Callable[[Source, Source | None], Corpus]] = {
    "uci": read_uci,
    "matrix_market": read_matrix_market,
    "lda_c": read_lda_c,
    "svmlight": read_svmlight,
    "npy": read_npy,
    "npz": _read_npz,
}
