"""The workspace that a request opens: its corpus and its run, or why there is none."""

from dataclasses import replace
from typing import NamedTuple, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.part_bar import open_part
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.text import plain
from pages.shared.work.tasks import Run, run_of
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.methods.pins import columns_of_groups
from spca_core.problem.covariance import Covariance, covariance_of


class Workspace(NamedTuple):
    """A corpus as loaded and as analysed, and the run that the request asks for.

    corpus : as prepared, and if there are conditions, the part that meets them
    """

    loaded: Corpus
    corpus: Corpus
    run: Run

    @property
    def covariance(self) -> Covariance:
        """The matrix A of the run: of the corpus as analysed, weighted, centred."""
        return covariance_of(self.corpus, self.run.settings)


def open_workspace(request: Request, place: DeltaGenerator | None = None) -> Workspace:
    """Return the corpus and the run, and draw the bar of the part that is analysed.

    If there is none say why, and end the page.
    place : of the bar while it has no conditions, if that is not here
    """
    try:
        loaded = cached.corpus(request.origin)
        choices.set_defaults_of_corpus(loaded)
        prepared = cached.prepared(request.origin, request.preparation)
    except InputError as error:
        refuse_choices(error)
    corpus = open_part(prepared, request, place)
    try:
        columns_of_groups(prepared, request.pinned)
        pinned = columns_of_groups(corpus, _pins_here(corpus, request.pinned))
        settings = replace(request.settings, pinned=pinned)
    except InputError as error:
        refuse_choices(error)
    return Workspace(loaded, corpus, run_of(corpus, settings))


def _pins_here(
    corpus: Corpus, groups: tuple[tuple[str, ...], ...]
) -> list[tuple[str, ...]]:
    """Return the groups of words that a part of the corpus has; say which it lacks."""
    known = []
    for group in groups:
        missing = [word for word in group if corpus.column_if_any(word) is None]
        if missing:
            st.info(plain(f"{' + '.join(group)}: {NOT_PINNED} {', '.join(missing)}."))
        else:
            known.append(group)
    return known


def refuse_choices(error: InputError) -> NoReturn:
    """Say what is wrong with the choices and where to fix it; end the page."""
    st.error(plain(str(error)))
    st.page_link("pages/corpus.py", label="Choose a corpus", icon=":material/database:")
    st.stop()


NOT_PINNED = "not kept together here, because these documents do not contain"
