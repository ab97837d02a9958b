"""How good the methods' topics are for a reader, each on a weighting that suits it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.compare.opening import ask_for_file
from pages.shared.figure import show_figure
from pages.shared.files import offer_file, offer_table
from pages.shared.provenance import comparison_provenance
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.work.tables import TableTask, known_rows, show_growing
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.results.comparison import quality_table
from spca_core.results.comparison.quality_table import HEADINGS
from spca_core.results.comparison.runs import how_compared
from spca_core.results.files import latex
from spca_core.results.files.measured import read_measured, to_measured
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.key_figures import values_analysed


def show_settings(workspace: Workspace, _: Request) -> None:
    """Let the user open saved measurements, which are shown to this user alone."""
    corpus = workspace.corpus
    first, *_others = _runs(workspace)
    take = partial(_open, corpus, first)
    ask_for_file(ABOUT_OPENING, "Saved measurements", "json", FILE, take)


def _runs(workspace: Workspace) -> tuple[Settings, ...]:
    return tuple(quality_table.quality_runs(workspace.corpus, workspace.run.settings))


def show_quality(workspace: Workspace) -> None:
    """Show the table while it grows, and pictures of it."""
    st.markdown(ABOUT_QUALITY)
    corpus, runs = workspace.corpus, _runs(workspace)
    st.caption(how_compared(runs))
    provenance = comparison_provenance(corpus, runs)
    opened = st.session_state.get(OPENED, {})
    content = opened.get(_place(corpus, runs[0]), b"")
    rows = _rows(corpus, runs[0], content)
    to_file = partial(to_measured, corpus, runs[0], rows)
    show_growing(
        TableTask(
            ("quality", corpus.content_id, runs, content),
            partial(quality_table.quality_table, corpus, runs, rows),
        ),
        partial(_show, to_file, provenance),
        partial(quality_table.runs_measured, n_runs=len(runs)),
    )


def _rows(
    corpus: Corpus, first: Settings, content: bytes
) -> dict[Settings, quality_table.Row]:
    """Return the rows that are whole, to which the table adds its own.

    content : of the file whose rows are there from the start, for who opened it alone
    """
    matrix = first.weighting, first.centred, first.norm
    rows = known_rows(("quality", corpus.content_id, *matrix, content))
    if content and not rows:
        rows |= read_measured(content).on(corpus, first)
    return rows


def _open(corpus: Corpus, first: Settings, file: Any) -> None:
    st.session_state[OPENED] = {}
    if file:
        content = file.getvalue()
        read_measured(content).on(corpus, first)
        st.session_state[OPENED] = {_place(corpus, first): content}


def _place(corpus: Corpus, first: Settings) -> tuple[str, str]:
    """Return where an opened file holds."""
    return corpus.content_id, values_analysed(first)


def _show(
    to_file: Callable[[], str],
    provenance: Provenance,
    table: pd.DataFrame,
    is_whole: bool,
) -> None:
    shown = table.rename(columns=HEADINGS)
    styled = shown.style.format(FORMATS, na_rep="")
    st.dataframe(
        styled.apply(_coloured, axis=None, table=table) if is_whole else styled,
        hide_index=True,
        height="content",
        column_config=COLUMNS,
        placeholder="",  # as in the files, where a number is missing
    )
    to_latex = partial(latex.to_latex, shown, provenance, quality_table.DECIMALS)
    offer_table(shown, "quality", to_latex)
    label, mime = "Measurements (JSON)", "application/json"
    offer_file(label, "quality.json", mime, to_file, help=ABOUT_FILE)
    with st.expander("What the columns mean"):
        st.markdown(ABOUT_COLUMNS)
    if table["held_out"].isna().all():
        return  # There is no point to draw yet.
    for place, across in zip(st.columns(2), ("covered", "seconds"), strict=True):
        with place:
            _draw(provenance, table, across, is_whole)


def _coloured(shown: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return a colour for each cell that no run beats."""
    best = quality_table.best_cells(table).rename(columns=HEADINGS)
    colours = best.map({True: BEST, False: ""}.get)
    return colours.reindex(columns=shown.columns, fill_value="")


def _draw(
    provenance: Provenance, table: pd.DataFrame, across: str, is_whole: bool
) -> None:
    st.markdown(f"**Coherence against {HEADINGS[across].lower()}**")
    figure = quality_table.quality_figure(table, across, is_whole=is_whole)
    show_figure(figure, provenance)


FILE, OPENED = "open_quality", "quality_opened"  # session state
ABOUT_OPENING = (
    "Its rows are shown only to you, without being measured again. The same corpus "
    "must be open, with the same weighting."
)
ABOUT_FILE = "The complete rows, to continue later or elsewhere."
ABOUT_QUALITY = (
    "Do the words of a topic belong together for a reader, and how many documents are "
    "about the topics? A few rare topics can be very coherent and say nothing about "
    "most documents; frequent words cover many documents and may mean little: look at "
    "*coherence* and *covered* together. The sidebar's own method and weighting come "
    "first, then every method on the weighting that suits it best, with ten more "
    "starts if it has random ones, then all on counts; slow methods come last. Each "
    "runs on all documents, with two seeds, and on random halves of them, evaluated on "
    "the other half. When all are measured, the best cell of a column is coloured, and "
    "*Best in* names these columns."
)
ABOUT_COLUMNS = """
- **Coherence**: the mean normalised pointwise mutual information of the words of a
  topic, over all documents or over those held out: 0 for words that have nothing to do
  with each other, 1 for words that only occur together.
- **Covered**: the share of documents that have at least two words of some topic, among
  those held out.
- **Diversity**: the share of different words among all words of the topics.
- **Evenness**: the effective number of words in a topic; near 1, it is one word.
- **Stability, halves**: the share of words that the topics of the other half have too,
  found with another seed; the mean over two divisions into halves, ± the standard
  deviation.
- **Stability, seeds**: the same for two searches of all documents, with other seeds.
- **Share of variance**: of all the variance, by the weighting of the first row.
- **Seconds**: of the run on all documents.
"""
BEST = "background-color: #1f9d7a40"  # visible on both themes
SHARE = "{:.0%}"
FORMATS: Any = {
    HEADINGS["held_out"]: "{:.3f}",
    HEADINGS["covered"]: SHARE,
    HEADINGS["coherence"]: "{:.3f}",
    HEADINGS["diversity"]: "{:.2f}",
    HEADINGS["evenness"]: "{:.1f}",
    HEADINGS["stability"]: SHARE,
    HEADINGS["spread"]: SHARE,
    HEADINGS["reseeded"]: SHARE,
    HEADINGS["share"]: "{:.1%}",
    HEADINGS["seconds"]: "{:.3g}",
}
# Pixels. Without widths, columns of texts would cut off the others.
COLUMNS: dict[str, Any] = {
    HEADINGS["method"]: st.column_config.TextColumn(width=120),
    HEADINGS["weighting"]: st.column_config.TextColumn(width=120),
    HEADINGS["best"]: st.column_config.TextColumn(width=500),
}
