"""Why sparse: a component of all words beside one of a few words, on a real corpus."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered
from pages.shared.state import cached, choices
from pages.shared.state.options import MAX_WORDS
from spca_core.corpus.corpus import Corpus
from spca_core.lessons import dense
from spca_core.lessons.dense import DenseComponent
from spca_core.problem.solution import Solution


def _show() -> None:
    """Show the kept words, and what they capture."""
    choose_values(("kept_words",), dense.TASKS, st.slider)
    n_words = choices.value("kept_words")
    kept = _kept(n_words)
    show_picture(dense.word_chart(kept, _corpus().n_words), dense.text_of_words(kept))
    if is_answered(dense.TASKS[0]):
        components = dense.both(_dense(), _sparse(n_words))
        st.markdown(dense.verdict(components))
        curve = _curve()
        show_picture(dense.size_chart(curve, components), dense.text_of_sizes(curve))


def _numbers() -> None:
    """Show the kept words with their loadings."""
    numbers_table(_kept(choices.value("kept_words")), dense.LABELS)


def _kept(n_words: int) -> pd.DataFrame:
    return dense.sparse_words(_corpus(), _sparse(n_words))


def _corpus() -> Corpus:
    return cached.bundled(dense.CORPUS)


@st.cache_resource(show_spinner=False, max_entries=1)
def _dense() -> DenseComponent:
    return dense.dense_component(_corpus())


@st.cache_resource(show_spinner=False, max_entries=MAX_WORDS)
def _sparse(n_words: int) -> Solution:
    return dense.sparse_component(_corpus(), n_words)


@st.cache_data(show_spinner="Finding the best words, once…", max_entries=1)
def _curve() -> pd.DataFrame:
    return dense.variance_by_size(_dense(), map(_sparse, dense.SIZES))


CHAPTER = Chapter(
    title="Why sparse",
    minutes=0,
    goal="say why a topic has few words, and what that costs",
    board="Which list would you rather read, and what does it lose?",
    about=(
        "Every word of a corpus is a coordinate, so a component gives every word a "
        "number, its *loading*: here in two centuries of State of the Union messages "
        "(words that few paragraphs use count more). The squares of the loadings add "
        "up to 100 %. Nobody can read thousands of them. A **sparse** component has "
        "only as many words as you allow. **Move the slider.**"
    ),
    closing="A few words can be read and named, and keep much of what all capture.",
    tasks=dense.TASKS,
    for_teachers=(
        "Let pupils read the kept words and name the component, with 5 words and with "
        "40: which is easier? Hide the slider to fix a number. Each share grows when "
        "fewer words share the whole. Pupils can check that in the table."
    ),
    widgets=("kept_words",),
    show=_show,
    numbers=_numbers,
    there=("Topics", "by the words in each topic"),
)
