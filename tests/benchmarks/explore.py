"""How long a user waits while exploring: python -m tests.benchmarks.explore

From a click on a slider to the new topics' words on screen, from a click on the topics
to what it opens, and from dropping KOS on the page to its finished topics; on a warm
server, in Chromium.
"""

import statistics
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, Page

from spca_core.paper.data_sets import data_folder
from spca_core.results.documents import document_map as map_of_documents
from spca_core.results.documents.scores import DocumentTopics
from spca_core.results.topics.topic_map import topic_map
from tests.benchmarks.browser import POLL, page_on_server, summary

MOVES = 12
FIRST = "weighting=tf-idf&without_repeated=1&k=8"  # the first screen
LONGEST, PAUSE = 60_000, 2_500  # milliseconds
PROVEN = 20_000  # milliseconds until the proof has found nearly all it finds
TOPICS = ".st-key-choice_topic [role=radio]"  # there are some once they are found
# As many topics as asked for are on the page: as lines of text, or finished.
SHOWN = f"""n => {{
  const text = document.querySelector('[data-testid=stMain]').innerText;
  const lines = (text.match(/^Topic \\d+: /gm) || []).length;
  return lines === n || document.querySelectorAll("{TOPICS}").length === n;
}}"""
# When a click was, when the first of what it opens was on the page, and when the last.
# To look at all of the page again and again would slow it.
WATCH = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  window.clicked = window.first = window.changed = 0;
  window.addEventListener("click", ({timeStamp}) => {
    window.clicked = window.changed = timeStamp; window.first = 0; }, true);
  new MutationObserver((changes) => {
    window.changed = performance.now();
    if (changes.some(one => one.target.closest?.(".st-key-explore_bar") === null))
      window.first ||= window.changed;
  }).observe(main, {subtree: true, childList: true, characterData: true});
}"""
RESTS = """() => performance.now() - window.changed > 700
  && document.querySelector("[data-test-script-state=notRunning]")"""
# The clicks of a walk, each by the name of what is clicked, or by a topic's place.
WALK = (
    *("One topic", 0, 2, "Map"),
    *("Documents", "Topics", "Time and groups", "Party", "Decade", "Table"),
    *("Find", "Cards"),
)
N_LARGE = 300_000  # documents


def main() -> None:
    print(f"map of {N_LARGE:,} documents: {map_large():.2f} s (wanted: at most 2 s)")
    with page_on_server() as (page, address):
        print(f"State of the Union: {walk(page, f'{address}/?{FIRST}')}")
        print(f"State of the Union: {sweep(page, f'{address}/?{FIRST}')}")
        for turn in ("cold", "warm"):
            print(f"KOS uploaded to topics, {turn}: {bring_kos(page, address):.2f} s")
        print(f"KOS: {sweep(page, page.url)}")


def sweep(page: Page, url: str) -> str:
    """Move the slider of topics back and forth; return the median and worst wait."""
    page.goto(url)
    page.wait_for_function(SHOWN, arg=8, timeout=LONGEST)
    page.wait_for_timeout(PAUSE)
    slider = page.get_by_role("slider", name="Topics").first
    waits = []
    for size in [7, 6, 5, 4, 5, 6, 7, 8, 9, 10, 9, 8][:MOVES]:
        slider.focus()
        now = int(slider.input_value())
        start = time.perf_counter()
        page.keyboard.press("ArrowLeft" if size < now else "ArrowRight")
        page.wait_for_function(SHOWN, arg=size, timeout=LONGEST, polling=POLL)
        waits.append(time.perf_counter() - start)
        page.wait_for_timeout(PAUSE)
    return f"slider to topics, {summary(waits)}"


def walk(page: Page, url: str) -> str:
    """Click through the topics twice; return how long each second answer took."""
    page.goto(url)
    page.wait_for_function(SHOWN, arg=8, timeout=LONGEST)
    page.wait_for_timeout(PROVEN)
    page.evaluate(WATCH)
    for waits in ({}, {}):
        for name in WALK:
            place_of(page, name).click()
            page.wait_for_function(RESTS, timeout=LONGEST, polling=200)
            waits[name] = page.evaluate(
                "[first - clicked, changed - clicked].map(one => one / 1000)"
            )
    listed = ", ".join(
        f"{name} {waits[name][0]:.2f}/{waits[name][1]:.2f}" for name in waits
    )
    first, last = zip(*waits.values(), strict=True)
    return (
        f"click to answer, {summary(first)}; until all is drawn "
        f"{statistics.median(last):.2f} and {max(last):.2f} s: {listed}"
    )


def place_of(page: Page, name: str | int) -> Locator:
    if isinstance(name, int):
        return page.locator(TOPICS).nth(name)
    return page.get_by_test_id("stMain").get_by_role("radio", name=name).last


def map_large() -> float:
    """Return the seconds of the map of many documents, a part of which is drawn."""
    rng = np.random.default_rng(0)
    has_topic = rng.random((N_LARGE, 8)) < 0.1
    shares = rng.random((N_LARGE, 8)) / 8
    found = DocumentTopics(has_topic, shares, shares)
    topics = topic_map(has_topic)
    start = time.perf_counter()
    map_of_documents.document_map(found, topics)
    return time.perf_counter() - start


def bring_kos(page: Page, address: str) -> float:
    """Return the seconds from dropping the files to the finished topics' cards."""
    counts = data_folder() / "kos" / "docword.kos.txt.gz"
    files: list[str | Path] = [counts, counts.with_name("vocab.kos.txt")]
    page.goto(f"{address}/corpus")
    page.get_by_text("Upload", exact=True).first.click(timeout=LONGEST)
    page.locator("input[type=file]").wait_for(state="attached")
    start = time.perf_counter()
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_text("3,430 documents").wait_for(timeout=LONGEST)
    page.get_by_role("button", name="Find topics", exact=True).click()
    page.wait_for_url("**corpus=sha256**")
    page.locator(TOPICS).nth(7).wait_for(timeout=LONGEST)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
