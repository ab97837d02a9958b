"""Pictures of a corpus: its words' variances, its documents, its eigenvalues."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.provenance import corpus_provenance
from pages.shared.state.choices import Request
from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import of_values
from spca_core.results import corpus, sentences
from spca_core.results.files.provenance import Provenance

N_EIGENVALUES = 30


def show(prepared: Corpus, request: Request) -> None:
    """Draw the three pictures of the corpus as it is prepared."""
    from spca_core.results.charts import corpus as charts

    show_picture = partial(_show_picture, corpus_provenance(prepared, request))
    settings = request.settings
    left, right = st.columns(2)
    with left:
        st.subheader(of_values("Variance by rank", settings))
        show_picture(
            corpus.variance_by_rank(
                prepared, centred=settings.centred, weighting=settings.weighting
            ),
            charts.variance_by_rank,
            sentences.by_rank,
            name="variance_by_rank",
        )
        st.caption(ABOUT_VARIANCE_BY_RANK)
    with right:
        st.subheader(f"Lengths of {prepared.kind.documents}")
        show_picture(
            corpus.document_lengths(prepared),
            charts.document_lengths,
            sentences.lengths,
            name="lengths",
        )
        st.caption(ABOUT_LENGTHS)
    st.subheader(of_values("Eigenvalues", settings))
    st.caption(ABOUT_SCREE)
    if corpus.scree_takes_long(prepared) and not st.button(
        "Compute the eigenvalues", key="compute_scree", help=SCREE_HELP
    ):
        return
    show_picture(
        corpus.scree(covariance_of(prepared, settings), N_EIGENVALUES),
        charts.scree,
        sentences.scree,
        name="eigenvalues",
    )


def _show_picture(
    provenance: Provenance,
    table: pd.DataFrame,
    draw: Callable[[pd.DataFrame], Any],
    describe: Callable[[pd.DataFrame], str],
    *,
    name: str,
) -> None:
    text = describe(table)
    show_figure(draw(table), table, name=name, text=text, provenance=provenance)


ABOUT_VARIANCE_BY_RANK = (
    "The words in order of their variance. On logarithmic axes, text usually gives a "
    "straight line: few words vary much, and many hardly vary."
)
SCREE_HELP = "This corpus is large: that can take minutes."
ABOUT_LENGTHS = "How many words the documents have."
ABOUT_SCREE = (
    "The greatest eigenvalues of the words' second moments: the most that directions "
    "of all words could capture. Topics of few words capture less."
)
