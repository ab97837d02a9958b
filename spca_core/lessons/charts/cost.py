"""What a net costs and guarantees, as bars under three sliders."""

from typing import Any

import altair as alt
import pandas as pd

from spca_core.lessons.charts.pointer import held
from spca_core.lessons.cost import (
    DATA,
    DRAWN,
    LOSS,
    N_TOPICS,
    PROMISES,
    SEARCHES,
    SKETCH,
    SPARSITY,
)
from spca_core.results.charts.look import LIMIT_COLOUR
from spca_core.results.colours import COLOURS

# The net's points of our own: rank * cells^(rank - 1), of which each multiset once.
ONCE = " + ".join(
    f"({i} < cost_topics ? log((points + {i}) / {i + 1}) / LN10 : 0)"
    for i in range(len(N_TOPICS))
)
COST = {
    "cost_rank": 4,
    "cost_epsilon": 0.2,
    "cost_topics": 8,
    "cells": "=max(ceil(2 * sqrt(cost_rank - 1) / cost_epsilon), 1)",
    "points": "=cost_rank * pow(cells, cost_rank - 1)",
    "whole": "=cost_rank * cost_topics * log(4 / cost_epsilon) / LN10",
    "once": f"={ONCE}",
}
HERE = "datum.rank == cost_rank && datum.n_topics == cost_topics"
UNITS = [(60, "seconds"), (3600, "minutes"), (86_400, "hours"), (31_557_600, "days")]


def cost_bars(cases: pd.DataFrame) -> Any:
    """Draw the steps of each search on a log scale, and its time on this machine."""
    n_steps = f"log(datum.words * pow({SPARSITY} * cost_topics, 2)) / LN10"
    sizes = f"[whole, once, log({DRAWN}) / LN10]"
    rows = (
        alt.Chart(cases)
        .transform_filter(HERE)
        .transform_calculate(search=str(list(SEARCHES)), size=sizes)
    )
    rows = rows.transform_flatten(["search", "size"]).transform_calculate(
        steps=f"datum.size + {n_steps}",
        time="datum.size + log(datum.seconds) / LN10",
    )
    rows = rows.transform_calculate(text=_text())
    base = rows.encode(
        y=alt.Y(
            "search:N", sort=list(SEARCHES), title=None, axis=alt.Axis(labelLimit=130)
        )
    )
    x = alt.X("steps:Q", title="Steps: (4/\u03b5)^(rk) d (sk)\u00b2, as a power of 10")
    x = x.scale(domain=[0, 135], nice=False).axis(tickCount=6)
    colours = [COLOURS[1], COLOURS[0], COLOURS[2]]
    colour = alt.Color("search:N", legend=None).scale(domain=SEARCHES, range=colours)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(x=x, color=colour)
    said = base.mark_text(align="left", dx=5).encode(x=x, text="text:N")
    return held(alt.layer(bars, said).properties(height=170), COST)


def promise_bars(cases: pd.DataFrame) -> Any:
    """Draw what is guaranteed on the sketch, what it loses, and what is left."""
    values = {
        SKETCH: "1 - cost_epsilon",
        LOSS: "datum.loss",
        DATA: "max(1 - cost_epsilon - datum.loss, 0)",
    }
    rows = alt.Chart(cases).transform_filter(HERE).transform_calculate(**values)
    folded = rows.transform_fold(list(values), as_=["term", "share"])
    base = folded.transform_calculate(length="min(datum.share, 1.05)").encode(
        x=alt.X("length:Q", title="Share of the best", stack=None).scale(
            domain=[0, 1.2], nice=False
        ),
        y=alt.Y("term:N", sort=list(PROMISES), title=None),
    )
    colours = [COLOURS[0], LIMIT_COLOUR, COLOURS[3]]
    colour = alt.Color("term:N", legend=None).scale(domain=PROMISES, range=colours)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(color=colour)
    said = base.mark_text(align="left", dx=5).encode(
        text=alt.Text("share:Q", format=".0%")
    )
    return held(alt.layer(bars, said).properties(height=150), COST)


def _text() -> str:
    """Return the formula of a time in words, from the power of 10 of its seconds."""
    number = "(datum.time < 15 ? format(pow(10, datum.time) / {0}, ',.3~r') : " + (
        "'10^' + format(floor(datum.time - log({0}) / LN10), 'd'))"
    )
    formula, least = "", 1
    for limit, unit in UNITS:
        said = f"'= ' + {number.format(least)} + ' {unit} here'"
        formula += f"pow(10, datum.time) < {limit} ? {said} : "
        least = limit
    return formula + f"'= ' + {number.format(least)} + ' years here'"
