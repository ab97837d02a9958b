"""The corpora of the paper, downloaded into the data folder by one click."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from pages.shared.work.polling import show_failures, show_work
from pages.shared.work.work import TRANSFERS, Work, queue
from spca_core.corpus.downloads import DOWNLOADS, Progress, download, is_here
from spca_core.paper.data_sets import data_folder


class Download(NamedTuple):
    """What to download, and to which folder."""

    name: str
    folder: Path
    lane = TRANSFERS
    known = None

    @property
    def key(self) -> "Download":
        return self

    def results(self) -> Iterator[Progress]:
        """Yield the progress of the download."""
        return download(self.name, self.folder)


def show_paper_downloads() -> None:
    """Offer what is not here yet, and show how far each download has come."""
    st.subheader("Download a corpus of the paper")
    st.caption(ABOUT_DOWNLOADS)
    tasks = [Download(name, data_folder()) for name in DOWNLOADS]

    def begun() -> list[Work[Download]]:
        return [work for work in map(queue().peek, tasks) if work]

    def draw(works: list[Work[Download]]) -> None:
        of_task = {work.task: work for work in works}
        for task in tasks:
            with st.container(horizontal=True, vertical_alignment="center"):
                _show_one(task, of_task.get(task))

    show_work(begun, draw, reruns=True)  # A file more can be chosen then.


def _show_one(task: Download, work: Work[Download] | None) -> None:
    if is_here(task.name, task.folder):
        st.markdown(f"**{task.name}**: in the data folder.")
    elif work and not work.done:
        work.watch(task)
        latest = work.latest
        st.progress(*((latest.share, latest.sentence) if latest else (0.0, "Waiting")))
        st.button(
            "Stop", key=f"stop_{task.name}", on_click=queue().stop, args=([work],)
        )
    else:
        if st.button(
            f"Download {task.name}", key=f"download_{task.name}", help=DOWNLOAD_HELP
        ):
            _begin(task)
            st.rerun()  # The whole page begins to poll.
        if work:
            show_failures([work])


def _begin(task: Download) -> None:
    if begun := queue().peek(task):
        queue().begin_again([task])
        queue().abandon(begun)
    queue().watched(task)


DOWNLOAD_HELP = (
    "Download this corpus from the UCI repository into the data folder. Nothing else "
    "in the app uses the internet. If the connection breaks, press again: the download "
    "continues where it stopped."
)
ABOUT_DOWNLOADS = (
    "The paper's bags of words, from the UCI Machine Learning Repository. They are "
    "downloaded only when you press a button."
)
