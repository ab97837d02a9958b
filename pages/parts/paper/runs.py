"""The paper's figures on its data: runs of its experiments, and ours beside them."""

from functools import partial
from typing import Any

import streamlit as st

from pages.shared.figure import show_figure
from pages.shared.files import offer_csv
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose
from pages.shared.text import ABOUT_TOTALS, plain
from pages.shared.work.progress import show_runs
from pages.shared.work.tasks import Job, Run
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.paper.data_sets import data_folder
from spca_core.paper.figures import PaperExperiment, published_words, word_tables
from spca_core.paper.kos import EXPERIMENT, stored_figures, stored_provenance
from spca_core.paper.reproduction import (
    HEADINGS,
    comparison,
    experiments_of,
    experiments_present,
    is_of_any_size,
    limit_mark,
    missing,
    printed_table,
    provenance,
    published_marks,
    rows_that_ran,
    run_settings,
    smaller_and_larger,
)
from spca_core.problem.method import METHODS
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.figure import Figure
from spca_core.results.files.provenance import Provenance, about_made
from spca_core.results.topics.words import word_columns
from spca_core.topics import Topics


def show_figures() -> None:
    """Show the chosen experiment's figures once its runs are started, and all runs."""
    st.subheader(HEADING, anchor=HEADING.lower())
    st.markdown(ABOUT)
    _show_stored()
    here = experiments_present(data_folder())
    if here:
        chosen = _choose(here)
        with st.container(horizontal=True):
            run = st.button("Run", key="run_one", type="primary", help=RUN_HELP)
            run_all = st.button("Run all", key="run_all", help=RUN_ALL_HELP)
        asked = st.session_state.setdefault(ASKED, set())
        asked |= {*here} if run_all else {chosen} if run else set()
        if run or run_all:
            st.session_state[AGAIN] = True
        _show_runs(chosen, [each for each in here if each in asked])
    else:
        st.info(NO_DATA_SETS)
        _show_all([])


def _show_stored() -> None:
    """Show the figures for KOS, which need neither data nor a run."""
    st.markdown(f"**{EXPERIMENT}**")
    made_of = stored_provenance()
    for place, figure in zip(st.columns(2), stored_figures(), strict=True):
        with place:
            show_figure(figure, made_of)
    st.caption(f"{ABOUT_MARKS} {about_made(made_of.versions)}")


def _choose(here: list[PaperExperiment]) -> PaperExperiment:
    """Draw the experiments to choose from; the address says which is chosen."""
    named = {str(each): each for each in here}
    linked = choices.value("experiment")
    now = linked if linked in named else next(iter(named))
    choose("experiment", now=now, widget=st.selectbox, options=list(named))
    return named[now]


def _show_runs(chosen: PaperExperiment, asked: list[PaperExperiment]) -> None:
    """Run the experiments that were asked for, the chosen one first, then its sizes."""
    order = sorted(asked, key=lambda experiment: experiment != chosen)
    corpora = _read([experiment.data_set for experiment in order])
    runs = [
        Run(corpora[experiment.data_set], settings)
        for experiment in order
        if experiment.data_set in corpora
        for settings in run_settings(experiment)
    ]
    if chosen in asked and chosen.data_set in corpora:
        corpus = corpora[chosen.data_set]
        others = smaller_and_larger(chosen, corpus.n_words)
        runs += [Run(corpus, settings) for settings in others]
    if runs:
        # Not earlier: while the data are being read, the page ends above.
        again = st.session_state.pop(AGAIN, False)
        jobs, ended = show_runs(runs, partial(_show_results, chosen), again=again)
        if ended:
            _show_results(chosen, jobs)
    else:
        _show_all([], first=chosen)


def _read(names: list[str]) -> dict[str, Corpus]:
    """Read data sets; show an error for each that cannot be read."""
    corpora = {}
    for name in dict.fromkeys(names):
        try:
            corpora[name] = cached.published(name)
        except InputError as error:
            st.error(plain(str(error)))
    return corpora


def _show_results(chosen: PaperExperiment, jobs: list[Job]) -> None:
    begun = [job for job in jobs if job.latest]
    of_chosen = [
        job
        for job in begun
        if is_of_any_size(chosen, job.asked.corpus.name, job.asked.settings)
    ]
    if of_chosen:
        draw_figures(chosen, of_chosen)
    _show_all(begun, first=chosen)
    for job in of_chosen:
        _show_words(chosen, job)


