"""A file before it is read: how that is to be done, its format, its text in UTF-8."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.readers.encodings import AUTO, ENCODINGS, UTF_8, as_utf_8
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.recognition import (
    FORMATS,
    PACKED,
    beginning,
    is_text,
    recognise,
)
from spca_core.corpus.readers.sheets import SHEETS, as_csv
from spca_core.corpus.readers.text_table import GUESSED, Columns
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.pieces import AS_FOUND, Cutting
from spca_core.corpus.texts.tokenisation import USUAL, Tokenisation
from spca_core.errors import check_choice

NUMBERS = ("table", "count_table", "triples")  # that a packed table can hold
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
    label : name or number of the column of a table of numbers that holds the titles
    columns : those of a table of texts
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
    """A file whose format is known, its text in UTF-8, a packed table as CSV."""

    source: Source
    format: str  # a key of FORMATS
    encoding: str  # that it was in
    warnings: tuple[str, ...]


def open_file(source: Location, reading: Reading = BY_DEFAULT) -> Opened:
    """Find a file's format, unless it is chosen, and unpack it for its reader."""
    file, encoding = as_source(source), UTF_8
    if isinstance(file, Path) and is_store(file):
        return Opened(file, "store", UTF_8, ())
    warnings: tuple[str, ...] = ()
    if is_text(file):
        file, encoding = as_utf_8(file, reading.encoding)
    form = reading.format
    labelled = reading.label is not None
    if form in (AUTO, *SHEETS):
        form = recognise(file, is_labelled=labelled)
    if form in SHEETS:
        file, warnings = as_csv(file, form)
        found = recognise(file, is_labelled=labelled)
        form = found if found in NUMBERS else "text_table"
    return Opened(file, form, encoding, warnings)


def first_lines(opened: Opened) -> str:
    """Return a text file's first lines, safe to be shown; nothing of another."""
    if opened.format in PACKED:
        return ""
    start = beginning(opened.source).decode(errors="replace")
    return "\n".join(map(_shown, start.split("\n")[:MAX_LINES_SHOWN]))


def _shown(line: str) -> str:
    line, most = line.rstrip("\r").translate(CONTROLS), MAX_CHARACTERS_SHOWN
    return line if len(line) <= most else f"{line[:most]}…"


def as_source(location: Location) -> Source:
    """Return a file to read, given by its path or as it is."""
    return Path(location) if isinstance(location, str | os.PathLike) else location
