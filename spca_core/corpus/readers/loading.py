"""Load any file as a corpus: open it, recognise its format by content, and read it."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts import (
    arrays,
    matrix_market,
    pairs,
    table,
    triples,
    uci,
)
from spca_core.corpus.readers.documents import lines as document_lines
from spca_core.corpus.readers.documents import zips
from spca_core.corpus.readers.encodings import AUTO, ENCODINGS, UTF_8, as_utf_8
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import not_utf_8
from spca_core.corpus.readers.recognition import FORMATS, beginning, is_text, recognise
from spca_core.corpus.readers.records import tables as text_table
from spca_core.corpus.readers.records.packed import SHEETS, as_csv
from spca_core.corpus.readers.records.tables import GUESSED, Columns
from spca_core.corpus.store import is_store, open_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.pieces import AS_FOUND, Cutting, cut_texts
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import USUAL, Tokenisation
from spca_core.errors import InputError, check_choice

NUMBERS = ("table", "count_table", "triples")  # formats that a packed table can hold
Location = Source | str | os.PathLike[str]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Reading:
    """How a file is to be read.

    Parameters
    ----------
    format : a key of FORMATS, or AUTO
    label : name or number of the column of a table of numbers that holds the titles
    columns : which columns of a table of texts are taken
    encoding : of a text, as Python calls it, or AUTO
    cutting : whether texts are cut into shorter ones
    tokenisation : how texts are cut into words, and which of them count
    """

    format: str = AUTO
    label: str | None = None
    columns: Columns = GUESSED
    encoding: str = AUTO
    cutting: Cutting = AS_FOUND
    tokenisation: Tokenisation = USUAL

    def __post_init__(self) -> None:
        check_choice("The format", self.format, (AUTO, *FORMATS))
        check_choice("The encoding", self.encoding, ENCODINGS)


BY_DEFAULT = Reading()


class Opened(NamedTuple):
    """A file of known format; text is now in UTF-8, and a packed table is now CSV."""

    source: Source
    format: str  # a key of FORMATS
    encoding: str = UTF_8  # that the file was in
    warnings: tuple[str, ...] = ()


def load(
    source: Location,
    words: Location | None = None,
    reading: Reading = BY_DEFAULT,
    progress: Progress = lambda done, of: None,
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, an Upload, or the folder of a store
    words : the list of words, one a line, for a format that comes without them
    progress : called with the characters of texts counted so far, and those in all; it
        may raise to stop

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements.
    """
    opened = open_file(source, reading)
    names = None if words is None else _as_source(words)
    _refuse_options(opened, names, reading)
    if opened.format in TEXTS:
        texts = read_texts(opened, reading)
        return count_words(texts, reading.tokenisation, progress)
    return _read_numbers(opened, names, reading)


def open_file(source: Location, reading: Reading = BY_DEFAULT) -> Opened:
    """Find a file's format, unless it is chosen, and unpack it for its reader."""
    file, encoding = _as_source(source), UTF_8
    if isinstance(file, Path) and is_store(file):
        return Opened(file, "store")
    warnings: tuple[str, ...] = ()
    if is_text(beginning(file)) and (reading.encoding != AUTO or not_utf_8(file)):
        file, encoding = as_utf_8(file, reading.encoding)
    form, labelled = reading.format, reading.label is not None
    if form in (AUTO, *SHEETS):
        form = recognise(file, is_labelled=labelled)
    if form in SHEETS:
        file, warnings = as_csv(file, form)
        found = recognise(file, is_labelled=labelled)
        form = found if found in NUMBERS else "text_table"
    return Opened(file, form, encoding, warnings)


def _as_source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def read_texts(opened: Opened, reading: Reading = BY_DEFAULT) -> Texts:
    """Read the texts of a file that has some, cut as `reading` says."""
    texts = TEXTS[opened.format](opened.source, reading)
    encoding = "" if opened.encoding == UTF_8 else opened.encoding
    return replace(
        texts,
        warnings=(*opened.warnings, *texts.warnings),
        report=replace(texts.report, encoding=encoding),
    )


def _read_numbers(opened: Opened, names: Source | None, reading: Reading) -> Corpus:
    file, form = opened.source, opened.format
    if form in TABLES:
        corpus = TABLES[form](file, reading.label, names)
    elif form in LISTED:
        corpus = LISTED[form](file, names)
    else:
        corpus = COUNTED[form](file)
    return replace(corpus, warnings=(*opened.warnings, *corpus.warnings))


def _open_store(source: Source) -> Corpus:
    if not isinstance(source, Path):
        raise InputError(
            f"{source.name} is a file, and a store is a folder. Choose another format."
        )
    return open_store(source)


def _refuse_options(opened: Opened, words: Source | None, reading: Reading) -> None:
    form = opened.format
    if words and form not in LISTED | TABLES:
        fault = f"words of its own. Leave {words.name} out"
    elif reading.label is not None and form not in TABLES:
        fault = "no column to take out as labels. Leave the label out"
    elif reading.columns != GUESSED and form != "text_table":
        fault = "no columns of texts, titles, dates and groups. Leave them out"
    else:
        return
    raise InputError(
        f"{opened.source.name} is read as {FORMATS[form]}, which has {fault}, or "
        "choose another format."
    )


def _cut(read: Callable[[Source], Texts]) -> Callable[[Source, Reading], Texts]:
    return lambda source, reading: cut_texts(read(source), reading.cutting)


TEXTS: dict[str, Callable[[Source, Reading], Texts]] = {
    "text_table": lambda source, reading: cut_texts(
        text_table.read_text_table(source, reading.columns), reading.cutting
    ),
    "plain_text": lambda source, reading: document_lines.read_plain_text(
        source, reading.cutting
    ),
    "zipped_texts": _cut(zips.read_zipped_texts),
    "document": _cut(zips.read_document),
    "mallet": _cut(document_lines.read_mallet),
}
TABLES: dict[str, Callable[[Source, str | None, Source | None], Corpus]] = {
    "table": table.read_table,
    "count_table": table.read_count_table,
}
# Formats whose words are in a separate list.
LISTED: dict[str, Callable[[Source, Source | None], Corpus]] = {
    "uci": uci.read_uci,
    "matrix_market": matrix_market.read_matrix_market,
    "lda_c": pairs.read_lda_c,
    "svmlight": pairs.read_svmlight,
    "npy": arrays.read_npy,
    "npz": arrays.read_npz,
}
COUNTED: dict[str, Callable[[Source], Corpus]] = {
    "triples": triples.read_triples,
    "json_lines": document_lines.read_json_lines,
    "store": _open_store,
}
