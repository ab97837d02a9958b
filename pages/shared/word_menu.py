"""The menu of a word, on cards and in texts: components that have it."""

from pathlib import Path
from typing import Any

import streamlit as st

MENU = """
.word-menu { position: fixed; inset: auto; margin: 0; padding: .25rem;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: .5rem; background: var(--st-background-color);
  color: var(--st-text-color); box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
.word-menu button { display: block; width: 100%; padding: .4rem .8rem; border: 0;
  background: none; color: inherit; font: inherit; text-align: start; cursor: pointer;
  border-radius: .35rem; }
.word-menu button:is(:hover, :focus-visible) {
  background: var(--st-secondary-background-color); outline: none; }
"""


def component_with_menu(name: str, file: str) -> Any:
    """Return a component of Streamlit in which words open the menu.

    file : a module, beside which the component's own script is
    """
    scripts = (Path(each).with_suffix(".js") for each in (__file__, file))
    return st.components.v2.component(
        name,
        html="<div class='menu-place'></div>",
        css=MENU,
        js="".join(script.read_text("utf-8") for script in scripts),
        isolate_styles=False,
    )
