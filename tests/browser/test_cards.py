"""What is written on the cards of topics, with the clicks that it takes."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CARD, CARD_WORD, clicks, expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import PILL, expect_topics, open_topics

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


@pytest.mark.nightly
def test_hiding_a_topic_is_one_click_away(jobs: Page, address: str):
    page = jobs
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 3)
    before = names(page)
    clicks(page)
    page.locator(CARD).nth(2).get_by_role("button", name="Hide").click()
    page.wait_for_url("**set_aside=**")
    assert names(page) == before[:2]
    assert clicks(page) == 1
    page.get_by_role("button", name=f"{before[2]} \N{MULTIPLICATION X}").click()
    page.wait_for_url(lambda url: "set_aside=" not in url)
    assert names(page) == before


@pytest.mark.nightly
def test_back_takes_the_name_of_one_topic_and_its_chip_to_what_they_were(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{LINK}&tab=topic")
    expect_topics(page, 3)
    chip = page.locator(PILL).first
    before = chip.inner_text()
    page.get_by_text("Rename or hide this topic").click()
    name = page.get_by_role("textbox", name="Name of this topic")
    name.fill("Sea")
    name.press("Enter")
    page.wait_for_url("**names=**")
    expect(chip).to_have_text("Sea")
    page.get_by_text("Hide this topic in charts and files").click()
    page.wait_for_url("**set_aside=**")
    expect_rest(page)
    page.go_back()
    hidden = page.get_by_role("switch", name="Hide this topic in charts and files")
    expect(hidden).not_to_be_checked()
    expect_rest(page)
    page.go_back()
    expect(name).to_have_value("")
    expect(chip).to_have_text(before)
    expect(chip).to_have_attribute("aria-checked", "true")


@pytest.mark.nightly
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


def test_a_menu_stays_open_when_cards_are_drawn_again_and_its_question_has_the_focus(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 3)
    expect_rest(page)
    page.locator(CARD_WORD).first.get_by_role("button").click()
    last = page.locator(CARD).nth(2).get_by_role("button", name="Hide")
    last.evaluate("button => button.click()")  # as late results do: without a click
    expect(page.locator(CARD)).to_have_count(2)
    expect_rest(page)
    ask_and_escape(page)
    page.locator(CARD_WORD).first.get_by_role("button").click()
    ask_and_escape(page)


def ask_and_escape(page: Page) -> None:
    page.get_by_role("menuitem", name="Merge with ...").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_rest(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
