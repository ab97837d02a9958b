"""Long runs and the tabs that asked for them, in a real browser."""

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, start
from tests.browser.test_explore import go_to
from tests.browser.test_journey import LONGEST_RUN, STOP_BUTTON

pytestmark = pytest.mark.nightly

LONG = "k=20&s=30&effort=thorough&weighting=counts&centred=0"
SOON = 30  # seconds; work ends ten seconds after its last tab is gone
LOOK = 2.0  # seconds over which the processors' time is taken
RUNNING = "searching for"


def stop(page: Page) -> None:
    page.locator(STOP_BUTTON).first.click()
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)


def begin_long_run(page: Page, address: str, seed: int) -> None:
    """Start a search of minutes, and see that it is at work or waits for its turn."""
    page.goto(f"{address}/?{LONG}&seed={seed}")
    expect(page.locator(STOP_BUTTON).first).to_be_visible(timeout=LONGEST_RUN)


@contextmanager
def tab(browser: Browser) -> Generator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def busy(server: Server) -> float:
    """Return how many processors the server keeps busy."""
    before = processor_seconds(server)
    time.sleep(LOOK)
    return (processor_seconds(server) - before) / LOOK


def processor_seconds(server: Server) -> float:
    """Return the processors' time that the server has used, see proc(5)."""
    status = Path(f"/proc/{server.process_id}/stat").read_text(encoding="utf-8")
    user, system = status.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + SOON
    while not (held := condition()) and time.monotonic() < deadline:
        time.sleep(0.5)
    return held


def test_runs_end_when_their_tabs_are_closed(browser: Browser, server: Server):
    with tab(browser) as first, tab(browser) as second:
        begin_long_run(first, server.address, seed=1)
        begin_long_run(second, server.address, seed=2)
        expect(second.get_by_text(RUNNING).first).to_be_visible(timeout=LONGEST_RUN)
        assert busy(server) > 0.2
    assert soon(lambda: busy(server) < 0.1)


def test_a_server_that_is_ended_in_the_middle_of_a_run_leaves_no_traceback(
    browser: Browser, tmp_path: Path
):
    log = tmp_path / "log.txt"
    with log.open("w") as errors, start(errors) as server, tab(browser) as page:
        begin_long_run(page, server.address, seed=1)
        expect(page.get_by_text(RUNNING).first).to_be_visible(timeout=LONGEST_RUN)
    assert "Traceback" not in log.read_text("utf-8")


def test_a_run_goes_on_while_its_user_changes_pages_and_is_listed_in_the_sidebar(
    page: Page, server: Server
):
    begin_long_run(page, server.address, seed=6)
    expect(page.get_by_text(RUNNING).first).to_be_visible(timeout=LONGEST_RUN)
    go_to(page, "Corpus")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Other running jobs")).to_be_visible()
    line = sidebar.get_by_text(RUNNING)
    before = line.inner_text()
    expect(line).not_to_have_text(before)
    sidebar.get_by_role("button", name="Stop this run").click()
    expect(sidebar.get_by_text("Other running jobs")).to_have_count(0)
    go_to(page, "Topics")
    expect(page.get_by_text("About this result: not finished")).to_be_visible(
        timeout=LONGEST_RUN
    )


def test_a_third_run_waits_while_two_go_on_and_starts_when_one_tab_is_closed(
    browser: Browser, page: Page, server: Server
):
    with tab(browser) as first:
        begin_long_run(first, server.address, seed=1)
        with tab(browser) as second:
            begin_long_run(second, server.address, seed=2)
            begin_long_run(page, server.address, seed=3)
            expect(
                page.get_by_text("waiting for another job, place 1 in the queue")
            ).to_be_visible(timeout=LONGEST_RUN)
        expect(page.get_by_text(RUNNING).first).to_be_visible(timeout=LONGEST_RUN)
    stop(page)
