"""Every method against the best one, seed by seed."""

import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from spca_core.results.comparison import paired
from spca_core.results.comparison.runs import complete_solutions


def show_differences(comparison: Comparison) -> None:
    """Draw a dot for each pair of runs, and count them."""
    runs = complete_solutions(comparison.largest)
    if too_few := paired.too_few(runs):
        st.info(too_few)
        return
    table = paired.paired_differences(runs)
    best, summary = paired.best_method(runs), paired.summary_of_differences(table)
    figure = paired.differences_figure(table, best, summary)
    show_figure(figure, comparison.provenance)
    st.dataframe(
        summary.dropna(axis="columns", how="all"),
        hide_index=True,
        height="content",
        column_config=COLUMNS,
        placeholder="",
    )
    st.caption(f"{ABOUT_DIFFERENCES} {paired.about_intervals(summary)}")


PERCENT = {
    name: st.column_config.NumberColumn(paired.HEADINGS[name], format="percent")
    for name in ("median", "low", "high")
}
COLUMNS = {**paired.HEADINGS, **PERCENT}
ABOUT_DIFFERENCES = (
    "A dot is a seed: what the method captured, minus what the best method captured "
    "with the same seed. A deterministic method has one run, compared with the best "
    "method's median."
)
