"""Jobs on the page Corpus, with the clicks that they take."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import clicks, expect_rest
from tests.browser.test_accessible import LIGHT, faults
from tests.browser.test_explore import DROP, upload
from tests.browser.test_journey import FIRST_RESULT, expect_topics, topic_words
from tests.browser.test_texts import table

pytestmark = pytest.mark.slow


def open_corpus(page: Page, address: str) -> None:
    page.goto(f"{address}/corpus?effort=quick&k=2&s=3")
    expect(page.get_by_text(DROP)).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)


def test_the_column_of_texts_is_changed_after_the_first_search(
    jobs: Page, address: str
):
    open_corpus(jobs, address)
    upload(jobs, table())
    jobs.get_by_role("button", name="Find topics in this file").click()
    expect_topics(jobs, 8)
    before = topic_words(jobs)
    clicks(jobs)
    jobs.get_by_role("button", name="Corpus: speeches.csv").click()
    text = jobs.get_by_role("combobox", name="Text").first
    expect(text).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(jobs)
    text.click()
    text.press("Backspace")
    expect_rest(jobs)
    jobs.get_by_role("option", name="title").click()
    jobs.wait_for_url("**text=title**")
    assert clicks(jobs) <= 3
    jobs.keyboard.press("Escape")  # while the list is open, the rest is out of reach
    expect_rest(jobs)  # until the link is that of the new column
    jobs.get_by_role("link", name="Find its topics").click()
    assert topic_words(jobs) != before
    jobs.go_back()
    jobs.wait_for_url("**text=title**")
    assert not faults(jobs, LIGHT)
    jobs.get_by_role("button", name="Undo").click()
    expect(jobs).not_to_have_url(re.compile("text=title"))


def test_pasted_texts_have_topics(jobs: Page, address: str):
    open_corpus(jobs, address)
    texts = jobs.get_by_role("textbox", name="Or paste texts here")
    clicks(jobs)
    texts.click()
    lines = ("war and peace at sea", "taxes on land and tea", "peace on land") * 9
    texts.fill("\n".join(lines))
    texts.press("Control+Enter")
    expect(jobs.get_by_text("27 documents with")).to_be_visible()
    jobs.get_by_role("button", name="Find topics in this file").click()
    expect(jobs.get_by_role("heading", name="Pasted texts: ")).to_be_visible(
        timeout=FIRST_RESULT
    )
    assert clicks(jobs) <= 3
    topic_words(jobs)


def test_a_file_that_is_open_is_what_every_way_leads_to(jobs: Page, address: str):
    open_corpus(jobs, address)
    upload(jobs, table())
    button = jobs.get_by_role("button", name=re.compile("^Find topics in"))
    expect(button.filter(has_text="in this file")).to_be_visible()
    name = jobs.get_by_role("textbox", name="Name")
    name.fill("My speeches")
    name.press("Enter")
    expect_rest(jobs)
    expect(button).to_have_count(1)
    jobs.get_by_text("Prepare", exact=True).click()
    expect(jobs.get_by_role("heading", name="My speeches")).to_be_visible()
    jobs.wait_for_url("**name=My+speeches**")
    jobs.get_by_text("Choose", exact=True).click()
    expect(jobs.get_by_text(DROP)).to_be_visible()
    expect_rest(jobs)
    expect(button).to_have_count(0)
    jobs.get_by_role("link", name="Find its topics").click()
    expect_topics(jobs, 8)
    expect(jobs.get_by_role("heading", name="My speeches: ")).to_be_visible()
    assert "name=My+speeches" in jobs.url
