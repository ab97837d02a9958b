"""From some of the documents on: to read them, and to find the topics in them."""

from collections.abc import Iterable
from typing import NoReturn

import streamlit as st

from pages.shared.frame import go_to
from pages.shared.state import cached, choices, edits
from pages.shared.text import plain
from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.settings import Settings
from spca_core.results.topics.remarks import too_small

READ, FIND_TOPICS = "Read these", "Find topics in these"


def part_of(
    now: Corpus, where: Iterable[Condition], settings: Settings
) -> tuple[Corpus | None, str]:
    """Return the documents that meet conditions, and why they have no topics if so."""
    try:
        part = cached.part(now, tuple(map(str, where)))
    except InputError as error:
        return None, str(error)
    return part, too_small(part, settings)


def take(now: Corpus, part: Corpus) -> None:
    """Analyse a part of the documents that are analysed now."""
    added = [str(each) for each in part.where if each not in now.where]
    where = [*choices.value("where"), *added]
    edits.choose_documents(where, tab="cards", topic=1)


def read(**listed: object) -> NoReturn:
    """Open the page of documents, which lists those of these choices."""
    choices.change(**listed, document=0)
    go_to("Documents")


def find_topics(now: Corpus, where: Iterable[Condition], settings: Settings) -> None:
    """Analyse the documents that meet conditions, or say why they have no topics."""
    part, refusal = part_of(now, where, settings)
    if part is None or refusal:
        st.warning(plain(refusal))
    else:
        take(now, part)
        go_to("Topics")


def offer_documents(
    now: Corpus,
    where: Iterable[Condition],
    settings: Settings,
    key: str,
    about: str = "",
    **listed: object,
) -> None:
    """Offer to read documents, and to find the topics in them.

    now    : what is analysed, of which they are a part
    about  : what they are called, if that is not beside it
    listed : the choices with which the page of documents lists them; without any, they
             are listed already
    """
    with st.container(horizontal=True, vertical_alignment="center", key=f"zoom_{key}"):
        if about:
            st.markdown(plain(about), width="content")
        if listed and st.button(READ, icon=":material/description:", key=f"read_{key}"):
            read(**listed)
        if st.button(FIND_TOPICS, icon=":material/zoom_in:", key=f"find_{key}"):
            find_topics(now, where, settings)
