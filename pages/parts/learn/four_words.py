"""How good can it get? The certificate on four words, with all its numbers."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import four_words
from spca_core.lessons.four_words import LABELS

WIDGETS = four_words.price_names()


def _show() -> None:
    """Show the limit of the chosen prices, and A, U and T."""
    below, prove, _ = four_words.TASKS
    pictures = _pictures(with_best=is_answered(prove))[: 1 + is_answered(below)]
    pointer.draw_pictures(pictures, WIDGETS, four_words.TEXT, four_words.TASKS)


@st.cache_resource(max_entries=2, show_spinner=False)
def _pictures(with_best: bool) -> list:
    fixed = four_words.fixed_limits()
    if not with_best:
        fixed = fixed[fixed["prices"] != four_words.BEST]
    return [
        [four_words.limit_bars(fixed, four_words.best_total())],
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
    minutes=6,
    goal="prove with four prices that nothing is better",
    board="Could any prices prove less than 20?",
    about=(
        "*A* says how much words vary (on the diagonal) and vary together. **Put a "
        "price on each word.** *U* is the part that the prices pay for, *T* the "
        "rest, of which two topics capture at most the sum of its two greatest "
        "eigenvalues. So prices and eigenvalues add up to a **limit** for *all* "
        "topics. Dashed: what the best topics capture."
    ),
    tasks=four_words.TASKS,
    for_teachers=(
        "*U* is, for two words, at most the square root of their prices' product. Let "
        "pupils first find the lowest limit with four equal prices, then change "
        "one at a time: which words are worth their price? At 4, 4, 1, 1 let them "
        "check T and its eigenvalues by hand (5 + 2 and 2 + 1), then look for other "
        "prices that also prove 20. No prices can prove less than 20: why? On a real "
        "corpus the computer lowers the prices of thousands of words in the same way."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "under Proof"),
    parts={
        "every_choice": "The table of all choices",
    },
)
