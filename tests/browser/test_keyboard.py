"""Corpus, Topics and Documents by keyboard alone, in a real browser."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CARD, expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import (
    FIRST_RESULT,
    expect_topics,
    open_topics,
)

pytestmark = pytest.mark.slow

TAB_STOPS = "a, button:not([tabindex]), input, svg, canvas, [tabindex='0']"


def press(page: Page, element: Locator, *keys: str) -> None:
    expect_rest(page)
    element.focus()
    expect(element).to_be_focused()
    for key in keys:
        page.keyboard.press(key)


def test_a_corpus_is_chosen_and_prepared_by_keyboard(page: Page, address: str):
    page.goto(f"{address}/corpus")
    corpus = page.get_by_role("combobox", name="Corpus")
    expect(corpus).to_be_visible(timeout=FIRST_RESULT)
    press(page, corpus, "ArrowDown")
    page.keyboard.type("24")
    page.keyboard.press("Enter")
    use = page.get_by_role("button", name="Find topics", exact=True)
    expect(corpus).to_have_value("State of the Union in 24 Words")
    press(page, use, "Enter")
    page.wait_for_url(f"**{SMALL}**")
    page.goto(page.url.replace("/?", "/corpus?"))

    press(page, page.get_by_role("radio", name="Choose"), "ArrowRight", "Enter")
    words = page.get_by_role("textbox", name="More stop words")
    expect(words).to_be_visible()
    press(page, words, *"tax", "Control+Enter")
    page.wait_for_url("**stop_words=tax**")
    least = page.get_by_role("spinbutton").first
    press(page, least, "ArrowUp", "Enter")
    page.wait_for_url("**min_df=2**")
    press(page, page.get_by_role("switch", name="Centre the words"), "Space")
    page.wait_for_url("**centred=**")
    press(page, page.get_by_role("button", name="Reset all"), "Enter")
    expect(words).to_have_text("")


def test_a_topic_is_chosen_named_and_edited_by_keyboard(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick&weighting=counts")
    expect_topics(page, 2)
    expect(page.locator(CARD).locator(TAB_STOPS)).to_have_count(2)  # their names
    pills = page.get_by_role("radiogroup", name="Topic", exact=True)
    press(page, pills.get_by_role("radio").first, "ArrowRight", "Enter")
    page.wait_for_url("**topic=2**tab=topic**")
    press(
        page,
        page.locator("summary", has_text="Rename or hide this topic"),
        "Enter",
    )
    press(page, page.get_by_role("textbox", name="Name of this topic"), *"Sea", "Enter")
    page.wait_for_url("**Sea**")
    press(page, page.get_by_role("button", name="Pin together with ..."), "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_rest(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, page.get_by_role("button", name="Pin together with ..."), "Enter")
    press(page, page.get_by_role("dialog").locator(".stButton button").first, "Enter")
    expect(page.get_by_text("Pinned:", exact=True)).to_be_visible()
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="Leave out", exact=True), "Space")
    expect(page.get_by_text("Stop words:", exact=True)).to_be_visible()
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="✕").first, "Enter")
    # Neither as a choice, nor as what the last edit did.
    expect(page.get_by_text("Stop words:")).to_have_count(0)
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="Find in the texts"), "Enter")
    expect(page.get_by_text("It is in the topic")).to_be_visible()
