"""A file that the user opens: where it is asked for, and why it is refused."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.shared.text import plain
from spca_core.errors import InputError


def ask_for_file(about: str, what: str, kinds: Any, key: str, take: Callable) -> None:
    """Ask for a file; say why the last one was refused.

    about : text above the field
    what  : the field's label
    take  : called with the file, or None once it is taken away; may raise InputError
    """
    st.markdown(about)
    st.file_uploader(what, kinds, key=key, on_change=partial(_take, key, take))
    if refused := st.session_state.pop(_refused(key), ""):
        st.error(plain(refused))


def _take(key: str, take: Callable) -> None:
    try:
        take(st.session_state[key])
    except InputError as error:
        st.session_state[_refused(key)] = str(error)


def _refused(key: str) -> str:
    return f"{key}_refused"
