"""What pictures under a pointer share: values as parameters, and what moves them.

A move says which parameter changes, at which events, to what (a Vega expression), and
which values of the chapter must be free for that.
"""

from typing import Any

import altair as alt

from spca_core.results.charts import look

PRESS = "pointerdown"
DRAG = "pointerdown, [pointerdown, window:pointerup] > pointermove"


def move(name: str, update: str, events: str = DRAG, of: str = "") -> dict[str, Any]:
    """Return a move of a parameter, of the chapter's value `of` or of its own name."""
    return {"name": name, "update": update, "events": events, "of": [of or name]}


def held(chart: Any, values: dict[str, Any], *moves: dict[str, Any]) -> Any:
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
