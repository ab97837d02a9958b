"""What the pages Topics and Documents show: topics with their names and colours."""

from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from pages.shared.provenance import provenance_of
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Chance
from spca_core.corpus.conditions import TOPIC, Condition
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.colours import GREY, INK, MAX_DISTINCT, palette
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.chance import AgainstChance, marked
from spca_core.results.topics.naming import (
    numbered,
    own_names,
    topic_names,
    with_names,
)
from spca_core.results.topics.words import words_that_count


class Shown(NamedTuple):
    """Topics as they are shown.

    names  : of all topics, in their order, with a mark on those that could be chance
    places : of their colours
    hidden : the topics, from 1, that are left out of charts and files
    chance : what is known of the topics against chance
    """

    workspace: Workspace
    request: Request
    solution: Solution
    names: list[str]
    places: tuple[int, ...]
    hidden: list[int]
    chance: AgainstChance | None

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
        return self.leaders[self.topic - 1]

    @property
    def leaders(self) -> list[str]:
        """The heaviest word of each topic, by which it is known."""
        return [self.corpus.words[support[0]] for support in self.solution.supports]

    @property
    def colours(self) -> list[str]:
        return palette(self.places, theme())

    @property
    def colour(self) -> str:
        return self.colours[self.topic - 1]

    @property
    def provenance(self) -> Provenance:
        return provenance_of(self.workspace, self.solution, self.chance)

    @property
    def called(self) -> dict[str, str]:
        """The names by the topics' heaviest words, as files take them."""
        return dict(zip(self.leaders, self.names, strict=True))

    @property
    def has_topic(self) -> Any:
        return cached.has_topic(self.corpus, self.solution)

    def condition(self, topic: int) -> Condition:
        """Return the condition that documents carry a topic, counted from 1."""
        words = words_that_count(self.corpus, self.solution)[topic - 1]
        return Condition(TOPIC, "=", words)

    def visible(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of topics that are not hidden, with their names."""
        rows = table[~table["topic"].isin(self.hidden)]
        return with_names(rows, self.names)


def with_automatic_names(
    workspace: Workspace, given: Request, solution: Solution
) -> Request:
    """Return the request with automatic names for topics without a given one."""
    automatic = own_names(workspace.corpus, solution)
    return given._replace(names={**automatic, **given.names})


def shown_topics(workspace: Workspace, given: Request, solution: Solution) -> Shown:
    """Return topics with names and colours, as the choices have them."""
    request = with_automatic_names(workspace, given, solution)
    chance = Chance(workspace.run, solution).found
    names = topic_names(workspace.corpus, solution, request.names)
    if len(names) > MAX_DISTINCT:
        names = numbered(names)
    names = marked(names, chance)
    words = words_that_count(workspace.corpus, solution)
    st.session_state[choices.NAMED] = dict(zip(words, names, strict=True))
    hidden = choices.value("set_aside")
    return Shown(
        workspace,
        request,
        solution,
        names,
        edits.colour_places(len(names)),
        [topic for topic, (leader, *_) in enumerate(words, 1) if leader in hidden],
        chance,
    )


def theme() -> str:
    """Return whether the page is light or dark."""
    return st.context.theme.type or "light"


def grey() -> str:
    """Return the colour of what is no topic."""
    return GREY[theme()]


def ink() -> str:
    """Return the colour of text."""
    return INK[theme()]
