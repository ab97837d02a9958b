"""A figure on a page: its chart, and behind a button its sentence, table and pictures.

Altair takes as long to import as the rest together: it is imported when one is drawn.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
import streamlit as st

from spca_core.formatting import significant
from spca_core.results.figure import PERCENT, Figure, Heading
from spca_core.results.files import pictures
from spca_core.results.files.provenance import Provenance

if TYPE_CHECKING:  # it brings a template engine, which the first page does without
    from pandas.io.formats.style import Styler


def show_figure(
    figure: Figure,
    provenance: Provenance,
    *,
    select: str | None = None,
    on_select: Callable[[], None] | Literal["ignore", "rerun"] = "ignore",
    pictured: pd.DataFrame | None = None,
) -> None:
    """Draw a chart; behind a button, the same as a table and as pictures to keep.

    select      : the key of the selection that a click makes; then `on_select` is
                  called
    pictured    : the rows that pictures show, if not all
    """
    show_chart(figure.chart(), figure.text, key=select, on_select=on_select)
    # Without `help`: it would cover the open popover until the mouse is moved.
    with st.popover("Table and picture", icon=":material/table_chart:"):
        st.text(figure.text)
        variances = figure.variances
        table = with_digits(figure.table, variances) if variances else figure.table
        st.dataframe(table, hide_index=True, column_config=_columns(figure.headings))
        seen = figure if pictured is None else replace(figure, table=pictured)
        show_pictures(seen, provenance)


def _columns(headings: Mapping[str, Heading]) -> dict[str, Any]:
    """Return the columns of a table as st.dataframe configures them."""
    return {
        name: _column(*heading) if isinstance(heading, tuple) else heading
        for name, heading in headings.items()
    }


def _column(title: str, form: str) -> Any:
    is_share = form == PERCENT
    return st.column_config.NumberColumn(title, format="percent") if is_share else title


def show_chart(
    chart: Any,
    text: str,
    *,
    width: Literal["stretch", "content"] = "stretch",
    **selection: Any,
) -> None:
    """Draw a chart alone.

    text      : what it shows, in a sentence
    selection : what is chosen by a click, as st.altair_chart takes it
    """
    st.altair_chart(unchecked(chart), width=width, alt=text, **selection)


def unchecked(chart: Any) -> Any:
    """Return a chart that Streamlit draws without a check against Altair's schema.

    The check would take a third of a page's time; the tests make it for every chart.
    """
    from spca_core.results.style import ON_PAGES

    def to_dict() -> dict[str, Any]:
        drawn = chart.to_dict(validate=False)
        return {**drawn, "config": ON_PAGES}

    return SimpleNamespace(to_dict=to_dict)


def with_digits(table: pd.DataFrame, variances: Iterable[str]) -> "Styler":
    """Return a table in which variances keep the zeros at their ends."""
    # By default a Styler writes six decimals, which are all zeros for small numbers.
    others = dict.fromkeys(table.select_dtypes("float"), "{:.6g}")
    written: dict[Any, Any] = {**others, **dict.fromkeys(variances, significant)}
    return table.style.format(written, na_rep="")


def show_pictures(figure: Figure, provenance: Provenance) -> None:
    """Offer a figure as PDF, SVG and PNG of two widths, drawn only when asked for."""
    forms = (
        ("pdf", pictures.to_pdf, "application/pdf"),
        ("svg", pictures.to_svg, "image/svg+xml"),
        ("png", pictures.to_png, "image/png"),
    )
    for inches in (pictures.COLUMN, pictures.PAGE):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"{inches:g} inches", width="content")
            for form, to_file, mime in forms:
                st.download_button(
                    form.upper(),
                    partial(to_file, figure, provenance, inches),
                    f"{figure.name}.{form}",
                    mime,
                    key=f"{form}_{figure.name}_{inches:g}",
                    on_click="ignore",
                )
    st.caption(ABOUT_PICTURES)


ABOUT_PICTURES = (
    "For print, in 8 points, with a title and a line on the source. All settings and "
    "versions are in the result as JSON."
)
