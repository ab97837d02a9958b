"""Data by what a user calls it: a bundled name, or a file, told by its content."""

import os
import re
from pathlib import Path

from spca_core.corpus import arrays, sparse_arrays
from spca_core.corpus.arrays import read_npy
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.catalogue import bundled_names
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.files import open_bounded
from spca_core.corpus.sparse_arrays import read_npz
from spca_core.corpus.table import read_table
from spca_core.corpus.uci import read_uci
from spca_core.errors import InputError

TABLE, COUNTS, ARRAY, SPARSE = "a table", "UCI counts", "an array", "a sparse matrix"
READERS = {COUNTS: read_uci, ARRAY: read_npy, SPARSE: read_npz}
DOCWORD = re.compile(r"docword\..*\.txt(\.gz)?")
PICKLE = re.compile(rb"\x80[\x02-\x05]")
LOOKED_AT = 1_000_000  # bytes, at most, to tell what a file is
LONGEST_LINE = 64  # bytes; those of UCI counts are no longer


def open_corpus(
    source: str, vocabulary: str | None = None, label: str | None = None
) -> Corpus:
    """Read a bundled corpus, UCI counts, a table, or an array of numpy or scipy.

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
    content = _content(path)
    if content == TABLE:
        return read_table(path, label, names)
    if label is not None:
        raise InputError(
            f"{path.name} holds {content}, which has no column to take out as labels. "
            "Leave --label out, or save the matrix as CSV."
        )
    return READERS[content](path, names)


def _refuse_options(source: str, vocabulary: str | None, label: str | None) -> None:
    for option, what in ((vocabulary, "words"), (label, "titles")):
        if option is not None:
            raise InputError(
                f"{source} is a bundled corpus with {what} of its own; give no other, "
                f"or write ./{source} if you mean a file."
            )


def _content(path: Path) -> str:
    """Tell what a file holds: by its first bytes, and UCI counts also by their name."""
    if DOCWORD.fullmatch(path.name):
        return COUNTS
    with open_bounded(path, LOOKED_AT) as file:
        lines = [file.readline(LONGEST_LINE) for _ in range(4)]
    if lines[0].startswith(arrays.MAGIC):
        return ARRAY
    if lines[0].startswith(sparse_arrays.MAGICS):
        return SPARSE
    if PICKLE.match(lines[0]):
        raise InputError(
            f"{path.name} is a pickle, which could run any program: it is never "
            "unpickled here. Save a dense matrix by numpy.save(FILE, matrix), a sparse "
            "one by scipy.sparse.save_npz(FILE, matrix)."
        )
    return COUNTS if _is_uci(lines) else TABLE


def _is_uci(lines: list[bytes]) -> bool:
    """Tell D, W, NNZ and the first `document word count` from a column of numbers."""
    header = all(line.strip().isdigit() for line in lines[:3])
    return header and len(lines[3].split()) == 3
