"""The server makes the first page ready before its first user comes."""

import importlib
import sys

import pytest
import streamlit as st

from pages.parts.topics import beginning
from pages.shared.state import cached
from tests.app.test_pages import APP, open_app


def test_a_server_that_imports_the_script_finds_its_app(monkeypatch):
    monkeypatch.syspath_prepend(str(APP.parent))
    monkeypatch.delitem(sys.modules, "app", raising=False)
    assert isinstance(importlib.import_module("app").app, st.App)


def test_the_first_page_computes_nothing_that_was_made_ready(
    monkeypatch: pytest.MonkeyPatch,
):
    def refuse(*_: object) -> None:
        raise AssertionError("this was ready")

    st.cache_resource.clear()
    beginning._make_ready()
    monkeypatch.setattr(cached, "read_bundled", refuse)
    monkeypatch.setattr(cached, "stored_solution", refuse)
    monkeypatch.setattr(cached.topic_cards, "cards", refuse)
    assert "topic-cards" in "".join(one.proto.body for one in open_app().get("html"))
