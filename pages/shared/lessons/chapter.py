"""A chapter of Learn, and the controls that a teacher's link can set and hide."""

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import key


class Chapter(NamedTuple):
    """One screen: text, one interactive picture, a question, the answer on a click.

    widgets : the names of the fields of the address that its controls set
    show    : draws the controls and the picture
    """

    title: str
    about: str
    question: str
    answer: str
    for_teachers: str
    widgets: tuple[str, ...]
    show: Callable[[], None]


def slider(
    name: str, label: str, least: float, most: float, step: float, help: str
) -> Any:
    """Draw the slider of a field of the address, unless hidden; return its value."""
    if not choices.hidden(name):
        st.slider(label, least, most, step=step, key=key(name), help=help)
    return choices.value(name)


def multiselect(
    name: str, label: str, options: list[str], most: int, help: str
) -> tuple[str, ...]:
    """Draw the words to choose for a field, unless hidden; return those chosen.

    Words of the link that are no options are left out.
    """
    known = [word for word in choices.value(name) if word in options][:most]
    if not choices.hidden(name):
        st.session_state[key(name)] = known
        st.multiselect(label, options, key=key(name), max_selections=most, help=help)
    return tuple(known)
