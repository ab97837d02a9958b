"""What a page tells of files before they are read."""

from collections.abc import Sequence
from typing import NamedTuple

from spca_core.corpus.readers.files import Source, n_bytes
from spca_core.corpus.readers.recognition import FORMATS, beginning, recognise
from spca_core.errors import InputError

BINARY = {"npz", "npy", "zipped_texts"}
MAX_LINES_SHOWN = 10
MAX_CHARACTERS_SHOWN = 200  # of a line
# All but the tab: what would move or hide the text around it.
CONTROLS = dict.fromkeys(
    {*range(32), 127, *range(0x80, 0xA0)} - {ord("\t")}, "\N{REPLACEMENT CHARACTER}"
)


class Preview(NamedTuple):
    """What a file is, a key of FORMATS, and its first lines, safe to be shown."""

    format: str
    first_lines: str


def preview(source: Source) -> Preview:
    """Look at how a file begins; of what is no text, only its format and size.

    Raises
    ------
    InputError
        If it is empty, or nothing that is read here.
    """
    form = recognise(source)
    if form in BINARY:
        size = f"{source.name}: {FORMATS[form]}, {n_bytes(source):,} bytes"
        return Preview(form, size)
    lines = beginning(source).decode(errors="replace").split("\n")[:MAX_LINES_SHOWN]
    return Preview(form, "\n".join(map(_shown, lines)))


def _shown(line: str) -> str:
    line, most = line.rstrip("\r").translate(CONTROLS), MAX_CHARACTERS_SHOWN
    return line if len(line) <= most else f"{line[:most]}…"


def counts_and_words(sources: Sequence[Source]) -> tuple[int, int | None]:
    """Return the places of the file of counts and of the file of words, if one is.

    Raises
    ------
    InputError
        If there are more than two files, or not one of each.
    """
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
