"""The topics of one solution: headline, cards, tables, downloads."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.cards import cards
from pages.shared.jobs import Job
from pages.shared.proofs import Proof, latest_certificate
from pages.shared.text import HELP, STOPPED_TOO_EARLY
from pages.shared.verdicts import show_refining, show_verdict
from spca_core import export, tables
from spca_core.certificate import Certificate
from spca_core.corpus.corpus import Corpus
from spca_core.remarks import remarks
from spca_core.solution import Solution

CARDS_A_ROW = 4  # one a row on a telephone


def show(jobs: list[Job]) -> None:
    """Show the best solution so far of the one job, from headline to downloads."""
    for job in jobs:
        if job.latest:
            _show_solution(job.corpus, job.latest)
        elif job.done and not job.refusal:
            st.info(STOPPED_TOO_EARLY)


def preview(jobs: list[Job]) -> None:
    """Show the words of the best solution so far, as text: that is drawn at once."""
    for job in jobs:
        if job.latest:
            st.text(tables.topic_lines(job.corpus, job.latest))


def _show_solution(corpus: Corpus, solution: Solution) -> None:
    words, topics = tables.topic_words(corpus, solution), tables.topics(solution)
    _show_headline(tables.headline(corpus, solution))
    for sentence in remarks(solution)["sentence"]:
        st.caption(sentence)
    place = st.container()
    places = cards(len(topics), CARDS_A_ROW)
    for card, topic in zip(places, topics.itertuples(), strict=True):
        with card:
            _show_card(topic, words[words["topic"] == topic.topic])
    st.subheader("Variance of the topics")
    _show_variances(topics)
    st.subheader("All words")
    st.dataframe(tables.word_columns(corpus, solution), height="content")
    proof = Proof.about(corpus, solution)
    _show_downloads(corpus, solution, words, latest_certificate(proof))
    # Last, so that the proof does not compete with the drawing of the topics.
    with place:
        show_refining([proof], partial(show_verdict, solution, corpus.kind.words))


def _show_headline(headline: pd.DataFrame) -> None:
    with st.container(horizontal=True):
        for figure, label, value in headline.to_numpy():
            st.metric(label, value, help=HELP.get(figure), width="content")


def _show_card(topic: Any, words: pd.DataFrame) -> None:
    # Altair takes as long to import as the rest together: first the words, then charts.
    from spca_core import charts

    st.markdown(f"**Topic {topic.topic}** · variance {topic.variance:.4g}")
    st.altair_chart(charts.topic_bars(words), width="stretch")


def _show_variances(topics: pd.DataFrame) -> None:
    from spca_core import charts

    chart, table = st.columns([3, 2])
    chart.altair_chart(charts.topic_variances(topics), width="stretch")
    table.dataframe(
        topics,
        hide_index=True,
        column_config={
            "topic": "Topic",
            "variance": st.column_config.NumberColumn("Variance", format="%.4g"),
            "share": st.column_config.NumberColumn("Share", format="percent"),
            "cumulative_variance": st.column_config.NumberColumn(
                "Cumulative", format="%.4g"
            ),
        },
    )


def _show_downloads(
    corpus: Corpus,
    solution: Solution,
    words: pd.DataFrame,
    certificate: Certificate | None,
) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Words (CSV)", export.to_csv(words), "topics.csv", "text/csv"
        )
        st.download_button(
            "Result (JSON)",
            export.to_json(corpus, solution, certificate),
            "topics.json",
            "application/json",
        )
