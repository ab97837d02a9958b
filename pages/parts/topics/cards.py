"""Cards in rows: side by side on a wide screen, in one column on a telephone."""

from collections.abc import Iterator
from itertools import islice

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def cards(n_cards: int, a_row: int) -> Iterator[DeltaGenerator]:
    """Yield bordered containers, row by row: a telephone stacks them in that order."""
    return islice(_rows_of_cards(a_row), n_cards)


def _rows_of_cards(a_row: int) -> Iterator[DeltaGenerator]:
    while True:
        for column in st.columns(a_row):
            yield column.container(border=True)
