"""Charts that compare methods, settings and numbers of topics.

Curves over seeds, sizes and time are in `curves`.
"""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.results import number_of_topics, overlap, profiles, recovery, sweep
from spca_core.results.charts import look
from spca_core.results.charts.look import (
    CHART_HEIGHT,
    DARKER,
    DASHED,
    INK,
    LIGHT,
    LIMIT_COLOUR,
    method_colour,
    method_shape,
    tooltip,
)
from spca_core.results.colours import COLOURS
from spca_core.results.curves import CAPTURED
from spca_core.results.quality_table import HEADINGS

# Pixels.
LABEL_WIDTH, ROW_HEIGHT, CURVE_HEIGHT = 150, 44, 200
RACE_ROW, OVERLAP_ROW = 30, 34
RACE_AXIS, DOTS_AXIS, SWEEP_AXIS = 90, 60, 80
# A bar's colour is the same in both themes.
FINISHED, ON_BAR = "\N{CHECK MARK}", "#ffffff"


def race_bars(table: pd.DataFrame, captured: str = CAPTURED) -> ChartType:
    """Draw the rows of one frame of `race.replay`, in the same order in all frames.

    Bars are grey until all topics are there: fewer are no result yet. In all frames the
    axis ends at the winner's final value.

    captured : what the captured variance is called
    """
    order = table["run"].tolist()
    runs = alt.Y("run:N", title=None, sort=order)
    base = alt.Chart().encode(
        y=runs.axis(labelLimit=LABEL_WIDTH, labelOverlap=False),
        tooltip=tooltip(
            run="Run",
            value=(captured, ".5g"),
            rank="Place",
            seconds=("Seconds", ".3g"),
            finished="Finished",
        ),
    )
    x = alt.X("value:Q", title=captured)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        x=x.scale(domain=[0.0, table["winner"].iloc[0]], nice=False),
        # No legend: the names are beside the bars.
        color=alt.when("datum.whole")
        .then(method_colour(table, legend=False))
        .otherwise(alt.value(LIMIT_COLOUR)),
    )
    marks = base.transform_filter("datum.finished").mark_text(
        text=FINISHED, align="right", dx=-4, color=ON_BAR, fontSize=15
    )
    winner = alt.Chart(table.head(1)).mark_rule(color=LIMIT_COLOUR, **DASHED)
    layers = bars, marks.encode(x="value:Q"), winner.encode(x="winner:Q")
    height = RACE_ROW * len(order) + RACE_AXIS
    return alt.layer(*layers, data=table, height=height)


def difference_dots(table: pd.DataFrame, summary: pd.DataFrame) -> ChartType:
    """Draw `paired.differences`, with `paired.summary` over it."""
    x = alt.X("difference:Q", title="Difference to the best method").axis(format="+~%")
    y = alt.Y("method:N", title=None, sort=summary["method"].tolist())
    y = y.axis(labelLimit=LABEL_WIDTH)
    color = method_colour(table, legend=False)
    shown = {"difference": ("Difference", "+.3%")}
    dots = alt.Chart(table).mark_point(size=60, filled=True, opacity=0.6)
    base = alt.Chart(summary).encode(y=y, color=color)
    interval = base.mark_rule(strokeWidth=3).encode(x="low:Q", x2="high:Q")
    median = base.mark_tick(thickness=3, size=24).encode(x="median:Q")
    zero = alt.Chart(pd.DataFrame({"best": [0.0]})).mark_rule(
        color=LIMIT_COLOUR, **DASHED
    )
    return alt.layer(
        zero.encode(x="best:Q"),
        dots.encode(
            x=x,
            y=y,
            color=color,
            tooltip=tooltip(method="Method", seed="Seed", **shown),
        ),
        interval,
        median,
        height=ROW_HEIGHT * len(summary) + DOTS_AXIS,
    )


