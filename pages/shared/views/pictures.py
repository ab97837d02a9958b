"""Pictures of a corpus: its words' variances, its documents, its eigenvalues."""

import streamlit as st

from pages.shared.explore_text import (
    ABOUT_LENGTHS,
    ABOUT_SCREE,
    ABOUT_VARIANCE_BY_RANK,
)
from pages.shared.state import cached
from pages.shared.state.choices import Choice
from pages.shared.views.figure import show_figure
from pages.shared.views.keep import corpus_provenance
from spca_core import corpus_tables, descriptions
from spca_core.charts import corpus as charts
from spca_core.corpus.corpus import Corpus

N_EIGENVALUES = 30


def show(prepared: Corpus, choice: Choice) -> None:
    """Draw the three pictures of the corpus as it is prepared."""
    provenance = corpus_provenance(prepared, choice)
    centred = choice.settings.centred
    ranked = corpus_tables.variance_by_rank(prepared, centred=centred)
    lengths = corpus_tables.document_lengths(prepared)
    eigenvalues = corpus_tables.scree(
        cached.covariance(prepared, centred), N_EIGENVALUES
    )
    left, right = st.columns(2)
    with left:
        st.subheader("Variance by rank")
        show_figure(
            charts.variance_by_rank(ranked),
            ranked,
            name="variance_by_rank",
            text=descriptions.by_rank(ranked),
            provenance=provenance,
        )
        st.caption(ABOUT_VARIANCE_BY_RANK)
    with right:
        st.subheader(f"Lengths of {prepared.kind.documents}")
        show_figure(
            charts.document_lengths(lengths),
            lengths,
            name="lengths",
            text=descriptions.lengths(lengths),
            provenance=provenance,
        )
        st.caption(ABOUT_LENGTHS)
    st.subheader("Eigenvalues")
    show_figure(
        charts.scree(eigenvalues),
        eigenvalues,
        name="eigenvalues",
        text=descriptions.scree(eigenvalues),
        provenance=provenance,
    )
    st.caption(ABOUT_SCREE)
