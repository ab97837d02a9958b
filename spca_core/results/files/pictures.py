"""Figures as picture files, drawn on this machine; nothing is fetched from another.

A picture stands alone: above it are its title and a line that says where it comes from.
"""

import html
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import pandas as pd

from spca_core.errors import InputError
from spca_core.extras import check_installed
from spca_core.results.colours import as_on_light
from spca_core.results.figure import Figure
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.tables import NOT_XML

# Pixels of the area inside the axes; on a page, a chart fills the page's width instead.
VIEW = {"continuousWidth": 560, "discreteWidth": 560}
COLUMN, PAGE = 3.3, 7.0  # inches: usual widths of a journal's column and page
COLUMNS = 2  # of charts of charts in a journal's column
POINTS = 72  # in an inch
FONT_SIZE = 8  # points
SCREEN_WIDTH, SCREEN_FONT = 700, 11  # pixels that charts are made for
LEAST_HEIGHT = 0.62  # of the height on screen: less would not hold a line per method
# Of a chart in a column, most of whose width is to be inside the axes: the title of the
# values is above them.
TITLE_ABOVE = {
    "tickSize": 2,
    "labelPadding": 1,
    "titleAngle": 0,
    "titleAlign": "left",
    "titleBaseline": "bottom",
    "titleX": 0,
    "titleY": -8,
}
PNG_PER_INCH = 300
PNG_SCALE = 2  # pixels of the PNG for each pixel of a chart in its own size
SEVERAL = ("concat", "hconcat", "vconcat", "spec")  # keys of charts of charts
MAX_PIXELS = 25_000_000  # of a PNG, 100 MB in memory
PADDING = 8  # pixels around the whole picture
LETTER = 0.52  # of the size of a font: a letter's width
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')  # of an SVG, found first
ID = re.compile(r' id="([^"]+)')
NAMED = re.compile(r'( id="|url\(#)([^")]+)')
INK = re.compile(r'((?:fill|stroke)=")([^"]+)')


def to_svg(figure: Figure, provenance: Provenance, inches: float | None = None) -> str:
    """Return a figure as an SVG file.

    Parameters
    ----------
    inches : float, optional
        How wide it is in print, with text of 8 points; by default in its own size.
    """
    svg = _captioned(figure, provenance, inches)
    return _resized(svg, 1 / POINTS, "in") if inches else svg


def to_png(
    figure: Figure, provenance: Provenance, inches: float | None = None
) -> bytes:
    """Return a figure as a PNG file, as `to_svg` does; 300 pixels an inch in print.

    raises : InputError if it would have over MAX_PIXELS
    """
    svg = _captioned(figure, provenance, inches)
    # Text of 72 pixels an inch is as it was drawn.
    scale, per_inch = (1, PNG_PER_INCH) if inches else (PNG_SCALE, POINTS)
    width, height = (scale * per_inch / POINTS * side for side in _size(svg))
    if width * height > MAX_PIXELS:
        raise InputError(
            f"The picture would have {width:,.0f} x {height:,.0f} pixels; at most "
            f"{MAX_PIXELS:,} can be drawn. Take the SVG, which has no pixels."
        )
    return _converter().svg_to_png(svg, scale, per_inch)


def to_pdf(
    figure: Figure, provenance: Provenance, inches: float | None = None
) -> bytes:
    """Return a figure as a PDF file of one page, as `to_svg` does."""
    return _converter().svg_to_pdf(_captioned(figure, provenance, inches))


def to_inline_svg(figure: Figure, prefix: str) -> str:
    """Return a figure's chart as a part of an HTML page, without its provenance.

    prefix : of its ids, different for each chart of the page
    """
    svg = _drawn(figure.chart(), None, prefix)
    # Within HTML there are no namespaces.
    drawing = svg[svg.index("width=") :]
    return f'<svg role="img" aria-label="{html.escape(figure.text)}" {drawing}'


def _captioned(figure: Figure, provenance: Provenance, inches: float | None) -> str:
    """Draw a figure under its title and its source; in print, in points."""
    chart = figure.picture().copy()
    import altair as alt  # which `picture` says how to install

    if inches == COLUMN and isinstance(getattr(chart, "columns", None), int):
        chart.columns = COLUMNS
    width = _screen_width(inches) if inches else VIEW["continuousWidth"]
    fits = int(width / (LETTER * SCREEN_FONT))
    chart.title = alt.Title(
        textwrap.wrap(figure.title, fits),
        subtitle=textwrap.wrap(f"Source: {provenance.source_line()}", fits),
        anchor="start",
    )
    svg = _drawn(chart, inches)
    return _resized(svg, inches * POINTS / _size(svg)[0]) if inches else svg


