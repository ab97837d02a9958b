"""Any file as a corpus: the reader that its format, told or chosen, asks for.

Data by what a user calls it: a bundled name, or a file, told by its content.

Which of two files holds the counts, and which their words.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import bundled_names, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.arrays import read_npy
from spca_core.corpus.readers.files import Source, n_bytes
from spca_core.corpus.readers.json_lines import read_json_lines
from spca_core.corpus.readers.lda_c import read_lda_c
from spca_core.corpus.readers.matrix_market import read_matrix_market
from spca_core.corpus.readers.mending import as_counts
from spca_core.corpus.readers.plain_text import read_mallet, read_plain_text
from spca_core.corpus.readers.recognition import FORMATS, beginning, recognise
from spca_core.corpus.readers.sparse_arrays import read_npz
from spca_core.corpus.readers.svmlight import read_svmlight
from spca_core.corpus.readers.table import read_count_table, read_table
from spca_core.corpus.readers.triples import read_triples
from spca_core.corpus.readers.uci import read_uci
from spca_core.corpus.readers.zipped_texts import read_zipped_texts
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

AUTO = "auto"  # the format is told by the file's content
BINARY = {"npz", "npy", "zipped_texts"}
LABELLED = {"table", "count_table"}
LISTED = {
    "uci": read_uci,
    "matrix_market": read_matrix_market,
    "lda_c": read_lda_c,
    "svmlight": read_svmlight,
    "npy": read_npy,
}
TEXTS = {
    "plain_text": read_plain_text,
    "zipped_texts": read_zipped_texts,
    "json_lines": read_json_lines,
    "mallet": read_mallet,
}
LINES_SHOWN = 10
CHARACTERS_SHOWN = 200  # of a line
# All but the tab: what would move or hide the text around it.
CONTROLS = dict.fromkeys(
    {*range(32), 127, *range(0x80, 0xA0)} - {ord("\t")}, "\N{REPLACEMENT CHARACTER}"
)


@dataclass(frozen=True)
class Reading:
    """How a file is to be read: its format, a table's label column, how text is cut.

    raises : InputError if there is no such format
    """

    format: str = AUTO
    label: str = ""
    tokeniser: Tokeniser = DEFAULT

    def __post_init__(self) -> None:
        if self.format not in (AUTO, *FORMATS):
            raise InputError(
                f"There is no format {self.format!r}; choose one of "
                f"{', '.join((AUTO, *FORMATS))}."
            )


def load(source: Source, words: Source | None, reading: Reading) -> Corpus:
    """Read a file as a corpus.

    words  : the list of words, one a line, for a format that comes without them
    raises : InputError that names the file, what is wrong and the way out
    """
    form = recognise(source) if reading.format == AUTO else reading.format
    _refuse_options(source, words, reading, form)
    if form in TEXTS:
        return TEXTS[form](source, reading.tokeniser)
    if form in LISTED:
        return LISTED[form](source, words)
    if form == "npz":
        return _counts_if_whole(read_npz(source, words))
    if form == "triples":
        return read_triples(source)
    if form == "count_table":
        return read_count_table(source, reading.label or None)
    return read_table(source, reading.label or None, words)


def _refuse_options(
    source: Source, words: Source | None, reading: Reading, form: str
) -> None:
    if words and form not in (*LISTED, "npz", "table"):
        raise InputError(
            f"{source.name} is read as {FORMATS[form]}, which has words of its own. "
            f"Leave {words.name} out, or choose another format."
        )
    if reading.label and form not in LABELLED:
        raise InputError(
            f"{source.name} is read as {FORMATS[form]}, which has no column to take "
            "out as labels. Leave the label out, or choose another format."
        )


def _counts_if_whole(corpus: Corpus) -> Corpus:
    """Take a sparse matrix of whole numbers, none below zero, for counts."""
    values = sparse.csr_array(corpus.observations).data
    whole = values.size and values.min() >= 0 and (values == np.floor(values)).all()
    return as_counts(corpus) if whole else corpus


def preview(source: Source) -> str:
    """Show how a file begins: its first lines, or what it is if it is no text.

    raises : InputError if it is empty, or nothing that is read here
    """
    form = recognise(source)
    if form in BINARY:
        return f"{source.name}: {FORMATS[form]}, {n_bytes(source):,} bytes"
    lines = beginning(source).decode(errors="replace").split("\n")[:LINES_SHOWN]
    return "\n".join(map(_shown, lines))


def _shown(line: str) -> str:
    line = line.rstrip("\r").translate(CONTROLS)
    return line if len(line) <= CHARACTERS_SHOWN else f"{line[:CHARACTERS_SHOWN]}…"


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
        _refuse_for_bundled(source, vocabulary, label)
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


def _refuse_for_bundled(source: str, vocabulary: str | None, label: str | None) -> None:
    for option, what in ((vocabulary, "words"), (label, "titles")):
        if option is not None:
            raise InputError(
                f"{source} is a bundled corpus with {what} of its own; give no other, "
                f"or write ./{source} if you mean a file."
            )


WORDS = "plain_text"  # as which a list of words, one a line, is recognised


def counts_and_words(sources: Sequence[Source]) -> tuple[int, int | None]:
    """Return the places of the file of counts and of the file of words, if one is.

    raises : InputError if there are more than two files, or not one of each
    """
    if len(sources) > 2:
        raise InputError(
            f"{len(sources)} files were given. Give one file with the corpus, and if "
            "it needs that one with its words; put texts in a zip."
        )
    if len(sources) == 1:
        return 0, None
    lists = [recognise(source) == WORDS for source in sources]
    if lists.count(True) != 1:
        names = " and ".join(source.name for source in sources)
        raise InputError(
            f"{names}: of two files one has to be a list of words, one a line. Give "
            "only the file with the corpus, or its words beside it."
        )
    return lists.index(False), lists.index(True)
