"""Decisions on words: from a word's menu and from a file, with the clicks they take."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CARD, clicks, expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import expect_topics, open_topics, topic_words

pytestmark = pytest.mark.slow

LINK = f"{SMALL}&k=2&s=3&effort=quick"


def test_two_words_are_merged_in_three_clicks_which_the_link_holds_and_undo_takes_back(
    jobs: Page, browser: Browser, address: str
):
    page = jobs
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 2)
    expect_rest(page)
    before = topic_words(page)
    first, other = before[0], before[1]
    clicks(page)
    page.locator(CARD).get_by_role("button", name=first, exact=True).last.click()
    page.get_by_role("menuitem", name="Merge with ...").click()
    page.get_by_role("dialog").get_by_role("button", name=other, exact=True).click()
    page.wait_for_url(f"**same={first}%3D{other}**")
    assert clicks(page) <= 3
    expect_topics(page, 2)
    expect_rest(page)
    merged = topic_words(page)
    assert other not in merged
    expect(page.get_by_text(f"{other} is counted as {first}").first).to_be_visible()

    another = browser.new_context().new_page()
    open_topics(another, page.url)
    expect_topics(another, 2)
    expect_rest(another)
    assert topic_words(another) == merged
    another.context.close()

    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(lambda url: "same=" not in url)
    expect_topics(page, 2)
    expect_rest(page)
    assert topic_words(page) == before
