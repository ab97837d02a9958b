"""What charts under a pointer share: parameters, what moves them, and named bars.

A move says which parameter changes, at which events, to what (a Vega expression), and
which value of the chapter must be free for that.
"""

from typing import Any

import altair as alt

from spca_core.results import look

PRESS = "pointerdown"
DRAG = "pointerdown, [pointerdown, window:pointerup] > pointermove"


def move(name: str, update: str, events: str = DRAG, of: str = "") -> dict[str, Any]:
    """Return a move of a parameter, of the chapter's value `of` or of its own name."""
    return {"name": name, "update": update, "events": events, "of": of or name}


def under_pointer(
    chart: look.Picture, values: dict[str, Any], *moves: dict[str, Any]
) -> look.Picture:
    """Give a chart its parameters, with their values at first, and its moves.

    values : by name; a text that begins with = is a formula of the others
    """
    params = [
        alt.param(name=name, expr=value[1:])
        if isinstance(value, str) and value.startswith("=")
        else alt.param(name=name, value=value)
        for name, value in values.items()
    ]
    named = look.without_empty_names(chart).add_params(*params)
    return named.properties(usermeta={"moves": list(moves)})


def named_bars(
    rows: alt.Chart,
    x: alt.X,
    y: str,
    colours: dict[str, str],
    text: alt.Text,
) -> list[alt.Chart]:
    """Return layers of horizontal bars with a text at the end of each.

    y       : the column of the bars' names
    colours : of the names, in the order of the bars
    """
    base = rows.encode(x=x, y=alt.Y(f"{y}:N", sort=[*colours], title=None))
    colour = alt.Color(f"{y}:N", legend=None)
    colour = colour.scale(domain=[*colours], range=[*colours.values()])
    return [
        base.mark_bar(cornerRadiusEnd=2).encode(color=colour),
        base.mark_text(align="left", dx=4).encode(text=text),
    ]
