"""Where things are on a page: late results move nothing, and its room is used."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import AS_READ, CARD, expect_rest
from tests.browser.test_compare import expect_end
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import FIRST_RESULT

pytestmark = pytest.mark.nightly

CHART, TABLE = "[data-testid=stVegaLiteChart] svg", "[data-testid=stDataFrame]"
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push(one.value);
}).observe({ type: "layout-shift" });
"""
# Of what browsers sum up: at most 0.1 is called good. Where a busy machine draws a page
# again, an empty place is one gap further left for a frame, which is 0.002.
LEAST_SEEN = 0.01
LINK = f"{SMALL}&k=3&s=4&effort=quick&{AS_READ}"


def box(page: Page, what: str) -> FloatRect:
    found = page.locator(what).bounding_box()
    assert found
    return found


@pytest.mark.parametrize(
    ("path", "content"), [("", CARD), ("documents", TABLE), ("compare", CHART)]
)
def test_what_arrives_late_moves_nothing(
    page: Page, address: str, path: str, content: str
):
    page.goto(f"{address}/{path}?{LINK}&seed=11")
    expect(page.locator(content).first).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)  # what is drawn at once is still finding its place
    page.evaluate(WATCH_SHIFTS)
    expect_end(page)
    page.wait_for_timeout(2_500)  # the pace of the polls of a proof is two seconds
    expect_rest(page)
    assert sum(page.evaluate("window.shifts")) < LEAST_SEEN


def test_a_page_begins_at_its_top_and_is_as_wide_as_the_window(
    page: Page, address: str
):
    page.goto(f"{address}/?{LINK}")
    expect(page.locator(CARD).first).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    assert box(page, "h1")["y"] < 30
    assert box(page, ".topic-cards")["width"] > 0.75 * 1280
    page.locator("h1").click(trial=True)  # nothing lies over it


@pytest.mark.parametrize("path", ["", "compare"])
def test_nothing_is_cut_on_a_telephone(page: Page, address: str, path: str):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/{path}?{LINK}")
    expect(page.locator("h1")).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    menu = box(page, "[data-testid=stExpandSidebarButton]")
    assert box(page, "h1")["y"] >= menu["y"] + menu["height"]
    page.set_viewport_size({"width": 1280, "height": 900})
