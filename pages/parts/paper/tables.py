"""The paper's tables: its variances and what is proven of them, and its topics."""

from itertools import groupby
from typing import Any

import pandas as pd
import streamlit as st

from spca_core.formatting import counted
from spca_core.paper.figures import PAPERS_OWN, published_words, word_tables
from spca_core.paper.tables import (
    HEADINGS,
    PaperTable,
    published_table,
    sentences,
    tables,
)
from spca_core.problem.method import METHODS

TABLES = tables()
NAMES = tuple(table.name for table in TABLES)


def show_tables() -> None:
    """Show the tables of variances, then the topics that the last one is about."""
    for table in TABLES:
        _show_table(table)
    for data_set in dict.fromkeys(each.data_set for each in TABLES[-1].experiments):
        for size, those in groupby(word_tables(data_set), lambda one: one[:2]):
            methods = sorted((method for *_, method in those), key=PAPERS_OWN.__ne__)
            _show_topics(data_set, *size, methods)


def _show_table(table: PaperTable) -> None:
    st.subheader(table.name, anchor=table.name.lower().replace(" ", "-"))
    st.caption(table.about)
    rows = published_table(table)
    st.dataframe(rows, hide_index=True, height="content", column_config=_columns(rows))
    if proven := sentences(table):
        st.markdown("  \n".join(proven))


def _columns(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the columns: numbers to the right, though they are written out."""
    text = st.column_config.TextColumn
    return {
        name: text(HEADINGS.get(name), help=HELP.get(name), alignment="right")
        for name in rows.columns[1:]
    } | {"experiment": HEADINGS["experiment"]}


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


HELP = {
    "captured": "What our joint search captures of the same data.",
    "limit": (
        "No choice of as many components of as many columns captures more: a proof "
        "by our certificate, stored for the data sets that we have. `python -m "
        "datasets.build_paper_limits` proves it anew."
    ),
    "share": "SPCABiPart's figure, as low as its digits allow, divided by the limit.",
}
