"""Files are read in the background, with a bar, once for all who want them."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import wait
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.text import plain
from pages.shared.work.queues import Queue
from pages.shared.work.work import Work
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, Upload, Watched
from spca_core.corpus.readers.loading import sort_out
from spca_core.corpus.readers.opening import Reading, first_lines, open_file
from spca_core.corpus.readers.progress import Progress, Tell, progress_of, readings
from spca_core.corpus.readers.text_table import Layout, find_table
from spca_core.errors import InputError

AT_A_TIME = 2
MAX_READ = 12  # corpora that are remembered, and as many looks at files
NICENESS = 5
POLL_SECONDS = 0.5
FIRST_LOOK_SECONDS = 1.0  # most files have been read by then
USUAL_SECONDS = 120.0  # an upload may take; SPCA_UPLOAD_SECONDS says otherwise


class File(NamedTuple):
    """What to read, and how."""

    path: Source
    words: Source | None
    reading: Reading

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def key(self) -> "File":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield how far it has been read; strangers' may take a limited time."""
        return _limited(self.path, readings(*self))


class Look(NamedTuple):
    """What a file is before it is read, and how it begins."""

    format: str  # a key of FORMATS
    encoding: str
    first_lines: str
    table: Layout | None  # of a table of texts


class Opening(NamedTuple):
    """A file to look at: what is packed is unpacked."""

    path: Source
    reading: Reading

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def key(self) -> "Opening":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield how far it has been read, and at the end a Look."""
        return _limited(self.path, progress_of(self._look))

    def _look(self, tell: Tell) -> Look:
        is_folder = isinstance(self.path, Path) and self.path.is_dir()
        path = self.path if is_folder else Watched(self.path, tell)
        opened = open_file(path, self.reading)
        is_table = opened.format == "text_table"
        table = find_table(opened.source, self.reading.columns) if is_table else None
        return Look(opened.format, opened.encoding, first_lines(opened), table)


class Sorting(NamedTuple):
    """Several files, of which to find out what each is."""

    files: tuple[Upload, ...]

    @property
    def name(self) -> str:
        return f"{len(self.files)} files"

    @property
    def key(self) -> "Sorting":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield how far they have been read, and at the end as `sort_out` returns."""
        first, *_ = self.files
        return _limited(first, progress_of(lambda _: sort_out(self.files)))


def _limited(path: Source, coming: Iterator[Progress]) -> Iterator[Progress]:
    for progress in coming:
        if isinstance(path, Upload):
            _check_seconds(path.name, progress.seconds)
        yield progress


def _check_seconds(name: str, seconds: float) -> None:
    """Refuse an upload whose reading has taken longer than it may."""
    limit = float(os.environ.get("SPCA_UPLOAD_SECONDS") or USUAL_SECONDS)
    if seconds > limit:
        raise InputError(
            f"{name} takes over {limit:g} seconds to read, the most that an upload may "
            "take here. Take a part of it."
        )


class ReadingJob(Work[Progress]):
    """One file that is being read, or has been."""

    task: File | Opening | Sorting


@st.cache_resource(show_spinner=False)
def reading_queue() -> Queue[ReadingJob]:
    """Return the one queue of files in the process."""
    return Queue(ReadingJob, AT_A_TIME, NICENESS, MAX_READ)


@st.cache_resource(show_spinner=False)
def opening_queue() -> Queue[ReadingJob]:
    """Return the one queue of files that are looked at, in the process."""
    return Queue(ReadingJob, AT_A_TIME, NICENESS, MAX_READ)


def read_file(file: File) -> Corpus:
    """Return the corpus; while it is being read, show how far and end the page.

    raises : InputError if it cannot be read, or this user has stopped it
    """
    return _result(reading_queue(), file)


def look_at(opening: Opening) -> Look:
    """Return what a file is; as `read_file`."""
    return _result(opening_queue(), opening)


def sorted_out(files: Sequence[Upload]) -> tuple[Upload, Upload | None]:
    """Return the file with the corpus, and that with its words; as `read_file`."""
    if len(files) == 1:
        return sort_out(files)  # at once
    return _result(opening_queue(), Sorting(tuple(files)))


def _result(queue: Queue[ReadingJob], task: File | Opening | Sorting) -> Any:
    job = queue.watched(task)
    wait([job.future], timeout=FIRST_LOOK_SECONDS)
    if not job.done:
        _poll(queue, task)
        st.stop()
    if job.latest and job.latest.result:
        return job.latest.result
    if not job.stopped:
        queue.abandon(job)  # The file may be mended by the next time.
        raise InputError(job.refusal or job.fault)
    st.button("Read it again", on_click=queue.begin_again, args=([task],))
    raise InputError(f"You stopped the reading of {task.name}.")


@st.fragment(run_every=POLL_SECONDS)
def _poll(queue: Queue[ReadingJob], task: File | Opening | Sorting) -> None:
    job = queue.watched(task)
    if job.done:
        st.rerun()
    progress = job.latest or Progress(0.0, 0.0)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(progress.share, f"{plain(task.name)}: {progress.sentence}")
        st.button("Stop", key="stop_reading", on_click=queue.stop, args=([job],))
