"""How many files of this repository somebody reads who follows a slider's move."""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from pages.parts.topics.topics import DIMMED
from pages.shared import frame
from pages.shared.work import progress, screen, tasks
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.running.stopping import stopping_point
from tests.app.test_jobs import SOLUTION
from tests.app.visits import QUICK, SMALL, open_page, run_to_the_end, words

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")


def endless(corpus: Corpus, settings: Settings, **_: object) -> Iterator[Solution]:
    """Stands in for the solver: a run that goes on has something to show."""
    while True:
        yield replace(SOLUTION, settings=settings)
        time.sleep(0.01)


def barren() -> Iterator[Solution]:
    """Stands in for the solver: a run that has not found anything yet."""
    while True:
        stopping_point()
        time.sleep(0.01)
    yield from ()


def whole_runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets a line for each run of a whole page from now on."""
    runs, begin = [], frame._begin
    monkeypatch.setattr(frame, "_begin", lambda page: runs.append(page) or begin(page))
    return runs


def test_a_slider_move_runs_the_page_once_if_its_topics_are_found_at_once(
    monkeypatch: pytest.MonkeyPatch,
):
    # It would end at any moment, and the page run again for the names.
    monkeypatch.setattr(tasks, "against_chance", lambda *of: iter(()))
    monkeypatch.setattr(progress, "SHORT_RUN_SECONDS", 60.0)  # whatever the machine
    app = open_page(corpus=SMALL, **QUICK)
    runs = whole_runs(monkeypatch)
    app.slider(key="choice_k").set_value(4).run()
    assert len(words(app)) == 4 * 3
    assert len(runs) == 1
    before = dict(app.query_params)
    app.slider(key="choice_k").set_value(5).run()
    # Names, colours and the chosen topic follow, and the link says so, in the same run.
    run_to_the_end(app)
    assert app.query_params["k"] == "5" != before["k"]


class Browser:
    """Stands in for the browser: it notes what it is told to poll no more."""

    def __init__(self) -> None:
        self.polled_no_more: list[str] = []

    def enqueue(self, message: ForwardMsg) -> None:
        self.polled_no_more += message.stop_auto_rerun.fragment_ids


@pytest.mark.parametrize("reruns", [False, True])
def test_polling_ends_with_one_run_of_the_page_or_none(
    monkeypatch: pytest.MonkeyPatch, reruns: bool
):
    browser, whole, drawn = Browser(), [], []
    monkeypatch.setattr(screen, "get_script_run_ctx", lambda: browser)
    monkeypatch.setattr(screen.st, "rerun", lambda: whole.append("page"))
    works = [SimpleNamespace(done=False, failure="")]
    draw = partial(screen._draw, lambda: works, drawn.append, None, polls=True)
    monkeypatch.setattr(
        screen.ThreadState, "get", lambda: SimpleNamespace(fragment_id="line")
    )
    draw(reruns=reruns)
    assert (browser.polled_no_more, whole) == ([], [])
    works[0].done = True
    draw(reruns=reruns)
    assert len(drawn) == 2
    assert browser.polled_no_more == ["line"]
    assert whole == ["page"] * reruns


def is_dimmed(app: AppTest) -> bool:
    return DIMMED in [one.proto.body for one in app.get("html")]


def test_the_topics_of_before_stay_dimmed_until_others_are_found(
    monkeypatch: pytest.MonkeyPatch,
):
    app = open_page(corpus=SMALL, seed="97", **QUICK)  # no other test has its runs
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
    app = open_page(corpus=SMALL, seed="98", **QUICK)
    before = words(app)
    monkeypatch.setattr(tasks, "solutions", endless)
    app.slider(key="choice_k").set_value(3).run()
    assert [one for one in app.button if one.key == "stop"]
    assert len(words(app)) == SOLUTION.supports.size
    assert words(app) != before
