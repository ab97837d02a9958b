"""What a reader of a corpus of the size of NYTimes waits for, while its proof goes on.

    python -m tests.benchmarks.large_pages FOLDER

The corpus is the store that `tests.benchmarks.large` keeps in that folder.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.benchmarks.browser import page_on_server
from tests.benchmarks.explore import LONGEST, TOPICS
from tests.benchmarks.large import news_store

CORPUS = "corpus=file:news&weighting=tf-idf&without_repeated=0&centred=1&k=8&s=15"
PAUSE, SETTLED = 3_000, 30_000  # milliseconds; the pause is a reader's
DRAWN = "() => document.querySelector('[data-test-script-state=running]') === null"


def main(folder: Path) -> None:
    os.environ["SPCA_DATA"] = str(news_store(folder).parent)
    with page_on_server() as (page, address):
        page.goto(address)
        page.wait_for_timeout(SETTLED)  # what others use too is compiled by then
        corpus = page.get_by_text("news: a large file of counts")
        link = f"{address}/corpus?{CORPUS}"
        say("Corpus", wait(page, lambda: page.goto(link), corpus), 2)
        topics = page.locator(TOPICS).nth(7)
        say("Topics", wait(page, lambda: turn_to(page, "Topics"), topics), 10)
        documents = page.locator(".st-key-uncovered")
        say("Documents", wait(page, lambda: turn_to(page, "Documents"), documents), 1)
        for topic in range(2, 9):
            say(f"Documents of topic {topic}", wait_for_topic(page, topic), 1)


def wait(page: Page, act: Callable[[], object], sign: Locator) -> float:
    """Return the seconds from an act to its sign on a page that draws no more."""
    page.wait_for_timeout(PAUSE)
    start = time.perf_counter()
    act()
    sign.first.wait_for(timeout=LONGEST)
    page.wait_for_function(DRAWN, timeout=LONGEST)
    return time.perf_counter() - start


def wait_for_topic(page: Page, topic: int) -> float:
    page.wait_for_timeout(PAUSE)
    start = time.perf_counter()
    page.locator(TOPICS).nth(topic - 1).click()
    page.wait_for_url(f"**topic={topic}**")
    page.wait_for_function(DRAWN, timeout=LONGEST)
    return time.perf_counter() - start


def turn_to(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()


def say(what: str, seconds: float, wanted: float) -> None:
    print(f"{what}: {seconds:.2f} s (wanted: {wanted})", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
