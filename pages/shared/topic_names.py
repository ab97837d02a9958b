"""The names of topics as text, each after a dot in the topic's colour."""

from pathlib import Path

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from spca_core.results.colours import colour_of
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_suffix(".html")


DOT = "\N{BLACK CIRCLE}"


def show_names(topics: pd.DataFrame) -> None:
    """Show one line per topic.

    topics : topic, name, and words, which may be empty
    """
    lines = topics.itertuples()
    st.html(template(TEMPLATE).render(topics=lines, colour_of=colour_of))


def with_dots(table: pd.DataFrame) -> Styler:
    """Put a dot in each topic's colour beside a table that has a column of topics."""
    colours = [f"color: {colour_of(topic)}" for topic in table["topic"]]
    dotted = table.assign(dot=DOT)
    return dotted.style.apply(lambda _: colours, subset=["dot"])
