"""Charts as picture files, drawn on this machine; nothing is fetched from another."""

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any
from xml.etree import ElementTree

import altair as alt
import pandas as pd
import vl_convert
from altair.typing import ChartType

from spca_core.errors import InputError
from spca_core.results.files.export import NOT_XML
from spca_core.results.files.provenance import Provenance

# Pixels of the area inside the axes; on a page, a chart fills the page's width instead.
VIEW = {"continuousWidth": 560, "discreteWidth": 560}
PNG_SCALE = 2  # pixels of the PNG for each pixel of the chart
SIDES = ("width", "height")
MAX_PIXELS = 25_000_000  # of a PNG, 100 MB in memory
PADDING = 8  # pixels around the whole picture
SMALL = {"subtitleFontSize": 8, "subtitleColor": "#555"}
CAPTION = {"orient": "bottom", "anchor": "start", **SMALL}
CAPTION_WIDTH, CAPTION_ROWS = 120, 3  # characters and rows of each line of provenance
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


def to_svg(chart: ChartType, provenance: Provenance) -> str:
    """Return a chart as an SVG file, with its provenance in small print below."""
    drawn = _drawn(chart, _caption(provenance))
    return _written(drawn, xmlns=NAMESPACE)


def to_png(chart: ChartType, provenance: Provenance) -> bytes:
    """Return a chart as a PNG file; InputError if it would have over MAX_PIXELS."""
    drawn = _drawn(chart, _caption(provenance))
    width, height = (PNG_SCALE * float(drawn.attrib[side]) for side in SIDES)
    if width * height > MAX_PIXELS:
        raise InputError(
            f"The picture would have {width:,.0f} x {height:,.0f} pixels; at most "
            f"{MAX_PIXELS:,} can be drawn. Take the SVG, which has no pixels."
        )
    svg = _written(drawn, xmlns=NAMESPACE)
    return vl_convert.svg_to_png(svg, scale=PNG_SCALE)


def to_inline_svg(chart: ChartType, prefix: str, label: str) -> str:
    """Return a chart as a part of an HTML page, without its provenance.

    prefix : of its ids, different for each chart of the page
    label  : what the chart shows, for those who cannot see it
    """
    drawn = _drawn(chart, {}, prefix)
    return _written(drawn, **{"role": "img", "aria-label": label})


def _caption(provenance: Provenance) -> dict[str, Any]:
    rows: list[str] = []
    for line in provenance.lines():
        rows += wrap(line, CAPTION_WIDTH, max_lines=CAPTION_ROWS, placeholder=" ...")
    return {**CAPTION, "subtitle": rows}


def _drawn(
    chart: ChartType, caption: dict[str, Any], prefix: str = "part-"
) -> ElementTree.Element:
    """Draw a chart; of the SVG that Vega writes, keep only what draws."""
    specification = _specification(chart, caption)
    svg = vl_convert.vegalite_to_svg(specification, allowed_base_urls=[])
    root = ElementTree.fromstring(svg)
    # Vega goes on numbering ids from chart to chart. Renumbered, the same chart gives
    # the same file.
    named = (part.attrib["id"] for part in root.iter() if "id" in part.attrib)
    ids = {name: f"{prefix}{number}" for number, name in enumerate(named, start=1)}
    return _only_drawing(root, ids)


def _specification(chart: ChartType, caption: dict[str, Any]) -> dict[str, Any]:
    own_data = chart.copy()
    for part in _parts(own_data):
        # Altair transforms tables by a global setting, which Streamlit changes while it
        # draws; plain values are not transformed.
        if isinstance(part.data, pd.DataFrame):
            part.data = alt.InlineData(alt.to_values(part.data)["values"])
    specification = own_data.to_dict()
    if caption:
        # If the title has no text at all, Vega-Lite leaves out the subtitle too.
        title = specification.get("title", " ")
        own = title if isinstance(title, dict) else {"text": title}
        specification["title"] = {**own, **caption}
    config = specification.setdefault("config", {})
    config["view"] = {**config.get("view", {}), **VIEW}
    specification["padding"] = PADDING
    return _without_controls(specification)


def _parts(chart: Any) -> Iterator[Any]:
    """Yield a chart and all charts that it is made of."""
    yield chart
    for name in ("layer", "concat", "hconcat", "vconcat"):
        for part in getattr(chart, name, []):
            yield from _parts(part)
    if isinstance(chart, alt.FacetChart):
        yield from _parts(chart.spec)


def _without_controls(part: Any) -> Any:
    """Replace characters that XML forbids: they make vl-convert 1.9 end the process."""
    if isinstance(part, str):
        return NOT_XML.sub("\ufffd", part)
    if isinstance(part, list):
        return [_without_controls(one) for one in part]
    if isinstance(part, dict):
        return {NOT_XML.sub("\ufffd", k): _without_controls(v) for k, v in part.items()}
    return part


def _only_drawing(
    element: ElementTree.Element, ids: dict[str, str]
) -> ElementTree.Element:
    """Keep only known drawing elements, no script, style, link or image; rename ids."""
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
    return value


def _written(drawn: ElementTree.Element, **attributes: str) -> str:
    drawn.attrib.update(attributes)
    return ElementTree.tostring(drawn, encoding="unicode")