def profile_steps(table: pd.DataFrame, measure: str) -> ChartType:
    """Draw `profiles.profile`: the higher and the further left, the better."""
    title, share = profiles.AXES[measure], profiles.HEADINGS["share"]
    is_time = measure in profiles.NEAR
    scale = alt.Scale(type="log", nice=False) if is_time else alt.Scale(zero=True)
    written = "~g" if is_time else ".3~%"
    across = alt.X("cost:Q", title=title, scale=scale)
    up = alt.Y("share:Q", title=share, scale=alt.Scale(domain=[0, 1]))
    return (
        alt.Chart(table)
        .mark_line(interpolate="step-after", strokeWidth=3, point=True)
        .encode(
            x=across.axis(format=written),
            y=up.axis(format="%"),
            color=method_colour(table),
            tooltip=tooltip(
                method="Method",
                cost=(title, ".3~g" if is_time else ".2%"),
                share=(share, ".0%"),
            ),
        )
        .properties(height=CHART_HEIGHT)
    )


def recovery_curves(table: pd.DataFrame) -> ChartType:
    """Draw `recovery_table`: a curve per method, in a band over the corpora."""
    headings = recovery.HEADINGS
    across = alt.X("strength:Q", title=headings["strength"])
    up = alt.Scale(domain=[0, 1])
    base = alt.Chart(table).encode(
        x=across,
        color=method_colour(table),
        tooltip=tooltip(
            method="Method",
            strength=(headings["strength"], ".3~g"),
            median=(headings["median"], ".0%"),
            low=(headings["low"], ".0%"),
            high=(headings["high"], ".0%"),
        ),
    )
    axis = alt.Axis(format="%")
    value = base.encode(y=alt.Y("median:Q", title="Recovered", scale=up, axis=axis))
    band = base.mark_area(opacity=0.125).encode(y="low:Q", y2="high:Q")
    marks = value.mark_point(size=80, filled=True, opacity=1).encode(
        shape=method_shape(table)
    )
    return (band + value.mark_line() + marks).properties(height=CHART_HEIGHT)


def quality_scatter(table: pd.DataFrame, across: str) -> alt.Chart:
    """Draw `quality_table`: coherence held out against what is covered, or seconds.

    Colours are methods and shapes are weightings. Rows that are not known yet are left
    out.

    across : "covered" or "seconds"
    """
    known = table.dropna(subset=["held_out", across])
    logarithmic = alt.Scale(type="log", nice=False, padding=15)
    kind = logarithmic if across == "seconds" else alt.Scale(zero=True)
    marks = alt.Axis(format=".6~g" if across == "seconds" else "%", grid=False)
    formats = {
        "held_out": ".3f",
        "covered": ".0%",
        "stability": ".0%",
        "seconds": ".3~g",
    }
    numbers = {name: (HEADINGS[name], shown) for name, shown in formats.items()}
    return (
        alt.Chart(known)
        .mark_point(size=120, filled=True, opacity=1)
        .encode(
            x=alt.X(f"{across}:Q", title=HEADINGS[across], scale=kind, axis=marks),
            y=alt.Y("held_out:Q", title=HEADINGS["held_out"]),
            color=method_colour(known),
            shape=_by_weighting(known),
            tooltip=tooltip(method="Method", weighting="Weighting", **numbers),
        )
        .properties(height=CHART_HEIGHT)
    )


def _by_weighting(table: pd.DataFrame) -> alt.Shape:
    """Give every weighting the same shape in every chart."""
    shapes = {each.label: each.shape for each in WEIGHTINGS.values()}
    shown = [name for name in shapes if name in set(table["weighting"])]
    scale = alt.Scale(domain=shown, range=[shapes[name] for name in shown])
    grey = dict.fromkeys(("symbolFillColor", "symbolStrokeColor"), LIMIT_COLOUR)
    return alt.Shape("weighting:N", scale=scale, legend=look.legend("bottom", **grey))


