"""Small multiples: each method's runs over a grid of settings."""

from itertools import chain, count

import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.state import choices
from spca_core.results.comparison import sweep
from spca_core.results.topics.key_figures import values_analysed

AXES = {"sizes": ("n_components", "sparsity"), "ranks": ("rank", "candidates")}


def show_grids(comparison: Comparison) -> None:
    """Draw, for each method, what is captured in each cell, and in what time."""
    grid = choices.value("grid")
    st.markdown(f"{ABOUT_SWEEPS[grid]} Values: {values_analysed(comparison.settings)}.")
    table, axes = sweep.results(comparison.solutions), AXES[grid]
    weighting = comparison.settings.weighting
    columns = chain.from_iterable(st.columns(2) for _ in count())
    for method, column in zip(table["method"].unique(), columns, strict=False):
        with column:
            figure = sweep.sweep_figure(table, method, axes, weighting)
            show_figure(figure, comparison.provenance)


ABOUT_SWEEPS = {
    "sizes": (
        "Each cell is a separate run with the first seed. Variances for different "
        "numbers or sizes of topics cannot be ranked, but they show what one more "
        "topic or word adds."
    ),
    "ranks": (
        "Each cell is a separate run with the first seed. More candidates cannot do "
        "worse on the sketch. A higher rank brings the sketch closer to the data, but "
        "leaves more to search."
    ),
}
