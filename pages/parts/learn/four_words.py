"""How good can it get? The certificate on four words, with all its numbers."""

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import four_words
from spca_core.lessons.four_words import LABELS

WIDGETS = four_words.price_names()


def _show() -> None:
    """Show the limit of the chosen prices, and A, U and T."""
    below, prove, _ = four_words.TASKS
    choose_values(WIDGETS, four_words.TASKS, st.slider)
    prices = tuple(map(choices.value, WIDGETS))
    left, right = st.columns(2)
    with left:
        with_best = is_answered(prove)
        bars = four_words.limit_bars(prices, with_best=with_best)
        show_picture(bars, four_words.TEXT)
    if is_answered(below):
        with right:
            for title, matrix in four_words.matrices(prices).items():
                show_picture(four_words.draw_matrix(title, matrix), four_words.TEXT)


def _numbers() -> None:
    """Show the terms of the limit, and every choice of topics as tables."""
    numbers_table(four_words.terms_of_limit(tuple(map(choices.value, WIDGETS))), LABELS)
    if not choices.hidden("every_choice"):
        numbers_table(four_words.every_pair_of_topics(), LABELS)


CHAPTER = Chapter(
    title="How good can it get?",
    minutes=0,
    goal="prove with four prices that nothing is better",
    board="Could any prices prove less than 20?",
    about=(
        "*A* says how much words vary (on the diagonal) and vary together. **Put a "
        "price on each word.** **The rule:** prices $p$ pay for $U$, with "
        "$U_{ii} = p_i$ and $U_{ij} = \\min(A_{ij}, \\sqrt{p_i p_j})$; $T = A - U$ is "
        "the rest. Two lines show why that is a **limit** for *all* topics: of $U$, a "
        "topic captures at most the prices of its words (Cauchy and Schwarz), and no "
        "word is paid twice; of $T$, two topics capture at most its two greatest "
        "eigenvalues. Dashed: what the best topics capture."
    ),
    closing="A price on each word proves, without trying them, how good topics can be.",
    tasks=four_words.TASKS,
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
    there=("Topics", "under Proof"),
    parts={
        "every_choice": "The table of all choices",
    },
)
