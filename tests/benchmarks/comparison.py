"""How long a comparison on KOS takes: python -m tests.benchmarks.comparison

Five methods with three seeds each, from opening the page to the first result on screen
and to the end of all runs; on a warm server with the corpus loaded, in Chromium.
"""

import time

from playwright.sync_api import Page

from tests.benchmarks.browser import POLL, page_on_server

METHODS = "joint,bipartite,tpower,em,span"
KOS = "corpus=file:kos/docword.kos.txt.gz&k=8&s=15&weighting=counts&centred=0"
WARM_UP = f"{KOS}&methods={METHODS}&effort=quick&candidates=200&seed=99"
LONGEST = 600_000  # milliseconds
FIRST = "() => document.querySelector('[data-testid=stVegaLiteChart] svg')"
ENDED = f"() => ({FIRST})() && !document.querySelector('.st-key-stop')"


def main() -> None:
    with page_on_server() as (page, address):
        page.goto(f"{address}/compare?{WARM_UP}")
        wait_until(page, ENDED)
        start = time.perf_counter()
        page.goto(f"{address}/compare?{KOS}&methods={METHODS}&seeds=3")
        wait_until(page, FIRST)
        print(f"first result on screen: {time.perf_counter() - start:.2f} s")
        wait_until(page, ENDED)
        print(f"all 15 runs: {time.perf_counter() - start:.2f} s")


def wait_until(page: Page, condition: str) -> None:
    page.wait_for_function(condition, timeout=LONGEST, polling=POLL)


if __name__ == "__main__":
    main()
