"""Several methods' solutions: totals, the paper's two figures, topics side by side."""

import pandas as pd
import streamlit as st

from pages.shared.cards import cards
from pages.shared.jobs import Job
from pages.shared.text import ABOUT_ALIGNED, ABOUT_TOTALS, STOPPED_TOO_EARLY
from spca_core import charts, tables
from spca_core.comparison import complete, full_size
from spca_core.solution import Solution

CARDS_A_ROW = 1  # a column a method needs the whole width


def show(jobs: list[Job]) -> None:
    """Show what the methods have found so far."""
    found = [job.latest for job in jobs if job.latest]
    if not found:
        if all(job.done and not job.refusal for job in jobs):
            st.info(STOPPED_TOO_EARLY)
        return
    largest = full_size(found)
    _show_totals(tables.totals(largest))
    show_figures(largest, found)
    st.subheader("The topics of each method")
    st.markdown(ABOUT_ALIGNED)
    _show_words(tables.topics_side_by_side(jobs[0].corpus, largest))


def show_figures(largest: list[Solution], found: list[Solution]) -> None:
    """Draw the paper's two kinds of figure, of the full size and of all sizes."""
    lines, bars = st.columns(2)
    lines.subheader("Cumulative variance by topic")
    lines.altair_chart(
        charts.cumulative_lines(tables.cumulative_variance(largest)), width="stretch"
    )
    bars.subheader("Total by number of topics")
    whole = complete(found)
    if whole:
        bars.altair_chart(charts.total_bars(tables.totals(whole)), width="stretch")
        bars.caption(ABOUT_TOTALS)


def _show_totals(totals: pd.DataFrame) -> None:
    st.dataframe(
        totals,
        hide_index=True,
        column_order=[
            "method",
            "captured_variance",
            "share_of_best",
            "seconds",
            "candidates",
            "stopped_by",
        ],
        column_config={
            "method": "Method",
            "captured_variance": st.column_config.NumberColumn(
                "Captured variance", format="%.5g"
            ),
            "share_of_best": st.column_config.ProgressColumn(
                "Share of the best", format="percent", min_value=0, max_value=1
            ),
            "seconds": st.column_config.NumberColumn("Seconds", format="%.2f"),
            "candidates": st.column_config.NumberColumn(
                "Candidates", format="localized"
            ),
            "stopped_by": "Run",
        },
    )


def _show_words(topics: list[pd.DataFrame]) -> None:
    places = cards(len(topics), CARDS_A_ROW)
    for number, (card, words) in enumerate(zip(places, topics, strict=True), start=1):
        with card:
            st.markdown(f"**Topic {number}**")
            st.dataframe(words, height="content")
