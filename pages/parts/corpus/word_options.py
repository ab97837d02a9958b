"""What counts as a word: by a form, as each change counts all texts again."""

from typing import Any

import streamlit as st

from pages.parts.corpus import opening
from pages.shared.state.choices import Request
from pages.shared.state.options import OPTIONS
from pages.shared.state.widgets import draw_option, write
from pages.shared.text import plain
from spca_core.corpus.texts.tokenisation import AUTO, DEFAULT_TOKENISATION
from spca_core.errors import InputError
from spca_core.options import options

# Whether repeated text counts is asked where it is shown.
ASKED = tuple(
    name for name in options(DEFAULT_TOKENISATION) if name != "without_repeated"
)


def choose_words(request: Request) -> None:
    """Ask what counts as a word; nothing changes if the texts cannot be counted so."""
    now, shown = request.origin.choices, st.session_state.get(SHOWN)
    # What is not sent, or refused, stays as it is typed.
    is_other = shown != request.origin
    st.session_state[SHOWN] = request.origin
    with st.expander("What counts as a word"), st.form("counted", border=False):
        chosen = {name: _ask(name, now[name], anew=is_other) for name in ASKED}
        is_sent = st.form_submit_button("Count again", key="count_again")
    if not is_sent:
        return
    if len(chosen["languages"]) > 1:  # "Found" means no other
        others = (code for code in chosen["languages"] if code != AUTO)
        chosen["languages"] = tuple(others)
    try:
        opening.use(request.origin.read_with(chosen))
    except InputError as error:
        st.error(plain(str(error)))
    else:
        st.rerun()


def _ask(name: str, now: Any, *, anew: bool) -> Any:
    option, key = OPTIONS[name], f"counted_{name}"
    if option.is_list:
        now = list(now) if option.choices else " ".join(now)
    if anew or key not in st.session_state:
        write(key, now)
    return draw_option(option, key, **MORE.get(name, {}))


SHOWN = "counted_origin"  # session state: the corpus whose options are shown
MORE: dict[str, dict[str, Any]] = {  # of their widgets
    "stop_words": {"placeholder": "for example: shall upon"},
    "token_pattern": {"placeholder": r"for example: (?u)\b\w\w+\b"},
}
