"""Read files in the background, with a progress bar, once for all users."""

import os
from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.work.screen import Controls, offer_again, show_shares, show_work
from pages.shared.work.work import FILES, LOOKS, queue
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Source, Upload, Watched
from spca_core.corpus.readers.loading import has_texts
from spca_core.corpus.readers.look import look
from spca_core.corpus.readers.progress import (
    ReadingProgress,
    Tell,
    progress_of,
    readings,
)
from spca_core.corpus.readers.tables.roles import ColumnRoles
from spca_core.corpus.sources import sort_out
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.paper.data_sets import data_set, read
from spca_core.results.corpus.reading import first_lines

FIRST_LOOK_SECONDS = 1.0  # most files have been read by then
DEFAULT_SECONDS = 120.0  # for reading an upload, unless SPCA_UPLOAD_SECONDS is set


class FilePreview(NamedTuple):
    """What a file is before it is read, and how it begins; nothing that is large.

    taken : the roles of a table's columns
    like_text : the names of those that look like texts
    """

    format: str  # a key of FORMATS
    encoding: str
    first_lines: str
    has_texts: bool
    names: tuple[str, ...] = ()  # of a table's columns
    taken: ColumnRoles | None = None
    like_text: tuple[str, ...] = ()
    header: int = 0  # number of the row of the header, 0 without one
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileTask:
    """A file to do something with; uploads may take a limited time."""

    path: Source
    lane = LOOKS
    known = None

    @property
    def key(self) -> Hashable:
        """The task, and for a file on the server also its size and time of change."""
        path = self.path
        if not isinstance(path, Path) or not path.is_file():
            return self, ()
        status = path.stat()
        return self, (status.st_size, status.st_mtime_ns)

    @property
    def name(self) -> str:
        """What is read, as it is shown."""
        return self.path.name

    def results(self) -> Iterator[ReadingProgress]:
        """Yield how far the file has been read, and at the end the result."""
        for progress in self.progress():
            if isinstance(self.path, Upload):
                _check_seconds(self.name, progress.seconds)
            yield progress

    def progress(self) -> Iterator[ReadingProgress]:
        """Do the task; yield how far it is."""
        raise NotImplementedError


@dataclass(frozen=True)
class FileToRead(FileTask):
    """A file to read as a corpus."""

    words: Source | None
    reading: Reading
    lane = FILES

    def progress(self) -> Iterator[ReadingProgress]:
        return readings(self.path, self.words, self.reading)


@dataclass(frozen=True)
class Published(FileTask):
    """A data set of the paper, in the folder that holds them."""

    data_set: str
    folder: Path
    lane = FILES

    @property
    def name(self) -> str:
        return self.data_set

    def progress(self) -> Iterator[ReadingProgress]:
        return progress_of(partial(read, data_set(self.data_set), self.folder))


@dataclass(frozen=True)
class Opening(FileTask):
    """A file to look at; if it is packed, it is unpacked."""

    reading: Reading

    def progress(self) -> Iterator[ReadingProgress]:
        return progress_of(self._look)

    def _look(self, tell: Tell) -> FilePreview:
        is_folder = isinstance(self.path, Path) and self.path.is_dir()
        path = self.path if is_folder else Watched(self.path, tell)
        contents = look(path, self.reading)
        shown = FilePreview(
            contents.format,
            contents.encoding,
            first_lines(contents),
            has_texts(contents),
        )
        if (table := contents.table) is None:
            return shown
        return shown._replace(
            names=table.names,
            taken=table.taken,
            like_text=table.like_text,
            header=table.row - 1,
            sheets=contents.sheets,
        )


@dataclass(frozen=True)
class Sorting(FileTask):
    """Several files: the task is to find out what each of them is."""

    files: tuple[Upload, ...]  # `path` is the first

    @property
    def name(self) -> str:
        return counted(len(self.files), "files")

    def progress(self) -> Iterator[ReadingProgress]:
        return progress_of(lambda _: sort_out(self.files))


def _check_seconds(name: str, seconds: float) -> None:
    limit = float(os.environ.get("SPCA_UPLOAD_SECONDS") or DEFAULT_SECONDS)
    if seconds > limit:
        raise InputError(
            f"{name} takes over {limit:g} seconds to read, the most that an upload may "
            "take here. Upload a part of it."
        )


def sorted_out(files: Sequence[Upload]) -> tuple[Upload, Upload | None]:
    """Return the file with the corpus, and the one with its words; as `result_of`."""
    if len(files) == 1:
        return files[0], None
    return result_of(Sorting(files[0], tuple(files)))


def result_of(task: FileTask) -> Any:
    """Return what comes of a task; until then, show its progress and end the page.

    raises : InputError if the file cannot be read, or this user has stopped it
    """
    job = queue().watched(task)
    wait([job.future], timeout=FIRST_LOOK_SECONDS)
    again = partial(st.button, "Read it again", key=f"read_again_{task.name}")
    stop = partial(st.button, "Stop", key="stop_reading")
    controls = Controls(show_shares, stop, again)
    if not job.done:
        watched = partial(queue().watched, task)
        show_work(lambda: [watched()], lambda _: None, controls, reruns=True)
        st.stop()
    if job.latest and job.latest.result:
        return job.latest.result
    offer_again([job], controls)
    raise InputError(job.failure or f"You stopped the reading of {task.name}.")
