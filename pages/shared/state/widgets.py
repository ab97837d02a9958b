"""The widget of an option, drawn from what its dataclass says of it."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.options import OPTIONS
from spca_core.options import (
    NUMBER,
    ONE_OF,
    SOME_OF,
    TEXT,
    WORDS,
    YES_OR_NO,
    Option,
    form_of,
)

PAGE = "widgets_page"  # session state: the page whose widgets hold values
WIDGETS: dict[str, Any] = {  # by the names of forms
    YES_OR_NO: st.toggle,
    NUMBER: st.number_input,
    TEXT: st.text_input,
    ONE_OF: st.selectbox,
    SOME_OF: st.multiselect,
    WORDS: st.text_area,
}


def choose(
    name: str,
    *,
    now: Any = None,
    then: Callable[[], object] | None = None,
    in_form: bool = False,
    **more: Any,
) -> Any:
    """Draw the widget of an option, which changes its choice; return the choice.

    now : what it shows, if that is not the choice
    then : is called after a change
    in_form : the choice is changed by `take`, once the form is sent
    more : a widget other than that of the option's form, and what is passed on to it
    """
    option, now = OPTIONS[name], choices.value(name) if now is None else now
    # A choice also changes elsewhere, and by the browser's Back.
    write(key(name), _shown(option, now, more), anew="format_func" in more)
    if not in_form:
        more |= {"on_change": _take_one, "args": (name, then)}
    # A busy browser may draw it only in the next run, which writes nothing.
    draw_option(option, key(name), now, **more)
    return choices.value(name)


def choose_in_row(name: str, **more: Any) -> Any:
    """Draw what an option may be in a row, without its label; return the choice.

    more : passed on to `choose`
    """
    row: dict[str, Any] = {"widget": st.segmented_control, "required": True}
    return choose(name, **row | {"label_visibility": "collapsed"} | more)


def write(key: str, shown: Any, *, anew: bool = False) -> None:
    """Have the widget with that key show something.

    Nothing is written if it does: in the browser, what is written replaces what the
    user changes while the page is drawn. A new widget may have to show None.

    anew : written all the same: a browser knows what is chosen by its label alone, and
        takes it for something else where that label changes
    """
    if anew or key not in st.session_state or st.session_state[key] != shown:
        st.session_state[key] = shown


def forget_other_pages(page: str) -> None:
    """Forget what the widgets of another page hold: this page has its own."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE] = page
        for name in OPTIONS:
            st.session_state.pop(key(name), None)


def key(name: str) -> str:
    """Return the key of the widget that `choose` draws."""
    return f"choice_{name}"


def take(*names: str) -> None:
    """Change choices to what their widgets have."""
    choices.change(**{n: chosen(OPTIONS[n], key(n)) for n in names})


def _take_one(name: str, then: Callable[[], object] | None) -> None:
    take(name)
    if then:
        then()


def draw_option(
    option: Option,
    key: str,
    *now: Any,
    widget: Callable[..., Any] | None = None,
    **more: Any,
) -> Any:
    """Draw the widget of an option; return what is chosen, as the option holds it.

    now : what it shows at first, unless session state has that under the key
    widget : instead of that of the option's form
    more : passed on to it
    """
    option = option.on_pages
    form, limits, names = form_of(option).name, option.limits, list(option.choices)
    shown: dict[str, Any] = {"label": option.label, "help": option.help or None}
    draw = widget or WIDGETS[form]
    if names:
        shown |= {"options": names, "format_func": option.choices.__getitem__}
    elif limits and "options" not in more:
        numbers = {"min_value": limits[0], "max_value": limits[1], "step": option.step}
        shown |= {"max_chars": limits[1]} if form == TEXT else numbers
    shown |= more
    takes = signature(draw).parameters
    for value in now:
        if "index" in takes:
            shown["index"] = list(shown["options"]).index(value)
        else:
            first = "default" if "default" in takes else "value"
            shown[first] = _shown(option, value, more)
    return _held(option, draw(key=key, **shown))


def _shown(option: Option, value: Any, more: Mapping[str, Any]) -> Any:
    """Return what a widget shows of a value: of words as they are typed, a text."""
    if not option.is_list:
        return value
    is_typed = form_of(option).name == WORDS and "options" not in more
    return " ".join(value) if is_typed else list(value)


def chosen(option: Option, key: str) -> Any:
    """Return what the widget with that key has, as the option holds it."""
    return _held(option, st.session_state[key])


def _held(option: Option, chosen: Any) -> Any:
    """Return what a widget has, as the option holds it."""
    if option.is_list:
        words = chosen.split() if isinstance(chosen, str) else chosen
        return tuple(dict.fromkeys(words))
    is_typed = isinstance(chosen, str) and not option.choices
    return chosen.strip() if is_typed else chosen
