"""Preparing a corpus: which words it keeps, what a count is worth, what is left."""

from dataclasses import asdict
from typing import Any

import streamlit as st

from pages.parts.corpus import decisions, word_options
from pages.shared.frame import show_weighting
from pages.shared.state import choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.options import OPTIONS, PREPARATION
from pages.shared.state.widgets import choose
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.options import Preparation
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import InputError
from spca_core.options import options
from spca_core.results.corpus.preparation_steps import preparation_steps


def choose_preparation(loaded: Corpus, request: Request) -> None:
    """Draw the widgets, and what each step leaves."""
    st.markdown(ABOUT_PREPARING)
    if request.origin.is_file and loaded.texts:
        word_options.choose_words(request)
    left, right = st.columns(2)
    with left:
        _show_widgets(loaded)
    with right:
        decisions.show_decisions(loaded, request)
        st.button("Reset all", key="as_loaded", on_click=_reset, args=(loaded.kind,))
    try:
        steps = preparation_steps(loaded, request.preparation, request.settings)
    except InputError as error:
        st.error(plain(str(error)))
        return
    st.dataframe(
        steps,
        hide_index=True,
        height="content",
        column_order=["step", "words", "kept", "explanation"],
        column_config={
            "step": "Step",
            "words": st.column_config.NumberColumn("Words left", format="localized"),
            "kept": "Variance kept",
            "explanation": st.column_config.TextColumn("What it does", width="large"),
        },
    )


def _show_widgets(loaded: Corpus) -> None:
    if not loaded.kind.has_documents:
        st.caption(plain(loaded.without_documents))
        return
    most = {"min_df": loaded.n_documents, "max_features": loaded.n_words}
    for name in PREPARATION:
        more: dict[str, Any] = {}
        if name in most:
            reach = max(most[name], choices.value(name))
            more = {"min_value": OPTIONS[name].default, "max_value": reach}
        elif name == "max_df":
            more = {"format": "%.3f"}
        if OPTIONS[name].type in (bool, int, int | float):
            choose(
                name, label=OPTIONS[name].label.format(**asdict(loaded.kind)), **more
            )
    show_weighting()
    choose("centred")
    choose("norm")


def _reset(kind: Kind) -> None:
    edits.forget()
    as_loaded = {
        name: option.default for name, option in options(Preparation()).items()
    }
    choices.change(**as_loaded, **matrix_options(kind))


ABOUT_PREPARING = (
    "Every change takes effect at once. The table shows how many words each step "
    "leaves, and how much of their variance."
)
