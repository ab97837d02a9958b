"""Topics over time and by group: lines, small charts, a heat map, and what differs."""

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.frame import go_to
from pages.shared.shown import Shown, grey
from pages.shared.state import cached, choices
from pages.shared.work.screen import replacing_others
from spca_core.results import groups, sentences

SMOOTH = 5  # years
COLUMNS = {"group": "Group", "name": "Topic", "documents": "Documents"}


def show(shown: Shown) -> None:
    """Let the user choose a grouping, and draw the topics' shares in its groups."""
    groupings = cached.groupings(shown.corpus)
    if not groupings:
        st.info(NO_GROUPS)
        return
    by = choices.value("by")
    by = by if by in groupings else next(iter(groupings))
    st.session_state["by_control"] = by
    st.segmented_control(
        "Group by",
        list(groupings),
        key="by_control",
        format_func=str.capitalize,
        label_visibility="collapsed",
        required=True,
        on_change=lambda: choices.change(by=st.session_state["by_control"]),
    )
    with replacing_others(by, "shares"):
        _show_grouping(shown, by, groupings[by])


def _show_grouping(shown: Shown, by: str, of: tuple[str, ...]) -> None:
    shares = shown.kept(groups.topic_shares(shown.carried, of))
    if by in groups.BY_TIME:
        _over_time(shown, shares, by)
    else:
        _by_group(shown, shares, by, of)
    if left_out := groups.about_left_out(shown.corpus, of, by):
        st.text(left_out)


def _over_time(shown: Shown, shares: pd.DataFrame, by: str) -> None:
    from spca_core.results.charts.documents import shares_over_time, small_multiples

    with st.container(horizontal=True):
        small = st.toggle("A chart for each topic", key="small_multiples")
        if by == "year" and st.toggle("Smooth over 5 years", True, key="smooth"):
            shares = groups.smoothed(shares, SMOOTH)
    chart = (
        small_multiples(shares, shown.colours)
        if small
        else shares_over_time(shares, shown.topic, shown.colours, grey())
    )
    _draw(shown, chart, shares, by, select=not small)
    st.caption(ABOUT_SHARES)


def _by_group(shown: Shown, shares: pd.DataFrame, by: str, of: tuple[str, ...]) -> None:
    from spca_core.results.charts.documents import share_heat_map

    _draw(shown, share_heat_map(shares), shares, by, select=True)
    st.caption(ABOUT_SHARES)
    _show_apart(shown, shares, of)


def _draw(shown: Shown, chart, shares: pd.DataFrame, by: str, select: bool) -> None:
    key = f"cells_{by}" if select else None
    show_figure(
        chart,
        shares,
        name=f"topics_by_{by.replace(' ', '_')}",
        text=sentences.shares(shares),
        provenance=shown.provenance,
        columns={
            **COLUMNS,
            "share": st.column_config.NumberColumn("Share", format="percent"),
            "carrying": "Carry the topic",
        },
        select=key,
        on_select="rerun" if key else "ignore",
    )
    for cell in st.session_state[key].selection.cell if key else ():
        choices.change(
            topic=int(cell["topic"]), by=by, within=str(cell["group"]), document=0
        )
        go_to("Documents")


def _show_apart(shown: Shown, shares: pd.DataFrame, of: tuple[str, ...]) -> None:
    by_size = shares.drop_duplicates("group").sort_values(
        "documents", ascending=False, kind="stable"
    )
    options = list(by_size["group"])
    if len(options) < groups.MIN_GROUPS:
        return
    st.markdown("**What sets two groups apart**")
    with st.container(horizontal=True):
        first = st.selectbox("One", options, key="apart_first")
        second = st.selectbox("The other", options, index=1, key="apart_second")
    if first == second:
        st.info("Choose two different groups.")
        return
    table = groups.apart(shown.corpus, of, first, second)
    for column, group in zip(st.columns(2), (first, second), strict=True):
        column.dataframe(
            table[table["group"] == group],
            hide_index=True,
            column_order=["word", "z", "in_first", "in_second"],
            column_config={
                "word": f"More in {group}",
                "z": st.column_config.NumberColumn("How sure (z)", format="%.1f"),
                "in_first": first,
                "in_second": second,
            },
        )
    st.caption(ABOUT_APART)


ABOUT_SHARES = (
    "The share of each group's documents that have two or more of a topic's words. "
    "Click a point or cell to read these documents."
)
ABOUT_APART = (
    "The words whose rates differ most surely: the log-odds ratio in standard "
    "deviations, with the whole corpus as a prior (Monroe, Colaresi and Quinn, 2008). "
    "The last columns count the word in both groups."
)
NO_GROUPS = (
    "These documents have no dates, no years in their titles, no labels and no "
    "folders, so there are no groups to compare."
)
