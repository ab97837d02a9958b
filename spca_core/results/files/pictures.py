"""Figures as picture files, drawn on this machine; nothing is fetched from another.

A picture stands alone: above it are its title and a line that says where it comes from.
"""

import re
import textwrap
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

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
SIDES = ("width", "height")
SEVERAL = ("concat", "hconcat", "vconcat", "spec")  # keys of charts of charts
MAX_PIXELS = 25_000_000  # of a PNG, 100 MB in memory
PADDING = 8  # pixels around the whole picture
LETTER = 0.52  # of the size of a font: a letter's width
NAMESPACE = "http://www.w3.org/2000/svg"
DRAWING = re.compile(  # elements
    "svg|g|path|rect|line|circle|ellipse|polygon|polyline|text|tspan|title|desc|defs|"
    "clipPath|linearGradient|radialGradient|stop"
)
LOOKS = re.compile(  # attributes
    "width|height|viewBox|x|y|[xy12]{2}|c[xy]|r[xy]?|d[xy]?|points|transform|display|"
    "fill(-opacity|-rule)?|stroke(-[a-z]+)?|opacity|clip-path|id|offset|"
    "stop-color|stop-opacity|gradientUnits|font-[a-z]+|text-anchor|direction|"
    "role|aria-[a-z]+"
)
LOCAL = re.compile(r"url\(#([\w-]+)\)")


def to_svg(figure: Figure, provenance: Provenance, inches: float | None = None) -> str:
    """Return a figure as an SVG file.

    Parameters
    ----------
    inches : float, optional
        How wide it is in print, with text of 8 points; by default in its own size.
    """
    drawn = _captioned(figure, provenance, inches)
    if inches:
        drawn.attrib.update({side: _inches(drawn.attrib[side]) for side in SIDES})
    return _written(drawn, xmlns=NAMESPACE)


def to_png(
    figure: Figure, provenance: Provenance, inches: float | None = None
) -> bytes:
    """Return a figure as a PNG file, as `to_svg` does; 300 pixels an inch in print.

    raises : InputError if it would have over MAX_PIXELS
    """
    drawn = _captioned(figure, provenance, inches)
    # Text of 72 pixels an inch is as it was drawn.
    scale, per_inch = (1, PNG_PER_INCH) if inches else (PNG_SCALE, POINTS)
    width, height = (
        scale * per_inch / POINTS * float(drawn.attrib[side]) for side in SIDES
    )
    if width * height > MAX_PIXELS:
        raise InputError(
            f"The picture would have {width:,.0f} x {height:,.0f} pixels; at most "
            f"{MAX_PIXELS:,} can be drawn. Take the SVG, which has no pixels."
        )
    svg = _written(drawn, xmlns=NAMESPACE)
    return _converter().svg_to_png(svg, scale, per_inch)


def to_pdf(
    figure: Figure, provenance: Provenance, inches: float | None = None
) -> bytes:
    """Return a figure as a PDF file of one page, as `to_svg` does."""
    drawn = _captioned(figure, provenance, inches)
    return _converter().svg_to_pdf(_written(drawn, xmlns=NAMESPACE))


def _captioned(
    figure: Figure, provenance: Provenance, inches: float | None
) -> ElementTree.Element:
    """Draw a figure under its title and its source."""
    chart = figure.picture().copy()
    if inches == COLUMN and isinstance(getattr(chart, "columns", None), int):
        chart.columns = COLUMNS
    width = _screen_width(inches) if inches else VIEW["continuousWidth"]
    fits = int(width / (LETTER * SCREEN_FONT))
    chart.title = {
        "text": textwrap.wrap(figure.title, fits),
        "subtitle": textwrap.wrap(f"Source: {provenance.source_line()}", fits),
        "anchor": "start",
    }
    return _drawn(chart, inches)


def _screen_width(inches: float) -> float:
    """Return the pixels of a picture in print whose text has `SCREEN_FONT`."""
    return inches * POINTS * SCREEN_FONT / FONT_SIZE


def _inches(points: str) -> str:
    return f"{float(points) / POINTS:g}in"


def _fit_to(drawn: ElementTree.Element, width: float) -> None:
    """Make a picture so many points wide; what is inside is drawn in proportion."""
    old_width, height = (float(drawn.attrib[side]) for side in SIDES)
    drawn.attrib["viewBox"] = f"0 0 {old_width:g} {height:g}"
    drawn.attrib["width"], drawn.attrib["height"] = (
        f"{width:g}",
        f"{height * width / old_width:g}",
    )


def to_inline_svg(figure: Figure, prefix: str) -> str:
    """Return a figure's chart as a part of an HTML page, without its provenance.

    prefix : of its ids, different for each chart of the page
    """
    drawn = _drawn(figure.chart(), None, prefix)
    return _written(drawn, **{"role": "img", "aria-label": figure.text})


def _drawn(
    chart: Any, inches: float | None, prefix: str = "part-"
) -> ElementTree.Element:
    """Draw a chart; of the SVG that Vega writes, keep only what draws."""
    specification = _specification(chart, inches)
    svg = _converter().vegalite_to_svg(specification, allowed_base_urls=[])
    root = ElementTree.fromstring(svg)
    # Vega goes on numbering ids from chart to chart. Renumbered, the same chart gives
    # the same file.
    named = (part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    ids = {name: f"{prefix}{number}" for number, name in enumerate(named, start=1)}
    drawn = _only_drawing(root, ids)
    if inches:
        _fit_to(drawn, inches * POINTS)
    return drawn


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


def _only_drawing(
    element: ElementTree.Element, ids: dict[str, str]
) -> ElementTree.Element:
    """Keep only known drawing elements, no script, style, link or image; rename ids.

    The ground of a file is white, whatever the page from which it comes.
    """
    looks = {
        name: _local(name, value, ids)
        for name, value in element.attrib.items()
        if LOOKS.fullmatch(name)
    }
    kept = ElementTree.Element(_tag(element), looks)
    kept.text, kept.tail = element.text, element.tail
    known = (child for child in element if DRAWING.fullmatch(_tag(child)))
    kept.extend(_only_drawing(child, ids) for child in known)
    return kept


def _tag(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(f"{{{NAMESPACE}}}")


def _local(name: str, value: str, ids: dict[str, str]) -> str:
    if name == "id":
        return ids[value]
    # In a label url() is text; elsewhere it may only point to a part of the picture.
    if "url(" in value and not name.startswith("aria-"):
        target = LOCAL.fullmatch(value)
        known = target and ids.get(target[1])
        return f"url(#{known})" if known else "none"
    return as_on_light(value) if name in ("fill", "stroke") else value


def _written(drawn: ElementTree.Element, **attributes: str) -> str:
    drawn.attrib.update(attributes)
    return ElementTree.tostring(drawn, encoding="unicode")
