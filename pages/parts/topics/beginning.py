"""The server's start: it makes the first page ready before the first user comes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from threading import Thread

import streamlit as st

from pages.shared.work.memory import share_memory


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncGenerator[None]:
    """Begin, while the browser still loads what it shows the page with."""
    share_memory()
    Thread(target=_make_ready, daemon=True).start()
    yield


def _make_ready() -> None:
    """Load the page's modules, and the corpus that it opens with."""
    from pages.parts.topics import saved, topics  # noqa: F401
    from pages.shared.state import cached
    from pages.shared.state.origins import Origin
    from spca_core.corpus.preparation import DEFAULT_PREPARATION

    cached.subject(cached.corpus(Origin()))
    corpus = cached.prepared(Origin(), DEFAULT_PREPARATION)
    if stored := cached.stored(corpus):
        cached.cards(stored)
        cached.has_topic(stored)
