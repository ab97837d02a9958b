"""Pictures of a corpus: its words' variances, its documents, its eigenvalues."""

from functools import partial

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.provenance import corpus_provenance
from pages.shared.state.choices import Request
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.formatting import mark_if_weighted
from spca_core.problem.covariance import covariance_of
from spca_core.results import sentences
from spca_core.results.corpus import lengths, scree, variance_by_rank

N_EIGENVALUES = 30


def show(prepared: Corpus, request: Request) -> None:
    """Draw the three pictures of the corpus as it is prepared."""
    from spca_core.results.charts import corpus as charts

    show_picture = partial(show_figure, provenance=corpus_provenance(prepared))
    settings = request.settings
    covariance = covariance_of(prepared, settings)
    try:
        covariance.check_varies()
    except InputError as error:
        st.error(plain(str(error)))
        return
    by_rank = variance_by_rank.variance_by_rank(
        prepared, centred=settings.centred, weighting=settings.weighting
    )
    by_length = lengths.document_lengths(prepared)
    left, right = st.columns(2)
    with left:
        st.subheader(mark_if_weighted("Variance by rank", settings.weighting))
        show_picture(
            charts.variance_by_rank(
                by_rank, mark_if_weighted("Variance", settings.weighting)
            ),
            by_rank,
            name="variance_by_rank",
            text=sentences.by_rank(by_rank, settings),
            variances=["variance"],
        )
        concentration = sentences.concentration(by_rank, prepared.kind.words)
        st.caption(f"{ABOUT_VARIANCE_BY_RANK} {concentration}")
    with right:
        st.subheader(f"Lengths of {prepared.kind.documents}")
        show_picture(
            charts.document_lengths(by_length),
            by_length,
            name="lengths",
            text=sentences.lengths(by_length),
        )
        st.caption(ABOUT_LENGTHS)
    st.subheader(mark_if_weighted("Eigenvalues", settings.weighting))
    st.caption(ABOUT_SCREE)
    if scree.scree_takes_long(prepared) and not st.button(
        "Compute the eigenvalues", key="compute_scree", help=SCREE_HELP
    ):
        return
    eigenvalues = scree.scree(covariance, N_EIGENVALUES)
    show_picture(
        charts.scree(eigenvalues, mark_if_weighted("Size", settings.weighting)),
        eigenvalues,
        name="eigenvalues",
        text=sentences.scree(eigenvalues, settings),
        variances=["eigenvalue"],
    )


ABOUT_VARIANCE_BY_RANK = "The words in order of their variance, on logarithmic axes."
SCREE_HELP = "This corpus is large: that can take minutes."
ABOUT_LENGTHS = "How many words the documents have."
ABOUT_SCREE = (
    "The greatest eigenvalues of the words' second moments: the most that directions "
    "of all words could capture. Topics of few words capture less."
)
