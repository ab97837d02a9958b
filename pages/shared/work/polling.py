"""Work in the background as a page shows it: again and again until it has ended."""

from collections.abc import Callable, Iterable, Sequence
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
    draw(now)
    if has_ended and polls:
        _end_polling()


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
