"""A chapter of Learn, and the controls that a teacher's link can set and hide."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from spca_core.lessons.tasks import Task

FORMS = dict.fromkeys(("share", "gain"), "percent")  # of columns; else five digits


class Chapter(NamedTuple):
    """One screen: tasks and text, beside them one picture, and tables folded.

    minutes : that it takes in a lesson; 0 for students, outside the lesson
    goal    : what pupils can do afterwards, after "Pupils can"
    board   : a question to discuss
    closing : what is learned, once all tasks are done
    widgets : the options that its controls set, by their names in links
    show    : draws the controls and the picture
    numbers : draws the tables
    there   : the page where the user's own corpus shows the same, and what to look for
    parts   : others that a link can hide, as they give the solution away
    """

    title: str
    minutes: int
    goal: str
    board: str
    about: str
    closing: str
    tasks: tuple[Task, ...]
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
