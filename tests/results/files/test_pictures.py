"""Pictures: whole, with their source, and with nothing in them but the drawing."""

import io
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import altair as alt
import pandas as pd
import pytest
from PIL import Image

from spca_core.errors import InputError
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import curve_figure
from spca_core.results.figure import Figure
from spca_core.results.files import pictures
from spca_core.results.files.pictures import (
    COLUMN,
    to_pdf,
    to_png,
    to_svg,
)
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.variances import variance_by_topic, variances_figure
from spca_core.results.topics.words import topic_words, words_figure
from tests.made_runs import made_topics
from tests.oracles import planted_corpus

CORPUS = planted_corpus(0, 3, 4)
SOLUTION = made_topics(CORPUS, 3, 4)
ORIGIN = Provenance.of(replace(SOLUTION, source="kos"))
WORDS = topic_words(SOLUTION)
CAPTURED = variance_by_topic(SOLUTION).assign(name=["a", "b", "c"])


def of(chart: Any, title: str = "A chart") -> Figure:
    return Figure(
        name="a", title=title, table=WORDS, text="A chart.", draw=lambda _: chart
    )


BARS = words_figure(WORDS[WORDS["topic"] == 1])
VARIANCES = variances_figure(CAPTURED, SOLUTION.settings)
CHART = VARIANCES.chart()
FIGURES = {
    "bars": BARS,
    "variances": VARIANCES,
    "lines": curve_figure(
        curves.quantile_bands(curves.cumulative([SOLUTION])), "curves"
    ),
    "layers": of(CHART + CHART.mark_point()),
    "beside": of(alt.hconcat(CHART, CHART + CHART.mark_point())),
    "facets": of(CHART.facet("topic:O")),
}
each_figure = pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
DRAWN = {
    *("svg", "g", "path", "line", "rect", "text", "tspan"),
    *("defs", "clipPath"),
}


def texts(svg: str) -> list[str]:
    """What the picture says, line by line."""
    lines = [part for part in parts(svg) if part.tag.endswith(("}text", "}tspan"))]
    return [part.text for part in lines if part.text]


def parts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def bars_of(words: list[str]) -> Figure:
    table = pd.DataFrame({"word": words, "rank": range(len(words)), "magnitude": 0.5})
    table = table.assign(topic=1, name="a", loading=0.5, weight=0.25, sign="+")
    return words_figure(table)


@pytest.mark.parametrize("inches", [None, COLUMN])
@pytest.mark.parametrize("figure", [BARS, FIGURES["facets"]], ids=["bars", "facets"])
def test_every_kind_of_chart_becomes_a_picture_of_the_same_size_in_all_forms(
    figure, inches
):
    root = ElementTree.fromstring(to_svg(figure, ORIGIN, inches))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    scale = 300 if inches else 2
    size = [float(root.attrib[side].removesuffix("in")) for side in ("width", "height")]
    with Image.open(io.BytesIO(to_png(figure, ORIGIN, inches))) as image:
        image.load()
        assert image.format == "PNG"
        assert image.size == pytest.approx([scale * side for side in size], abs=2)
    assert inches is None or size[0] == pytest.approx(inches)
    points = 72 if inches else 1
    (box,) = re.findall(
        rb"MediaBox \[0 0 (\S+) (\S+)\]", to_pdf(figure, ORIGIN, inches)
    )
    assert [float(side) for side in box] == pytest.approx(
        [points * side for side in size], rel=0.01
    )


@pytest.mark.parametrize("inches", [None, COLUMN])
@each_figure
def test_a_picture_has_its_title_and_its_source_inside_it(figure, inches):
    svg = to_svg(figure, ORIGIN, inches)
    width = float(ElementTree.fromstring(svg).attrib["viewBox"].split()[2])
    said = f"{figure.title} Source: {ORIGIN.source_line()}"
    assert said in " ".join(texts(svg))
    for about in ("Made up", "3 topics", "TPower", "Counts", "disjoint-topics"):
        assert about in ORIGIN.source_line()
    for line in filter(said.__contains__, texts(svg)):
        assert 0.47 * pictures.SCREEN_FONT * len(line) < width, "as Vega measures it"
    assert "content id" not in svg


def test_a_pdf_is_one_page_with_its_text_whatever_the_names_are():
    pypdf = pytest.importorskip("pypdf")
    odd = replace(ORIGIN, corpus="a (b\\c)) \u05e9", source="((")
    document = pypdf.PdfReader(io.BytesIO(to_pdf(BARS, odd, COLUMN)))
    assert len(document.pages) == 1
    assert "word" in document.pages[0].extract_text()


def test_control_characters_in_words_leave_the_picture_whole():
    words = ["a\x00b", "c\x1bd", "\uffff", "f\tg"]
    said = set(texts(to_svg(bars_of(words), ORIGIN)))
    assert {"a\ufffdb", "c\ufffdd", "\ufffd"} <= said
    chart = alt.Chart(pd.DataFrame({"a\x01b": [1.0]})).mark_bar().encode(x="a\x01b:Q")
    assert "a\ufffdb" in texts(to_svg(of(chart), ORIGIN)), "in a column's name too"


@each_figure
def test_there_is_nothing_in_a_picture_but_drawing(figure):
    for part in parts(to_svg(figure, ORIGIN)):
        assert part.tag.rpartition("}")[2] in DRAWN
        assert not [name for name in part.attrib if name.startswith("on")]
        assert not [name for name in part.attrib if "href" in name or name == "style"]


def test_data_from_another_place_are_not_fetched():
    chart = alt.Chart("http://127.0.0.1:9/data.csv").mark_point().encode(x="x:Q")
    with pytest.raises(ValueError, match="External data url not allowed"):
        to_svg(of(chart), ORIGIN)


def test_the_cap_of_pixels_is_of_those_that_the_file_has(monkeypatch):
    drawn = to_png(BARS, ORIGIN)
    width, height = Image.open(io.BytesIO(drawn)).size
    monkeypatch.setattr(pictures, "MAX_PIXELS", 0.9 * width * height)
    with pytest.raises(InputError, match="Take the SVG"):
        to_png(BARS, ORIGIN)
    monkeypatch.setattr(pictures, "MAX_PIXELS", 1.1 * width * height)
    assert to_png(BARS, ORIGIN) == drawn
