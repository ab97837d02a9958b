"""How good can it get? The certificate on four words, with all its numbers."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import four_words
from spca_core.lessons.four_words import LABELS

BEST_HELP = "Set the four prices to those that give the lowest limit."
WIDGETS = ("price1", "price2", "price3", "price4")


def _show() -> None:
    """Show the limit of the chosen prices, and A, U and T."""
    pointer.draw_pictures(_pictures(), WIDGETS, four_words.TEXT)
    if not any(map(choices.hidden, ("best_prices", *WIDGETS))):
        st.button(
            "Set the best prices",
            help=BEST_HELP,
            on_click=choices.change,
            kwargs=dict(zip(WIDGETS, four_words.BEST_PRICES, strict=True)),
        )


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    return [
        [four_words.limit_bars(four_words.fixed_limits(), four_words.best_total())],
        [
            four_words.draw_matrix(name, title)
            for name, title in four_words.MATRICES.items()
        ],
    ]


def _numbers() -> None:
    """Show the terms of the limit, and every choice of topics as tables."""
    numbers_table(four_words.terms_of_limit(tuple(map(choices.value, WIDGETS))), LABELS)
    if not choices.hidden("every_choice"):
        numbers_table(four_words.every_pair_of_topics(), LABELS)


CHAPTER = Chapter(
    title="How good can it get?",
    about=(
        "Two topics of two words each. *A* says how much words vary (on the diagonal) "
        "and vary together. Put a price on each word: *U* is the part that the prices "
        "pay for, for two words at most the square root of their prices' product. The "
        "rest is *T*: of it, two topics capture at most the sum of its two greatest "
        "eigenvalues. So prices and eigenvalues add up to a **limit** for *all* "
        "topics. The dashed line is what the best topics capture."
    ),
    question=(
        "Which prices prove that no topics are better than the best of the three "
        "choices? Can you do it with four equal prices?"
    ),
    answer=(
        "4, 4, 1, 1: all that *tax* shares with *war* and *army* is paid for, as 2 = "
        "√(4 · 1). T falls apart into two blocks, and 10 + 7 + 3 = 20 is what *tax, "
        "money* and *war, army* capture: nothing is better. Equal prices of 2 pay for "
        "as much, but prove 22; equal prices of 1, the best, prove 21.05. So each word "
        "has its own price."
    ),
    for_teachers=(
        "Let pupils first find the lowest limit with four equal prices, then change "
        "one at a time: which words are worth their price? At 4, 4, 1, 1 let them "
        "check T and its eigenvalues by hand (5 + 2 and 2 + 1), then look for other "
        "prices that also prove 20. No prices can prove less than 20: why? On a real "
        "corpus the computer lowers the prices of thousands of words in the same way."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "under How close to the best possible?"),
    parts={
        "best_prices": "Set the best prices",
        "every_choice": "The table of all choices",
    },
)
