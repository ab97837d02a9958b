"""Where a corpus comes from: a bundled name, a path, the data folder, or uploads."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.documents.folders import zipped
from spca_core.corpus.readers.files import Source, Upload, Watched
from spca_core.corpus.readers.formats import (
    FORMATS,
    LISTED,
    TABLES,
    Gives,
    of_kind,
)
from spca_core.corpus.readers.lines import quote
from spca_core.corpus.readers.load import Count, read_corpus
from spca_core.corpus.readers.recognise import BY_DEFAULT, Location, look
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.counting import count_words
from spca_core.errors import InputError
from spca_core.running.bars import Progress

MAX_FILES = 500
MAX_DEPTH = 2
# Lists of words and titles belong to the counts beside them.
NAMES_OF_COUNTS = ("vocab.", "words.", "titles.")
UNFINISHED = ".part"


def open_corpus(
    name: str,
    words: Location | None = None,
    reading: Reading = BY_DEFAULT,
    tell: Progress | None = None,
    count: Count = count_words,
) -> Corpus:
    """Return a bundled corpus by its name, or read a file or a store.

    tell  : called with the share of the file that has been read
    count : makes a corpus of texts
    """
    if name in bundled_titles():
        for option, what in ((words, "words"), (reading.label, "titles")):
            if option is not None:
                raise InputError(
                    f"{name} is a bundled corpus with {what} of its own; give no "
                    f"other, or write ./{name} if you mean a file."
                )
        reading.refuse_unused((), f"{name}, a bundled corpus")
        return read_bundled(name)
    if not (os.path.isfile(name) or is_store(Path(name))):
        raise InputError(
            f"{quote(name)} is neither a file nor a bundled corpus nor a store; "
            f"bundled: {', '.join(bundled_titles())}."
        )
    watched = Watched(Path(name), tell) if tell and os.path.isfile(name) else name
    return read_corpus(watched, words, reading, count=count)


def data_files(folder: Path) -> list[str]:
    """List the files and stores in the folder, up to two folders down, relative to it.

    Hidden and unfinished ones, and links that lead out of the folder, are left out.
    """
    return list(islice(_files(folder.resolve()), MAX_FILES))


def data_file(folder: Path, relative: str) -> Path:
    """Return the path of a listed file; raise InputError for any other name."""
    if relative not in data_files(folder):
        raise InputError(
            f"{quote(relative)} is not among the files of the data folder. "
            "Choose one of its list, or upload the file."
        )
    return folder / relative


def _files(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        deepest = len(here.parts) == MAX_DEPTH
        folders[:] = sorted(filter(_is_shown, folders))
        for store in [name for name in folders if is_store(Path(place, name))]:
            folders.remove(store)
            if Path(place, store).resolve().is_relative_to(folder):
                yield (here / store).as_posix()
        folders[:] = [] if deepest else folders
        for name in sorted(filter(_is_shown, names)):
            path = Path(place, name)
            is_data = not name.startswith(NAMES_OF_COUNTS) and path.suffix != UNFINISHED
            if is_data and path.is_file() and path.resolve().is_relative_to(folder):
                yield (here / name).as_posix()


def _is_shown(name: str) -> bool:
    # A name that is not UTF-8 has characters that no page can show.
    return not name.startswith(".") and name.isprintable()


def sort_out(sources: Sequence[Upload]) -> tuple[Upload, Upload | None]:
    """Return the file that has the corpus and, if there is one, the file of its words.

    If one of two files is a matrix without words, the other is taken as its words,
    whatever it looks like. Texts and tables become one zip: several tables are read as
    one, and a table beside texts may tell of them.
    """
    if len(sources) == 1:
        return sources[0], None
    forms = [_format_of(source) for source in sources]
    if len(sources) == 2:
        for counts, words in ((0, 1), (1, 0)):
            if _are_words_of(forms[words], forms[counts]):
                return sources[counts], sources[words]
    if set(forms) <= {*of_kind(Gives.TEXTS, Gives.RECORDS, Gives.ENTRIES)}:
        return zipped(sources), None
    names = " and ".join(source.name for source in sources[:3])
    raise InputError(
        f"{names}: several files can be texts (.txt, .md, .docx, .pdf), tables of "
        "the same columns, or a matrix and the list of its words, one a line. Give one "
        "file, or one kind."
    )


def _are_words_of(words: str, counts: str) -> bool:
    """Return whether, by the formats, one file is the list of words of the other."""
    if counts in TABLES:
        return words == "plain_text"
    if counts not in LISTED or (words and not FORMATS[words].is_text):
        return False
    # A list of words may look like a matrix in text, but not like a packed one.
    return words not in LISTED or not FORMATS[counts].is_text


def _format_of(source: Source) -> str:
    """Return a file's format; empty if none fits, as can be so for a list of words."""
    try:
        return look(source).format
    except InputError:
        return ""
