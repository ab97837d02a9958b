"""The comparison with chance on the page: in the background, stopped, in all files."""

import io
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import replace

import pandas as pd
import pytest
from openpyxl import load_workbook

from pages.shared import chance
from pages.shared.work import tasks
from pages.shared.work.screen import show_work
from pages.shared.work.tasks import Chance, Run
from pages.shared.work.work import CHANCES, PROOFS, Queue, queue
from spca_core.results.topics.chance import (
    MARK,
    SHUFFLES,
    AgainstChance,
    against_chance,
)
from spca_core.running.stopping import stopping_point
from spca_core.topics import Topics
from tests.app.conftest import end_work, found_at_once
from tests.app.test_jobs import CORPUS, SETTINGS, SOLUTION, Search, eventually
from tests.app.visits import (
    QUICK,
    SMALL,
    cards,
    compare_to_the_end,
    lines_of_head,
    noted_files,
    open_page,
    pressed,
    run_to_the_end,
    said,
    share,
)
from tests.fuzz import slowly

NO_TOPIC = "None of 2 topics is stronger than chance"
CHANCE = Chance(Run(CORPUS, SETTINGS), SOLUTION)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Stands in for the comparison: a shuffled table is searched for each release."""
    released = threading.Semaphore(0)

    def search(topics) -> Iterator[AgainstChance]:
        (whole,) = found_at_once(topics)
        for n_done in range(1, whole.n_shuffles + 1):
            stopping_point()
            while not released.acquire(timeout=0.01):
                stopping_point()
            greatest = whole.greatest[:n_done]
            yield AgainstChance(whole.variances, greatest, whole.n_documents)

    monkeypatch.setattr(tasks, "against_chance", search)
    return released


def wait_for_table(number: int) -> None:
    (work,) = queue().unfinished(CHANCES)
    assert eventually(lambda: work.latest and work.latest.n_shuffles == number)


def test_the_head_and_the_cards_say_what_is_more_than_chance_once_it_is_known(tables):
    app = open_page(corpus=SMALL, **QUICK)
    assert "Comparing with chance: 0 of 9" in lines_of_head(app)
    assert not queue().all(PROOFS), "the proof comes later"
    tables.release(8)
    wait_for_table(8)
    assert "Comparing with chance: 8 of 9" in lines_of_head(app.run())
    assert "chance" not in cards(app)
    tables.release()
    compare_to_the_end(app)
    assert "1 of 2 topics is stronger than chance" in lines_of_head(app)
    assert "times as strong as chance" in cards(app)
    assert "could be chance" in cards(app)
    assert any("What helps: " in one.value for one in app.markdown)
    assert queue().all(PROOFS)


def test_a_stopped_comparison_claims_nothing_and_can_be_made_again(tables):
    app = open_page(corpus=SMALL, **QUICK)
    tables.release(3)
    wait_for_table(3)
    pressed(app, "stop_chance")
    assert "stronger than chance" not in lines_of_head(app)
    assert "chance" not in cards(app)
    assert queue().all(PROOFS), "the proof goes on"
    tables.release(9)
    pressed(app, "compare_again")
    assert "stronger than chance" in lines_of_head(compare_to_the_end(app))


def test_sweeping_on_ends_the_comparison_of_the_size_before(tables):
    app = open_page(corpus=SMALL, **QUICK)
    (before,) = queue().unfinished(CHANCES)
    app.slider(key="choice_k").set_value(3)
    run_to_the_end(app)
    assert before.stopped
    assert len(queue().unfinished(CHANCES)) == 1


@pytest.fixture
def only_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in for the comparison: no topic is stronger than chance."""

    def search(topics) -> Iterator[AgainstChance]:
        for whole in found_at_once(topics):
            yield replace(whole, greatest=(2 * max(whole.variances),) * SHUFFLES)

    monkeypatch.setattr(tasks, "against_chance", search)


@pytest.mark.usefixtures("only_chance")
@pytest.mark.parametrize("tab", ["topic", "map", "table", "find", slowly("number")])
def test_every_view_has_the_verdict_and_marks_what_could_be_chance(tab: str):
    app = compare_to_the_end(open_page(corpus=SMALL, tab=tab, **QUICK))
    assert NO_TOPIC in said(app)
    names = app.button_group(key="choice_topic").options
    assert all("chance?" in name for name in names)