def draw_figures(chosen: PaperExperiment, jobs: list[Job]) -> None:
    """Draw the paper's two kinds of figure, of the full size and of all sizes."""
    solutions = [job.latest for job in jobs if job.latest]
    k = chosen.n_components
    full = [each for each in solutions if each.settings.n_components == k]
    made_of = provenance(
        [(job.asked.corpus, job.asked.settings.relevant) for job in jobs]
    )
    marks = {"published": published_marks(chosen), "limits": limit_mark(chosen)}
    by_topic, by_number = st.columns(2)
    with by_topic:
        curve = curves.quantile_bands(curves.cumulative(full))
        figure = curve_figure(curve, "cumulative_variance_by_topic", **marks)
        _show_figure("Cumulative variance by topic", figure, made_of)
    with by_number:
        totals = curves.quantile_bands(curves.total_per_run(solutions))
        figure = bar_figure(totals, "total_by_number_of_topics", **marks)
        _show_figure("Total by number of topics", figure, made_of)
    st.caption(f"{ABOUT_MARKS} {ABOUT_TOTALS}")


def _show_figure(heading: str, figure: Figure, made_of: Provenance) -> None:
    if not figure.table.empty:
        st.markdown(f"**{heading}**")
        show_figure(figure, made_of)


def _show_words(chosen: PaperExperiment, job: Job) -> None:
    """Show the topics that the paper prints for a method beside ours."""
    k, s, method = chosen.n_components, chosen.sparsity, job.asked.settings.method
    if job.asked.settings.n_components != k or not job.latest:
        return
    if (k, s, method) not in word_tables(chosen.data_set):
        return
    st.markdown(f"**Topics of {METHODS[method].label}**")
    st.caption(ABOUT_PUBLISHED_WORDS)
    published, ours = st.columns(2)
    words = published_words(chosen.data_set, method, k, s)
    published.dataframe(words, height="content")
    found = Topics.of(job.asked.corpus, job.latest)
    ours.dataframe(word_columns(found), height="content")


def _show_all(jobs: list[Job], first: PaperExperiment | None = None) -> None:
    """Show all figures whose data are here, those of `first` first, and the rest."""
    table = comparison(
        (experiment, job.latest)
        for job in jobs
        for experiment in experiments_of(job.asked.corpus.name, job.asked.settings)
        if job.latest
    )
    ran = rows_that_ran(table, first)
    if not ran.empty:
        st.dataframe(
            printed_table(ran),
            hide_index=True,
            height="content",
            column_config=COLUMNS,
            placeholder="",  # as in the file, where a figure is missing
        )
    if absent := missing(data_folder()):
        with st.expander(f"{ABOUT_MISSING} ({len(absent)})"):
            st.markdown(HOW_TO_GET)
            for data in absent:
                source = f"[{data.source}]({data.url})"
                st.markdown(f"- **{data.name}** ({source}): {data.how}.")
    offer_csv("Figures (CSV)", "paper.csv", table)


ABOUT_PUBLISHED_WORDS = "Left: as printed in the paper. Right: ours."
ABOUT_MISSING = "Data sets that are not here, and where to get them"
HOW_TO_GET = (
    "Download a data set, put it in the folder that the environment variable SPCA_DATA "
    "names, and open this page again."
)
NO_DATA_SETS = (
    "None of the paper's data sets is here yet: put one in the folder that SPCA_DATA "
    "names, and its figures can be drawn."
)
ABOUT_MARKS = "Crosses are the figures that the paper printed."


HEADING = "Figures"
ABOUT = (
    "The paper's two kinds of figure, on its own data: what the topics capture one "
    "after another, and in all for each number of topics."
)
ASKED = "asked_experiments"  # session state: those that the user has started
AGAIN = "run_again"  # session state: whether Run was pressed and nothing ran since
RUN_HELP = (
    "Run the methods on this experiment, and with fewer and more topics. Finished runs "
    "are not repeated."
)
RUN_ALL_HELP = "Run all experiments whose data are here. It can take many minutes."
EXPERIMENT_COLUMN = (
    "The data set, topics x words in each, the rank of the sketch, and the values. "
    "Raw: the numbers as they are. Centred: each column's mean is subtracted."
)
RATIO_HELP = "Ours divided by the published figure."
AGAINST_HELP = (
    "Ours against the paper's own method, to as many digits as the paper printed."
)
text, number = st.column_config.TextColumn, st.column_config.NumberColumn
COLUMNS: dict[str, Any] = {
    **HEADINGS,
    "experiment": text(HEADINGS["experiment"], help=EXPERIMENT_COLUMN),
    "ratio": number(HEADINGS["ratio"], format="%.4f", help=RATIO_HELP),
    "against_paper": text(HEADINGS["against_paper"], help=AGAINST_HELP),
    "seconds": number(HEADINGS["seconds"], format="%.3g"),
}
