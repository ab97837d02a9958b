"""A chapter of Learn, and the controls that a teacher's link can set and hide."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import key
from pages.shared.text import plain


class Chapter(NamedTuple):
    """One screen: text, one interactive picture, a question, the answer on a click.

    widgets : names of the address fields that its controls set
    show    : draws the controls and the picture
    parts   : names of other parts that a link can hide, as they give the solution away
    """

    title: str
    about: str
    question: str
    answer: str
    for_teachers: str
    widgets: tuple[str, ...]
    show: Callable[[], None]
    parts: tuple[str, ...] = ()


def slider(
    name: str, label: str, minimum: float, maximum: float, step: float, help: str
) -> Any:
    """Draw the slider of an address field unless hidden; return its value."""
    return _drawn(st.slider, name, label, minimum, maximum, step=step, help=help)


def number(
    name: str, label: str, minimum: float, maximum: float, step: float, help: str
) -> Any:
    """Draw the number input of an address field unless hidden; return its value."""
    return _drawn(st.number_input, name, label, minimum, maximum, step=step, help=help)


def toggle(name: str, label: str, help: str) -> bool:
    """Draw the toggle of an address field unless hidden; return its value."""
    return _drawn(st.toggle, name, label, help=help)


def wrapped_table(
    table: pd.DataFrame, labels: dict[str, str], forms: dict[str, str]
) -> None:
    """Draw a table of our own words, whose lines wrap on a telephone.

    forms : of the columns' numbers, as str.format takes them
    """
    shown: dict[Any, Any] = {labels[column]: form for column, form in forms.items()}
    st.table(table.rename(columns=labels).style.format(shown), hide_index=True)


def _drawn(
    draw: Callable[..., Any], name: str, label: str, *limits: float, **options: Any
) -> Any:
    if not choices.hidden(name):
        draw(label, *limits, key=key(name), **options)
    return choices.value(name)


def multiselect(
    name: str, label: str, options: list[str], maximum: int, help: str
) -> tuple[str, ...]:
    """Draw the words to choose from unless hidden; return those chosen.

    Words in the link that are not options are left out and named in a warning.
    """
    asked = choices.value(name)
    known = [word for word in asked if word in options][:maximum]
    if not choices.hidden(name):
        st.session_state[key(name)] = known
        st.multiselect(label, options, key=key(name), max_selections=maximum, help=help)
    unknown = ", ".join(word for word in asked if word not in options)
    if unknown:
        st.warning(plain(f"The link has words that are not in this corpus: {unknown}."))
    return tuple(known)
