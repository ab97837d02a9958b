"""Writing results to files: whole or not at all, and never over what they are about."""

import os
import shutil
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path
from typing import IO
from uuid import uuid4

from spca_core.errors import InputError
from spca_core.extras import check_installed

DRAWN = dict.fromkeys((".svg", ".png", ".pdf"), "vl_convert")
NEEDED = {".xlsx": "openpyxl", ".parquet": "pyarrow", **DRAWN}  # modules, by endings


def write_file(
    path: str | os.PathLike[str], content: str | bytes | Callable[[IO[bytes]], object]
) -> None:
    """Write a file: whole, or what was there before stays as it is.

    A link is followed, and a file that is there keeps its permissions. What is not a
    file, such as a named pipe, is written to as it comes.

    content : of the file, or a function that writes it

    raises : InputError if it cannot be written
    """
    write = content if callable(content) else partial(_write_all, content)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with Path(path).open("wb") as file:
                write(file)
        else:
            _write_whole(Path(os.path.realpath(path)), write)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}. Name another file."
        ) from error


def _write_all(content: str | bytes, file: IO[bytes]) -> None:
    file.write(content.encode() if isinstance(content, str) else content)


def _write_whole(target: Path, write: Callable[[IO[bytes]], object]) -> None:
    # A name of its own, so that two writers of one file do not mix.
    part = target.with_name(f".{uuid4().hex}.part")
    is_there = os.path.lexists(target)  # A link that leads nowhere is one to itself.
    if is_there:
        target.open("r+b").close()  # Refused if the file may not be changed.
    try:
        with part.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        if is_there:
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def refuse_source(
    path: str | os.PathLike[str], sources: Iterable[str | os.PathLike[str]]
) -> None:
    """Refuse to write a result over one of its sources, by whatever path or link.

    sources : files, and folders with all files in them

    raises : InputError if the path is one of these files
    """
    if not os.path.exists(path):
        return
    for source in sources:
        if any(_is_same(path, file) for file in _files_of(Path(source))):
            raise InputError(
                f"{path} cannot be written: it is what the result is made from "
                f"({source}), and would be lost. Name another file."
            )


def _files_of(source: Path) -> Iterable[Path]:
    return source.rglob("*") if source.is_dir() else (source,)


def _is_same(path: str | os.PathLike[str], file: Path) -> bool:
    return os.path.exists(file) and os.path.samefile(path, file)


def checked_ending(path: str | os.PathLike[str], known: Collection[str]) -> str:
    """Return the ending of a file to be written, in lower case.

    raises : InputError if it is none of those known, the file's folder is missing, it
        is a folder, or a package that writes it is missing
    """
    ending, folder = Path(path).suffix.lower(), Path(path).parent
    if ending not in known:
        raise InputError(
            f"{path} ends in {ending!r}; give a name with one of {', '.join(known)}."
        )
    if not folder.is_dir():
        raise InputError(f"{path} cannot be written: {folder} is not a folder.")
    if Path(path).is_dir():
        raise InputError(f"{path} cannot be written: it is a folder. Name a file.")
    if ending in NEEDED:
        check_installed(NEEDED[ending], str(path))
    return ending
