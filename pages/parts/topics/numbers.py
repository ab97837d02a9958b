"""How many topics? The most that are stronger than chance, and the best of these."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.provenance import comparison_provenance
from pages.shared.shown import Shown
from pages.shared.state import choices
from pages.shared.text import plain
from pages.shared.work.tables import TableTask, known_rows, show_growing
from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted
from spca_core.results.comparison import number_of_topics
from spca_core.results.files.provenance import Provenance

TAKEN = "number_taken"  # session state: a number was chosen since the page was drawn


def show_numbers_of_topics(shown: Shown) -> None:
    """Show the curves while they grow, and then the number to take."""
    st.session_state.pop(TAKEN, None)
    st.markdown(ABOUT_NUMBERS)
    workspace = shown.workspace
    corpus = workspace.corpus
    settings = number_of_topics.number_runs(workspace.run.settings)
    any_number = replace(settings.relevant, n_components=1)
    key = "number", corpus.content_id, any_number
    show_growing(
        TableTask(
            key,
            partial(
                number_of_topics.by_number_of_topics,
                *(corpus, settings, number_of_topics.NUMBERS, known_rows(key)),
            ),
        ),
        partial(_show, corpus, comparison_provenance(corpus, [settings])),
        partial(
            number_of_topics.numbers_tried,
            n_numbers=len(number_of_topics.fitting(corpus, settings)),
        ),
    )


def _show(
    corpus: Corpus, provenance: Provenance, table: pd.DataFrame, is_whole: bool
) -> None:
    if st.session_state.pop(TAKEN, False):
        st.rerun()  # the whole page: the topics and the sidebar have the number too
    number = None
    if is_whole:
        number, reason = number_of_topics.suggestion(table, corpus)
        st.markdown(f"**Suggested:** {plain(reason)}" if number else plain(reason))
    with st.container(horizontal=True, vertical_alignment="center"):
        if number:
            st.button(
                f"Use {counted(number, 'topics')}",
                key="take_number",
                on_click=_take,
                args=(number,),
            )
        st.caption(f"{CLICK} Now: {choices.value('k')}.")
    for name in number_of_topics.known_figures(table):
        title, caption = ABOUT[name]
        st.markdown(f"**{title}**")
        st.caption(caption)
        key = f"number_{name}"
        show_figure(
            number_of_topics.number_figure(table, name, number),
            provenance,
            select=key,
            on_select=partial(_take_point, key),
        )


def _take_point(key: str) -> None:
    for point in st.session_state[key].selection["number"]:
        _take(point["Topics"])


def _take(number: int) -> None:
    choices.change(k=number)
    st.session_state[TAKEN] = True


ABOUT_NUMBERS = (
    "How many topics? As many as stay above chance; among those, the number whose "
    "topics also fit documents they were not found in."
)
CLICK = "Click a point to use its number of topics."
ABOUT = {
    "chance": (
        "The weakest topic, compared with chance",
        "Its variance, divided by that of the greatest topic that is found in nine "
        "tables of shuffled documents. In the grey range, some topics could be chance.",
    ),
    "quality": (
        "Coherence and covered documents",
        "Topics found on one half of the documents are judged on the other, in four "
        "divisions into halves. Of the numbers for which both together (their harmonic "
        "mean) are within 5 % of the best, the one whose words are found again most "
        "often is suggested.",
    ),
}
