"""The solvers' topics beside one another, word by word, and how far they agree."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.files import offer_table
from pages.shared.state import cached, choices, edits
from pages.shared.state.origins import PLANTED
from pages.shared.text import plain
from pages.shared.work.tasks import Chance, Run
from spca_core.problem.solution import Solution
from spca_core.results.colours import N_COLOURS, css_colours
from spca_core.results.comparison import overlap
from spca_core.results.comparison.external_topics import planted_solution
from spca_core.results.comparison.runs import best_of_each
from spca_core.results.files import latex
from spca_core.results.files.templates import template
from spca_core.topics import Topics

TABLE = Path(__file__).with_name("word_table.html")


def compare_words(comparison: Comparison) -> None:
    """Show the word table, and how many words each two methods share."""
    show_word_table(comparison)
    best = _best_runs(comparison)
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


def show_word_table(comparison: Comparison) -> None:
    """Show each method's best run, rank by topic, below that of the best method."""
    best, corpus = _best_runs(comparison), comparison.workspace.corpus
    reference = overlap.reference_of(best)
    chance = Chance(Run(corpus, reference.settings), reference).found
    named = replace(reference, chance=chance, edits=edits.by_hand())
    table = overlap.side_by_side(best)
    lacked = overlap.words_others_lack(best)
    st.markdown(f"{ABOUT_WORDS} {plain(overlap.about_words_others_lack(best, lacked))}")
    st.html(
        template(TABLE).render(
            names=named.names,
            rows=table.to_numpy().tolist(),
            lacked={*lacked},
            n_ranks=reference.settings.sparsity,
            sign=overlap.LACKED,
            colours=css_colours(range(N_COLOURS)),
        )
    )
    listed = overlap.topics_side_by_side(best)
    to_latex = partial(latex.to_latex, listed, comparison.provenance, caption=CAPTION)
    offer_table(table, "words", to_latex)


def _best_runs(comparison: Comparison) -> list[Topics]:
    """Return each method's best run, best first, below the truth if it is planted."""
    best = best_of_each(comparison.largest)
    best.sort(key=lambda run: run.captured_variance, reverse=True)
    corpus = comparison.workspace.corpus
    return [Topics.of(corpus, run) for run in (*_planted(comparison), *best)]


def _planted(comparison: Comparison) -> list[Solution]:
    """Return the truth, if this is a planted corpus and the topics are as large."""
    origin = choices.request().origin
    if not origin.corpus.startswith(PLANTED):
        return []
    truth = cached.planted(origin.corpus).truth
    settings = comparison.largest[0].settings
    planted = planted_solution(comparison.workspace.corpus, truth, settings)
    return [planted] if planted else []


CAPTION = "The words of each method's best run, topics matched by shared words."
ABOUT_WORDS = (
    "Each method's best run, the heaviest words first; topics are matched with those "
    "of the first block."
)
ABOUT_OVERLAP = (
    "How many of their words two methods share: the words that both have, as a share "
    "of those that either has (Jaccard)."
)
