"""Topics over time and by group: lines, small charts, a heat map, and what differs."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.keyness import show_keyness
from pages.shared.shown import Shown, grey
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose, choose_in_row
from pages.shared.text import plain
from pages.shared.work.screen import replacing_others
from pages.shared.zoom import offer_documents
from spca_core.corpus.group_names import MIN_GROUPS
from spca_core.corpus.groupings import BY_TIME
from spca_core.corpus.parts import group_conditions
from spca_core.results.documents import groups
from spca_core.results.documents.share_figures import (
    share_heat_map,
    shares_over_time,
    small_multiples,
)
from spca_core.results.documents.shares import (
    MIN_GROUP,
    topic_shares,
)
from spca_core.results.figure import Figure


def show_topics_by_group(shown: Shown) -> None:
    """Let the user choose a grouping, and draw the topics' shares in its groups."""
    groupings = cached.groupings(shown.corpus)
    if not groupings:
        st.info(NO_GROUPS)
        return
    by = choices.value("by")
    by = by if by in groupings else next(iter(groupings))
    choose_in_row(
        "by",
        now=by,
        then=partial(_leave_group_of, by),
        options=list(groupings),
        format_func=lambda name: plain(name.capitalize()),
    )
    with replacing_others(by, "shares"):
        _show_grouping(shown, by, groupings[by])


def _leave_group_of(before: str) -> None:
    """List no longer the documents of a group of the grouping before."""
    if choices.value("by") != before:
        choices.change(within="")


def _show_grouping(shown: Shown, by: str, of: tuple[str, ...]) -> None:
    if by in BY_TIME:
        _over_time(shown, by, of)
    else:
        _by_group(shown, by, of)


def _over_time(shown: Shown, by: str, of: tuple[str, ...]) -> None:
    small = choose("per_topic")
    shares = shown.visible(topic_shares(shown.has_topic, of, by))
    if small:
        figure = small_multiples(shares, by, shown.colours)
    else:
        figure = shares_over_time(shares, by, shown.topic, shown.colours, grey())
    _draw(shown, figure, by, select=not small)
    st.caption(ABOUT_SHARES if small else f"{ABOUT_SHARES} {ABOUT_TIMES}")
    _show_members(shown, by, of)


def _by_group(shown: Shown, by: str, of: tuple[str, ...]) -> None:
    shares = shown.visible(topic_shares(shown.has_topic, of, by))
    _draw(shown, share_heat_map(shares, by), by, select=True)
    st.caption(ABOUT_SHARES)
    _show_members(shown, by, of)
    _show_keyness(shown, shares, of)


def _draw(shown: Shown, figure: Figure, by: str, select: bool) -> None:
    key = f"cells_{by}" if select else None
    on_select = "rerun" if key else "ignore"
    show_figure(figure, shown.provenance, select=key, on_select=on_select)
    if not key:
        return
    with st.container(key="of_cell"):
        if cells := st.session_state[key].selection.cell:
            _offer_cell(shown, by, int(cells[-1]["topic"]), str(cells[-1]["group"]))
        else:
            st.caption(CLICK)


def _offer_cell(shown: Shown, by: str, topic: int, group: str) -> None:
    offer_documents(
        shown.corpus,
        [shown.condition(topic), *group_conditions(shown.corpus, by, group)],
        shown.workspace.run.settings,
        "cell",
        f"“{shown.names[topic - 1]}”, {group}",
        **{"topic": topic, "by": by, "within": group},
    )


def _show_members(shown: Shown, by: str, of: tuple[str, ...]) -> None:
    if members := groups.about_membership(shown.corpus, of, by):
        st.text(members)


def _show_keyness(shown: Shown, shares: pd.DataFrame, of: tuple[str, ...]) -> None:
    by_size = shares.drop_duplicates("group").sort_values(
        "documents", ascending=False, kind="stable"
    )
    options = list(by_size["group"])
    if len(options) < MIN_GROUPS:
        return
    st.markdown("**Compare two groups**")
    with st.container(horizontal=True):
        first = st.selectbox("First", options, key="apart_first")
        second = st.selectbox("Second", options, index=1, key="apart_second")
    if first == second:
        st.info("Choose two different groups.")
        return
    table = groups.keyness_of_groups(shown.corpus, of, first, second)
    show_keyness(table, first, second)


CLICK = "Click a point or cell to read its documents, or to find topics in them."
ABOUT_SHARES = "The share of each group's documents that have a topic."
ABOUT_TIMES = (
    "The band is the 95 % interval of the share, if documents are independent. A time "
    f"without documents is a gap; with fewer than {MIN_GROUP}, a point is faint."
)
NO_GROUPS = (
    "These documents have no dates, no years in their titles, no labels and no "
    "folders, so there are no groups to compare."
)
