"""A running server and a real Chromium, watched for errors and outside requests."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from spca_core.methods.registry import warm

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "chromium"
# No sandbox: tests may run as root. The rest keeps Chromium itself from calling home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
LONGEST_START = 60  # seconds
# How links say that repeated text is left out of the counts, or not.
CLEANED = "weighting=tf-idf&without_repeated=1"
AS_READ = "weighting=tf-idf&without_repeated=0"
CARD, CARD_WORD = ".topic-cards section", ".topic-cards li b"
# Milliseconds: machines that do other work besides are slow, and not wrong.
expect.set_options(timeout=30_000)
# Nothing has changed for a fifth of a second, and nothing moves but what never ends.
QUIET = """() => new Promise((quiet, tired) => {
    const moves = (one) => one.playState === "running"
        && one.effect.getComputedTiming().endTime < Infinity;
    let changed = performance.now();
    const begun = changed;
    const watcher = new MutationObserver(() => { changed = performance.now(); });
    watcher.observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
    const look = () => {
        const now = performance.now();
        if (document.getAnimations().some(moves)) changed = now;
        if (now - changed > 200) { watcher.disconnect(); quiet(); }
        else if (now - begun > 30_000) tired("the page never comes to rest");
        else setTimeout(look, 20);
    };
    look();
})"""

# Those of the user: what scripts click is not counted.
COUNTED = """
window.clicks = 0;
addEventListener("pointerdown", (event) => { window.clicks += event.isTrusted; }, true);
"""

# Nine more searches behind each page would keep the processors from the tests.
CHANCE_AT_ONCE = """
from pages.shared.work import tasks
from tests.app.conftest import found_at_once
tasks.against_chance = found_at_once
"""


class Server(NamedTuple):
    """A running app."""

    address: str
    process_id: int


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    warm("joint", is_sparse=True, centred=True)  # the server reads what this compiles
    with start(first=CHANCE_AT_ONCE) as server:
        yield server


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.address


@contextmanager
def serve() -> Generator[str]:
    """Start the app and give its address, and end it afterwards."""
    with start() as server:
        yield server.address


@contextmanager
def start(log: IO[str] | None = None, first: str = "") -> Generator[Server]:
    """Start the app as its users do, and end it afterwards.

    log   : where its errors go, else to those of the tests
    first : Python code that the server runs before it starts
    """
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    changed = ["-c", f"{first}\nfrom streamlit.web.cli import main\nmain()"]
    streamlit = changed if first else ["-m", "streamlit"]
    command = [sys.executable, *streamlit, "run", "app.py"]
    options = ["--server.headless", "true", "--server.port", str(port)]
    server = subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=log
    )
    try:
        wait_until_healthy(f"http://localhost:{port}/_stcore/health")
        yield Server(f"http://localhost:{port}", server.pid)
    finally:
        server.terminate()
        server.wait()


def wait_until_healthy(url: str) -> None:
    deadline = time.monotonic() + LONGEST_START
    while True:
        try:
            urllib.request.urlopen(url).close()
            return
        except urllib.error.URLError:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.1)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if shutil.which(CHROMIUM) is None:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse("Chromium is missing: apt-get install chromium")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch_chromium(playwright)
    yield browser
    browser.close()


def launch_chromium(playwright: Playwright) -> Browser:
    path = shutil.which(CHROMIUM)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


@pytest.fixture(scope="session")
def profile(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A user whose browser keeps Streamlit's scripts: to compile them takes a second.

    Of the app it keeps nothing: that knows its users by their tabs.
    """
    profile = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"),
        executable_path=shutil.which(CHROMIUM),
        args=ARGUMENTS,
        viewport={"width": 1280, "height": 900},
    )
    yield profile
    profile.close()


@pytest.fixture
def page(profile: BrowserContext, address: str) -> Iterator[Page]:
    """A new tab; afterwards, nothing outside was asked and nothing failed."""
    page = profile.new_page()
    outside, said = [], []
    page.on("request", lambda request: outside.append(request.url))
    page.on("console", lambda message: said.append(message))
    yield page
    if page.url.startswith(address):
        page.evaluate("localStorage.clear()")
    page.close()
    local = (address, address.replace("http", "ws"), "data:", "blob:")
    assert [url for url in outside if not url.startswith(local)] == []
    assert [one.text for one in said if one.type == "error"] == []


@pytest.fixture
def jobs(page: Page) -> Page:
    """The tab of a user whose clicks are counted, which `clicks` returns."""
    page.add_init_script(COUNTED)
    return page


def clicks(page: Page) -> int:
    """Return how many clicks and drags there were since the last call."""
    return page.evaluate("[window.clicks, window.clicks = 0][0]")


def expect_rest(page: Page) -> None:
    """Wait until the page is drawn: what is pressed while it is drawn again is lost."""
    expect(page.locator("[data-test-script-state=running]")).to_have_count(0)
    page.evaluate(QUIET)
