"""Several methods' solutions: totals, the paper's two figures, topics side by side."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.text import (
    ABOUT_ALIGNED,
    ABOUT_LIMITS,
    ABOUT_TOTALS,
    HELP,
    STOPPED_TOO_EARLY,
)
from pages.shared.views.cards import cards
from pages.shared.views.verdicts import show_proof, show_refining
from pages.shared.work.jobs import Job
from pages.shared.work.proofs import Proof
from spca_core import tables, verdict
from spca_core.certificate import Certificate
from spca_core.charts.comparison import cumulative_lines, total_bars
from spca_core.charts.limits import with_limits
from spca_core.comparison import complete, full_size
from spca_core.solution import Solution

CARDS_A_ROW = 1  # a column a method needs the whole width


def show(jobs: list[Job]) -> None:
    """Show what the methods have found, with limits that get lower as one looks."""
    found = [job.latest for job in jobs if job.latest]
    if found:
        corpus = jobs[0].corpus
        proofs = [Proof.about(corpus, solution.settings) for solution in found]
        show_refining(
            list({proof.key: proof for proof in proofs}.values()),
            partial(_show_judged, found),
        )
    _show_topics(jobs, found)


def preview(jobs: list[Job]) -> None:
    """Show what the methods have found so far."""
    found = [job.latest for job in jobs if job.latest]
    if found:
        _show_variances(found, verdict.limits([]))
    _show_topics(jobs, found)


def show_figures(
    largest: list[Solution], found: list[Solution], limits: pd.DataFrame
) -> None:
    """Draw the paper's two kinds of figure, of the full size and of all sizes."""
    lines, bars = st.columns(2)
    lines.subheader("Cumulative variance by topic")
    chart = cumulative_lines(tables.cumulative_variance(largest))
    lines.altair_chart(with_limits(chart, limits), width="stretch")
    bars.subheader("Total by number of topics")
    whole = complete(found)
    if whole:
        chart = total_bars(tables.totals(whole))
        bars.altair_chart(with_limits(chart, limits), width="stretch")
        bars.caption(ABOUT_TOTALS)
    if not limits.empty:
        st.caption(ABOUT_LIMITS)


def _show_judged(found: list[Solution], certificates: list[Certificate]) -> None:
    _show_variances(found, verdict.limits(certificates, found))
    show_proof(certificates)


def _show_variances(found: list[Solution], limits: pd.DataFrame) -> None:
    largest = full_size(found)
    _show_totals(verdict.judged(largest, limits))
    show_figures(largest, found, limits)


def _show_topics(jobs: list[Job], found: list[Solution]) -> None:
    if not found:
        if all(job.done and not job.refusal for job in jobs):
            st.info(STOPPED_TOO_EARLY)
        return
    st.subheader("The topics of each method")
    st.markdown(ABOUT_ALIGNED)
    _show_words(tables.topics_side_by_side(jobs[0].corpus, full_size(found)))


def _show_totals(totals: pd.DataFrame) -> None:
    st.dataframe(
        totals,
        hide_index=True,
        column_order=[
            "method",
            "captured_variance",
            "share_of_best",
            "upper_bound",
            "verdict",
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
            "upper_bound": st.column_config.NumberColumn(
                "Proven limit", format="%.5g", help=HELP["limit"]
            ),
            "verdict": st.column_config.TextColumn(
                "Of the best possible", help=HELP["share"]
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
