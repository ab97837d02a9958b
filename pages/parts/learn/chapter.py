"""A chapter of Learn, and the controls that a teacher's link can set and hide."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from pages.shared.state import choices
from pages.shared.state.widgets import choose
from pages.shared.text import plain

FORMS = dict.fromkeys(("share", "gain"), "percent")  # of columns; else five digits


class Chapter(NamedTuple):
    """One screen: one interactive picture, beside it text, tables and answer folded.

    label   : the title in one or two words
    widgets : the options that its controls set, by their names in links
    show    : draws the controls and the picture
    numbers : draws the tables
    there   : the page where the user's own corpus shows the same, and what to look for
    parts   : others that a link can hide, as they give the solution away
    """

    label: str
    title: str
    about: str
    question: str
    answer: str
    for_teachers: str
    widgets: tuple[str, ...]
    show: Callable[[], None]
    numbers: Callable[[], None]
    there: tuple[str, str]
    parts: Mapping[str, str] = MappingProxyType({})


def numbers_table(table: pd.DataFrame, labels: dict[str, str]) -> None:
    """Draw a table of numbers to five digits, and shares in percent."""
    number = st.column_config.NumberColumn
    shown: dict[str, Any] = {str(name): labels[str(name)] for name in table}
    for name in map(str, table.select_dtypes("number")):
        shown[name] = number(labels[name], format=FORMS.get(name, "%.5g"))
    st.dataframe(table, hide_index=True, column_config=shown)


def choose_topic_words(name: str, offered: list[str], most: int) -> tuple[str, ...]:
    """Draw the words to choose from unless hidden; return those chosen.

    Words in the link that are not offered are left out and named in a warning.
    """
    asked = choices.value(name)
    known = tuple(word for word in asked if word in offered)[:most]
    if not choices.hidden(name):
        choose(
            name,
            now=known,
            widget=st.multiselect,
            options=offered,
            max_selections=most,
        )
    unknown = ", ".join(word for word in asked if word not in offered)
    if unknown:
        st.warning(plain(f"The link has words that are not in this corpus: {unknown}."))
    return known