@pytest.mark.usefixtures("only_chance")
@pytest.mark.parametrize("page", ["documents", "corpus", "compare"])
def test_every_page_has_the_verdict(page: str):
    app = compare_to_the_end(open_page(corpus=SMALL, methods="joint", **QUICK))
    app.switch_page(f"pages/{page}.py")
    assert NO_TOPIC in said(run_to_the_end(app))


@pytest.mark.slow
@pytest.mark.usefixtures("only_chance")
def test_every_file_that_is_downloaded_has_the_verdict_and_the_marks(monkeypatch):
    app = compare_to_the_end(open_page(corpus=SMALL, **QUICK))
    files = noted_files(monkeypatch)
    share(app)
    (run,) = json.loads(files["topics.json"]())["runs"]
    assert max(run["chance"]["variances"]) <= max(run["chance"]["greatest"])
    for name in ("topics.json", "topics.html", "topics.tex"):
        assert NO_TOPIC in files[name](), name
    for name in ("topics.html", "topics.tex"):
        assert files[name]().count(MARK) >= 2, name
    words = pd.read_csv(io.BytesIO(files["topics.csv"]()))
    assert words["name"].str.endswith(MARK).all()
    assert not words["beyond_chance"].any()
    book = load_workbook(io.BytesIO(files["topics.xlsx"]()), read_only=True)
    cells = [str(cell) for sheet in book for row in sheet.values for cell in row]
    assert any(NO_TOPIC in cell for cell in cells)
    assert sum(MARK in cell for cell in cells) >= 8


@pytest.mark.slow
def test_the_page_compares_as_the_library_does(monkeypatch):
    monkeypatch.setattr(tasks, "against_chance", against_chance)
    compare_to_the_end(open_page(corpus=SMALL, **QUICK))
    (work,) = queue().all(CHANCES)
    *_, alone = against_chance(Topics.of(work.task.run.corpus, work.task.solution))
    assert work.task.found == alone


def test_the_first_page_shows_what_is_stored_against_chance_and_searches_nothing():
    assert "All 8 topics are stronger than chance" in lines_of_head(open_page())
    assert not queue().all(CHANCES)


def test_a_comparison_pauses_while_a_search_goes_on(monkeypatch, tables):
    searching, fresh = Search(), Queue()
    monkeypatch.setattr(tasks, "solutions", searching)
    search = fresh.get(CHANCE.run)
    assert eventually(lambda: search.latest)
    work = fresh.get(CHANCE)
    tables.release(9)
    time.sleep(0.1)
    assert not work.latest or work.latest.n_shuffles < 2
    searching.let_go.set()
    assert eventually(lambda: work.future.done())
    assert work.latest.n_shuffles == 9
    end_work(fresh)


@pytest.mark.parametrize("page", ["compare", "corpus"])
def test_a_page_that_is_opened_first_says_what_came_with_the_corpus(page: str):
    assert "All 8 topics are stronger than chance" in said(open_page(page))


LACKING = {"where": "word=energy", "pinned": "tonight=thank"}  # which none of it has


@pytest.mark.parametrize(
    ("page", "asked"), [("corpus", {}), ("corpus", LACKING), slowly("compare", {})]
)
def test_a_page_says_what_another_session_has_found_out(page: str, asked):
    compare_to_the_end(open_page(corpus=SMALL, **QUICK, **asked))
    other = open_page(page, corpus=SMALL, **QUICK, **asked)
    assert "1 of 2 topics is stronger than chance" in said(other)


def test_a_comparison_that_ends_while_its_line_is_drawn_is_said(monkeypatch):
    def later(works, *of, **how) -> None:
        wait([work.future for work in works()])
        show_work(works, *of, **how)

    monkeypatch.setattr(chance, "show_work", later)
    app = open_page(corpus=SMALL, **QUICK)
    assert "1 of 2 topics is stronger than chance" in lines_of_head(app)
