"""Decisions on words: from a word's menu and from a file, with the clicks they take."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CARD, clicks, expect_rest
from tests.browser.test_explore import SMALL, upload
from tests.browser.test_journey import expect_topics, open_topics, topic_words

pytestmark = pytest.mark.slow

LINK = f"{SMALL}&k=2&s=3&effort=quick"
FILE = b"""
stop_words = ["thank", "sea"]
phrases = ["health care"]
[same]
tax = ["jobs", "x"]
"""


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


def test_an_unknown_word_is_refused_in_the_dialog_with_what_is_like_it(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{LINK}")
    expect_topics(page, 2)
    expect_rest(page)
    word = topic_words(page)[0]
    page.locator(CARD).get_by_role("button", name=word, exact=True).last.click()
    page.get_by_role("menuitem", name="Pin together with ...").click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    field.fill("nationn")
    field.press("Enter")
    expect(
        page.get_by_role("dialog").get_by_text("did you mean nation")
    ).to_be_visible()
    field.fill("nation")
    field.press("Enter")
    page.wait_for_url("**pinned=**nation**")
    expect(page.get_by_text("Pinned:", exact=True)).to_be_visible()


def test_a_file_of_decisions_is_opened_changed_and_saved_and_is_undone(
    page: Page, address: str
):
    page.goto(f"{address}/corpus?{LINK}&view=prepare")
    same = page.get_by_role("textbox", name="Counted as one")
    expect(same).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Open a list").click()
    upload(page, {"name": "words.toml", "mimeType": "text/plain", "buffer": FILE})
    page.wait_for_url("**same=tax**")
    expect(same).to_have_text("tax = jobs")
    expect(page.get_by_role("textbox", name="Phrases")).to_have_text("health care")
    expect(page.get_by_text("1 of 4 entries on words has no word")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.get_by_role("button", name="words.toml").click()
    written = saved.value.path().read_text("utf-8")
    assert 'tax = ["jobs"]' in written
    assert '"health care",' in written
    same.fill("tax = jobz")
    same.press("Control+Enter")
    expect(page.get_by_text("did you mean jobs")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(lambda url: "same=" not in url and "phrases=" not in url)
    expect(page.get_by_role("textbox", name="More stop words")).to_have_text("")
