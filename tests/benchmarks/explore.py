"""How long a user waits, and what an open page costs: in Chromium, on a warm server.

    python -m tests.benchmarks.explore [PART ...]

`visitors` opens the first page three times at once. `clicks` goes through the views of
the topics twice, and prints the seconds from each second click to the first of what it
opens, and to the last. `slider` moves the number of topics back and forth, and prints
the seconds until so many topics are on the page. `idle` leaves the first page open for
`MINUTES` after its work has ended, and prints what the server used of the processor.
"""

import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CARD, CLEANED, Server, launch_chromium, start

LONGEST, PAUSE = 60_000, 2_500  # milliseconds
POLL = 25  # milliseconds: to poll without rest would slow the page
N_TOPICS, N_VISITORS, MINUTES = 8, 3, 20
MOVES = (7, 6, 5, 4, 5, 6, 7, 8, 9, 10, 9, 8)
VIEWS = ("One topic", "Map", "Time and groups", "Table", "Find", "Cards")
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


def main(parts: list[str]) -> None:
    with start() as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for part in parts or list(PARTS):
            PARTS[part](browser, server)


@contextmanager
def tab(browser: Browser) -> Generator[Page]:
    """Give a page with a session of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def summary(seconds: Sequence[float]) -> str:
    """Return the median wait and the worst in words."""
    return f"median {median(seconds):.2f} s, slowest {max(seconds):.2f} s"


def visitors(browser: Browser, server: Server) -> None:
    pages = [browser.new_context().new_page() for _ in range(N_VISITORS)]
    begun, waits = time.perf_counter(), []
    for page in pages:
        page.goto(server.address, wait_until="commit")
    for page in pages:
        page.locator(CARD).nth(N_TOPICS - 1).wait_for(timeout=LONGEST)
        waits.append(time.perf_counter() - begun)
    print(f"{N_VISITORS} first visitors at once: {summary(waits)} (wanted: 5)")
    for page in pages:
        page.context.close()


def clicks(browser: Browser, server: Server) -> None:
    with tab(browser) as page:
        page.goto(f"{server.address}/?{CLEANED}&k={N_TOPICS}")
        page.wait_for_function(SHOWN, arg=N_TOPICS, timeout=LONGEST)
        page.wait_for_timeout(PAUSE)
        page.evaluate(WATCH)
        waits: dict[str, list[float]] = {}
        for name in VIEWS * 2:
            bar = page.get_by_test_id("stMain")
            bar.get_by_role("radio", name=name, exact=True).last.click()
            page.wait_for_function(RESTS, timeout=LONGEST, polling=200)
            waits[name] = page.evaluate(
                "[first - clicked, changed - clicked].map(one => one / 1000)"
            )
    first, last = zip(*waits.values(), strict=True)
    each = ", ".join(f"{name} {one[0]:.2f}/{one[1]:.2f}" for name, one in waits.items())
    print(
        f"click to answer, {summary(first)}; until all is drawn "
        f"{median(last):.2f} and {max(last):.2f} s: {each}"
    )


def slider(browser: Browser, server: Server) -> None:
    with tab(browser) as page:
        page.goto(f"{server.address}/?{CLEANED}&k={N_TOPICS}")
        page.wait_for_function(SHOWN, arg=N_TOPICS, timeout=LONGEST)
        page.wait_for_timeout(PAUSE)
        waits = [move_to(page, n_topics) for n_topics in MOVES]
    print(f"slider to topics, {summary(waits)}")


def move_to(page: Page, n_topics: int) -> float:
    handle = page.get_by_role("slider", name="Topics").first
    handle.focus()
    is_less = n_topics < int(handle.input_value())
    begun = time.perf_counter()
    page.keyboard.press("ArrowLeft" if is_less else "ArrowRight")
    page.wait_for_function(SHOWN, arg=n_topics, timeout=LONGEST, polling=POLL)
    wait = time.perf_counter() - begun
    page.wait_for_timeout(PAUSE)
    return wait


def idle(browser: Browser, server: Server) -> None:
    with tab(browser) as page:
        page.goto(server.address)
        page.locator(CARD).nth(N_TOPICS - 1).wait_for(timeout=LONGEST)
        page.wait_for_timeout(10 * PAUSE)
        before = ticks(server)
        page.wait_for_timeout(60_000 * MINUTES)
        used = (ticks(server) - before) / 100
    print(f"an open page, idle: {used * 60 / MINUTES:.1f} s of the processor an hour")


def ticks(server: Server) -> int:
    """Return the hundredths of a second of the processor that the server has used."""
    line = Path(f"/proc/{server.process_id}/stat").read_text()
    used, of_system = line.rpartition(")")[2].split()[11:13]
    return int(used) + int(of_system)


PARTS = {"visitors": visitors, "clicks": clicks, "slider": slider, "idle": idle}


if __name__ == "__main__":
    main(sys.argv[1:])
