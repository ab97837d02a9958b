"""What a net costs and guarantees, as bars under three sliders."""

import altair as alt
import pandas as pd

from spca_core.lessons.charts.pointer import named_bars, under_pointer
from spca_core.lessons.cost import (
    DATA,
    DRAWN,
    LOSS,
    N_TOPICS,
    ONCE,
    SAMPLE,
    SEARCHES,
    SKETCH,
    SPARSITY,
    WHOLE,
)
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, Picture

# The net's points of our own: rank * cells^(rank - 1), of which each multiset once.
SIZE_ONCE = " + ".join(
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
    "once": f"={SIZE_ONCE}",
}
HERE = "datum.rank == cost_rank && datum.n_topics == cost_topics"
UNITS = [(60, "seconds"), (3600, "minutes"), (86_400, "hours"), (31_557_600, "days")]


def cost_bars(cases: pd.DataFrame) -> Picture:
    """Draw the steps of each search on a log scale, and its time on this machine."""
    n_steps = f"log(datum.words * pow({SPARSITY} * cost_topics, 2)) / LN10"
    sizes = f"[whole, once, log({DRAWN}) / LN10]"
    rows = (
        alt.Chart(cases)
        .transform_filter(HERE)
        .transform_calculate(search=str(list(SEARCHES)), size=sizes)
        .transform_flatten(["search", "size"])
        .transform_calculate(
            steps=f"datum.size + {n_steps}",
            time="datum.size + log(datum.seconds) / LN10",
        )
        .transform_calculate(text=_text())
    )
    x = alt.X("steps:Q", title="Steps: (4/\u03b5)^(rk) d (sk)\u00b2, as a power of 10")
    x = x.scale(domain=[0, 135], nice=False).axis(tickCount=6)
    colours = {WHOLE: COLOURS[1], ONCE: COLOURS[0], SAMPLE: COLOURS[2]}
    bars = alt.layer(*named_bars(rows, x, "search", colours, alt.Text("text:N")))
    return under_pointer(bars.properties(height=170), COST)


def promise_bars(cases: pd.DataFrame) -> Picture:
    """Draw what is guaranteed on the sketch, what it loses, and what is left."""
    values = {
        SKETCH: "1 - cost_epsilon",
        LOSS: "datum.loss",
        DATA: "max(1 - cost_epsilon - datum.loss, 0)",
    }
    rows = (
        alt.Chart(cases)
        .transform_filter(HERE)
        .transform_calculate(**values)
        .transform_fold(list(values), as_=["term", "share"])
        .transform_calculate(length="min(datum.share, 1.05)")
    )
    x = alt.X("length:Q", title="Share of the best", stack=None)
    x = x.scale(domain=[0, 1.2], nice=False)
    colours = {SKETCH: COLOURS[0], LOSS: LIMIT_COLOUR, DATA: COLOURS[3]}
    text = alt.Text("share:Q", format=".0%")
    bars = alt.layer(*named_bars(rows, x, "term", colours, text))
    return under_pointer(bars.properties(height=150), COST)


def _text() -> str:
    """Return the formula of a time in words, from the power of 10 of its seconds."""
    number = "(datum.time < 15 ? format(pow(10, datum.time) / {0}, ',.3~r') : " + (
        "'10^' + format(floor(datum.time - log({0}) / LN10), 'd'))"
    )
    formula, least = "", 1
    for limit, unit in UNITS:
        words = f"'= ' + {number.format(least)} + ' {unit} here'"
        formula += f"pow(10, datum.time) < {limit} ? {words} : "
        least = limit
    return formula + f"'= ' + {number.format(least)} + ' years here'"
