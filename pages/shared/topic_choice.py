"""The topic that is looked into, on the pages Topics and Documents."""

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from spca_core.problem.solution import Solution
from spca_core.results import topics


def choose_topic(workspace: Workspace, request: Request, solution: Solution) -> int:
    """Draw the topics to choose from; return the place of the chosen one, from 0."""
    names = topics.topic_names(workspace.corpus, solution, request.names)
    # The choice may have changed by the browser's Back, or have followed its topic.
    st.session_state["topic_pills"] = min(choices.value("topic"), len(names))
    st.pills(
        CHOOSE_TOPIC,
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


CHOOSE_TOPIC = "Look into a topic"
CHOOSE_HELP = (
    "See its words, its documents, its near misses, and how its words occur together."
)
# Of a table of the documents that carry a topic.
DOCUMENT_COLUMNS = {
    "title": st.column_config.TextColumn("Title", width="medium"),
    "share": st.column_config.NumberColumn("Of the topic's variance", format="percent"),
    "score": st.column_config.NumberColumn("Score", format="%.3g"),
    "words": st.column_config.TextColumn("The topic's words in it", width="large"),
}
