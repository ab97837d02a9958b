"""What the pages Topics and Documents show: topics with their names and colours."""

from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from pages.shared.provenance import source
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Chance, Proof
from spca_core.corpus.conditions import TOPIC, Condition
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.colours import GREY, INK, MAX_DISTINCT, palette
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.naming import numbered, with_names
from spca_core.results.topics.words import words_that_count
from spca_core.topics import Topics


class Shown(NamedTuple):
    """Topics as they are shown.

    names : of all topics, in their order; numbered where there are many
    """

    workspace: Workspace
    request: Request
    topics: Topics
    names: list[str]

    @property
    def corpus(self) -> Corpus:
        return self.workspace.corpus

    @property
    def topic(self) -> int:
        """The chosen topic, from 1."""
        return min(choices.value("topic"), len(self.names))

    @property
    def name(self) -> str:
        return self.names[self.topic - 1]

    @property
    def leader(self) -> str:
        """The heaviest word of the chosen topic."""
        return self.topics.leaders[self.topic - 1]

    @property
    def colours(self) -> list[str]:
        return palette(range(len(self.names)), theme())

    @property
    def colour(self) -> str:
        return self.colours[self.topic - 1]

    @property
    def proven(self) -> Topics:
        """The topics with what is proven of them so far, without starting a proof."""
        known = Proof(self.corpus, self.topics.settings).known
        return replace(self.topics, certificate=known)

    @property
    def provenance(self) -> Provenance:
        return self.proven.provenance

    @property
    def has_topic(self) -> Any:
        return cached.has_topic(self.topics)

    def condition(self, topic: int) -> Condition:
        """Return the condition that documents carry a topic, counted from 1."""
        words = words_that_count(self.topics)[topic - 1]
        return Condition(TOPIC, "=", words)

    def visible(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of topics that are not hidden, with their names."""
        rows = table[~table["topic"].isin(self.topics.hidden)]
        return with_names(rows, self.names)


def topics_of(workspace: Workspace, solution: Solution) -> Topics:
    """Return the topics of a run: tested against chance, and with the user's edits."""
    return Topics.of(
        workspace.corpus,
        solution,
        chance=Chance(workspace.run, solution).found,
        edits=edits.by_hand(),
        source=source(),
    )


def shown_topics(workspace: Workspace, given: Request, solution: Solution) -> Shown:
    """Return topics with names and colours, as the choices have them."""
    topics = topics_of(workspace, solution)
    names = topics.names if len(topics) <= MAX_DISTINCT else numbered(topics.names)
    words = words_that_count(topics)
    st.session_state[choices.NAMED] = dict(zip(words, names, strict=True))
    return Shown(workspace, given, topics, names)


def theme() -> str:
    """Return whether the page is light or dark."""
    return st.context.theme.type or "light"


def grey() -> str:
    """Return the colour of what is no topic."""
    return GREY[theme()]


def ink() -> str:
    """Return the colour of text."""
    return INK[theme()]
