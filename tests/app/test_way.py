"""How many files of this repository somebody reads who follows a slider's move."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.work import progress, tasks
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from tests.app.test_jobs import SOLUTION
from tests.app.test_pages import APP, QUICK, SMALL, open_app, words

ROOT = APP.parent
MAX_FILES = 15  # the head of the page is drawn before the solver is loaded
PROGRESS = progress._show_progress.__code__


def endless(corpus: Corpus, settings: Settings, **_: object) -> Iterator[Solution]:
    """Stands in for the solver: a run that goes on has something to show."""
    while True:
        yield replace(SOLUTION, settings=settings)
        time.sleep(0.01)


def barren() -> Iterator[Solution]:
    """Stands in for the solver: a run that has not found anything yet."""
    time.sleep(5)
    yield from ()


class Way:
    """The files that the page passes until it has drawn the progress of the run.

    A file counts if one of its functions is called by the page's script, or if it is
    the script. What the solver does on its own thread does not count.
    """

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.drawn = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if threading.current_thread().name.startswith("ThreadPoolExecutor"):
            return
        if event == "call" and not self.drawn:
            self._pass(frame.f_code)
        elif event == "return" and frame.f_code is PROGRESS:
            self.drawn = True

    def _pass(self, code: CodeType) -> None:
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "tests"):
            self.files.add(str(path.relative_to(ROOT)))


def test_a_slider_move_passes_at_most_fifteen_files(monkeypatch: pytest.MonkeyPatch):
    app = open_app(corpus=SMALL, repeated="1", **QUICK)
    monkeypatch.setattr(tasks, "solutions", endless)
    way = Way()
    threading.setprofile(way)  # of threads that begin from now on: the script's
    try:
        app.slider(key="choice_k").set_value(3).run()
    finally:
        threading.setprofile(None)
    assert way.drawn
    assert "app.py" in way.files
    assert len(way.files) <= MAX_FILES, "\n".join(sorted(way.files))


def is_dimmed(app: AppTest) -> bool:
    return progress.DIMMED in [one.proto.body for one in app.get("html")]


def test_the_topics_of_before_stay_dimmed_until_others_are_found(
    monkeypatch: pytest.MonkeyPatch,
):
    app = open_app(corpus=SMALL, **QUICK)
    before = words(app)
    assert not is_dimmed(app)
    monkeypatch.setattr(tasks, "solutions", lambda *_, **__: barren())
    app.slider(key="choice_k").set_value(3).run()
    assert [one for one in app.button if one.key == "stop"]
    assert words(app) == before
    assert is_dimmed(app)
    app.button(key="stop").click().run()
    assert not is_dimmed(app)


def test_the_best_so_far_are_shown_before_the_run_has_ended(
    monkeypatch: pytest.MonkeyPatch,
):
    app = open_app(corpus=SMALL, **QUICK)
    before = words(app)
    monkeypatch.setattr(tasks, "solutions", endless)
    app.slider(key="choice_k").set_value(3).run()
    assert [one for one in app.button if one.key == "stop"]
    assert len(words(app)) == SOLUTION.supports.size
    assert words(app) != before
