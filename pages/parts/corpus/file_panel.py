"""A file before and after it is used: the one question of its kind, and what it gives.

Nothing here changes the open corpus until its user asks for the topics of the file.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from pages.parts.corpus import opening
from pages.parts.corpus.draft import Draft, ask, change, draft_of, note_readable
from pages.shared.frame import go_to
from pages.shared.state import cached, choices
from pages.shared.state.origins import Origin
from pages.shared.text import plain
from spca_core.corpus.readers.documents.split import PIECES
from spca_core.corpus.readers.files import plain_name
from spca_core.corpus.readers.formats import NESTED, TABLE, TEXT
from spca_core.corpus.readers.preview import Document, Preview
from spca_core.corpus.readers.tables.roles import NONE
from spca_core.errors import InputError

SIDE_BY_SIDE: Any = {"spec": [2, 3], "gap": "medium"}


def show_file(file: Origin, *, goes_along: bool = False) -> None:
    """Ask how a file is read, and show what that gives.

    goes_along : another view or page uses it, too
    """
    draft = draft_of(file)
    seen, draft = _seen(draft)
    if draft.refusal and not draft.changed:
        show_refusal(draft.refusal)
    question, result = st.columns(**SIDE_BY_SIDE)
    rest, documents = st.columns(**SIDE_BY_SIDE)
    with question:
        if seen:
            _ask_question(draft, seen)
    with rest:
        if seen:
            _ask_rest(draft, seen)
        _ask_more(draft, seen)
    if seen and not draft.refusal:
        if goes_along:
            st.session_state[choices.STAGED] = partial(opening.use, draft.origin)
        with result:
            summary = seen.summary or NOT_COUNTED
            show_result(f"{seen.name}: {summary}", draft.origin)
            for sentence in (*seen.left_out, *seen.warnings):
                st.caption(plain(sentence))
        with documents:
            show_documents(seen.first)


def _seen(draft: Draft) -> tuple[Preview | None, Draft]:
    """Return what a file would be read as; if it cannot be, as it was, and why."""
    try:
        seen = cached.preview(draft.origin)
    except InputError as error:
        before = cached.preview(draft.readable) if draft.readable else None
        return before, draft._replace(refusal=str(error))
    note_readable(draft)
    return seen, draft


def _ask_question(draft: Draft, seen: Preview) -> None:
    reading = draft.origin.reading
    if seen.kind == TABLE:
        _ask_text(draft, seen, QUESTION_OF_A_TABLE)
    elif seen.kind == NESTED:
        ask("element", draft, reading.element, placeholder=FOUND)
    elif seen.kind == TEXT:
        ask("split", draft, reading.splitting.split)
        if reading.splitting.split == PIECES:
            ask("piece", draft, reading.splitting.piece)
    with st.container(horizontal=True, gap="small"):
        for number, each in enumerate(seen.suggestions):
            st.button(
                plain(f"{each.label}: {each.n_documents:,}"),
                key=f"suggestion_{number}",
                on_click=change,
                args=(each.option, each.value),
            )


def _ask_text(draft: Draft, seen: Preview, label: str) -> None:
    # Whoever takes the column away to choose another one finds its place empty.
    is_empty = draft.changed == "text" and not draft.origin.choices["text"]
    now = [] if is_empty else _named("text", seen)
    ask("text", draft, now, names=_offered(seen), label=label, placeholder=FOUND)


def _ask_rest(draft: Draft, seen: Preview) -> None:
    """Ask for a pattern of one's own, or for the columns, with what they are now."""
    if seen.kind == TEXT:
        pattern = draft.origin.reading.splitting.pattern
        ask("pattern", draft, pattern, placeholder=EXAMPLE_OF_A_PATTERN)
    if not seen.columns:
        return
    if seen.kind != TABLE:
        _ask_text(draft, seen, "Text")
    one = {NONE: "None", **_offered(seen)}
    for name in ("title", "date"):
        ask(name, draft, next(iter(_named(name, seen)), NONE), names=one)
    ask("groups", draft, _named("group", seen), names=_offered(seen))


def _offered(seen: Preview) -> dict[str, str]:
    return {column.name: column.name for column in seen.columns}


def _named(role: str, seen: Preview) -> list[str]:
    """Return the names of the columns that are read as this."""
    return [column.name for column in seen.columns if column.role == role]


def _ask_more(draft: Draft, seen: Preview | None) -> None:
    """Ask, behind a click, for what hardly anybody has to change."""
    with st.expander(MORE):
        of_file = plain_name(cached.source(draft.origin.corpus))
        chosen, options = draft.origin.choices, seen.options if seen else MENDING
        ask("name", draft, chosen["name"], placeholder=of_file)
        for name in (name for name in IN_MORE if name in options):
            ask(name, draft, chosen[name], **_widget(name, seen))


def show_result(summary: str, origin: Origin) -> None:
    """Say how large a corpus would be, and offer to find its topics."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"##### {plain(summary)}", width="content")
        is_asked = st.button("Find topics", type="primary", key="use", help=USE_HELP)
    if not is_asked:
        return
    try:
        opening.use(origin)
    except InputError as error:
        show_refusal(str(error))
    else:
        go_to("Topics")


def show_refusal(why: str) -> None:
    """Say why something cannot be read, and what is open still."""
    st.error(plain(why))
    st.caption(plain(f"{choices.request().corpus_name} is still open."))


def show_documents(documents: Sequence[Document]) -> None:
    """Show the beginnings of documents; strangers' words are no markup."""
    for document in documents:
        groups = (f"{name}: {group}" for name, group in document.groups.items())
        about = " · ".join(filter(None, (document.title, document.date, *groups)))
        with st.container(border=True):
            if about:
                st.caption(plain(about))
            st.markdown(plain(" ".join(document.text.split())))


def _widget(name: str, seen: Preview | None) -> dict[str, Any]:
    """Return what the widget of an option has besides, for this file."""
    if name in ("header", "label"):
        return {"placeholder": FOUND}
    if name == "sheet" and seen:
        return {"names": {"": FOUND, **{sheet: sheet for sheet in seen.sheets}}}
    if name == "join" and seen:
        return {"names": {"": "None", **_offered(seen)}}
    return {}


FOUND = "Found"
NOT_COUNTED = "a large file of counts"
QUESTION_OF_A_TABLE = "Which column is the text?"
EXAMPLE_OF_A_PATTERN = r"for example: (?P<speaker>[A-Z]+):"
MORE = "More about this file"
# As they are asked; those that apply to the file.
IN_MORE = (
    *("format", "sheet", "separator", "header", "order", "join", "label", "encoding"),
)
MENDING = ("format", "encoding")  # what may help a file that cannot be read
USE_HELP = "Analyse this corpus from now on. You can go back to the previous one."
