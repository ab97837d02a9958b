"""The corpora of the paper, downloaded into the data folder by one click."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from pages.shared.text import plain
from pages.shared.work.queues import Queue
from pages.shared.work.work import Work
from spca_core.corpus.downloads import DOWNLOADS, Progress, download, is_here
from spca_core.paper.data_sets import data_folder

AT_A_TIME = 1
NICENESS = 10
POLL_SECONDS = 0.5


class Download(NamedTuple):
    """What to download, and to which folder."""

    name: str
    folder: Path

    @property
    def key(self) -> "Download":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield the progress of the download."""
        return download(self.name, self.folder)


class DownloadJob(Work[Progress]):
    """One download under way."""

    task: Download


@st.cache_resource(show_spinner=False)
def download_queue() -> Queue[DownloadJob]:
    """Return the one queue of downloads in the process."""
    return Queue(DownloadJob, AT_A_TIME, NICENESS)


def show() -> None:
    """Offer what is not here yet, and show how far each download has come."""
    st.subheader("Download a corpus of the paper")
    st.caption(ABOUT_DOWNLOADS)
    tasks = [Download(name, data_folder()) for name in DOWNLOADS]
    if any(not job.done for job in _begun(tasks)):
        _poll(tasks)
    else:
        _show(tasks)


@st.fragment(run_every=POLL_SECONDS)
def _poll(tasks: list[Download]) -> None:
    if all(job.done for job in _begun(tasks)):
        st.rerun()
    _show(tasks)


def _begun(tasks: list[Download]) -> list[DownloadJob]:
    return [job for job in map(download_queue().peek, tasks) if job]


def _show(tasks: list[Download]) -> None:
    for task in tasks:
        with st.container(horizontal=True, vertical_alignment="center"):
            _show_one(task, download_queue().peek(task))


def _show_one(task: Download, job: DownloadJob | None) -> None:
    if is_here(task.name, task.folder):
        st.markdown(f"**{task.name}**: in the data folder.")
    elif job and not job.done:
        share = job.latest.share if job.latest else 0.0
        st.progress(share, job.latest.sentence if job.latest else "Waiting")
        st.button("Stop", key=f"stop_{task.name}", on_click=_stop, args=(job,))
        job.watch()
    else:
        st.button(
            f"Download {task.name}",
            key=f"download_{task.name}",
            on_click=_begin,
            args=(task,),
            help=DOWNLOAD_HELP,
        )
        if job and (job.refusal or job.fault):
            st.error(plain(job.refusal or job.fault))


def _begin(task: Download) -> None:
    begun = download_queue().peek(task)
    if begun:
        download_queue().begin_again([task])
        download_queue().abandon(begun)
    download_queue().watched(task)


def _stop(job: DownloadJob) -> None:
    download_queue().stop([job])


DOWNLOAD_HELP = (
    "Download this corpus from the UCI repository into the data folder. Nothing else "
    "in the app uses the internet. If the connection breaks, press again: the download "
    "continues where it stopped."
)
ABOUT_DOWNLOADS = (
    "The paper's bags of words, from the UCI Machine Learning Repository. They are "
    "downloaded only when you press a button."
)
