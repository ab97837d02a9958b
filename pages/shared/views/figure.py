"""A chart with what goes with it: its text for who cannot see it, its table, pictures.

Altair takes as long to import as the rest together, so pages import charts late.
"""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.explore_text import PICTURE_HELP
from spca_core.provenance import Provenance


def show_figure(
    chart: Any,
    table: pd.DataFrame,
    *,
    name: str,
    text: str,
    provenance: Provenance,
    columns: dict[str, Any] | None = None,
) -> None:
    """Draw a chart; behind a button, the same as a table and as pictures to keep.

    name    : of the picture's file
    text    : what the chart shows, in a sentence
    columns : of the table, as st.dataframe configures them
    """
    st.altair_chart(chart, width="stretch", alt=text)
    with st.popover(
        "Table and picture", icon=":material/table_chart:", help=PICTURE_HELP
    ):
        st.text(text)
        st.dataframe(table, hide_index=True, column_config=columns)
        show_pictures(chart, name, provenance)


def show_pictures(chart: Any, name: str, provenance: Provenance) -> None:
    """Offer a chart as SVG and PNG, drawn only when asked for."""
    from spca_core import pictures

    with st.container(horizontal=True):
        st.download_button(
            "SVG",
            partial(pictures.to_svg, chart, provenance),
            f"{name}.svg",
            "image/svg+xml",
            key=f"svg_{name}",
            on_click="ignore",
        )
        st.download_button(
            "PNG",
            partial(pictures.to_png, chart, provenance),
            f"{name}.png",
            "image/png",
            key=f"png_{name}",
            on_click="ignore",
        )
