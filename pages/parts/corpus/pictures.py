"""Pictures of a corpus: its words' variances, its documents, its eigenvalues."""

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.provenance import corpus_provenance
from pages.shared.state.choices import Request
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.formatting import mark_if_weighted
from spca_core.problem.covariance import covariance_of
from spca_core.results.corpus.lengths import document_lengths, lengths_figure
from spca_core.results.corpus.scree import scree, scree_figure, scree_takes_long
from spca_core.results.corpus.variance_by_rank import (
    concentration,
    variance_by_rank,
    variance_by_rank_figure,
)

N_EIGENVALUES = 30


def show_corpus_figures(prepared: Corpus, request: Request) -> None:
    """Draw the three pictures of the corpus as it is prepared."""
    settings, provenance = request.settings, corpus_provenance(prepared)
    weighting = settings.weighting
    covariance = covariance_of(prepared, settings)
    covariance.check_varies()
    by_rank = variance_by_rank(prepared, settings)
    left, right = st.columns(2)
    with left:
        st.subheader(mark_if_weighted("Variance by rank", weighting))
        show_figure(variance_by_rank_figure(by_rank, weighting), provenance)
        half = concentration(by_rank, prepared.kind.words)
        st.caption(f"{ABOUT_VARIANCE_BY_RANK} {half}")
    with right:
        if prepared.kind.has_documents:
            st.subheader(f"Lengths of {prepared.kind.documents}")
            show_figure(lengths_figure(document_lengths(prepared)), provenance)
            st.caption(ABOUT_LENGTHS)
        else:
            st.caption(plain(prepared.without_documents))
    st.subheader(mark_if_weighted("Eigenvalues", weighting))
    st.caption(ABOUT_SCREE)
    if scree_takes_long(prepared) and not st.button(
        "Compute the eigenvalues", key="compute_scree", help=SCREE_HELP
    ):
        return
    show_figure(scree_figure(scree(covariance, N_EIGENVALUES), weighting), provenance)


ABOUT_VARIANCE_BY_RANK = "The words in order of their variance, on logarithmic axes."
SCREE_HELP = "This corpus is large: this can take minutes."
ABOUT_LENGTHS = "How many words the documents have."
ABOUT_SCREE = (
    "What directions of all words could capture. Topics of few words capture less."
)
