"""How much of each topic is in groups of documents: over time, by label or folder."""

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from spca_core.problem.solution import Solution
from spca_core.results import sentences, topics
from spca_core.results.files.provenance import Provenance
from spca_core.results.groups import about_left_out, topic_shares

WIDGET = "by_control"


@st.fragment
def show(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> None:
    """Let the user choose a grouping, and draw the topics' shares in its groups."""
    st.subheader("Topics over time and by group")
    found = cached.groupings(workspace.corpus)
    if not found:
        st.info(NO_GROUPS)
        return
    by = choices.value("by") if choices.value("by") in found else next(iter(found))
    st.segmented_control(
        "Group by",
        list(found),
        default=by,
        key=WIDGET,
        format_func=str.capitalize,
        help=BY_HELP,
        required=True,
        on_change=_take_grouping,
    )
    choices.write_address()
    _draw(workspace, request, solution, found[by], by, provenance)


def _take_grouping() -> None:
    choices.change(by=st.session_state[WIDGET])


def _draw(
    workspace: Workspace,
    request: Request,
    solution: Solution,
    groups: tuple[str, ...],
    by: str,
    provenance: Provenance,
) -> None:
    from spca_core.results.charts.documents import shares_by_group, shares_over_time

    names = topics.topic_names(workspace.corpus, solution, request.names)
    scored = cached.scores(workspace.corpus, solution)
    shares = topic_shares(workspace.corpus, solution, groups, scored)
    shares = topics.with_names(shares, names)
    draw = shares_over_time if by in ("year", "decade") else shares_by_group
    show_figure(
        draw(shares),
        shares,
        name=f"topics_by_{by.replace(' ', '_')}",
        text=sentences.shares(shares),
        provenance=provenance,
        columns={
            "group": by.capitalize(),
            "name": "Topic",
            "share": st.column_config.NumberColumn("Share", format="percent"),
            "documents": workspace.corpus.kind.documents.capitalize(),
        },
    )
    if left_out := about_left_out(workspace.corpus, groups, by):
        st.text(left_out)
    st.caption(ABOUT_SHARES)


BY_HELP = (
    "Groups of documents: by date, by the year in the title, by label, or by folder."
)
ABOUT_SHARES = (
    "How much of a group's documents each topic captures, of the sum of squares of "
    "their weighted counts. You can compare the shares of different topics; they need "
    "not add up to 100 %."
)
NO_GROUPS = (
    "These documents have no dates or years in their titles, no labels and no folders, "
    "so there are no groups to compare."
)
