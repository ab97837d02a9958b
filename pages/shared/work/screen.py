"""Work in the background as every page shows it, again and again until it has ended.

It shows why work has failed, what has come of it, how far it has come, with a button
that stops it, and a button that starts it again.
"""

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

from pages.shared.text import plain
from pages.shared.work.work import Work, queue

POLL_SECONDS = 0.5
Draw = Callable[[list[Any]], None]


class Controls(NamedTuple):
    """How one sees how far work has come, stops it and starts it again.

    progress : draws how far the work has come that goes on
    stop     : draws the button that stops it
    again    : draws the button that starts again what was stopped or has failed, if any
    end      : stops it, if there is more to stop than what goes on
    """

    progress: Draw
    stop: Callable[..., bool]
    again: Callable[[], bool] | None = None
    end: Callable[[], None] | None = None


def show_work(
    works: Callable[[], list[Work]],
    draw: Draw,
    controls: Controls | None = None,
    *,
    seconds: float = POLL_SECONDS,
    reruns: bool = False,
    steady: bool = False,
) -> bool:
    """Draw work, and while any goes on, again and again; return whether any does.

    works    : finds the work, and watches it if it is to go on
    draw     : draws what has come of it, at every poll: it has to be cheap, for the
               sake of all users
    controls : None if there are none, or if `draw` has them
    seconds  : between two polls
    reruns   : run the whole page at the end, because more of it depends on the work
    steady   : `draw` never draws less than before: its elements stay where they are
    """
    polls = not have_ended(works())
    fragment = st.fragment(_draw, run_every=seconds if polls else None)
    fragment(works, draw, controls, polls=polls, reruns=reruns, steady=steady)
    return polls


def _draw(
    works: Callable[[], list[Work]],
    draw: Draw,
    controls: Controls | None,
    *,
    polls: bool,
    reruns: bool,
    steady: bool = False,
) -> None:
    now = works()
    # Looked at once: work that ends meanwhile keeps its button until the next poll.
    unfinished = [work for work in now if not work.done]
    if polls and reruns and not unfinished:
        st.rerun()
    drawn = 0 if steady else len(unfinished)
    with replacing_others(drawn, f"work_{ThreadState.get().fragment_id}"):
        show_once(now, unfinished, draw, controls)
    if polls and not unfinished:
        _end_polling()


def show_once(
    works: list[Any], unfinished: list[Any], draw: Draw, controls: Controls | None
) -> None:
    """Draw work as it is now."""
    for failure in dict.fromkeys(work.failure for work in works if work.failure):
        st.error(plain(failure))
    found = st.container()  # above, so that progress moves nothing as it comes and goes
    if controls:
        show_progress(unfinished, controls)
    with found:
        draw(works)
    if controls:
        offer_again(works, controls)


def show_progress(unfinished: list[Any], controls: Controls) -> None:
    """Draw how far work has come that goes on, beside the button that stops it."""
    if unfinished:
        with st.container(horizontal=True, vertical_alignment="center"):
            controls.stop(on_click=controls.end or partial(queue().stop, unfinished))
            controls.progress(unfinished)


def show_shares(works: list[Any]) -> None:
    """Draw how much of each file has come, as its task says."""
    for work in works:
        share, sentence = 0.0, queue().wait(work)
        if work.latest:
            share, sentence = work.latest.share, work.latest.sentence
        st.progress(share, f"{plain(work.task.name)}: {sentence}")


def offer_again(works: list[Any], controls: Controls) -> None:
    """Offer to start again what was stopped, or has failed."""
    ended = [work.task for work in works if work.stopped or work.failure]
    if controls.again and ended and controls.again():
        queue().begin_again(ended)
        st.rerun()  # The polling has ended; the whole page begins it again.


@contextmanager
def replacing_others(what: Hashable, name: str) -> Generator[None]:
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
