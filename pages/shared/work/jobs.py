"""Runs of the methods in the background: two at a time."""

from collections.abc import Iterator
from typing import NamedTuple

import streamlit as st

from pages.shared.work.background import Queue
from pages.shared.work.task import Work
from spca_core.corpus.corpus import Corpus
from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution

AT_A_TIME = 2
NICENESS = 10

Key = tuple[str, Settings]


class Run(NamedTuple):
    """What to run: any two of one key have the same answer.

    A change of a setting that the method does not use makes no new run of it.
    """

    corpus: Corpus
    settings: Settings

    @property
    def key(self) -> Key:
        return self.corpus.content_id, self.settings.relevant

    def results(self) -> Iterator[Solution]:
        """Yield the best solution so far, again and again."""
        return solutions(self.corpus, self.settings.relevant)


class Job(Work[Solution]):
    """One run under way."""

    task: Run

    @property
    def corpus(self) -> Corpus:
        return self.task.corpus

    @property
    def settings(self) -> Settings:
        """Those that the method uses; the others are as usual."""
        return self.task.settings.relevant

    @property
    def key(self) -> Key:
        return self.task.key


@st.cache_resource(show_spinner=False)
def queue() -> Queue[Job]:
    """Return the one queue of runs in the process."""
    return Queue(Job, AT_A_TIME, NICENESS)
