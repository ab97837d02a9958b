"""Garbage collection that passes over what the modules hold."""

import gc
import sys

import streamlit as st


def pass_over_modules() -> None:
    """Have no later collection look through what exists now, if modules were imported.

    Streamlit collects garbage after every run of a page. With all that numba, scipy and
    altair hold, that takes 0.1 s, in which no other thread runs: neither a search nor
    the one that sends the end of the page to the browser.
    """
    _freeze(len(sys.modules))


@st.cache_resource(show_spinner=False)
def _freeze(modules: int) -> None:
    """Freeze all objects, once for each number of modules.

    What is frozen with them and becomes garbage later stays: a few sessions' choices.
    """
    gc.freeze()
