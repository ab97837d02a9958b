"""How many topics are stronger than chance, in one line of each page and view.

It is searched in the background, and then said.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from pages.shared.state import cached
from pages.shared.state.choices import Request
from pages.shared.state.workspace import run_asked
from pages.shared.text import plain
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Chance, Run, StoredRun
from pages.shared.work.work import Work, queue
from spca_core.errors import InputError
from spca_core.results.topics.chance import AgainstChance, verdict
from spca_core.topics import SHUFFLES

POLL_SECONDS = 2.0  # a table takes longer, where there is much to wait for


def show_chance(
    asked: Chance,
    advise: Callable[[AgainstChance], None] = lambda _: None,
) -> bool:
    """Say how many topics are stronger than chance, or find out.

    Return whether that is over. Then the page runs again, as names depend on it.
    """
    if asked.run.corpus.without_documents:
        return True
    if found := asked.found:
        with st.container(horizontal=True, gap="xsmall"):
            st.markdown(verdict(found), width="content")
            advise(found)
        return True
    stop, again = (
        partial(st.button, label, key=key, type="tertiary", help=HELP[key])
        for key, label in (("stop_chance", "Stop"), ("compare_again", AGAIN))
    )
    show_work(
        lambda: [queue().watched(asked)],
        _show_unknown,
        Controls(_show_progress, stop, again),
        seconds=POLL_SECONDS,
        reruns=True,
    )
    if asked.found:
        st.rerun()  # It has ended meanwhile.
    return queue().watched(asked).done


def show_known(request: Request) -> None:
    """Say the same on a page that finds no topics itself, as far as it is known."""
    try:
        corpus = cached.prepared(request.origin, request.preparation)
        if request.where:
            corpus = cached.part(corpus, request.where)
        run = run_asked(corpus, request)
    except InputError:  # the page says why
        return
    if not corpus.without_documents:
        st.markdown(f"{plain(cached.subject(corpus))}: {verdict(_known(run))}")


def _known(run: Run) -> AgainstChance | None:
    if isinstance(run, StoredRun):
        return run.chance
    work = queue().find(run)
    return Chance(run, work.latest).found if work and work.latest else None


def _show_unknown(works: list[Work[Chance]]) -> None:
    if any(work.done for work in works):
        st.markdown(verdict(None), width="content")


def _show_progress(works: list[Work[Chance]]) -> None:
    for work in works:
        n_done = work.latest.n_shuffles if work.latest else 0
        waits = queue().wait(work) if work.waiting else ""
        far = waits or f"{n_done} of {SHUFFLES}"
        st.markdown(f"Comparing with chance: {far}", width="content")


AGAIN = "Compare with chance"
HELP = {
    "stop_chance": "End the comparison with shuffled tables.",
    "compare_again": "Search again in shuffled tables, for topics that are only luck.",
}
