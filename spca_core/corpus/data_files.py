"""Which files of the server's data folder can be chosen: by name, never by a path."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spca_core.errors import InputError

MOST_FILES = 500
MOST_FOLDERS_DOWN = 2
# They go with counts that lie beside them.
NAMES_OF_COUNTS = ("vocab.", "words.", "titles.")
UNFINISHED = ".part"
LONGEST_QUOTE = 100  # characters


def data_files(folder: Path) -> list[str]:
    """List the data files in the folder, up to two folders down, 500 at most.

    returns : relative paths with `/`, those of a folder before those of its folders;
              nothing hidden, unfinished, or linked from outside the folder
    """
    return list(islice(_files(folder.resolve()), MOST_FILES))


def data_file(folder: Path, relative: str) -> Path:
    """Return the path of a listed file.

    raises : InputError if it is not listed, whether or not there is such a file
    """
    if relative not in data_files(folder):
        raise InputError(
            f"{relative[:LONGEST_QUOTE]!r} is not among the files of the data folder. "
            "Choose one of its list, or upload the file."
        )
    return folder / relative


def _files(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        deepest = len(here.parts) == MOST_FOLDERS_DOWN
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
    # A name that is no UTF-8 comes with bytes that no page could show.
    return not name.startswith(".") and name.isprintable()
