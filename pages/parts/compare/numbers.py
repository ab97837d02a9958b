"""How many topics? How good they are by their number, and the best numbers."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.compare.tables import TableTask, known_rows, show_growing
from pages.shared.figure import show_figure
from pages.shared.provenance import comparison_provenance
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.options import MAX_TOPICS, MIN_NUMBER
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from spca_core.formatting import counted
from spca_core.results.comparison import number_of_topics
from spca_core.results.comparison.number_of_topics import MEASURES
from spca_core.results.comparison.runs import how_compared
from spca_core.results.files.provenance import Provenance

TAKEN = "number_taken"  # session state: a number was chosen since the page was drawn


def show_numbers_of_topics(workspace: Workspace, request: Request) -> None:
    """Let the user choose the numbers, and show the curves while they grow."""
    st.session_state.pop(TAKEN, None)
    st.markdown(ABOUT_NUMBERS)
    first, last = choose("numbers_of_topics")
    settings = number_of_topics.number_runs(workspace.run.settings)
    st.caption(how_compared([settings]))
    provenance = comparison_provenance(workspace.corpus, [settings])
    numbers = number_of_topics.fitting(
        workspace.corpus, settings, range(first, last + 1)
    )
    most = min(MAX_TOPICS, workspace.corpus.n_words // settings.sparsity)
    any_number = replace(settings.relevant, n_components=1)
    kind = "number", workspace.corpus.content_id, any_number
    grow = partial(
        number_of_topics.by_number_of_topics,
        *(workspace.corpus, settings, numbers, known_rows(kind)),
    )
    show_growing(
        TableTask((*kind, tuple(numbers)), grow),
        partial(_show, provenance, (MIN_NUMBER, most)),
        partial(number_of_topics.numbers_tried, n_numbers=len(numbers)),
        again=request.run_pressed,
    )


def _show(
    provenance: Provenance,
    limits: tuple[int, int],
    table: pd.DataFrame,
    is_whole: bool,
) -> None:
    if st.session_state.pop(TAKEN, False):
        st.rerun()  # the whole page: the sidebar has the number too
    suggested = number_of_topics.suggestion(table, limits) if is_whole else None
    if suggested:
        _show_suggestion(table, *suggested)
    else:
        st.caption(f"{NOT_ALL_YET} {CLICK} Now: {choices.value('k')}.")
    number = suggested[0] if suggested else None
    first, *others = MEASURES
    _draw(provenance, table, first, number)
    for pair in (others[:2], others[2:]):
        for place, measure in zip(st.columns(2), pair, strict=True):
            with place:
                _draw(provenance, table, measure, number)


def _show_suggestion(table: pd.DataFrame, number: int, reason: str) -> None:
    st.markdown(f"**Suggested:** {plain(reason)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Use {counted(number, 'topics')}",
            key="take_number",
            on_click=_take,
            args=(number,),
        )
        st.caption(f"{CLICK} Now: {choices.value('k')}.")
    st.dataframe(
        number_of_topics.candidate_table(table), hide_index=True, height="content"
    )


def _draw(
    provenance: Provenance, table: pd.DataFrame, measure: str, suggested: int | None
) -> None:
    key = f"number_{measure}"
    st.markdown(f"**{MEASURES[measure]}**")
    show_figure(
        number_of_topics.number_figure(table, measure, suggested),
        provenance,
        select=key,
        on_select=partial(_take_point, key),
    )


def _take_point(key: str) -> None:
    for point in st.session_state[key].selection["number"]:
        _take(point["n_components"])


def _take(number: int) -> None:
    choices.change(k=number)
    st.session_state[TAKEN] = True


ABOUT_NUMBERS = (
    "Each number of topics is tried by quick searches on halves of the documents, each "
    "evaluated on the other half, in up to four divisions into halves. **Of the "
    "numbers whose coherence and covered share (their harmonic mean) are within 5 % of "
    "the best, the one whose words are found again most often is suggested.** Figures "
    "are means over the divisions ± the standard deviation. The variance always grows "
    "with the number of topics, so it cannot decide how many to take."
)
NOT_ALL_YET = "A number is suggested when all have been tried in all divisions."
CLICK = "Or click a point to use its number of topics."
