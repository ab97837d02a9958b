"""What is written on the cards of topics, with the clicks that it takes."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CARD, clicks, expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import expect_topics, open_topics

pytestmark = pytest.mark.slow

NAMES = f"{CARD} h3"
# At once: the cards with the new name come right after.
ENTER_AND_WRITE_THE_NEXT = """() => {
    const enter = new KeyboardEvent("keydown", { key: "Enter" });
    document.activeElement.dispatchEvent(enter);
    document.querySelectorAll(".topic-cards h3 button")[1].click();
    document.activeElement.value = "Sea and ";
    document.activeElement.setSelectionRange(8, 8);
}"""
LINK = f"{SMALL}&k=3&s=3&effort=quick"


def names(page: Page) -> list[str]:
    # The verdict marks names, and comes a moment later.
    expect(page.get_by_text("stronger than chance").first).to_be_visible()
    expect_rest(page)
    return page.locator(NAMES).all_inner_texts()


def test_a_topic_is_renamed_on_its_card_with_one_click(
    jobs: Page, browser: Browser, address: str
):
    page = jobs
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 3)
    first, second, third = names(page)
    clicks(page)
    page.locator(NAMES).get_by_role("button").nth(1).click()
    page.keyboard.type("Not this")
    page.keyboard.press("Escape")
    assert names(page) == [first, second, third]
    clicks(page)
    page.locator(NAMES).get_by_role("button").nth(1).click()
    page.keyboard.type("<i>Sea</i>")
    page.keyboard.press("Enter")
    page.wait_for_url("**names=**")
    assert names(page) == [first, "<i>Sea</i>", third]
    assert clicks(page) == 1
    other = browser.new_context().new_page()
    open_topics(other, page.url)
    expect_topics(other, 3)
    assert names(other) == names(page)
    other.context.close()
    page.locator(NAMES).get_by_role("button").nth(1).click()
    page.keyboard.press("Delete")
    page.locator("h1").click()
    page.wait_for_url(lambda url: "names=" not in url)
    assert names(page) == [first, second, third], "its own name again"


def test_what_is_being_typed_outlives_what_is_drawn_anew(page: Page, address: str):
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 3)
    expect_rest(page)
    page.locator(NAMES).get_by_role("button").first.click()
    page.keyboard.type("Sky")
    page.evaluate(ENTER_AND_WRITE_THE_NEXT)
    page.wait_for_url("**names=**")
    expect_rest(page)
    page.keyboard.type("land")
    page.keyboard.press("Enter")
    page.wait_for_url("**Sea**")
    assert names(page)[:2] == ["Sky", "Sea and land"]