def _screen_width(inches: float) -> float:
    """Return the pixels of a picture in print whose text has `SCREEN_FONT`."""
    return inches * POINTS * SCREEN_FONT / FONT_SIZE


def _size(svg: str) -> tuple[float, float]:
    """Return the width and the height of a picture."""
    (width, height), *_ = SIZE.findall(svg)
    return float(width), float(height)


def _resized(svg: str, scale: float, unit: str = "") -> str:
    """Draw a picture larger or smaller, with all that is inside."""
    width, height = (f"{scale * side:g}{unit}" for side in _size(svg))
    return SIZE.sub(f'width="{width}" height="{height}"', svg, count=1)


def _drawn(chart: Any, inches: float | None, prefix: str = "part-") -> str:
    """Draw a chart as SVG, on white, whatever the page from which it comes."""
    svg = _converter().vegalite_to_svg(
        _specification(chart, inches), allowed_base_urls=[]
    )
    svg = INK.sub(lambda found: found[1] + as_on_light(found[2]), svg)
    # Vega goes on numbering ids from chart to chart. Renumbered, the same chart gives
    # the same file.
    ids = {name: f"{prefix}{number}" for number, name in enumerate(ID.findall(svg), 1)}
    return NAMED.sub(lambda found: found[1] + ids.get(found[2], found[2]), svg)


def _converter() -> Any:
    """Return the module that draws Vega's charts, and turns SVG into other files."""
    check_installed("vl_convert", "A picture")
    import vl_convert

    return vl_convert


def _specification(chart: Any, inches: float | None) -> dict[str, Any]:
    import altair as alt

    own_data = chart.copy()
    for part in _parts(own_data):
        # Altair transforms tables by a global setting, which Streamlit changes while it
        # draws; plain values are not transformed.
        if isinstance(part.data, pd.DataFrame):
            part.data = alt.InlineData(alt.to_values(part.data)["values"])
    specification = own_data.to_dict()
    config = specification.setdefault("config", {})
    config["view"] = {**config.get("view", {}), **VIEW}
    specification.setdefault("padding", PADDING)
    if inches:
        specification = _in_print(specification, inches)
    return _without_controls(specification)


def _in_print(specification: dict[str, Any], inches: float) -> dict[str, Any]:
    """Return a chart in pixels of which `SCREEN_FONT` are as many points as its text.

    A chart of several charts keeps its own width here, and is made smaller when drawn.
    """
    resized = _with_one_font(specification)
    written = {"labelFontSize": SCREEN_FONT, "titleFontSize": SCREEN_FONT}
    resized["config"] |= {
        "axis": written,
        "axisLeft": TITLE_ABOVE if inches == COLUMN else {},
        "legend": written,
        "text": {"fontSize": SCREEN_FONT},
        "title": {"fontSize": SCREEN_FONT, "subtitleFontSize": SCREEN_FONT},
    }
    if not any(name in resized for name in SEVERAL):
        width = _screen_width(inches)
        smaller = max(width / SCREEN_WIDTH, LEAST_HEIGHT)
        resized |= {
            "width": width,
            "autosize": {"type": "fit-x", "contains": "padding"},
        }
        if isinstance(resized.get("height"), int | float):
            resized["height"] *= smaller
    return resized


def _with_one_font(part: object) -> Any:
    if isinstance(part, list):
        return [_with_one_font(inner) for inner in part]
    if isinstance(part, dict):
        return {
            name: SCREEN_FONT
            if name.lower().endswith("fontsize")
            else _with_one_font(inner)
            for name, inner in part.items()
            if name != "datasets"
        } | ({"datasets": part["datasets"]} if "datasets" in part else {})
    return part


def _parts(chart: object) -> Iterator[Any]:
    """Yield a chart and all charts that it is made of."""
    import altair as alt

    yield chart
    for name in ("layer", *SEVERAL[:-1]):
        for part in getattr(chart, name, []):
            yield from _parts(part)
    if isinstance(chart, alt.FacetChart):
        yield from _parts(chart.spec)


def _without_controls(part: object) -> Any:
    """Replace characters that XML forbids: they make vl-convert 1.9 end the process."""
    if isinstance(part, str):
        return NOT_XML.sub("\ufffd", part)
    if isinstance(part, list):
        return [_without_controls(inner) for inner in part]
    if isinstance(part, dict):
        return {NOT_XML.sub("\ufffd", k): _without_controls(v) for k, v in part.items()}
    return part
