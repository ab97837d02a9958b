"""How long a reader of Learn and of Compare waits: python -m tests.benchmarks.lessons

From a key press on each chapter's main control to the changed picture, and from a
click on each look of Compare to its content; on a warm server, in Chromium.
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import launch_chromium, serve
from tests.browser.test_compare import LINK, SIGNS
from tests.browser.test_learn import CHOOSER, MAIN_SLIDERS, TITLES

MOVES, TURNS = 8, 3
LONGEST, POLL, PAUSE = 60_000, 25, 800  # milliseconds
PICTURES = """() => [...document.querySelectorAll(
  '[data-testid=stVegaLiteChart] svg')].map(svg => svg.outerHTML).join()"""
CHANGED = f"before => ({PICTURES})() !== before"
SHOWN = """([sign, pictures]) =>
  document.querySelector('[data-testid=stMain]').innerText.includes(sign) &&
  document.querySelectorAll('[data-testid=stVegaLiteChart] svg').length >= pictures"""


def main() -> None:
    with serve() as address, sync_playwright() as playwright:
        page = launch_chromium(playwright).new_page()
        for number, title in TITLES.items():
            page.goto(f"{address}/learn?chapter={number}")
            print(f"{number}. {title}: {summary(move(page, number))}", flush=True)
        page.goto(f"{address}/compare?{LINK}")
        look_at_all(page)  # the runs and the proofs
        waits = [look_at_all(page) for _ in range(TURNS)]
        for name in SIGNS:
            print(f"Compare, {name}: {summary([turn[name] for turn in waits])}")


def summary(waits: list[float]) -> str:
    median, slowest = statistics.median(waits), max(waits)
    return f"median {median:.2f} s, slowest {slowest:.2f} s"


def move(page: Page, number: int) -> list[float]:
    """Return the waits of some moves of a chapter's main control, after one more."""
    page.get_by_test_id("stVegaLiteChart").first.wait_for(timeout=LONGEST)
    if number == CHOOSER:
        control, key = page.get_by_role("combobox", name="First topic"), "Backspace"
    else:
        slider = page.get_by_role("slider", name=MAIN_SLIDERS[number])
        control, key = slider, "ArrowRight"
    waits = []
    for place in range(1 + MOVES):
        page.wait_for_timeout(PAUSE)
        control.focus()
        if number == CHOOSER and place % 2 == 0:  # a word comes, a word goes
            page.keyboard.type("tax")
            waits.append(press(page, "Enter"))
        else:
            waits.append(press(page, key))
    return waits[1:]


def press(page: Page, key: str) -> float:
    """Return the seconds from a key press to another picture."""
    before = page.evaluate(PICTURES)
    with clock() as waits:
        page.keyboard.press(key)
        page.wait_for_function(CHANGED, arg=before, timeout=LONGEST, polling=POLL)
    return waits[0]


def look_at_all(page: Page) -> dict[str, float]:
    """Return the seconds from a click on each look of Compare to its content."""
    found = {}
    for name in reversed(SIGNS):
        button = page.get_by_role("radio", name=name, exact=True)
        button.wait_for(timeout=LONGEST)
        page.wait_for_timeout(PAUSE)
        with clock() as waits:
            # Playwright's own click waits until the button has stood still.
            button.evaluate("button => button.click()")
            page.wait_for_function(
                SHOWN, arg=list(SIGNS[name]), timeout=LONGEST, polling=POLL
            )
        found[name] = waits[0]
    return found


@contextmanager
def clock() -> Iterator[list[float]]:
    """Give a list that has the seconds passed once the block is left."""
    seconds: list[float] = []
    start = time.perf_counter()
    yield seconds
    seconds.append(time.perf_counter() - start)


if __name__ == "__main__":
    main()
