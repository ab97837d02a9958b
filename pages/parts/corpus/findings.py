"""What was found in a corpus: repeated text and copies, shown, left out or kept."""

import pandas as pd
import streamlit as st

from pages.shared.state import choices
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import about_copies, about_repeated
from spca_core.corpus.options import Preparation
from spca_core.corpus.weighting import matrix_options
from spca_core.corpus.weightings import STANDARDISED, WEIGHTINGS
from spca_core.problem.settings import Settings
from spca_core.results.corpus import reading
from spca_core.results.corpus.scales import about_scales

MAX_SHOWN = 1_000  # rows


def show_findings(corpus: Corpus, preparation: Preparation) -> None:
    """Say what was found in the open corpus; let the user look at it, and keep it."""
    for name, left_out, sentence, table, columns in (
        (
            "without_repeated",
            preparation.without_repeated,
            about_repeated(corpus, left_out=preparation.without_repeated),
            reading.repeated_words(corpus),
            REPEATED_COLUMNS,
        ),
        (
            "without_copies",
            preparation.without_copies,
            about_copies(corpus, left_out=preparation.without_copies),
            reading.copies(corpus),
            COPIES_COLUMNS,
        ),
    ):
        if sentence:
            _show_finding(name, left_out, sentence, table, columns)


def show_scales(corpus: Corpus, settings: Settings) -> None:
    """Say if a few columns have nearly all variance; offer to standardise them."""
    if not (sentence := about_scales(corpus, settings)):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(sentence), width="content")
        if corpus.kind.has_documents:
            st.button(
                "Standardise",
                key="standardise",
                on_click=choices.change,
                kwargs=matrix_options(corpus.kind, STANDARDISED),
                help=WEIGHTINGS[STANDARDISED].does,
            )


def _show_finding(
    name: str,
    left_out: bool,
    sentence: str,
    table: pd.DataFrame,
    columns: dict[str, str],
) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(sentence), width="content")
        with st.popover("Show", key=f"show_{name}"):
            st.dataframe(table.head(MAX_SHOWN), hide_index=True, column_config=columns)
        label, help = (KEEP if left_out else LEAVE_OUT)[name]
        st.button(
            label,
            key=f"keep_{name}",
            on_click=choices.change,
            kwargs={name: not left_out},
            help=help,
        )


REPEATED_COLUMNS = {
    "word": "Word",
    "repeated": "In repeated text",
    "documents": "In all",
}
COPIES_COLUMNS = {
    "document": "Copy",
    "original": "Of",
    "title": "Title",
    "title_of_original": "Title of the first",
}
KEEP = {
    "without_repeated": ("Keep", "Count repeated text like any other."),
    "without_copies": ("Count all", "Count every copy of a document."),
}
LEAVE_OUT = {
    "without_repeated": (
        "Leave out",
        "Ignore text that is repeated in many documents.",
    ),
    "without_copies": ("Count once", "Count the copies of a document once."),
}
