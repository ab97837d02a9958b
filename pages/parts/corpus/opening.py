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
from spca_core.corpus.weighting import matrix_options
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings

BEFORE = "before_reading"  # session state: an origin, and what was chosen before


def read(origin: Origin) -> Corpus:
    """Return a corpus; raise InputError if it cannot be read, or has no topics."""
    corpus = cached.corpus(origin)
    prepared = cached.prepared(origin, DEFAULT_PREPARATION)
    covariance_of(prepared, default_settings(corpus)).check_varies()
    return corpus


def default_settings(corpus: Corpus) -> Settings:
    """Return the settings with which a corpus is analysed at first."""
    return replace(DEFAULT.settings, **matrix_options(corpus.kind))


def use(origin: Origin, corpus: Corpus) -> None:
    """Make this the corpus that is analysed; edits of another one are forgotten."""
    if origin.is_of_file(choices.request().origin):
        read_again(origin, corpus)
        return
    edits.forget()
    origin = _with_format(origin, corpus)
    defaults = choices.defaults((*PREPARATION, *keys_of(DEFAULT.view)))
    values = matrix_options(corpus.kind)
    size = choices.fitting_size(corpus.n_words, **choices.defaults(SIZE))
    choices.change(**{**defaults, **origin.choices, **values, **size})


def read_again(origin: Origin, corpus: Corpus) -> None:
    """Read the open corpus in another way, and keep the edits that still apply.

    Pinned words that it no longer has are let go, and so are numbers of documents if it
    has more or fewer of these. Names and notes follow the topics.
    """
    origin, before = _with_format(origin, corpus), choices.request()
    if origin == before.origin:
        return
    edits.forget()
    known = {*cached.prepared(origin, before.preparation).words}
    pins = (tuple(filter(known.__contains__, group)) for group in before.pinned)
    values: dict[str, Any] = {
        **choices.fitting_size(corpus.n_words, choices.value("k"), choices.value("s")),
        "pinned": tuple(filter(None, pins)),
    }
    if corpus.kind != cached.corpus(before.origin).kind:
        values |= matrix_options(corpus.kind)
    if corpus.n_documents != cached.corpus(before.origin).n_documents:
        values |= edits.without_numbers()
    values = {**origin.choices, **values}
    undo = {name: choices.value(name) for name in values}
    st.session_state[BEFORE] = origin, undo
    choices.change(**values)


def undo(before: dict[str, Any]) -> None:
    """Go back to the choices before the corpus was read again."""
    edits.forget()
    choices.change(**before)


def _with_format(origin: Origin, corpus: Corpus) -> Origin:
    """Name the format of a matrix: the sidebar knows it before it is read."""
    if corpus.kind.has_documents:
        return origin
    return origin.read_with({"format": COVARIANCE})


def choices_before(origin: Origin) -> dict[str, Any]:
    """Return the choices that Undo restores, if the open corpus was read again."""
    read, before = st.session_state.get(BEFORE, (None, {}))
    return before if read == origin else {}
