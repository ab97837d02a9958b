"""The tables of the runs, on screen as in their files, and what they were run on."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import with_digits
from pages.shared.files import offer_table
from pages.shared.state import cached, choices
from pages.shared.state.origins import PLANTED
from spca_core.problem.covariance import covariance_of
from spca_core.results.comparison import adjusted
from spca_core.results.comparison.method_table import LABELS, method_table
from spca_core.results.comparison.result_table import (
    DECIMALS,
    printed_summary,
    result_table,
    summary_of_runs,
)
from spca_core.results.comparison.runs import best_of_each, complete_solutions
from spca_core.results.files import latex, provenance


def show_ranking(comparison: Comparison) -> None:
    """Show each method's best run, the seeds of a method together, and each run."""
    if comparison.progress.running:
        _show_runs(comparison)
        return  # What is printed and summarised ranks the methods.
    whole = complete_solutions(comparison.largest)
    _show_methods(comparison)
    if len({run.settings.method for run in whole}) < len(whole):
        st.markdown("**All seeds of a method together**")
        st.dataframe(
            with_digits(summary_of_runs(whole), SUMMARY_VARIANCES),
            hide_index=True,
            column_config={"Median processor seconds": SECONDS},
        )
    st.markdown("**Each run**")
    offer_table(_show_runs(comparison), "comparison", partial(_to_latex, comparison))
    with st.expander("What it was run on"):
        st.markdown(ABOUT_SECONDS)
        st.dataframe(
            provenance.machine_table(comparison.machine),
            hide_index=True,
            height="content",
            column_config={"figure": "What", "value": "Value"},
        )


def _show_methods(comparison: Comparison) -> None:
    """Show what the best run of each method captures, and how it reads."""
    best = best_of_each(complete_solutions(comparison.largest))
    if not best:
        return
    corpus = comparison.workspace.corpus
    covariance = covariance_of(corpus, comparison.settings)
    table = method_table(corpus, covariance, best, _planted())
    st.markdown("**Each method's best run**")
    st.dataframe(
        with_digits(table, adjusted.VARIANCES),
        hide_index=True,
        column_config=METHOD_COLUMNS,
    )
    st.caption(adjusted.text_of_adjusted(table["run"].iloc[0], table.head(1)))


def _planted() -> Sequence[Sequence[str]]:
    """Return the words of the topics that were planted in the corpus, if any were."""
    corpus = choices.request().origin.corpus
    return cached.planted(corpus).truth if corpus.startswith(PLANTED) else ()


def _show_runs(comparison: Comparison) -> pd.DataFrame:
    """Show one row per run; return the table."""
    table = result_table(
        comparison.largest,
        comparison.limits,
        running=comparison.progress.running,
        ranked=comparison.equal_time is not None,
    )
    st.dataframe(
        with_digits(table, ["Captured variance"]),
        hide_index=True,
        height="content",
        column_config=RESULT_COLUMNS,
        placeholder="",  # as in the files, where a number is missing
    )
    return table


def _to_latex(comparison: Comparison) -> str:
    """Return the summary of all seeds, as a paper prints it."""
    corpus, runs = comparison.workspace.corpus, comparison.largest
    table, bold, caption = printed_summary(corpus, runs)
    return latex.to_latex(table, comparison.provenance, caption=caption, bold=bold)


ENDED_HELP = (
    "Why the run ended; with equal time, its last search. Runs that ended before they "
    "had all topics come last, have no shares and do not count in the summary."
)
ABOUT_SECONDS = (
    "Seconds are those of the processor: what a run itself spends, over all its "
    "threads, once the code is compiled. Other work on the computer hardly changes "
    "them."
)
STARTS_HELP = (
    "How many starts were made, for each topic if the method finds one at a time. With "
    "equal time, those of all restarts count; a search without starts counts as one."
)
# As many digits as the tables and their files have, however small the numbers are.
SUMMARY_VARIANCES = ("Best", "Median", "Worst")
SECONDS = st.column_config.NumberColumn(format="%.3g")
RESULT_COLUMNS: dict[str, Any] = {
    # Pixels: the longest name of a method is not cut off.
    "Method": st.column_config.TextColumn(width=125),
    "Processor seconds": SECONDS,
    "Starts": st.column_config.Column(help=STARTS_HELP),
    "Ended": st.column_config.Column(help=ENDED_HELP),
    **{
        name: st.column_config.NumberColumn(format=f"%.{places}f")
        for name, places in DECIMALS.items()
    },
}
METHOD_HELP = {
    "adjusted_variance": (
        "Zou, Hastie and Tibshirani (2006) take topics one after another and count "
        "only what each adds to those before it."
    ),
    "explained_variance": "What a regression of all words on the scores explains.",
    "coherence": (
        "The mean normalised pointwise mutual information (NPMI) of the words of a "
        "topic, over all documents: 0 for unrelated words, 1 for words that only "
        "occur together."
    ),
    "covered": "The share of documents that have at least two words of some topic.",
    "recovered": "The share of words that planted and found topics have in common.",
}
FORMS = {"coherence": "%.3f", "covered": "percent", "recovered": "percent"}
METHOD_COLUMNS: dict[str, Any] = {
    "run": "Method",
    **{
        name: st.column_config.NumberColumn(
            label,
            help=METHOD_HELP.get(name),
            format="percent" if name.endswith("share") else FORMS.get(name),
            width="small",
        )
        for name, label in {**adjusted.LABELS, **LABELS}.items()
    },
}
