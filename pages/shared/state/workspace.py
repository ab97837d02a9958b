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
        run = run_asked(corpus, request)
    except InputError as error:
        refuse_choices(error)
    for group in request.pinned:
        if missing := _missing(corpus, group):
            st.info(plain(f"{' + '.join(group)}: {NOT_PINNED} {', '.join(missing)}."))
    return Workspace(loaded, corpus, run)


def run_asked(corpus: Corpus, request: Request) -> Run:
    """Return the run of a request on its corpus as analysed.

    Groups of words that a part does not have are not pinned there.
    """
    groups = [group for group in request.pinned if not _missing(corpus, group)]
    pinned = columns_of_groups(corpus, groups)
    return run_of(corpus, replace(request.settings, pinned=pinned))


def _missing(corpus: Corpus, words: tuple[str, ...]) -> list[str]:
    return [word for word in words if corpus.column_if_any(word) is None]


def refuse_choices(error: InputError) -> NoReturn:
    """Say what is wrong with the choices and where to fix it; end the page."""
    st.error(plain(str(error)))
    st.page_link("pages/corpus.py", label="Choose a corpus", icon=":material/database:")
    st.stop()


NOT_PINNED = "not kept together here, because these documents do not contain"
