"""Tables of texts: seconds from a CSV to topics, megabytes a second, and peak memory.

The texts are the paragraphs of the State of the Union, over and over.
"""

import csv
import io
import time
import tracemalloc
from itertools import cycle, islice

from playwright.sync_api import Page, sync_playwright

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.topics import solve
from tests.benchmarks.app import LONGEST, N_TOPICS
from tests.benchmarks.browser import tab
from tests.browser.conftest import launch_chromium, serve
from tests.browser.test_explore import DROP

N_DOCUMENTS, N_BYTES = 5_000, 50_000_000
PARAGRAPH = 550  # bytes of a row, at least


def main() -> None:
    table = table_of(N_DOCUMENTS)
    solve(read_corpus(table), 8, 10)  # kernels are compiled once
    start = time.perf_counter()
    solve(read_corpus(table), 8, 10)
    print(f"topics  {time.perf_counter() - start:6.2f} s (wanted: at most 5 s)")
    time_journey()
    large = table_of(N_BYTES // PARAGRAPH)
    megabytes = len(large.content) / 1e6
    start = time.perf_counter()
    read_corpus(large)
    seconds = time.perf_counter() - start
    print(f"read    {megabytes / seconds:6.1f} MB/s (wanted: 10 MB/s)")
    tracemalloc.start()
    read_corpus(large)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    print(f"peak    {peak / megabytes:6.2f} x text (wanted: at most 3)")


def time_journey() -> None:
    """Time a user who drops a table and finds its topics, on a server that is warm."""
    with sync_playwright() as playwright, serve() as address:
        browser = launch_chromium(playwright)
        for n_documents in (N_DOCUMENTS - 1, N_DOCUMENTS):  # the first compiles
            with tab(browser) as page:
                page.goto(f"{address}/corpus")
                page.get_by_text(DROP).wait_for(timeout=LONGEST)
                seconds = time_topics_of_dropped(page, n_documents)
    print(f"dropped to topics on screen {seconds:6.2f} s (wanted: at most 5 s)")


def time_topics_of_dropped(page: Page, n_documents: int) -> float:
    table = table_of(n_documents)
    file = {"name": table.name, "mimeType": "text/csv", "buffer": table.content}
    start = time.perf_counter()
    page.locator("input[type=file]").first.set_input_files([file])
    page.get_by_text(f"{n_documents:,} documents").first.wait_for(timeout=LONGEST)
    page.get_by_role("button", name="Find topics", exact=True).click()
    cards = page.locator(".topic-cards section")
    cards.nth(N_TOPICS - 1).wait_for(timeout=LONGEST)
    return time.perf_counter() - start


def table_of(n_documents: int) -> Upload:
    """Return a CSV of so many paragraphs, with title, date and text."""
    corpus = read_bundled("state_of_the_union")
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(["title", "date", "text"])
    paragraphs = zip(cycle(corpus.titles), cycle(corpus.texts), strict=False)
    for title, text in islice(paragraphs, n_documents):
        rows.writerow([title, title[:4], text])
    return Upload("speeches.csv", written.getvalue().encode())


if __name__ == "__main__":
    main()
