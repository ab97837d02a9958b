"""Files are read in the background, with a bar, once for all who want them."""

import os
from collections.abc import Iterator
from concurrent.futures import wait
from typing import NamedTuple

import streamlit as st

from pages.shared.text import plain
from pages.shared.work.queues import Queue
from pages.shared.work.work import Work
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, Upload
from spca_core.corpus.readers.opening import Reading
from spca_core.corpus.readers.progress import Progress, readings
from spca_core.errors import InputError

AT_A_TIME = 2
MAX_READ = 12  # corpora that are remembered
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
    def key(self) -> "File":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield how far it has been read; strangers' may take a limited time."""
        for progress in readings(*self):
            if isinstance(self.path, Upload):
                _check_seconds(self.path.name, progress.seconds)
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

    task: File


@st.cache_resource(show_spinner=False)
def reading_queue() -> Queue[ReadingJob]:
    """Return the one queue of files in the process."""
    return Queue(ReadingJob, AT_A_TIME, NICENESS, MAX_READ)


def read_file(file: File) -> Corpus:
    """Return the corpus; while it is being read, show how far and end the page.

    raises : InputError if it cannot be read, or this user has stopped it
    """
    job = reading_queue().watched(file)
    wait([job.future], timeout=FIRST_LOOK_SECONDS)
    if not job.done:
        _poll(file)
        st.stop()
    if job.latest and job.latest.corpus:
        return job.latest.corpus
    if not job.stopped:
        reading_queue().abandon(job)  # The file may be mended by the next time.
        raise InputError(job.refusal or job.fault)
    st.button("Read it again", on_click=reading_queue().begin_again, args=([file],))
    raise InputError(f"You stopped the reading of {file.path.name}.")


@st.fragment(run_every=POLL_SECONDS)
def _poll(file: File) -> None:
    job = reading_queue().watched(file)
    if job.done:
        st.rerun()
    progress = job.latest or Progress(0.0, 0.0)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(progress.share, f"{plain(file.path.name)}: {progress.sentence}")
        st.button("Stop", key="stop_reading", on_click=_stop, args=(job,))


def _stop(job: ReadingJob) -> None:
    reading_queue().stop([job])
