"""Why sparse: a component of all words beside one of a few words, on a real corpus."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered, record
from pages.shared.figure import show_chart
from pages.shared.state import cached, choices
from pages.shared.state.options import MAX_WORDS
from pages.shared.state.widgets import choose
from spca_core.corpus.corpus import Corpus
from spca_core.lessons import dense
from spca_core.lessons.dense import DenseComponent
from spca_core.problem.solution import Solution


def _show() -> None:
    """Show the loadings of all words, the kept words, and what they capture."""
    if not choices.hidden("kept_words"):
        choose("kept_words", widget=st.slider, then=partial(record, dense.TASKS))
    n_words = choices.value("kept_words")
    components = dense.both(_dense(), _sparse(n_words))
    is_shown = is_answered(dense.TASKS[0])
    if is_shown:
        st.markdown(dense.verdict(components))
    by_rank = dense.loadings_by_rank(_dense(), _kept(n_words))
    show_chart(dense.rank_chart(by_rank), dense.text_of_loadings(by_rank))
    if is_shown:
        curve = _curve()
        show_chart(dense.size_chart(curve, components), dense.text_of_sizes(curve))


def _numbers() -> None:
    """Show the kept words with their loadings."""
    numbers_table(_kept(choices.value("kept_words")), dense.LABELS)


def _kept(n_words: int) -> pd.DataFrame:
    return dense.sparse_words(_corpus(), _dense(), _sparse(n_words))


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
    minutes=4,
    goal="say why a topic has few words, and what that costs",
    board="Which list would you rather read, and what does it lose?",
    about=(
        "Every word of a corpus is a coordinate, so a component gives every word a "
        "number, its *loading*: here in two centuries of State of the Union messages "
        "(counts, centred). Nobody can read thousands of them. A **sparse** "
        "component has only as many words as you allow. **Move the slider.**"
    ),
    tasks=dense.TASKS,
    for_teachers=(
        "Let pupils read the kept words and name the component, with 5 words and with "
        "40: which is easier? Hide the slider to fix a number. The squares of a "
        "component's loadings add up to 1, so each loading grows when fewer words "
        "share the whole. Pupils can check that in the table."
    ),
    widgets=("kept_words",),
    show=_show,
    numbers=_numbers,
    there=("Topics", "by the words in each topic"),
)
