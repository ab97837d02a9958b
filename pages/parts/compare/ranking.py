"""The table of the runs, on screen as in its files, and what they were run on."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.parts.compare.differences import show_differences
from pages.shared.figure import with_digits
from pages.shared.files import offer_table
from spca_core.methods.timed import TIMES, WITHIN_SECONDS
from spca_core.results.comparison import adjusted
from spca_core.results.comparison.result_table import (
    DECIMALS,
    held_up,
    printed_summary,
    result_table,
    summary_of_runs,
)
from spca_core.results.comparison.runs import best_of_each, complete_solutions
from spca_core.results.files import latex, provenance


def show_ranking(comparison: Comparison) -> None:
    """Show the seeds of a method together, differences, each run, and variances."""
    if comparison.progress.running:
        _show_runs(comparison)
        return  # What is printed and summarised ranks the methods.
    whole = complete_solutions(comparison.largest)
    if len({run.settings.method for run in whole}) < len(whole):
        st.markdown("**All seeds of a method together**")
        st.dataframe(
            with_digits(summary_of_runs(whole), SUMMARY_VARIANCES),
            hide_index=True,
            column_config={"Median processor seconds": SECONDS},
        )
    st.markdown("**Differences to the best method, seed by seed**")
    show_differences(comparison)
    st.markdown("**Each run**")
    offer_table(_show_runs(comparison), "comparison", partial(_to_latex, comparison))
    _show_adjusted(comparison)
    with st.expander("What it was run on"):
        st.markdown(ABOUT_SECONDS)
        st.dataframe(
            provenance.machine_table(comparison.machine),
            hide_index=True,
            height="content",
            column_config={"figure": "What", "value": "Value"},
        )


def _show_runs(comparison: Comparison) -> pd.DataFrame:
    """Show one row per run; return the table."""
    is_running = comparison.progress.running
    table = result_table(comparison.largest, comparison.limits, running=is_running)
    st.dataframe(
        with_digits(table, ["Captured variance"]).apply(_greyed, axis=None),
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


def _greyed(table: pd.DataFrame) -> pd.DataFrame:
    """Return a colour for the seconds of runs that other work has held up."""
    looks = pd.DataFrame("", table.index, table.columns)
    looks.loc[held_up(table), "Seconds"] = GREY
    return looks


def _show_adjusted(comparison: Comparison) -> None:
    best = best_of_each(complete_solutions(comparison.largest))
    if not best:
        return
    st.markdown("**Three figures for variance**")
    st.markdown(ABOUT_VARIANCES)
    table = adjusted.of_all_runs(comparison.workspace.covariance, best)
    st.dataframe(
        with_digits(table, adjusted.VARIANCES),
        hide_index=True,
        column_config=ADJUSTED_COLUMNS,
    )
    st.caption(adjusted.text_of_adjusted(table["run"].iloc[0], table.head(1)))


STOPPED_BY_HELP = (
    "Why the run ended; with equal time, its last search. Starts: all its starts were "
    "finished. Candidates: the requested number was tried. Whole net: every point of "
    "the net was tried. Nothing left: every choice within its search was tried or "
    "ruled out. Own rule: the joint search gained next to nothing for a while, or the "
    "method of scikit-learn ended. Time limit: the maximum number of seconds. Stop: "
    "you pressed it. Runs that ended before they had all topics come last, have no "
    "shares and do not count in the summary of all seeds."
)
ABOUT_VARIANCES = (
    "Captured: the paper adds up what each topic captures. Topics share no word, so "
    "this is the variance within the space that they span. Adjusted: Zou, Hastie and "
    "Tibshirani (2006) take the topics one after another, greatest first, and count "
    "only what each adds to those before it; another order would give another figure. "
    "Explained: what a regression of all words on the topics' scores explains, in any "
    "order."
)
ABOUT_SECONDS = (
    "Processor seconds are what a run itself spends, over all its threads, once the "
    "code is compiled: whatever else the computer does hardly changes them. Seconds "
    "are on the clock, and grey where the run had to wait for other work. Runs are "
    f"made one after another; one that takes less than {WITHIN_SECONDS:g} seconds is "
    f"repeated, up to {TIMES} times in all, and the median counts."
)
STARTS_HELP = (
    "How many starts were made, for each topic if the method finds one at a time. With "
    "equal time, those of all restarts count; a search without starts counts as one."
)
# As many digits as the tables and their files have, however small the numbers are.
SUMMARY_VARIANCES = ("Best", "Median", "Worst")
GREY = "color: #8a8f98"  # as in charts: visible on both themes
SECONDS = st.column_config.NumberColumn(format="%.3g")
RESULT_COLUMNS: dict[str, Any] = {
    # Pixels: the longest name of a method is not cut off.
    "Method": st.column_config.TextColumn(width=125),
    "Processor seconds": SECONDS,
    "Seconds": SECONDS,
    "Starts": st.column_config.Column(help=STARTS_HELP),
    "Stopped by": st.column_config.Column(help=STOPPED_BY_HELP),
    **{
        name: st.column_config.NumberColumn(format=f"%.{places}f")
        for name, places in DECIMALS.items()
    },
}
ADJUSTED_COLUMNS: dict[str, Any] = {
    "run": "Method",
    **adjusted.LABELS,
    **{
        name: st.column_config.NumberColumn(label, format="percent", width="small")
        for name, label in adjusted.LABELS.items()
        if name.endswith("share")
    },
}
