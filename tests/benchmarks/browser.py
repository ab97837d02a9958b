"""What the benchmarks in a browser share: a page on a server, and waits in words."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import launch_chromium, serve

POLL = 25  # milliseconds: to poll without rest would slow the page


@contextmanager
def page_on_server() -> Generator[tuple[Page, str]]:
    """Give a page of a browser, and the address of a server for it."""
    with serve() as address, sync_playwright() as playwright:
        yield launch_chromium(playwright).new_page(), address


@contextmanager
def tab(browser: Browser) -> Generator[Page]:
    """Give a page with a session of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def summary(seconds: Sequence[float]) -> str:
    """Return the median wait and the worst in words."""
    return f"median {median(seconds):.2f} s, slowest {max(seconds):.2f} s"
