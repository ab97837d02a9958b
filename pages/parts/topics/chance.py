"""How many topics are more than chance: searched in the background, then said."""

from functools import partial

import streamlit as st

from pages.shared.state import choices, edits
from pages.shared.state.workspace import Workspace
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Chance
from pages.shared.work.work import Work, queue
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.pieces import PIECES, fitting_length
from spca_core.results.topics.chance import SHUFFLES, AgainstChance

POLL_SECONDS = 2.0  # a table takes longer, where there is much to wait for


def show_chance(asked: Chance, workspace: Workspace) -> bool:
    """Say how many topics are more than chance, or find out; return whether it is over.

    When it has been found, the page runs again, as the cards depend on it.
    """
    if found := asked.found:
        with st.container(horizontal=True, wrap=False, gap="xsmall"):
            st.markdown(found.headline, width="content")
            _show_advice(found, workspace)
        return True
    stop, again = (
        partial(st.button, label, key=key, type="tertiary", help=HELP[key])
        for key, label in (("stop_chance", "Stop"), ("compare_again", AGAIN))
    )
    show_work(
        lambda: [queue().watched(asked)],
        lambda _: None,
        Controls(_tell, stop, again),
        seconds=POLL_SECONDS,
        reruns=True,
    )
    return queue().watched(asked).done


def _tell(works: list[Work[Chance]]) -> None:
    for work in works:
        n_done = work.latest.n_shuffles if work.latest else 0
        st.markdown(f"Comparing with chance: {n_done} of {SHUFFLES}", width="content")


def _show_advice(found: AgainstChance, workspace: Workspace) -> None:
    """Say what helps if some topics could be chance; offer to cut the texts."""
    if not (helps := found.advice(workspace.corpus.kind)):
        return
    with st.popover("Advice", type="tertiary"):
        st.markdown(helps)
        loaded = workspace.loaded
        if edits.are_words_counted(loaded) and not loaded.report.cut:
            st.button(
                "Split them into pieces",
                key="cut_into_pieces",
                on_click=_cut,
                args=(loaded,),
                help=CUT_HELP,
            )


def _cut(loaded: Corpus) -> None:
    choices.change(cut=PIECES, piece=fitting_length(loaded.texts))


AGAIN = "Compare with chance"
CUT_HELP = "Count each piece of a text as a document, and find topics in the pieces."
HELP = {
    "stop_chance": "End the comparison with shuffled tables.",
    "compare_again": "Search again in shuffled tables, for topics that are only luck.",
}
