"""Frames of one trace, one after another: play, pause, step, step back, scrub.

The pace of a fragment is set where the whole page is drawn. So what changes it from
within the fragment (Play, Pause or the last frame) has the whole page drawn again.
"""

from functools import partial

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import key

PLAYING = "playing"  # session state: the field whose frames go by themselves
# Session state: whether the fragment was made to run by itself, and whether that was
# in this very run, so that its frame is to be drawn before it goes on.
PACED, JUST_MADE = "playing_paced", "playing_just_made"


def frame(name: str, last: int, label: str, help: str) -> int:
    """Draw the controls of a trace of frames 0 to `last`; return the frame to draw.

    Call it in a fragment that is made with `run_every=pace(name, seconds)`, as in
    `st.fragment(draw, run_every=pace(name, seconds))()`.
    name : of the field of the address that holds the frame
    """
    _keep_time(name, last)
    now = min(choices.value(name), last)
    if choices.hidden(name):
        return now
    _show_slider(name, now, last, label, help)
    with st.container(horizontal=True):
        _button("Step back", name, "skip_previous", _go_to, (name, now - 1), now > 0)
        _show_play(name, now, last)
        _button("Step", name, "skip_next", _go_to, (name, now + 1), now < last)
    return now


def pace(name: str, seconds: float) -> float | None:
    """Return how often the fragment has to run by itself: never, unless it plays.

    Call it just before the fragment.
    """
    st.session_state[PACED] = _is_playing(name)
    st.session_state[JUST_MADE] = True
    return seconds if _is_playing(name) else None


def _is_playing(name: str) -> bool:
    return st.session_state.get(PLAYING) == name


def _keep_time(name: str, last: int) -> None:
    """Go on by a frame if the fragment runs by itself; have the page set its pace."""
    state = st.session_state
    just_made, paced = state.pop(JUST_MADE, False), state.get(PACED, False)
    if _is_playing(name) and paced and not just_made:
        _advance(name, last)
    if _is_playing(name) != paced:
        st.rerun()


def _advance(name: str, last: int) -> None:
    now = min(choices.value(name) + 1, last)
    choices.change(**{name: now})
    if now == last:
        _pause()


def _show_slider(name: str, now: int, last: int, label: str, help: str) -> None:
    """Draw the frames to scrub; while they go by themselves, only where they are.

    The browser may tell of an earlier frame than the last it was sent: taken for a
    change by hand that would end the play.
    """
    playing = _is_playing(name)
    shown = f"{name}_playing" if playing else key(name)
    act = None if playing else partial(_take, name)
    st.session_state[shown] = now
    st.slider(label, 0, last, key=shown, help=help, on_change=act, disabled=playing)


def _show_play(name: str, now: int, last: int) -> None:
    if _is_playing(name):
        _button("Pause", name, "pause", _pause, (), True)
    else:
        _button("Play", name, "play_arrow", _play, (name, now, last), last > 0)


def _button(label: str, name: str, icon: str, act, args: tuple, enabled: bool) -> None:
    st.button(
        label,
        key=f"{name}_{icon}",
        icon=f":material/{icon}:",
        on_click=act,
        args=args,
        disabled=not enabled,
    )


def _play(name: str, now: int, last: int) -> None:
    """Begin, at the first frame if the last is shown."""
    st.session_state[PLAYING] = name
    choices.change(**{name: 0 if now >= last else now})


def _pause() -> None:
    st.session_state.pop(PLAYING, None)


def _take(name: str) -> None:
    _go_to(name, st.session_state[key(name)])


def _go_to(name: str, frame: int) -> None:
    """Show a frame by hand: only then is it worth a place in the address."""
    _pause()
    choices.change(**{name: frame})
    choices.write_address()
