"""A player for the frames of a trace: play, pause, step, step back, scrub.

The pace of a fragment is set when the whole page runs. So a change of pace within the
fragment (Play, Pause or the last frame) reruns the whole page.
"""

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.widgets import choose

PLAYING = "playing"  # session state: the option whose frames are playing
# Session state: whether the fragment was made to run by itself, and whether it was made
# in this run, in which case its frame must be drawn before the next.
PACED, JUST_MADE = "playing_paced", "playing_just_made"


def frame(name: str, last: int) -> int:
    """Draw the controls of a trace of frames 0 to `last`; return the frame to draw.

    Call it in a fragment made with `run_every=pace(name, seconds)`, as in
    `st.fragment(draw, run_every=pace(name, seconds))()`.
    name : of the option that holds the frame
    """
    _keep_time(name, last)
    now = min(choices.value(name), last)
    if choices.hidden(name):
        return now
    _show_slider(name, now, last)
    with st.container(horizontal=True):
        _button("Step back", name, "skip_previous", _go_to, (name, now - 1), now > 0)
        _show_play(name, now, last)
        _button("Step", name, "skip_next", _go_to, (name, now + 1), now < last)
    return now


def pace(name: str, seconds: float) -> float | None:
    """Return the seconds between frames, for `run_every`; None if it is not playing.

    Call it just before the fragment.
    """
    st.session_state[PACED] = _is_playing(name)
    st.session_state[JUST_MADE] = True
    return seconds if _is_playing(name) else None


def _is_playing(name: str) -> bool:
    return st.session_state.get(PLAYING) == name


def _keep_time(name: str, last: int) -> None:
    """Advance a frame if the fragment ran by itself; rerun the page to change pace."""
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


def _show_slider(name: str, now: int, last: int) -> None:
    """Draw the slider of the frames, disabled during play.

    The browser may report an earlier frame than the last one sent to it. Taken for a
    change by hand, that would end the play. Reports of a disabled slider are ignored.
    """
    choose(
        name,
        now=now,
        then=_stay,
        widget=st.slider,
        max_value=last,
        disabled=_is_playing(name),
    )


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
    """Start playing, from the first frame if the last is shown."""
    st.session_state[PLAYING] = name
    choices.change(**{name: 0 if now >= last else now})


def _pause() -> None:
    st.session_state.pop(PLAYING, None)


def _go_to(name: str, frame: int) -> None:
    choices.change(**{name: frame})
    _stay()


def _stay() -> None:
    """Stay at a frame chosen by hand: only such a frame is written to the address."""
    _pause()
    choices.write_address()
