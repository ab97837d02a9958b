"""The choice of a topic to look into, on the pages Topics and Documents."""

from typing import Any

import streamlit as st

from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from pages.shared.work.work import drawing
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, of_values
from spca_core.results import topics


def named(workspace: Workspace, request: Request, solution: Solution) -> Request:
    """Return the request with automatic names for topics without a given one."""
    own = cached.own_names(workspace.corpus, solution)
    return request._replace(names={**own, **request.names})


def choose_topic(workspace: Workspace, request: Request, solution: Solution) -> int:
    """Draw the topics to choose from; return the place of the chosen one, from 0."""
    drawing().begin()
    names = topics.topic_names(workspace.corpus, solution, request.names)
    # The choice may have changed by the browser's Back, or have followed its topic.
    st.session_state["topic_pills"] = min(choices.value("topic"), len(names))
    st.pills(
        "Look into a topic",
        range(1, len(names) + 1),
        key="topic_pills",
        format_func=lambda topic: plain(names[topic - 1]),
        help=CHOOSE_HELP,
        required=True,
        on_change=_take_topic,
    )
    return min(choices.value("topic"), len(names)) - 1


def _take_topic() -> None:
    choices.change(topic=st.session_state["topic_pills"])


def document_columns(settings: Settings) -> dict[str, Any]:
    """Return how a table of the documents that carry a topic is shown."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    return {
        "title": text("Title", width=250),
        "share": number("Of the topic", format="percent"),
        "score": number(of_values("Score", settings), format="%.3g"),
        "words": text("The topic's words in it, counted", width="large"),
    }


CHOOSE_HELP = (
    "See its words, its documents, its near misses, and how its words occur together."
)
