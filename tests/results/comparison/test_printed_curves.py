"""Curves in print: their room, names that cross no mark, marks that differ in grey."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations, pairwise
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from spca_core.problem.method import METHODS, built_in, labels_of
from spca_core.results.comparison import curves
from spca_core.results.comparison.charts import LIMIT_NAME
from spca_core.results.comparison.curve_figures import curve_figure
from spca_core.results.files.pictures import COLUMN, PAGE, POINTS, to_svg
from tests.fuzz import slowly
from tests.made_runs import NOWHERE

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.46  # of the size of a font: the mean width of the letters of names, about
TEXT = 8  # points
CORNER = re.compile(r"[ML](-?[\d.]+),(-?[\d.]+)")
PLOT = re.compile(r"M0\.5,0\.5h([\d.]+)v([\d.]+)h-[\d.]+Z")


class Box(NamedTuple):
    """A rectangle of a picture, in points, and what is in it."""

    left: float
    right: float
    top: float
    bottom: float
    content: str = ""

    def meets(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Drawn(NamedTuple):
    """What is in a picture: the area inside its axes, and boxes of names and marks."""

    plot: Box
    names: list[Box]
    marks: list[Box]
    width: float


def drawn(table: pd.DataFrame, inches: float, **more: Any) -> Drawn:
    root = ElementTree.fromstring(
        to_svg(curve_figure(table, "a", **more), NOWHERE, inches)
    )
    scale = inches * POINTS / float(root.attrib["viewBox"].split()[2])
    names, marks, plots = [], [], []
    for part, x, y in placed(root, 0.0, 0.0):
        box = partial(boxed, scale, x, y)
        kind = part.attrib.get("aria-roledescription")
        inside = PLOT.fullmatch(part.attrib.get("d", ""))
        if inside:
            plots.append(boxed(scale, x, y, 0, float(inside[1]), 0, float(inside[2])))
        elif kind == "point":
            wide, high = half_sizes(part.attrib["d"])
            marks.append(box(-wide, wide, -high, high, part.attrib["aria-label"]))
        elif kind == "text mark":
            size = float(part.attrib["font-size"].removesuffix("px"))
            assert size * scale == pytest.approx(TEXT)
            lines = [each.text or "" for each in part.iter() if each.text]
            wide = LETTER * size * max(map(len, lines))
            left = -wide if part.attrib["text-anchor"] == "end" else 0.0
            # From the first line's capitals to the last line's feet.
            low = 0.2 * size + (len(lines) - 1) * size
            names.append(box(left, left + wide, -0.75 * size, low, " ".join(lines)))
    return Drawn(plots[0], names, marks, inches * POINTS)


def half_sizes(path: str) -> tuple[float, float]:
    """How far a mark reaches to each side, and up or down, its outline included."""
    corners = np.abs([[float(x), float(y)] for x, y in CORNER.findall(path)])
    wide, high = corners.max(axis=0) + 1
    # A circle begins at its right.
    return (wide, wide) if "A" in path else (wide, high)


def placed(
    part: ElementTree.Element, x: float, y: float
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Yield all parts of a picture, and where they are in it."""
    move = re.match(r"translate\((.+?),(.+?)\)", part.attrib.get("transform", ""))
    if move:
        x, y = x + float(move[1]), y + float(move[2])
    yield part, x, y
    for inner in part:
        yield from placed(inner, x, y)


def boxed(scale: float, x: float, y: float, *sides: Any) -> Box:
    left, right, top, bottom, *content = sides
    edges = (x + left, x + right, y + top, y + bottom)
    return Box(*(scale * edge for edge in edges), *content)


def close_ends(seed: int, unit: float, methods: list[str]) -> pd.DataFrame:
    """Runs of all methods that capture nearly the same, by 1 to 8 topics."""
    rng = np.random.default_rng(seed)
    rows = [
        (method, 0, size, unit * size**0.6 * (1 - 0.03 * rng.random()))
        for method in methods
        for size in range(1, 9)
    ]
    columns = ["method", "seed", "n_components", "value"]
    return curves.quantile_bands(pd.DataFrame(rows, columns=columns))


EVERY = labels_of(built_in())


@pytest.mark.parametrize(
    ("inches", "unit", "methods", "along"),
    [
        (COLUMN, 60.0, EVERY, "n_components"),
        slowly(PAGE, 60.0, EVERY, "n_components"),
        slowly(COLUMN, 0.05, EVERY, "n_components"),
        slowly(COLUMN, 1.1e7, EVERY[:4], "n_components"),
        slowly(COLUMN, 60.0, EVERY, "share"),
    ],
)
def test_a_printed_picture_is_mostly_curves_and_no_name_crosses_a_mark(
    inches, unit, methods, along
):
    table = close_ends(0, unit, methods)
    limit = table.groupby("n_components")["median"].max().reset_index()
    limits = limit.rename(columns={"median": "upper_bound"}).assign(proof="certificate")
    more = {"limits": limits}
    if along == "share":  # whose numbers are wide, as 97.5 %
        best = limits.set_index("n_components")["upper_bound"]
        share = table["median"] / table["n_components"].map(best)
        table = table.assign(median=share, low=share, high=share)
        along, more = "n_components", {"scale": "relative"}
    picture = drawn(table, inches, along=along, **more)
    assert (picture.plot.right - picture.plot.left) >= 2 / 3 * picture.width
    names = [*methods, *([LIMIT_NAME] if "limits" in more else [])]
    assert sorted(each.content for each in picture.names) == sorted(names)
    for name in picture.names:
        assert name.right <= picture.width
        assert name.top >= 0
        assert not [mark for mark in picture.marks if mark.meets(name)], name
    for one, other in combinations(picture.names, 2):
        assert not one.meets(other), (one, other)


def test_marks_differ_without_colours_in_shape_and_neighbours_in_lightness():
    ours = [METHODS[name] for name in built_in()]
    assert len({method.shape for method in ours}) == len(ours)
    for one, next_one in pairwise(ours):
        assert abs(lightness(one.fill) - lightness(next_one.fill)) > 0.4


def lightness(colour: str) -> float:
    """The luma of a colour, from 0 for black to 1 for white."""
    channels = (
        [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        if colour[0] == "#"
        else [255] * 3
    )
    return float(np.dot([0.299, 0.587, 0.114], channels)) / 255
