"""Opening a corpus: another one, or the same one read in another way."""

from dataclasses import replace
from typing import Any

from pages.shared.state import cached, choices, edits
from pages.shared.state.options import DEFAULT, PREPARATION, SIZE, keys_of
from pages.shared.state.origins import Origin
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.corpus.readers.counts.covariances import COVARIANCE
from spca_core.corpus.weighting import matrix_options
from spca_core.problem.covariance import covariance_of


def use(origin: Origin) -> None:
    """Read a corpus and make it the one that is analysed.

    Edits of another one are forgotten; of the same one, those that still apply stay.

    raises : InputError if it cannot be read, or has no topics; nothing changes then
    """
    corpus = cached.corpus(origin)
    prepared = cached.prepared(origin, DEFAULT_PREPARATION)
    settings = replace(DEFAULT.settings, **matrix_options(corpus.kind))
    covariance_of(prepared, settings).check_varies()
    if not corpus.kind.has_documents:
        # The sidebar knows the format of a matrix before that is read.
        origin = origin.read_with({"format": COVARIANCE})
    opened = choices.request().origin
    if origin == opened:
        return
    edits.forget()
    values = _same(origin, corpus) if origin.is_of_file(opened) else _other(corpus)
    choices.change(**{**values, **origin.choices})


def _other(corpus: Corpus) -> dict[str, Any]:
    """Return the choices with which another corpus begins."""
    size = choices.fitting_size(corpus.n_words, **choices.defaults(SIZE))
    defaults = choices.defaults((*PREPARATION, *keys_of(DEFAULT.view)))
    return {**defaults, **matrix_options(corpus.kind), **size}


def _same(origin: Origin, corpus: Corpus) -> dict[str, Any]:
    """Return the choices that change where the open corpus is read in another way.

    Pinned words that it no longer has are let go, and so are numbers of documents if it
    has more or fewer of these. Names and notes follow the topics.
    """
    before = choices.request()
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
    return values
