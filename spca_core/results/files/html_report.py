"""A result as one HTML file that opens anywhere: no script, nothing from outside."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from altair.typing import ChartType
from markupsafe import Markup

from spca_core.problem.solution import significant
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_name("report.html")


class Section(NamedTuple):
    """A part of the report.

    table       : shown with its columns' names, without its index
    description : of the chart, for those who cannot see it; shown below it too
    """

    heading: str
    paragraphs: Sequence[str] = ()
    table: pd.DataFrame | None = None
    chart: ChartType | None = None
    description: str = ""


def to_html(title: str, sections: Sequence[Section], provenance: Provenance) -> str:
    """Return the report as HTML; titles and words are only ever shown as text."""
    return template(TEMPLATE, drawn=_drawn, shown=_shown).render(
        title=title, sections=sections, provenance=provenance.lines()
    )


def _drawn(chart: ChartType, number: int, description: str) -> Markup:
    # Safe: words are escaped, and only drawing elements are kept. See `pictures`.
    return Markup(to_inline_svg(chart, f"figure-{number}-", description))


def _shown(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return significant(value) if isinstance(value, float) else str(value)
