"""Opening a saved result, and running it again to see if it gives the same answer."""

from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from pages.shared.state import cached, choices, edits
from pages.shared.state.options import (
    DEFAULT,
    OPTIONS,
    ORIGIN,
    PREPARATION,
    RUN,
    VALUES,
    keys_of,
    limits_of,
    parse,
    write_value,
)
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from pages.shared.topic_names import show_names
from pages.shared.work.work import queue
from spca_core.corpus.bundled import bundled_titles
from spca_core.errors import InputError
from spca_core.options import form_of, frozen
from spca_core.results.files.saved import topics_of
from spca_core.results.files.saved_format import Saved, read_saved
from spca_core.results.files.verification import saved_line, verify
from spca_core.results.topics.words import topic_lists
from spca_core.topics import Topics

REFUSAL = "saved_refusal"  # session state: why a saved result cannot be run here


def show_saved(workspace: Workspace) -> None:
    """Ask for a file, show what it says, and verify it once its run has ended."""
    with st.expander("Open a saved result"):
        file = st.file_uploader("Result (JSON)", key="saved", help=OPEN_HELP)
        if file is None:
            return
        try:
            saved = read_saved(file.getvalue())
            topics = topics_of(saved)
        except InputError as error:
            st.error(plain(str(error)))
            return
        st.text(saved_line(topics))
        show_names(topic_lists(topics))
        st.button(
            "Run it again and verify",
            key="verify",
            on_click=_take,
            args=(topics,),
            help=OPEN_HELP,
        )
        if refusal := st.session_state.get(REFUSAL):
            st.error(plain(refusal))
        _show_agreement(workspace, saved)


def _show_agreement(workspace: Workspace, saved: Saved) -> None:
    job = queue().peek(workspace.run)
    if job is None or not job.done or job.latest is None:
        return
    if workspace.run.settings.relevant == saved.runs[0].settings.relevant:
        st.dataframe(
            verify(saved, Topics.of(workspace.corpus, job.latest)),
            hide_index=True,
            column_config={
                "what": "What",
                "saved": "Saved",
                "now": "Now",
                "agrees": "Agrees",
            },
        )


def _take(topics: Topics) -> None:
    """Set the choices that the result was made with."""
    st.session_state[REFUSAL] = ""
    before = dict(st.session_state[choices.CHOICES])
    try:
        choices.change(**_checked(_choices_of(topics)))
        choices.change(pinned=_pinned(topics))
        # Its names and colours are of its own topics, not of those shown before.
        st.session_state.pop(choices.SHOWN, None)
        edits.forget()
    except InputError as error:
        choices.change(**before)
        st.session_state[REFUSAL] = str(error)


def _choices_of(topics: Topics) -> dict[str, Any]:
    settings = topics.settings
    preparation = topics.about.preparation
    return {
        **choices.defaults((*PREPARATION, *keys_of(DEFAULT.view))),
        **_origin_of(topics),
        **{name: frozen(preparation[name]) for name in PREPARATION},
        **{name: getattr(settings, name) for name in (*VALUES, *RUN)},
        "where": tuple(map(str, topics.about.where)),
        "k": settings.n_components,
        "s": settings.sparsity,
        **edits.as_choices(topics.edits),
    }


def _origin_of(topics: Topics) -> dict[str, Any]:
    """Return where its corpus comes from; nothing if only its content is known."""
    query = dict(parse_qsl(topics.source, keep_blank_values=True))
    if not query and topics.about.name in bundled_titles():
        query = {"corpus": topics.about.name}
    if "corpus" not in query:
        return {}
    return {**choices.defaults(ORIGIN), **{n: query[n] for n in ORIGIN if n in query}}


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    """Return the choices as a link would hold them.

    raises : InputError if one of them cannot be chosen here
    """
    checked = {}
    for name, value in values.items():
        try:
            if not isinstance(value, str):
                form_of(OPTIONS[name]).check(name, value)
            text = value if isinstance(value, str) else write_value(name, value)
            is_default = value == OPTIONS[name].default
            checked[name] = value if is_default else parse(name, text)
        except ValueError as error:
            raise InputError(
                f"This result has {name} {value!r}, and here it has to be "
                f"{limits_of(name)}. Verify it with disjoint-topics topics."
            ) from error
    return checked


def _pinned(topics: Topics) -> tuple[tuple[str, ...], ...]:
    request = choices.request()
    prepared = cached.prepared(request.origin, request.preparation)
    words = cached.part(prepared, request.where).words
    groups = topics.settings.pinned
    if max((column for group in groups for column in group), default=0) >= len(words):
        raise InputError(
            "This result pins words that are not in the open corpus. Load the corpus "
            "that it was saved with."
        )
    return tuple(tuple(words[column] for column in group) for group in groups)


OPEN_HELP = (
    "A result saved here or by the command line (--json). It is shown as saved. You "
    "can run it again to check that it still gives the same answer."
)
