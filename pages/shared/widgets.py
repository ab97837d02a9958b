"""The widget of an option, drawn from what its dataclass says of it."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from spca_core.options import Option


def draw(
    option: Option,
    key: str,
    *now: Any,
    widget: Callable[..., Any] | None = None,
    **more: Any,
) -> Any:
    """Draw the widget of an option; return what is chosen, as the option holds it.

    now : what it shows at first, unless session state has that under the key
    widget : instead of the usual one
    more : passed on to it
    """
    shown: dict[str, Any] = {"label": option.label, "help": option.help}
    limits, names = option.offered or option.limits, list(option.choices)
    usual_widget: Any = st.number_input
    first = "value"
    if names:
        shown |= {"options": names, "format_func": option.choices.__getitem__}
    if option.type is bool:
        usual_widget = st.toggle
    elif option.is_list and names:
        first, usual_widget = "default", st.multiselect
    elif option.is_list:
        usual_widget, now = st.text_area, tuple(map(" ".join, now))
    elif names:
        first, usual_widget = "index", st.selectbox
        now = tuple(map(names.index, now))
    elif option.type in (str, str | None):
        usual_widget = st.text_input
        shown |= {"max_chars": int(limits[1])} if limits else {}
    elif limits:
        shown |= {"min_value": limits[0], "max_value": limits[1], "step": option.step}
    shown |= {first: now[0]} if now else {}
    chosen = (widget or usual_widget)(key=key, **shown, **more)
    if option.is_list:
        return tuple(chosen if names else dict.fromkeys(chosen.split()))
    return chosen if names or not isinstance(chosen, str) else chosen.strip()
