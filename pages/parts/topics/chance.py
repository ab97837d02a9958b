"""How many topics are more than chance: searched in the background, then said."""

from functools import partial

import streamlit as st

from pages.shared.state import cached, choices, edits
from pages.shared.state.workspace import Workspace
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Chance
from pages.shared.work.work import Work, queue
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.pieces import Splitting
from spca_core.problem.solution import Solution
from spca_core.results.topics.chance import SHUFFLES, AgainstChance

POLL_SECONDS = 2.0  # a table takes longer, where there is much to wait for


def show_chance(asked: Chance, workspace: Workspace) -> bool:
    """Say how many topics are more than chance, or find out; return whether it is over.

    When it has been found, the page runs again, as the cards depend on it.
    """
    if found := asked.found:
        with st.container(horizontal=True, wrap=False, gap="xsmall"):
            st.markdown(found.headline, width="content")
            _show_advice(found, workspace, asked.solution)
        return True
    stop, again = (
        partial(st.button, label, key=key, type="tertiary", help=HELP[key])
        for key, label in (("stop_chance", "Stop"), ("compare_again", AGAIN))
    )
    show_work(
        lambda: [queue().watched(asked)],
        lambda _: None,
        Controls(_show_progress, stop, again),
        seconds=POLL_SECONDS,
        reruns=True,
    )
    return queue().watched(asked).done


def _show_progress(works: list[Work[Chance]]) -> None:
    for work in works:
        n_done = work.latest.n_shuffles if work.latest else 0
        st.markdown(f"Comparing with chance: {n_done} of {SHUFFLES}", width="content")


def _show_advice(
    found: AgainstChance, workspace: Workspace, solution: Solution
) -> None:
    """Say what helps if some topics could be chance; split long texts with a click."""
    splitting = cached.helpful_splitting(workspace.loaded)
    if not (helps := found.advice(workspace.loaded.kind, splitting)):
        return
    if splitting and edits.are_words_counted(workspace.loaded):
        st.button(
            "Split the texts",
            type="tertiary",
            key="split_texts",
            on_click=_split,
            args=(workspace.corpus, solution, splitting),
            help=f"{helps} {SPLIT_HELP}",
        )
    else:
        with st.popover("Advice", type="tertiary"):
            st.markdown(helps)


def _split(corpus: Corpus, solution: Solution, splitting: Splitting) -> None:
    edits.remember(f"The texts were split into {splitting.split}", (corpus, solution))
    choices.change(
        split=splitting.split, piece=splitting.piece, **edits.without_numbers()
    )


AGAIN = "Compare with chance"
SPLIT_HELP = "Click to count each part of a text as a document, and find their topics."
HELP = {
    "stop_chance": "End the comparison with shuffled tables.",
    "compare_again": "Search again in shuffled tables, for topics that are only luck.",
}
