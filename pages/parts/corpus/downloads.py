"""The corpora of the paper, downloaded into the data folder by one click."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from pages.shared.work.screen import Controls, show_progress, show_shares, show_work
from pages.shared.work.work import TRANSFERS, Work, queue
from spca_core.corpus.downloads import DOWNLOADS, DownloadProgress, download, is_here
from spca_core.paper.data_sets import data_folder


class DownloadTask(NamedTuple):
    """What to download, and to which folder."""

    name: str
    folder: Path
    lane = TRANSFERS
    known = None

    @property
    def key(self) -> "DownloadTask":
        return self

    def results(self) -> Iterator[DownloadProgress]:
        """Yield the progress of the download."""
        return download(self.name, self.folder)


def show_paper_downloads() -> None:
    """Offer what is not here yet, and show how far each download has come."""
    st.subheader("Download a corpus of the paper")
    st.caption(ABOUT_DOWNLOADS)
    tasks = [DownloadTask(name, data_folder()) for name in DOWNLOADS]

    def begun() -> list[Work[DownloadTask]]:
        return [work for work in map(queue().peek, tasks) if work]

    def draw(works: list[Work[DownloadTask]]) -> None:
        of_task = {work.task: work for work in works}
        for task in tasks:
            _show_one(task, of_task.get(task))

    show_work(begun, draw, reruns=True)  # A file more can be chosen then.


def _show_one(task: DownloadTask, work: Work[DownloadTask] | None) -> None:
    if is_here(task.name, task.folder):
        st.markdown(f"**{task.name}**: in the data folder.")
    elif work and not work.done:
        work.watch(task)
        stop = partial(st.button, "Stop", key=f"stop_{task.name}")
        show_progress([work], Controls(show_shares, stop))
    elif st.button(
        f"Download {task.name}", key=f"download_{task.name}", help=DOWNLOAD_HELP
    ):
        if work:
            queue().abandon(work)
        queue().begin_again([task])
        queue().watched(task)
        st.rerun()  # The whole page begins to poll.


DOWNLOAD_HELP = (
    "Download this corpus from the UCI repository into the data folder. Nothing else "
    "in the app uses the internet."
)
ABOUT_DOWNLOADS = (
    "The paper's bags of words, from the UCI Machine Learning Repository. They are "
    "downloaded only when you press a button."
)
