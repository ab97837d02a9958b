"""How good can it get? The certificate on four words, with all its numbers."""

import pandas as pd
import streamlit as st

from pages.shared.text import (
    ABOUT_ACCOUNT,
    ABOUT_CHOICES,
    ABOUT_EXAMPLE,
    ABOUT_PRICES,
    ANSWER,
    HELP,
    PROOF_OF_LIMIT,
    QUESTION,
)
from spca_core import four_words
from spca_core.charts.limits import limit_by_price


def show() -> None:
    """Show A, U and T for the chosen price, the limit of it, and the best topics."""
    st.subheader("How good can it get?")
    st.markdown(ABOUT_EXAMPLE)
    price = st.slider(
        "Price of each word",
        0.0,
        four_words.HIGHEST_PRICE,
        four_words.PRICE_STEP,
        four_words.PRICE_STEP,
        key="price",
        help=HELP["price"],
    )
    _show_matrices(price)
    account, chart = st.columns(2)
    with account:
        st.markdown(ABOUT_ACCOUNT)
        _show_numbers(four_words.account(price))
        st.markdown(ABOUT_CHOICES)
        _show_numbers(four_words.every_choice())
    with chart:
        table = four_words.limit_by_price(price)
        st.altair_chart(limit_by_price(table), width="stretch")
        st.caption(ABOUT_PRICES)
    st.markdown(QUESTION)
    with st.expander("The answer"):
        st.markdown(ANSWER)
    with st.expander("Why that is so"):
        st.markdown(PROOF_OF_LIMIT)


def _show_matrices(price: float) -> None:
    matrices = (
        ("A, how the words vary", four_words.together()),
        ("U, what the prices pay for", four_words.paid(price)),
        ("T = A - U, what they leave", four_words.left(price)),
    )
    for column, (title, matrix) in zip(st.columns(3), matrices, strict=True):
        column.markdown(f"**{title}**")
        column.dataframe(matrix, column_config=_numbers(matrix))


def _show_numbers(table: pd.DataFrame) -> None:
    named = table.rename(columns=four_words.LABELS)
    st.dataframe(named, hide_index=True, column_config=_numbers(named))


def _numbers(table: pd.DataFrame) -> dict:
    columns = table.select_dtypes("number").columns
    return {name: st.column_config.NumberColumn(format="%.4g") for name in columns}
