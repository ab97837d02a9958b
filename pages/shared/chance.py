"""How many topics are stronger than chance, in one line of each page and view.

It is searched in the background, and then said.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from pages.shared.state import cached
from pages.shared.state.choices import Request
from pages.shared.text import plain
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Chance, StoredRun, run_of
from pages.shared.work.work import Work, queue
from spca_core.corpus.bundled import bundled_titles
from spca_core.errors import InputError
from spca_core.results.topics.chance import AgainstChance, verdict
from spca_core.topics import SHUFFLES

KNOWN = "known_verdict"  # session state: the verdict that was shown last, by a request
POLL_SECONDS = 2.0  # a table takes longer, where there is much to wait for


def show_chance(
    asked: Chance,
    request: Request,
    advise: Callable[[AgainstChance], None] = lambda _: None,
) -> bool:
    """Say how many topics are stronger than chance, or find out.

    Return whether that is over. Then the page runs again, as names depend on it.
    """
    st.session_state[KNOWN] = _about(request), asked.found
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
    about, found = st.session_state.get(KNOWN, (None, None))
    if about != _about(request):
        found = _stored(request)
    st.markdown(f"{plain(request.corpus_name)}: {verdict(found)}")


def _stored(request: Request) -> AgainstChance | None:
    """Return what came with a corpus, if the topics that did are asked for."""
    is_whole = request.origin.corpus in bundled_titles() and not request.where
    if not is_whole or request.pinned:
        return None
    try:
        corpus = cached.prepared(request.origin, request.preparation)
    except InputError:  # the page says why
        return None
    run = run_of(corpus, request.settings)
    return run.chance if isinstance(run, StoredRun) else None


def _about(request: Request) -> Request:
    """Return what decides the topics."""
    return request._replace(names={}, run_pressed=False)


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
