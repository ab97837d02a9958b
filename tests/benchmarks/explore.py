"""How long a user waits while exploring: python -m tests.benchmarks.explore

From a click on a slider to the new topics' words on screen, and from dropping KOS on
the page to its finished topics; both on a warm server, in Chromium.
"""

import statistics
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from spca_core.paper.data_sets import data_folder
from tests.browser.conftest import launch_chromium, serve

MOVES = 12
LONGEST, POLL = 60_000, 25  # milliseconds: to poll without rest would slow the page
TOPICS = ".st-key-topic_pills [role=radio]"  # there are some once they are found
# As many topics as asked for are on the page: as lines of text, or finished.
SHOWN = f"""n => {{
  const text = document.querySelector('[data-testid=stMain]').innerText;
  const lines = (text.match(/^Topic \\d+: /gm) || []).length;
  return lines === n || document.querySelectorAll("{TOPICS}").length === n;
}}"""


def main() -> None:
    with serve() as address, sync_playwright() as playwright:
        page = launch_chromium(playwright).new_page()
        print(f"State of the Union: {sweep(page, f'{address}/?k=8')}")
        for turn in ("cold", "warm"):
            print(f"KOS uploaded to topics, {turn}: {bring_kos(page, address):.2f} s")
        print(f"KOS: {sweep(page, page.url)}")


def sweep(page: Page, url: str) -> str:
    """Move the slider of topics back and forth; return the median and worst wait."""
    page.goto(url)
    page.wait_for_function(SHOWN, arg=8, timeout=LONGEST)
    page.wait_for_timeout(3_000)
    slider = page.get_by_role("slider", name="Topics").first
    waits = []
    for size in [7, 6, 5, 4, 5, 6, 7, 8, 9, 10, 9, 8][:MOVES]:
        slider.focus()
        now = int(slider.input_value())
        start = time.perf_counter()
        page.keyboard.press("ArrowLeft" if size < now else "ArrowRight")
        page.wait_for_function(SHOWN, arg=size, timeout=LONGEST, polling=POLL)
        waits.append(time.perf_counter() - start)
        page.wait_for_timeout(2_500)
    median, worst = statistics.median(waits), max(waits)
    return f"slider to topics, median {median:.2f} s, slowest {worst:.2f} s"


def bring_kos(page: Page, address: str) -> float:
    """Return the seconds from dropping the files to the finished topics' cards."""
    counts = data_folder() / "kos" / "docword.kos.txt.gz"
    files: list[str | Path] = [counts, counts.with_name("vocab.kos.txt")]
    page.goto(f"{address}/corpus")
    page.get_by_text("Upload", exact=True).first.click(timeout=LONGEST)
    page.locator("input[type=file]").wait_for(state="attached")
    start = time.perf_counter()
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Find topics in this file").click()
    page.wait_for_url("**corpus=sha256**")
    page.locator(TOPICS).nth(7).wait_for(timeout=LONGEST)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
