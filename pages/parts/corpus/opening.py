"""Opening a corpus: another one, or the same one read in another way."""

from dataclasses import replace
from typing import Any

import streamlit as st

from pages.shared.state import cached, choices, edits
from pages.shared.state.options import DEFAULT, PREPARATION, SIZE, keys_of
from pages.shared.state.origins import Origin
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.corpus.readers.counts.covariances import COVARIANCE
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings

BEFORE = "before_reading"  # session state: an origin, and the choices before it


def read(origin: Origin) -> Corpus:
    """Return a corpus; raise InputError if it cannot be read, or has no topics."""
    corpus = cached.corpus(origin)
    prepared = cached.prepared(origin, DEFAULT_PREPARATION)
    covariance_of(prepared, default_settings(corpus)).check_varies()
    return corpus


def default_settings(corpus: Corpus) -> Settings:
    """Return the settings with which a corpus is analysed at first."""
    return replace(DEFAULT.settings, **choices.default_values(corpus.kind))


def use(origin: Origin, corpus: Corpus) -> None:
    """Make this the corpus that is analysed; edits of another one are forgotten."""
    opened = choices.request().origin
    if not corpus.kind.has_documents:  # so that the sidebar knows before it is read
        origin = origin.read_with({"format": COVARIANCE})
    if origin.is_of_file(opened):
        read_again(origin, corpus)
        return
    edits.forget()
    defaults = choices.defaults((*PREPARATION, *keys_of(DEFAULT.view)))
    values = choices.default_values(corpus.kind)
    size = choices.fitting_size(corpus.n_words, **choices.defaults(SIZE))
    choices.change(**{**defaults, **origin.choices, **values, **size})


def read_again(origin: Origin, corpus: Corpus) -> None:
    """Read the open corpus in another way, and keep the edits that still apply.

    Pinned words that it no longer has are let go. Names and notes follow the topics.
    """
    before = choices.request()
    if origin == before.origin:
        return
    edits.forget()
    st.session_state[BEFORE] = origin, dict(st.session_state[choices.CHOICES])
    known = {*cached.prepared(origin, before.preparation).words}
    pins = (tuple(filter(known.__contains__, group)) for group in before.pinned)
    values: dict[str, Any] = {
        **choices.fitting_size(corpus.n_words, choices.value("k"), choices.value("s")),
        "pinned": tuple(filter(None, pins)),
    }
    if corpus.kind != cached.corpus(before.origin).kind:
        values |= choices.default_values(corpus.kind)
    choices.change(**origin.choices, **values)


def choices_before(origin: Origin) -> dict[str, Any]:
    """Return the choices before the open corpus was read like this, if it was."""
    read, before = st.session_state.get(BEFORE, (None, {}))
    return before if read == origin else {}
