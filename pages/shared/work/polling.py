"""Work in the background as a page shows it: again and again until it has ended."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

from pages.shared.text import plain
from pages.shared.work.work import Work

POLL_SECONDS = 0.5


def show_work(
    works: Callable[[], list[Work]],
    draw: Callable[[list[Any]], None],
    *,
    seconds: float = POLL_SECONDS,
    reruns: bool = False,
) -> None:
    """Draw work, and while any goes on, draw it again and again.

    works   : finds the work, and watches it if it is to go on
    draw    : draws it at every poll: it has to be cheap, for the sake of all users
    seconds : between two polls
    reruns  : run the whole page at the end, because more of it depends on the work
    """
    polls = not have_ended(works())
    fragment = st.fragment(_draw, run_every=seconds if polls else None)
    fragment(works, draw, polls=polls, reruns=reruns)


def _draw(
    works: Callable[[], list[Work]],
    draw: Callable[[list[Any]], None],
    *,
    polls: bool,
    reruns: bool,
) -> None:
    now = works()
    has_ended = have_ended(now)
    if has_ended and polls and reruns:
        st.rerun()
    done = tuple(work.done for work in now)
    with replacing_others(done, f"work_{ThreadState.get().fragment_id}"):
        draw(now)
    if has_ended and polls:
        _end_polling()


@contextmanager
def replacing_others(what: Hashable, name: str) -> Iterator[None]:
    """Draw something, and remove what else was drawn in this place of the page.

    When a part of the page draws less than before, the browser removes the rest as soon
    as it hears that the part has ended. If another part polls at that moment, it hears
    instead that the part was interrupted (so `ForwardMsgQueue.clear` of Streamlit has
    it), and all that was there stays. Therefore something else is drawn beside what is
    there, and an element in the place of that, which removes it in any case.

    what : what is drawn, as far as it decides which elements there are
    name : of the place; no other on the page has it
    """
    key = f"place_{name}"
    before, half = st.session_state.get(key, (what, 0))
    if what != before:
        half = 1 - half
    st.session_state[key] = what, half
    with st.container(gap=None):
        halves = st.container(), st.container()
    with halves[half], st.container():
        yield
    with halves[1 - half]:
        st.empty()


def have_ended(works: Sequence[Work]) -> bool:
    """Return whether nothing of it goes on or waits."""
    return all(work.done for work in works)


def _end_polling() -> None:
    """Have the browser poll this fragment no more, without a rerun of the page."""
    context, fragment = get_script_run_ctx(), ThreadState.get().fragment_id
    if context and fragment:
        message = ForwardMsg()
        message.stop_auto_rerun.fragment_ids.append(fragment)
        context.enqueue(message)


def show_failures(works: Iterable[Work]) -> None:
    """Say once why work has failed, if any has."""
    for failure in dict.fromkeys(work.failure for work in works if work.failure):
        st.error(plain(failure))
