"""Files that a page offers, each of them made when it is asked for."""

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from spca_core.results.files import tables
from spca_core.results.files.tables import TABLE_FORMATS, LongTable, TableFormat


def offer_file(label: str, name: str, mime: str, content: Any, **more: Any) -> None:
    """Offer a file. The page does not run again: that could remove the file too soon.

    content : the file, or what makes it once it is asked for
    more    : passed on to the button
    """
    st.download_button(
        label, content, name, mime, key=f"get_{name}", on_click="ignore", **more
    )


def offer_table(table: pd.DataFrame, name: str, to_latex: Callable[[], str]) -> None:
    """Offer a table as CSV, and as LaTeX, which says where it comes from.

    name : of the files, without an ending
    """
    with st.container(horizontal=True):
        offer_csv("CSV", f"{name}.csv", table)
        offer_file("LaTeX", f"{name}.tex", "text/x-tex", to_latex)


def offer_csv(label: str, name: str, table: pd.DataFrame) -> None:
    """Offer a table as CSV."""
    offer_file(label, name, "text/csv", partial(tables.to_csv, table))


def offer_long_table(name: str, table: Callable[[], LongTable]) -> None:
    """Offer a table of any length as CSV, Excel and Parquet.

    name : of the files, without an ending
    """
    with st.container(horizontal=True):
        for ending, form in TABLE_FORMATS.items():
            label = f"{name.capitalize()} ({form.label})"
            content = partial(_written, form, table)
            offer_file(label, f"{name}{ending}", form.mime, content)


def _written(form: TableFormat, table: Callable[[], LongTable]) -> bytes:
    file = io.BytesIO()
    form.write(table(), file)
    return file.getvalue()
