"""The journeys of somebody who compares methods, in a real browser."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import FIRST_RESULT, LONGEST_RUN, STOP_BUTTON

pytestmark = pytest.mark.slow

LINK = f"{SMALL}&k=2&s=3&effort=quick&candidates=200&scale=weighted"
SIGNS = {  # what only this look has, and how many pictures it has at least
    "Curves": ("One run's topics, added up", 1),
    "Words": ("How far they agree", 2),
    "Table": ("What it was run on", 0),
}


def open_compare(page: Page, address: str, more: str = "") -> None:
    page.goto(f"{address}/compare?{LINK}{more}")
    look = page.get_by_role("radio", name="Curves", exact=True)
    expect(look).to_be_visible(timeout=FIRST_RESULT)
    expect_end(page)


def expect_end(page: Page) -> None:
    """Wait until all runs and proofs have ended and the page is drawn."""
    expect(page.locator(".st-key-stop")).to_have_count(0, timeout=LONGEST_RUN)
    expect(page.locator(".st-key-stop_proof")).to_have_count(0, timeout=LONGEST_RUN)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")


def expect_look(page: Page, name: str) -> None:
    sign, n_pictures = SIGNS[name]
    expect(page.get_by_text(sign).first).to_be_visible(timeout=FIRST_RESULT)
    expect_end(page)
    if n_pictures:
        expect(pictures(page).nth(n_pictures - 1)).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def pictures(page: Page) -> Locator:
    return page.get_by_test_id("stVegaLiteChart").locator("svg")


def cells(page: Page) -> Locator:
    """Return the cells of all tables, as a screen reader finds them."""
    return page.locator(":is([data-testid=stDataFrame], [data-testid=stTable]) td")


def lines_shown(page: Page) -> set[str]:
    """Return the methods whose curves are drawn."""
    lines = pictures(page).locator(".mark-line.role-mark path").all()
    return {method for line in lines if (method := method_of(line))}


def method_of(line: Locator) -> str:
    said = line.get_attribute("aria-label") or ""
    return said.partition("method: ")[2].partition(";")[0]


@pytest.mark.nightly
def test_a_click_on_the_legend_hides_a_method_and_with_shift_isolates_it(
    page: Page, address: str
):
    open_compare(page, address)
    expect_look(page, "Curves")
    before = lines_shown(page)
    assert len(before) > 2
    label = pictures(page).locator(".role-legend-label text").get_by_text("EM sPCA")
    for modifiers, left in (
        ([], before - {"EM sPCA"}),
        ([], before),
        (["Shift"], {"EM sPCA"}),
        ([], set()),
        ([], {"EM sPCA"}),
    ):
        label.click(modifiers=modifiers)
        expect_rest(page)
        assert lines_shown(page) == left


def test_stop_ends_a_long_comparison_and_keeps_what_was_found(page: Page, address: str):
    page.goto(f"{address}/compare?effort=thorough&seed=77&methods=joint,tpower,em")
    stop = page.locator(STOP_BUTTON).first
    expect(pictures(page).first).to_be_visible(timeout=FIRST_RESULT)
    stop.click()
    expect(page.locator(STOP_BUTTON)).to_have_count(0)
    expect(pictures(page)).to_have_count(1)
    page.get_by_role("radio", name="Table", exact=True).click()
    expect(page.get_by_text(SIGNS["Table"][0])).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(cells(page).get_by_text("Joint search", exact=True).first).to_be_attached()
