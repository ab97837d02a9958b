"""The server makes the first page ready before its first user comes."""

import importlib
import sys
from concurrent.futures import wait
from threading import Event

import pytest
import streamlit as st

from pages.parts.topics import beginning
from pages.shared.state import cached
from pages.shared.work import tasks
from pages.shared.work.work import queue
from tests.app.visits import APP, DEFAULT_VALUES, LONGEST_RUN, cards, metric, open_page

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")


def test_a_server_that_imports_the_script_finds_its_app(monkeypatch):
    monkeypatch.syspath_prepend(str(APP.parent))
    monkeypatch.delitem(sys.modules, "app", raising=False)
    assert isinstance(importlib.import_module("app").app, st.App)


@pytest.mark.slow
def test_the_first_page_computes_nothing_that_was_made_ready(
    monkeypatch: pytest.MonkeyPatch,
):
    def refuse(*_: object) -> None:
        raise AssertionError("this was ready")

    st.cache_resource.clear()
    beginning._make_ready()
    monkeypatch.setattr(cached, "read_bundled", refuse)
    monkeypatch.setattr(cached.stored_results, "stored_topics", refuse)
    monkeypatch.setattr(cached, "documents_with_topics", refuse)
    monkeypatch.setattr(cached.topic_cards, "cards", refuse)
    assert "topic-cards" in cards(open_page())


@pytest.mark.slow
def test_the_first_topics_are_shown_while_kernels_compile_behind_them(
    monkeypatch: pytest.MonkeyPatch,
):
    begun: list[tuple[str, dict[str, bool]]] = []
    released = Event()

    def compile_slowly(method: str, **data: bool) -> None:
        begun.append((method, data))
        assert released.wait(LONGEST_RUN)

    st.cache_resource.clear()
    monkeypatch.setattr(tasks, "warm", compile_slowly)
    app = open_page()
    assert "topic-cards" in cards(app)
    compilation = queue().find(tasks.Compilation())
    assert not compilation.done
    released.set()
    wait([compilation.future])
    assert not compilation.failure
    # What the next search needs: the usual method, on counts, weighted and centred.
    assert begun == [("joint", {"is_sparse": True, "centred": True})]
    assert metric(app, "Values") == DEFAULT_VALUES
