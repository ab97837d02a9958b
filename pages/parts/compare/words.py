"""The solvers' topics beside one another, word by word, and how far they agree."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.shown import with_automatic_names
from pages.shared.state import cached, choices
from pages.shared.state.origins import PLANTED
from pages.shared.topic_names import show_names
from pages.shared.work.tables import offer_table
from spca_core.problem.solution import Solution
from spca_core.results.comparison import overlap
from spca_core.results.comparison.external_topics import planted_solution
from spca_core.results.comparison.runs import best_of_each
from spca_core.results.files import latex
from spca_core.results.topics.words import topic_lists

# Visible on both themes, behind the letters; the first column's sign says the same.
COLOURS = {
    overlap.SEVERAL: "background-color: rgba(47, 127, 209, 0.22)",
    overlap.ONE: "background-color: rgba(217, 112, 43, 0.28)",
}
SIGN = st.column_config.TextColumn("", width=30)
# Pixels. Without a width, a half-empty column would cut off its words.
WORD = st.column_config.TextColumn(width=120)


def compare_words(comparison: Comparison) -> None:
    """Compare each method's best run of several seeds: on the whole, then by topic."""
    best = [*_planted(comparison), *best_of_each(comparison.largest)]
    _show_overlaps(comparison, best)
    st.subheader("Word by word")
    st.markdown(ABOUT_WORDS)
    corpus, reference = comparison.workspace.corpus, overlap.reference_of(best)
    names = with_automatic_names(
        comparison.workspace, choices.request(), reference
    ).names
    headings = topic_lists(corpus, reference, names).assign(words="")
    whole = overlap.side_by_side(corpus, best)
    to_latex = partial(latex.to_latex, whole, comparison.provenance, caption=CAPTION)
    offer_table(whole, "words", to_latex)
    for topic, words in enumerate(overlap.same_lines(corpus, best)):
        show_names(headings.iloc[[topic]])
        st.dataframe(
            words.style.apply(_coloured, axis=None),
            hide_index=True,
            height="content",
            column_config={"shared": SIGN, **dict.fromkeys(words.columns[1:], WORD)},
        )


def _planted(comparison: Comparison) -> list[Solution]:
    """Return the truth, if this is a planted corpus and the topics are as large."""
    origin = choices.request().origin
    if not origin.corpus.startswith(PLANTED):
        return []
    truth = cached.planted(origin.corpus).truth
    settings = comparison.largest[0].settings
    planted = planted_solution(comparison.workspace.corpus, truth, settings)
    return [planted] if planted else []


def _coloured(words: pd.DataFrame) -> pd.DataFrame:
    """Return a table of colours: each line's sign and words have that of the sign."""
    # Row by row, pandas would take half as long again.
    colours = [
        [COLOURS.get(sign, "") if cell else "" for cell in (sign, *cells)]
        for sign, *cells in words.itertuples(index=False, name=None)
    ]
    return pd.DataFrame(colours, words.index, words.columns)


def _show_overlaps(comparison: Comparison, best: list[Solution]) -> None:
    if len(best) < 2:
        return
    st.subheader("How far they agree")
    st.markdown(ABOUT_OVERLAP)
    table = overlap.word_overlaps(best)
    for column, (measure, title) in zip(
        st.columns(2), overlap.MEASURES.items(), strict=True
    ):
        with column:
            st.markdown(f"**{title}**")
            figure = overlap.overlap_figure(table, measure)
            show_figure(figure, comparison.provenance)


CAPTION = "The words of each method's best run, topics matched by shared words."
ABOUT_WORDS = (
    "The methods' topics side by side, matched with those of the first method so that "
    "they share the most words; in a planted corpus, the planted topics come first. A "
    "word that several methods have gets its own line: **=** all have it, **~** "
    "several have it, in blue. Below, marked **1** and in orange, each column lists "
    "the words that only this method has."
)
ABOUT_OVERLAP = (
    "How many of their words two methods share: the words that both have, as a share "
    "of those that either has (Jaccard)."
)
