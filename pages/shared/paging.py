"""Long tables: one page of them is shown, and a click on a heading sorts all pages."""

from collections.abc import Collection, Mapping

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.widgets import choose
from spca_core.results.paging import Page, page_of


def choose_page(n_rows: int, option: str) -> Page:
    """Offer the pages of a table, if there are several; return the chosen one."""
    page = page_of(n_rows, choices.value(option))
    if page.n_pages > 1:
        with st.container(horizontal=True, vertical_alignment="center"):
            choose(
                option,
                now=page.number,
                max_value=page.n_pages,
                label_visibility="collapsed",
                width=140,
            )
            st.text(page.description, width="content")
    return page


def sorting_headings(titles: Mapping[str, str], option: str) -> dict[str, str]:
    """Return the headings of columns that can be sorted; the sorted one has an arrow.

    titles : by the names of the columns
    """
    by = choices.value(option)
    return {
        name: title + {name: " ↑", f"-{name}": " ↓"}.get(by, "")
        for name, title in titles.items()
    }


def take_sorting(key: str, columns: Collection[str], sorting: str, paging: str) -> None:
    """Sort by the column whose heading was clicked in the table with this key.

    The first click sorts, the second turns the order around, the third ends it.
    """
    by = choices.value(sorting)
    for name in st.session_state[key].selection.columns:
        if name in columns:
            after = {name: f"-{name}", f"-{name}": ""}
            choices.change(**{sorting: after.get(by, name), paging: 1})
