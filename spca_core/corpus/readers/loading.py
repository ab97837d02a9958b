"""Any file as a corpus: the reader that its format, found or chosen, asks for."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.bundled import bundled_names, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import (
    arrays,
    document_lines,
    matrix_market,
    pairs,
    table,
    triples,
    uci,
    zips,
)
from spca_core.corpus.readers.files import Source, Watched, n_bytes
from spca_core.corpus.readers.lines import decode
from spca_core.corpus.readers.recognition import (
    FORMATS,
    beginning,
    recognise,
)
from spca_core.corpus.store import is_store, open_store
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

AUTO = "auto"  # the format is found by the file's content
BINARY = {"npz", "npy", "zipped_texts"}
MAX_LINES_SHOWN = 10
MAX_CHARACTERS_SHOWN = 200  # of a line
# All but the tab: what would move or hide the text around it.
CONTROLS = dict.fromkeys(
    {*range(32), 127, *range(0x80, 0xA0)} - {ord("\t")}, "\N{REPLACEMENT CHARACTER}"
)
Location = Source | str | os.PathLike[str]


@dataclass(frozen=True)
class Reading:
    """How a file is to be read.

    Parameters
    ----------
    format : a key of FORMATS, or AUTO
    label : name or number of the column of a table that holds the rows' titles
    tokeniser : how text is cut into words
    """

    format: str = AUTO
    label: str | None = None
    tokeniser: Tokeniser = DEFAULT

    def __post_init__(self) -> None:
        if self.format not in (known := (AUTO, *FORMATS)):
            fault = f"There is no format {self.format!r}"
            raise InputError(f"{fault}; choose one of {', '.join(known)}.")


BY_DEFAULT = Reading()


def open_corpus(
    name: str,
    words: str | None = None,
    reading: Reading = BY_DEFAULT,
    tell: Callable[[float], None] | None = None,
) -> Corpus:
    """Return a bundled corpus by its name, or read a file or store as `load` does.

    tell : called with the share of the file that has been read
    """
    if name in bundled_names():
        for option, what in ((words, "words"), (reading.label, "titles")):
            if option is not None:
                raise InputError(
                    f"{name} is a bundled corpus with {what} of its own; give no "
                    f"other, or write ./{name} if you mean a file."
                )
        return read_bundled(name)
    if not (os.path.isfile(name) or is_store(Path(name))):
        raise InputError(
            f"{name} is neither a file nor a bundled corpus nor a store; "
            f"bundled: {', '.join(bundled_names())}."
        )
    watched = Watched(Path(name), tell) if tell and os.path.isfile(name) else name
    return load(watched, words, reading)


def load(
    source: Location, words: Location | None = None, reading: Reading = BY_DEFAULT
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, or an Upload; or the folder of a store
    words : the list of words, one a line, for a format that comes without them

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements.
    """
    file, names = _source(source), None if words is None else _source(words)
    form = reading.format
    if form == AUTO:
        form = recognise(file, is_labelled=reading.label is not None)
    _refuse_options(file, names, reading, form)
    if form in TEXTS and form not in BINARY:
        _check_text(file)
    if form in TEXTS:
        return TEXTS[form](file, reading.tokeniser)
    if form in TABLES:
        return TABLES[form](file, reading.label, names)
    if form in LISTED:
        return LISTED[form](file, names)
    return _open_store(file) if form == "store" else triples.read_triples(file)


def _open_store(source: Source) -> Corpus:
    if not isinstance(source, Path):
        raise InputError(
            f"{source.name} is a file, and a store is a folder. Choose another format."
        )
    return open_store(source)


class Preview(NamedTuple):
    """What a file is, a key of FORMATS, and its first lines, safe to be shown."""

    format: str
    first_lines: str


def preview(source: Source) -> Preview:
    """Look at how a file begins; of what is no text, only its format and size."""
    form = recognise(source)
    if form == "store":
        return Preview(form, f"{source.name}: {FORMATS[form]}")
    if form in BINARY:
        size = f"{source.name}: {FORMATS[form]}, {n_bytes(source):,} bytes"
        return Preview(form, size)
    lines = beginning(source).decode(errors="replace").split("\n")[:MAX_LINES_SHOWN]
    return Preview(form, "\n".join(map(_shown, lines)))


def _shown(line: str) -> str:
    line, most = line.rstrip("\r").translate(CONTROLS), MAX_CHARACTERS_SHOWN
    return line if len(line) <= most else f"{line[:most]}…"


def counts_and_words(sources: Sequence[Source]) -> tuple[int, int | None]:
    """Return the places of the file of counts and of the file of words, if one is."""
    if len(sources) > 2:
        raise InputError(
            f"{len(sources)} files were given. Give one file with the corpus, and if "
            "it needs that one with its words; put texts in a zip."
        )
    if len(sources) == 1:
        return 0, None
    # A list of words, one a line, is recognised as plain text.
    lists = [recognise(source) == "plain_text" for source in sources]
    if lists.count(True) != 1:
        names = " and ".join(source.name for source in sources)
        raise InputError(
            f"{names}: one of two files has to be a list of words, one a line. Give "
            "only the file with the corpus, or its words beside it."
        )
    return lists.index(False), lists.index(True)


def _source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def _check_text(source: Source) -> None:
    """Refuse what its beginning shows to be no text, before the rest is read."""
    start = beginning(source)
    decode(start[: start.rfind(b"\n") + 1], source.name)


def _refuse_options(
    source: Source, words: Source | None, reading: Reading, form: str
) -> None:
    if words and form not in LISTED | TABLES:
        fault = f"words of its own. Leave {words.name} out"
    elif reading.label is not None and form not in TABLES:
        fault = "no column to take out as labels. Leave the label out"
    else:
        return
    raise InputError(
        f"{source.name} is read as {FORMATS[form]}, which has {fault}, or choose "
        "another format."
    )


TEXTS: dict[str, Callable[[Source, Tokeniser], Corpus]] = {
    "plain_text": document_lines.read_plain_text,
    "zipped_texts": zips.read_zipped_texts,
    "json_lines": document_lines.read_json_lines,
    "mallet": document_lines.read_mallet,
}
TABLES: dict[str, Callable[[Source, str | None, Source | None], Corpus]] = {
    "table": table.read_table,
    "count_table": table.read_count_table,
}
# Whose words are in a list of their own.
LISTED: dict[str, Callable[[Source, Source | None], Corpus]] = {
    "uci": uci.read_uci,
    "matrix_market": matrix_market.read_matrix_market,
    "lda_c": pairs.read_lda_c,
    "svmlight": pairs.read_svmlight,
    "npy": arrays.read_npy,
    "npz": arrays.read_npz,
}
