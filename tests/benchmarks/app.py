"""What a user waits for, in a real browser: first topics, Stop, another's page."""

import os
import re
import tempfile
import time
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.browser import summary, tab
from tests.browser.conftest import CARD, CLEANED, launch_chromium, serve

N_TOPICS = 8  # of the page as it opens
N_STARTS = 5
LONGEST = 60_000  # milliseconds
SEEDS = range(11, 18)
QUICK = f"{CLEANED}&effort=quick"
LOWERED = "is still being lowered"
# What keeps another session busy: its link, what it shows then, and while it goes on.
BUSY = (
    (f"?{CLEANED}&effort=thorough&k=60&s=40", "searching for", ".st-key-stop"),
    (f"?{QUICK}&k=12&s=20", LOWERED, ".st-key-stop_proof"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as caches, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        starts = [
            time_first_topics(browser, f"{caches}/{start}") for start in range(N_STARTS)
        ]
        print(
            f"server start to topics, nothing compiled: median {median(starts):.2f} s, "
            f"slowest of {N_STARTS}: {max(starts):.2f} s (wanted: 3)"
        )
        with serve() as address:
            compile_the_rest(browser, address)
            time_stops(browser, address)
            for busy_with in BUSY:
                time_other_session(browser, address, *busy_with)


def time_first_topics(browser: Browser, cache: str) -> float:
    """Time a server's start to its topics, in a browser that is open already.

    cache : where it keeps its kernels, of which there are none yet
    """
    os.environ["NUMBA_CACHE_DIR"] = cache
    with tab(browser) as page:
        start = time.perf_counter()
        with serve() as address:
            page.goto(address)
            page.locator(CARD).nth(N_TOPICS - 1).wait_for(timeout=LONGEST)
            return time.perf_counter() - start


def compile_the_rest(browser: Browser, address: str) -> None:
    with tab(browser) as page:
        page.goto(f"{address}/compare?{QUICK}&k=1&candidates=200")
        page.get_by_text("Show").wait_for(timeout=LONGEST)
        page.locator(".st-key-stop").wait_for(state="detached", timeout=LONGEST)


def time_stops(browser: Browser, address: str) -> None:
    with tab(browser) as page:
        page.goto(f"{address}/?{QUICK}&k=2")
        page.get_by_text("Share", exact=True).wait_for(timeout=LONGEST)
        stops = [
            time_stop(page, f"{address}/?{CLEANED}&effort=thorough&seed={seed}")
            for seed in SEEDS
        ]
    print(f"click on Stop to the final page: {summary(stops)} (wanted: 1)")


def time_stop(page: Page, link: str) -> float:
    page.goto(link)
    page.locator(".st-key-stop button").first.click(timeout=LONGEST)
    start = time.perf_counter()
    page.get_by_text("About this result: not finished").wait_for()
    return time.perf_counter() - start


def time_other_session(
    browser: Browser, address: str, link: str, sign: str, going_on: str
) -> None:
    """Time page changes while a session is busy: a sign on its page tells."""
    with tab(browser) as busy, tab(browser) as other:
        answers = open_reader(other, address)
        keep_busy(busy, f"{address}/{link}", sign)
        waits = [
            time_page_change(other, name, answers) for name in ("Compare", "Topics") * 4
        ]
        assert busy.locator(going_on).count(), "the busy session ended too soon"
        answered, drawn = zip(*waits, strict=True)
        print(f"while another session shows '{sign}':")
        print(f"another session's server answer, slowest of 8: {max(answered):.2f} s")
        print(f"another session's page drawn: {summary(drawn)} (wanted: 0.5)")


def keep_busy(page: Page, link: str, sign: str) -> None:
    """Begin a page's work, and wait until it shows the sign of it."""
    page.goto(link)
    if sign == LOWERED:
        page.get_by_text("About this result").click(timeout=LONGEST)
        page.get_by_text("How close to the best possible?").click(timeout=LONGEST)
    page.get_by_text(sign).first.wait_for(timeout=LONGEST)


def open_reader(page: Page, address: str) -> list[float]:
    """Open topics; return a list that grows by the time of each message to the page."""
    answers: list[float] = []
    note = lambda _: answers.append(time.perf_counter())  # noqa: E731
    page.on("websocket", lambda socket: socket.on("framereceived", note))
    page.goto(f"{address}/?{QUICK}&k=3&candidates=200")
    page.get_by_text("Share", exact=True).wait_for(timeout=LONGEST)
    return answers


def time_page_change(
    page: Page, name: str, answers: list[float]
) -> tuple[float, float]:
    """Return the seconds from a click on a link to the server's answer and its page."""
    page.wait_for_timeout(1_000)  # a reader's pause
    answers.clear()
    start = time.perf_counter()
    page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
    heading = re.compile(r": \d+ topics$") if name == "Topics" else name
    page.get_by_role("heading", name=heading, exact=True).wait_for()
    return answers[0] - start, time.perf_counter() - start


if __name__ == "__main__":
    main()
