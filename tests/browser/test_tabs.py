"""Long runs and the tabs that asked for them, in a real browser."""

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, start
from tests.browser.test_journey import LONGEST_RUN, STOP_BUTTON

pytestmark = pytest.mark.slow

LONG = "k=20&s=30&effort=thorough&weighting=counts&centred=0"
SOON = 30  # seconds; work ends ten seconds after its last tab is gone
LOOK = 2.0  # seconds over which the processors' time is taken
RUNNING = "searching for"


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
