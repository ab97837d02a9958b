"""A table of any length as files, each of them made when it is asked for."""

import io
from collections.abc import Callable

import streamlit as st

from spca_core.results.files.tables import TABLE_FORMATS, LongTable, TableFormat


def show_table_files(name: str, table: Callable[[], LongTable]) -> None:
    """Offer a table as CSV, Excel and Parquet.

    name : of the files, without an ending
    """
    with st.container(horizontal=True):
        for ending, form in TABLE_FORMATS.items():
            st.download_button(
                f"{name.capitalize()} ({form.label})",
                lambda form=form: _written(form, table()),
                f"{name}{ending}",
                form.mime,
                key=f"get_{name}{ending}",
                on_click="ignore",
            )


def _written(form: TableFormat, table: LongTable) -> bytes:
    file = io.BytesIO()
    form.write(table, file)
    return file.getvalue()
