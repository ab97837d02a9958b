"""How long a reader of Learn and of Compare waits: python -m tests.benchmarks.lessons

From a key press to the changed picture in the chapters; from a click on each look of
Compare to its content, and from each scale of its Curves to the changed picture; on a
warm server, in Chromium.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

from pages.learn import LESSONS
from pages.shared.state.options import OPTIONS
from tests.benchmarks.browser import POLL, page_on_server, summary
from tests.browser.test_compare import LINK, SIGNS
from tests.browser.test_learn import GUESSED

MOVES, TURNS = 4, 7
LONGEST, PAUSE = 20_000, 800  # milliseconds
PICTURES = """() => [...document.querySelectorAll(
  '[data-testid=stVegaLiteChart] svg')].map(svg => svg.outerHTML).join()"""
FINISHED = "[data-test-script-state=notRunning]"  # what is found once a server is
KEYS = {"slider": ("Home", "PageUp"), "spinbutton": ("ArrowDown", "ArrowUp")}
# Playwright's own click waits until the element has stood still.
CLICK = "element => element.click()"
CHANGED = f"before => ({PICTURES})() !== before"
# The pictures of the last look stay, stale, until this one is drawn.
SHOWN = """([sign, pictures]) =>
  document.querySelector('[data-testid=stMain]').innerText.includes(sign) &&
  [...document.querySelectorAll('[data-testid=stVegaLiteChart] svg')]
    .filter(svg => !svg.closest('[data-stale=true]')).length >= pictures"""


def main() -> None:
    with page_on_server() as (page, address):
        for chapter in LESSONS:
            page.goto(f"{address}/learn?chapter={chapter}&{GUESSED}")
            if waits := use_all(page):
                print(f"{LESSONS[chapter].title}: {summary(waits)}", flush=True)
        page.goto(f"{address}/compare?{LINK}")
        look_at_all(page)  # the runs and the proofs
        turns = [look_at_all(page) for _ in range(TURNS)]
        for name in SIGNS:
            print(f"Compare, {name}: {summary([turn[name] for turn in turns])}")
        page.goto(f"{address}/compare?{LINK}")
        print(f"Compare, scales of Curves: {summary(choose_scales(page))}")


def use_all(page: Page) -> list[float]:
    """Return the waits of some moves of each control of a chapter."""
    page.get_by_test_id("stVegaLiteChart").first.wait_for(timeout=LONGEST)
    page.locator(FINISHED).wait_for(timeout=LONGEST)
    chart = page.get_by_test_id("stVegaLiteChart")
    picture = page.get_by_test_id("stColumn").filter(has=chart).first
    return [
        wait
        for role, keys in KEYS.items()
        for control in picture.get_by_role(role).all()
        for wait in move(page, control, keys)
    ]


def move(page: Page, control: Locator, keys: tuple[str, str]) -> list[float]:
    """Return the waits as a control goes down and up by two keys."""
    begin(page, control)
    page.keyboard.press(keys[1])  # away from its least value, if it was there
    waits = []
    for key in keys * MOVES:
        begin(page, control)
        waits.append(press(page, key))
    return waits


def begin(page: Page, control: Locator) -> None:
    page.wait_for_timeout(PAUSE)
    control.focus()


def choose_scales(page: Page) -> list[float]:
    """Return the waits from a click on a scale of Curves to another picture.

    That of the paper's matrix is the same where the link asks for counts.
    """
    waits = []
    first, *_, last = OPTIONS["scale"].choices.values()
    for scale in (last, first) * TURNS:
        page.locator(FINISHED).wait_for(timeout=LONGEST)
        page.wait_for_timeout(PAUSE)
        button = page.get_by_role("radio", name=scale, exact=True)
        waits.append(change(page, lambda button=button: button.evaluate(CLICK)))
    return waits


def press(page: Page, key: str) -> float:
    return change(page, lambda: page.keyboard.press(key))


def change(page: Page, act: Callable[[], None]) -> float:
    """Return the seconds from an act to another picture."""
    before = page.evaluate(PICTURES)
    with clock() as waits:
        act()
        page.wait_for_function(CHANGED, arg=before, timeout=LONGEST, polling=POLL)
    return waits[0]


def look_at_all(page: Page) -> dict[str, float]:
    """Return the seconds from a click on each look of Compare to its content."""
    seconds = {}
    for name in reversed(SIGNS):
        button = page.get_by_role("radio", name=name, exact=True)
        button.wait_for(timeout=LONGEST)
        page.wait_for_timeout(PAUSE)
        with clock() as waits:
            button.evaluate(CLICK)
            page.wait_for_function(
                SHOWN, arg=list(SIGNS[name]), timeout=LONGEST, polling=POLL
            )
        seconds[name] = waits[0]
    return seconds


@contextmanager
def clock() -> Generator[list[float]]:
    """Give a list that has the seconds passed once the block is left."""
    seconds: list[float] = []
    start = time.perf_counter()
    yield seconds
    seconds.append(time.perf_counter() - start)


if __name__ == "__main__":
    main()