def number_curve(
    table: pd.DataFrame, measure: str, suggested: int | None = None
) -> ChartType:
    """Draw a measure of `by_number_of_topics` as a curve, with a standard deviation.

    A click on a point chooses its number of topics, by the parameter "number".

    measure   : a name in `number_of_topics.MEASURES`
    suggested : marked by a line, if there is one
    """
    chosen = alt.selection_point(name="number", fields=["n_components"], nearest=True)
    value = {measure: (number_of_topics.MEASURES[measure], ".3f")}
    base = alt.Chart(table).encode(
        x=alt.X("n_components:Q", title="Topics", axis=alt.Axis(tickMinStep=1)),
        y=alt.Y(f"{measure}:Q", title=None),  # the page shows it above
        tooltip=tooltip(n_components="Topics", **value),
    )
    band = base.mark_errorband(color=COLOURS[0], opacity=0.2).encode(
        yError=f"{measure}_spread:Q"
    )
    line = base.mark_line(color=COLOURS[0])
    points = base.mark_point(color=COLOURS[0], filled=True, size=60, opacity=1)
    mark = (
        alt.Chart(table[table["n_components"] == suggested])
        .mark_rule(color=COLOURS[1], strokeDash=[4, 4])
        .encode(x="n_components:Q")
    )
    return (band + line + mark + points.add_params(chosen)).properties(
        height=CURVE_HEIGHT
    )


def overlap_map(table: pd.DataFrame, measure: str) -> ChartType:
    """Draw a measure of `overlap.overlaps` as a square of numbered cells."""
    order = list(dict.fromkeys(table["first"]))
    axis: dict[str, Any] = {
        "title": None,
        "labelLimit": LABEL_WIDTH,
        "labelOverlap": False,
    }
    shares = {name: (title, ".1%") for name, title in overlap.MEASURES.items()}
    base = alt.Chart().encode(
        x=alt.X("second:N", sort=order).axis(**axis, labelAngle=-45),
        y=alt.Y("first:N", sort=order).axis(**axis),
        tooltip=tooltip(first="Solver", second="With", **shares),
    )
    # On a page the height is that of the chart with its labels.
    height = OVERLAP_ROW * len(order) + LABEL_WIDTH
    cells = _numbered(base, measure, ".0%", (0.0, 1.0))
    return alt.layer(*cells, data=table, height=height)


def sweep_map(
    table: pd.DataFrame,
    method: str,
    axes: tuple[str, str],
    titles: Mapping[str, str] = sweep.MEASURES,
) -> ChartType:
    """Draw one method's runs in `sweep.results`: variance and seconds in each cell.

    Shades show the variance, on one scale for all methods of the table.

    axes : the columns that go down and across, such as n_components and sparsity
    titles : what the measures are called
    """
    runs, (down, across) = table[table["method"] == method], axes
    places = {axis: sweep.LABELS[axis] for axis in axes}
    measures = {name: (title, ".5g") for name, title in titles.items()}
    base = alt.Chart(title=method).encode(
        x=alt.X(f"{across}:O", title=places[across]).axis(labelAngle=0),
        y=alt.Y(f"{down}:O", title=places[down]),
        tooltip=tooltip(method="Method", **places, **measures),
    )
    captured = table["captured_variance"]
    domain = (float(captured.min()), float(captured.max()))
    times = base.mark_text(color=INK, fontSize=10, dy=9).encode(text="time:N")
    cells = _numbered(base, "captured_variance", ".4~g", domain, dy=-6)
    height = ROW_HEIGHT * runs[down].nunique() + SWEEP_AXIS
    return alt.layer(*cells, times, data=runs, height=height)


def _numbered(
    base: alt.Chart,
    field: str,
    number_format: str,
    domain: tuple[float, float],
    dy: int = 0,
) -> tuple[alt.Chart, alt.Chart]:
    """Return two layers: a rectangle for each cell of x and y, and the number in it.

    dy : pixels from the middle down to the number
    """
    colour = alt.Color(f"{field}:Q", legend=None)
    rectangles = base.mark_rect().encode(
        color=colour.scale(domain=domain, range=[LIGHT, DARKER])
    )
    numbers = base.mark_text(color=INK, fontSize=12, dy=dy).encode(
        text=alt.Text(f"{field}:Q", format=number_format)
    )
    return rectangles, numbers
