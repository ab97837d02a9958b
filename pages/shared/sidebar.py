"""The sidebar's widgets: how many topics, and the form that counts when Run is pressed.

Where topics can be swept their number and size are moved at once, else with Run.
"""

import streamlit as st

from pages.shared.state.choices import key
from pages.shared.state.fields import (
    LEAST_CANDIDATES,
    MOST_CANDIDATES,
    MOST_EXTRA_STARTS,
    MOST_RANK,
    MOST_SEED,
    MOST_TOPICS,
    MOST_WORDS,
)
from pages.shared.text import CENTRED_HELP
from spca_core.problem.method import METHODS
from spca_core.problem.settings import (
    EFFORTS,
    EPSILON_LIMITS,
    SKETCH_LABELS,
)


def show_form(*, sweeps: bool, compares: bool) -> bool:
    """Draw the widgets; return whether Run was pressed.

    sweeps   : the number and size of topics count as soon as they are moved
    compares : the page itself has the choice of methods
    """
    if sweeps:
        _show_size()
    with st.form("sidebar_form", border=False):
        if not sweeps:
            _show_size()
        if not compares:
            _show_method()
        st.number_input("Seed", 0, MOST_SEED, key=key("seed"), help=HELP["seed"])
        with st.expander("More options"):
            _show_more()
        return st.form_submit_button(
            "Run", type="primary", width="stretch", help=HELP["run"], key="run"
        )


def _show_method() -> None:
    st.selectbox(
        "Method",
        list(METHODS),
        key=key("method"),
        format_func=lambda name: METHODS[name].label,
        help=HELP["method"],
    )


def _show_size() -> None:
    st.slider("Topics", 1, MOST_TOPICS, key=key("k"), help=HELP["n_components"])
    st.slider("Words in each topic", 1, MOST_WORDS, key=key("s"), help=HELP["sparsity"])


def _show_more() -> None:
    st.toggle("Centre the words", key=key("centred"), help=CENTRED_HELP)
    st.select_slider(
        "Effort (joint)", list(EFFORTS), key=key("effort"), help=HELP["effort"]
    )
    st.selectbox(
        "Sketch (bipartite, span)",
        list(SKETCH_LABELS),
        key=key("sketch"),
        format_func=lambda name: SKETCH_LABELS[name],
        help=HELP["sketch"],
    )
    st.slider(
        "Rank (bipartite, span)", 1, MOST_RANK, key=key("rank"), help=HELP["rank"]
    )
    st.number_input(
        "Candidates (bipartite, span)",
        LEAST_CANDIDATES,
        MOST_CANDIDATES,
        step=1_000,
        key=key("candidates"),
        help=HELP["candidates"],
    )
    st.number_input(
        "Epsilon of the net (bipartite)",
        *EPSILON_LIMITS,
        step=0.05,
        key=key("epsilon"),
        help=HELP["epsilon"],
    )
    st.number_input(
        "Extra starts (TPower, EM)",
        0,
        MOST_EXTRA_STARTS,
        key=key("extra_starts"),
        help=HELP["extra_starts"],
    )


HELP = {
    "n_components": "How many topics to find. No two topics share a word.",
    "sparsity": "How many words each topic has.",
    "method": (
        "Joint search improves all topics together and usually captures most. "
        "Bipartite is the paper's method: many directions, each matched with words as "
        "well as can be. TPower, EM and SpanSPCA find one topic at a time, as most "
        "older methods do. Exact proves the optimum, where there are few words. NMF, "
        "LDA and Sparse PCA are what else is in use; they come from scikit-learn."
    ),
    "seed": "Where the random choices begin. The same seed gives the same answer.",
    "effort": (
        "How many random starts the joint search makes: quick 2, normal 8, thorough 64."
    ),
    "sketch": (
        "How the data are summed up in few directions first. The truncated SVD is the "
        "best summary; the randomised is nearly as good in less time, the Gaussian "
        "projection is the crudest, and frequent directions read the data only once."
    ),
    "rank": "How many directions of the data the sketch keeps.",
    "candidates": (
        "The most candidates that the bipartite method tries, and the directions that "
        "SpanSPCA tries for each topic above rank 2."
    ),
    "epsilon": (
        "How fine the net of directions is: 0.2 promises 80 % of the best possible on "
        "the sketch. The promise holds where the whole net has no more candidates than "
        "may be tried, as at rank 2 with two topics; otherwise directions are random."
    ),
    "extra_starts": (
        "Random starts for each topic beyond the usual (TPower 1, EM 5); the best is "
        "kept."
    ),
    "run": "Find the topics with these settings.",
}
