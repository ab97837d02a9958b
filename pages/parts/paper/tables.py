"""The paper's tables: its variances and what is proven of them, and its topics."""

from itertools import groupby

import streamlit as st

from spca_core.formatting import counted
from spca_core.paper.figures import PAPERS_OWN, published_words, word_tables
from spca_core.paper.tables import (
    HEADINGS,
    PaperTable,
    best_cells,
    published_table,
    sentences,
    tables,
)
from spca_core.problem.method import METHODS

*OF_VARIANCES, REST = tables()
TOPICS = "Table 3"  # its topics stand in the body of the paper
SHOWN = ("NYTimes", 8, 10, PAPERS_OWN)
NAMES = (*(table.name for table in OF_VARIANCES), TOPICS)


def show_tables() -> None:
    """Show the tables of the paper itself: two of variances, one of topics."""
    for table in OF_VARIANCES:
        _show_table(table)
    st.subheader(TOPICS, anchor=_anchor(TOPICS))
    st.caption(ABOUT_TOPICS)
    data_set, n_components, sparsity, method = SHOWN
    words = published_words(data_set, method, n_components, sparsity)
    st.dataframe(words, height="content")


def show_supplement() -> None:
    """Show the tables of topics, and what the topics of each capture."""
    _show_table(REST)
    for data_set in dict.fromkeys(each.data_set for each in REST.experiments):
        for size, those in groupby(word_tables(data_set), lambda one: one[:2]):
            methods = sorted((method for *_, method in those), key=PAPERS_OWN.__ne__)
            _show_topics(data_set, *size, methods)


def _show_table(table: PaperTable) -> None:
    st.subheader(table.name, anchor=_anchor(table.name))
    rows = published_table(table)
    bold = best_cells(rows)
    printed = rows.where(~bold, "**" + rows.astype(str) + "**")
    st.table(printed.rename(columns=HEADINGS).set_index(HEADINGS["experiment"]))
    st.caption(f"{table.about} {ABOUT_TABLES}")
    if proven := sentences(table):
        st.markdown("  \n".join(proven))


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _show_topics(
    data_set: str, n_components: int, sparsity: int, methods: list[str]
) -> None:
    """Show the topics that the paper prints for each method on a data set."""
    size = f"{counted(n_components, 'topics')} of {counted(sparsity, 'words')}"
    st.markdown(f"**{data_set}: {size}**")
    tabs = st.tabs([METHODS[method].label_in_paper for method in methods])
    for tab, method in zip(tabs, methods, strict=True):
        words = published_words(data_set, method, n_components, sparsity)
        tab.dataframe(words, height="content")


ABOUT_TABLES = (
    "Bold: the best that the paper prints. Gain: SPCABiPart's over the next best, from "
    "the printed figures. The columns after it are ours."
)
ABOUT_TOPICS = "NYTimes: the 8 topics of 10 words that SPCABiPart finds, as printed."
