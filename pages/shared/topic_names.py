"""The names of topics as text, each after a dot in the topic's colour."""

from pathlib import Path

import pandas as pd
import streamlit as st

from spca_core.results.colours import N_COLOURS, css_colours
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_suffix(".html")


def show_names(topics: pd.DataFrame) -> None:
    """Show one line per topic, in the colours of their order.

    topics : topic, name, and words, which may be empty
    """
    colours = css_colours(range(N_COLOURS))
    st.html(template(TEMPLATE).render(topics=topics.itertuples(), colours=colours))
