"""How good can it get? The certificate on four words, with all its numbers."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, slider, wrapped_table
from pages.shared.figure import show_chart
from pages.shared.state import choices
from pages.shared.state.fields import MAX_PRICE
from spca_core.lessons import four_words

ABOUT = (
    "Two topics of two words each. *A* says how much words vary (on the diagonal) and "
    "vary together. Put a price on each word: *U* is the part that the prices pay for, "
    "for two words at most the square root of their prices' product. The rest is *T*: "
    "of it, two topics capture at most the sum of its two greatest eigenvalues. So "
    "prices and eigenvalues add up to a **limit** for *all* topics. The dashed line is "
    "what the best topics capture."
)
QUESTION = (
    "Which prices prove that no topics are better than the best of the three choices? "
    "Can you do it with four equal prices?"
)
ANSWER = (
    "4, 4, 1, 1: all that *tax* shares with *war* and *army* is paid for, as "
    "2 = √(4 · 1). T falls apart into two blocks, and 10 + 7 + 3 = 20 is what "
    "*tax, money* and *war, army* capture: nothing is better. Equal prices of 2 pay "
    "for as much, but prove 22; equal prices of 1, the best, prove 21.05. So each word "
    "has its own price."
)
FOR_TEACHERS = (
    "Let pupils first find the lowest limit with four equal prices, then change one at "
    "a time: which words are worth their price? At 4, 4, 1, 1 let them check T and its "
    "eigenvalues by hand (5 + 2 and 2 + 1), then look for other prices that also prove "
    "20. No prices can prove less than 20: why? On a real corpus the computer lowers "
    "the prices of thousands of words in the same way."
)
PRICE_HELP = "What this word costs the topic that takes it."
BEST_HELP = "Set the four prices to those that give the lowest limit."
CHOICES = "With four words there are only three choices, so all can be tried:"
FIELDS = tuple(f"price{number}" for number, _ in enumerate(four_words.WORDS, start=1))


def show() -> None:
    """Show the limit of the chosen prices, A, U and T, and the best topics."""
    from spca_core.lessons.charts.four_words import limit_bars

    prices = _choose_prices()
    table = four_words.limits(prices)
    chart, numbers = st.columns(2)
    text = four_words.text_of_limits(table)
    with chart:
        show_chart(limit_bars(table), text)
    with numbers:
        _show_numbers(four_words.account(prices))
        if not choices.hidden("every_choice"):
            st.caption(CHOICES)
            wrapped_table(
                four_words.every_choice(),
                four_words.LABELS,
                dict.fromkeys(("first", "second", "total"), "{:.4g}"),
            )
    _show_matrices(prices)


def _choose_prices() -> tuple[float, ...]:
    prices = []
    for name, word, column in zip(
        FIELDS, four_words.WORDS, st.columns(len(FIELDS)), strict=True
    ):
        with column:
            label, step = f"Price of {word}", four_words.PRICE_STEP
            prices.append(slider(name, label, 0.0, MAX_PRICE, step, PRICE_HELP))
    if not any(map(choices.hidden, ("best_prices", *FIELDS))):
        _show_button()
    return tuple(prices)


def _show_button() -> None:
    st.button(
        "Set the best prices",
        help=BEST_HELP,
        on_click=choices.change,
        kwargs=dict(zip(FIELDS, four_words.BEST_PRICES, strict=True)),
    )


def _show_matrices(prices: tuple[float, ...]) -> None:
    matrices = (
        ("A, how the words vary", four_words.together()),
        ("U, what the prices pay for", four_words.paid(prices)),
        ("T = A - U, what they leave", four_words.left(prices)),
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


CHAPTER = Chapter(
    title="How good can it get?",
    about=ABOUT,
    question=QUESTION,
    answer=ANSWER,
    for_teachers=FOR_TEACHERS,
    widgets=FIELDS,
    show=show,
    parts=("best_prices", "every_choice"),
)
