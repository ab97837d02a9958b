"""Which files of the server's data folder can be chosen: by name, never by a path."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spca_core.corpus.readers.lines import quote
from spca_core.errors import InputError

MAX_FILES = 500
MAX_DEPTH = 2
# Lists of words and titles belong to the counts beside them.
NAMES_OF_COUNTS = ("vocab.", "words.", "titles.")
UNFINISHED = ".part"


def data_files(folder: Path) -> list[str]:
    """List the data files in the folder, up to two folders down, 500 at most.

    Returns
    -------
    list of str
        Relative paths with `/`, a folder's files before those of its folders. Files
        that are hidden, unfinished, or linked from outside the folder are left out.
    """
    return list(islice(_files(folder.resolve()), MAX_FILES))


def data_file(folder: Path, relative: str) -> Path:
    """Return the path of a listed file; refuse every other name."""
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
        folders[:] = [] if deepest else sorted(filter(_is_shown, folders))
        for name in sorted(filter(_is_data, names)):
            path = Path(place, name)
            if path.is_file() and path.resolve().is_relative_to(folder):
                yield (here / name).as_posix()


def _is_data(name: str) -> bool:
    return _is_shown(name) and not (
        name.startswith(NAMES_OF_COUNTS) or name.endswith(UNFINISHED)
    )


def _is_shown(name: str) -> bool:
    # A name that is not UTF-8 has characters that no page can show.
    return not name.startswith(".") and name.isprintable()
