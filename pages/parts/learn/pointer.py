"""Pictures that move under the pointer: in the browser, without the server.

A picture is a Vega-Lite specification. Its parameters are values of the address; the
browser moves them in all pictures of a chapter at once, by Streamlit's own Vega, and
tells the server when the pointer lets go.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts.learn.tasks import record
from pages.shared.state import choices
from pages.shared.state.options import OPTIONS, parse, write_value
from spca_core.lessons.tasks import Task
from spca_core.options import NUMBER, YES_OR_NO, form_of

HERE = Path(__file__)
STATIC = Path(st.__file__).parent / "static"


def draw_pictures(
    columns: Iterable[Iterable[Any]],
    names: Sequence[str],
    text: str,
    tasks: Sequence[Task],
) -> None:
    """Draw columns of pictures below their sliders, except for what the link hides.

    columns : of charts with parameters; what a pointer moves is in their `usermeta`
    names   : of the options that the pictures show
    text    : what they show, for those who cannot see them
    tasks   : of the chapter, whose targets may be reached
    """
    free = [name for name in names if not choices.hidden(name)]
    _component()(
        key=_key(),
        data={
            "library": _library(),
            "text": text,
            "columns": [
                [_picture(chart, free) for chart in column] for column in columns
            ],
            "controls": [control for name in free for control in _controls(name)],
            "values": {name: choices.value(name) for name in names},
        },
        on_values_change=partial(_take, tasks),
    )


def _controls(name: str) -> Iterable[dict[str, Any]]:
    """Yield the slider of a number, or the box to tick, which is one without a step.

    A text is moved in the pictures alone.
    """
    option = OPTIONS[name]
    if form_of(option).name in (NUMBER, YES_OR_NO):
        minimum, maximum = option.limits or (0, 1)
        yield {
            "name": name,
            "label": option.label,
            "minimum": minimum,
            "maximum": maximum,
            "step": option.step or 0,
            "unit": option.unit,
            "plays": name == "step",
        }


def _picture(chart: Any, free: Sequence[str]) -> dict[str, Any]:
    spec = chart.to_dict(validate=False)
    moves = spec.pop("usermeta")["moves"]
    return {"spec": spec, "moves": [move for move in moves if move["of"] in free]}


def _key() -> str:
    # Each chapter's pictures are drawn anew.
    return f"held_{choices.value('chapter')}"


def _take(tasks: Sequence[Task]) -> None:
    """Keep the values that the pointer has left, as a link would hold them."""
    values = st.session_state[_key()]["values"]
    choices.change(
        **{n: parse(n, write_value(n, value)) for n, value in values.items()}
    )
    record(tasks)


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
