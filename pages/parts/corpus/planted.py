"""A corpus made up with topics that are known."""

import streamlit as st

from pages.parts.corpus import staged
from pages.shared.state import cached
from pages.shared.state.origins import write_plan
from pages.shared.text import plain
from spca_core.corpus.planted import LIMITS, STRENGTHS, Plan
from spca_core.errors import InputError
from spca_core.results import corpus

LABELS = {
    "n_documents": "Documents",
    "n_words": "Words",
    "n_topics": "Topics",
    "sparsity": "Words in each topic",
    "seed": "Seed",
}


def show() -> None:
    """Ask for a plan, show its truth and what would be used."""
    usual = Plan()
    with st.container(horizontal=True):
        numbers = {
            name: st.number_input(
                label,
                *LIMITS[name][:1],
                min(LIMITS[name][1], 999_999),
                getattr(usual, name),
                key=f"plan_{name}",
                help=PLAN_HELP[name],
            )
            for name, label in LABELS.items()
        }
        strength = st.number_input(
            "Strength",
            *STRENGTHS,
            usual.strength,
            0.1,
            key="plan_strength",
            help=PLAN_HELP["strength"],
        )
    try:
        place = write_plan(Plan(strength=strength, **numbers))
    except InputError as error:
        st.error(plain(str(error)))
        return
    st.caption(ABOUT_TRUTH)
    st.dataframe(corpus.planted_topics(cached.planted(place).truth))
    staged.show(place)


PLAN_HELP = {
    "n_documents": "How many documents to draw.",
    "n_words": "How many words there are in all.",
    "n_topics": "How many topics are hidden among them; each document has one.",
    "sparsity": "How many words each hidden topic has.",
    "strength": (
        "How many times each word of its topic stands in a document, on average, above "
        "its usual rate. Below 0.5 the topics drown in the noise."
    ),
    "seed": "Another seed, another corpus of the same kind.",
}
ABOUT_TRUTH = "The topics that were planted. Find them on the page Topics."
