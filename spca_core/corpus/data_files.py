"""What of the server's data folder can be chosen: by name, never by a path."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spca_core.corpus.readers.lines import quote
from spca_core.corpus.store import is_store
from spca_core.errors import InputError

MAX_FILES = 500
MAX_DEPTH = 2
# Lists of words and titles belong to the counts beside them.
NAMES_OF_COUNTS = ("vocab.", "words.", "titles.")
UNFINISHED = ".part"


def data_files(folder: Path) -> list[str]:
    """List the files and stores in the folder, up to two folders down, relative to it.

    Those that are hidden, unfinished, or linked from outside the folder are left out.
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
        folders[:] = sorted(filter(_is_shown, folders))
        for store in [one for one in folders if is_store(Path(place, one))]:
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
