"""Pictures that move under the pointer: in the browser, without the server.

A picture is a Vega-Lite specification. Its parameters are values of the address; the
browser moves them in all pictures of a chapter at once, by Streamlit's own Vega, and
tells the server when the pointer lets go.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.fields import FIELDS

HERE = Path(__file__)
STATIC = Path(st.__file__).parent / "static"


class Control(NamedTuple):
    """A slider in the browser for a value of the address; a box to tick without step.

    label : without one there is no slider: the value is moved in the pictures alone
    unit  : what stands after the number
    """

    name: str
    label: str
    minimum: float = 0
    maximum: float = 1
    step: float = 0
    unit: str = ""


def show(
    columns: Iterable[Iterable[Any]], controls: Sequence[Control], text: str
) -> None:
    """Draw columns of pictures below their sliders, except for what the link hides.

    columns : of charts with parameters; what a pointer moves is in their `usermeta`
    text    : what they show, for those who cannot see them
    """
    shown = [control for control in controls if not choices.hidden(control.name)]
    free = {control.name for control in shown}
    _component()(
        key=_key(),
        data={
            "library": _library(),
            "text": text,
            "columns": [
                [_picture(chart, free) for chart in column] for column in columns
            ],
            "controls": [control._asdict() for control in shown if control.label],
            "values": {name: choices.value(name) for name, *_ in controls},
        },
        on_values_change=_take,
    )


def _picture(chart: Any, free: set[str]) -> dict[str, Any]:
    spec = chart.to_dict(validate=False)
    moves = spec.pop("usermeta")["moves"]
    return {"spec": spec, "moves": [move for move in moves if move["of"] in free]}


def _key() -> str:
    # Each chapter's pictures are drawn anew.
    return f"held_{choices.value('chapter')}"


def _take() -> None:
    """Keep the values that the pointer has left, as a link would hold them."""
    values = st.session_state[_key()]["values"]
    texts = {name: FIELDS[name].write(value) for name, value in values.items()}
    choices.change(**{name: FIELDS[name].parse(text) for name, text in texts.items()})


@cache
def _component() -> Any:
    js, css = (HERE.with_suffix(end).read_text("utf-8") for end in (".js", ".css"))
    html = "<main role=group></main>"
    return st.components.v2.component("held_pictures", html=html, css=css, js=js)


@cache
def _library() -> str:
    """Return where the browser finds the loader of Vega that Streamlit brings."""
    (loader,) = STATIC.glob("static/js/loadVegaEmbed.*.js")
    return loader.relative_to(STATIC).as_posix()
