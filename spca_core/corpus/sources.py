"""A corpus by what a user calls it: a bundled name, or a file."""

import os
from pathlib import Path

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.catalogue import bundled_names
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.uci import read_uci
from spca_core.errors import InputError


def open_corpus(source: str, vocabulary: str | None = None) -> Corpus:
    """Read a bundled corpus or a UCI file of counts, with its words if not beside it.

    raises : InputError if there is no such name or file, or the file is unusable, or
             words are given to a bundled corpus, which has its own
    """
    if source in bundled_names():
        if vocabulary:
            raise InputError(
                f"{source} is a bundled corpus with words of its own; give no other, "
                f"or write ./{source} if you mean a file."
            )
        return read_bundled(source)
    # Not Path.is_file: that raises for a name too long to be a file's.
    if not os.path.isfile(source):
        raise InputError(
            f"{source} is neither a file nor a bundled corpus; "
            f"bundled: {', '.join(bundled_names())}."
        )
    return read_uci(Path(source), Path(vocabulary) if vocabulary else None)
