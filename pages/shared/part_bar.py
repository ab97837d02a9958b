"""The bar of the part of a corpus that is analysed: its conditions, and more of them.

Each condition is a pill: its name leads back to it, and its cross removes it alone.
"""

from collections.abc import Iterable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.part_editor import show_editor
from pages.shared.state import choices, edits
from pages.shared.state.choices import Request
from pages.shared.text import plain
from pages.shared.zoom import part_of
from spca_core.corpus.conditions import Condition, labelled
from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted

CHEVRON = ":material/chevron_right:"


def open_part(whole: Corpus, request: Request, place: DeltaGenerator | None) -> Corpus:
    """Draw the bar; return the documents that are analysed.

    If there are none say why, and end the page.
    place : of the bar while it has no conditions, if that is not here
    """
    if not whole.kind.has_documents:
        return whole
    part, refusal = whole, ""
    if request.where:
        where = map(Condition.parse, request.where)
        part, refusal = part_of(whole, where, request.settings)
    if place and not (request.where or _can_undo()):
        with place:
            show_editor(whole, request)
    else:
        _show_bar(whole, part, request)
    if refusal:
        st.warning(plain(refusal))
    if part is None:
        st.stop()
    return part


def _show_bar(whole: Corpus, part: Corpus | None, request: Request) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key="part_bar"
    ):
        if request.where:
            _show_path(request.where)
            _show_size(whole, part)
        show_editor(part or whole, request)
        if _can_undo():
            st.button(
                "Undo",
                key="undo_part",
                type="tertiary",
                icon=":material/undo:",
                on_click=edits.undo,
            )


def _can_undo() -> bool:
    """Return whether documents were chosen last; the page of topics has other edits."""
    before = edits.last_edit()
    return bool(before) and before.undone["where"] != choices.value("where")


def _show_path(where: tuple[str, ...]) -> None:
    """Show the way from all documents to those that meet the conditions."""
    pills = labelled(map(Condition.parse, where))
    _show_button("All", (), "back_to_all")
    before: list[str] = []
    for number, (label, conditions) in enumerate(pills):
        these = [*map(str, conditions)]
        before += these
        others = [one for one in where if one not in these]
        st.markdown(CHEVRON, width="content")
        with st.container(
            horizontal=True, gap=None, width="content", key=f"pill_{number}"
        ):
            _show_button(label, before, f"back_{number}")
            _show_button(f"Remove: {label}", others, f"remove_{number}")


def _show_button(label: str, where: Iterable[str], key: str) -> None:
    st.button(
        plain(label),
        key=f"part_{key}",
        type="tertiary",
        on_click=edits.choose_documents,
        args=(tuple(where),),
    )


def _show_size(whole: Corpus, part: Corpus | None) -> None:
    """Say how many documents are left, copies included, as lists have them."""
    n_left = part.with_copies.n_documents if part else 0
    n_all, documents = whole.with_copies.n_documents, whole.kind.documents
    st.caption(f"{n_left:,} of {counted(n_all, documents)}", width="content")
