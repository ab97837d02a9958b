"""The words that set two groups or parts apart, side by side."""

import pandas as pd
import streamlit as st

from spca_core.results.documents.groups import about_keyness


def show_keyness(table: pd.DataFrame, first: str, second: str) -> None:
    """Show the words of both sides.

    table         : from `groups.keyness_of_groups`
    first, second : what the sides are called
    """
    for column, side in zip(st.columns(2), (first, second), strict=True):
        column.dataframe(
            table[table["group"] == side],
            hide_index=True,
            column_order=["word", "z", "in_first", "in_second"],
            column_config={
                "word": f"More in {side}",
                "z": st.column_config.NumberColumn("z-score", format="%.1f"),
                "in_first": first,
                "in_second": second,
            },
        )
    st.caption(f"{about_keyness(table)} {ABOUT_KEYNESS}")


ABOUT_KEYNESS = (
    "The words whose rates differ most: the log-odds ratio in standard "
    "deviations, with all documents as a prior (Monroe, Colaresi and Quinn, 2008). "
    "The last columns count the word on both sides."
)
