"""Jobs in texts and lists, each with its clicks counted."""

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from spca_core.corpus.bundled import read_bundled
from tests.browser.conftest import clicks, expect_rest
from tests.browser.test_explore import download
from tests.browser.test_journey import FIRST_RESULT, open_topics

pytestmark = pytest.mark.slow
TABLE = "stDataFrame"


@pytest.mark.nightly
def test_a_phrase_in_context_is_exported_with_three_clicks(jobs: Page, address: str):
    open_topics(jobs, address)
    expect_rest(jobs)
    jobs.get_by_role("radio", name="Find", exact=True).click()
    field = jobs.get_by_role("textbox", name="Word or phrase")
    field.click()
    jobs.keyboard.type("civil war")
    jobs.keyboard.press("Enter")
    said = jobs.get_by_text("“civil war” occurs")
    expect(said).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(jobs)
    lines = pd.read_csv(download(jobs, "Lines (CSV)"))
    assert clicks(jobs) <= 3
    assert f" {len(lines)} times" in said.inner_text()
    assert (lines["word"].str.lower() == "civil war").all()


def test_every_documents_topic_goes_to_excel_with_two_clicks(jobs: Page, address: str):
    open_topics(jobs, f"{address}/?corpus=docstrings")
    expect_rest(jobs)
    jobs.get_by_text("Share and download", exact=True).click()
    sheet = pd.read_excel(download(jobs, "Documents (Excel)"), engine="openpyxl")
    assert clicks(jobs) <= 2
    corpus = read_bundled("docstrings")
    assert len(sheet) == corpus.n_documents
    assert {"title", "main_topic", "share", "topics"} <= {*sheet}


@pytest.mark.nightly
def test_words_of_a_text_lead_to_their_topic_and_any_other_to_all_its_lines(
    page: Page, address: str
):
    page.goto(f"{address}/documents?topic=2&document=8")
    mark = page.locator(".document mark").first
    expect(mark).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    topic = mark.get_attribute("title")
    mark.focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Open the topic").click()
    page.wait_for_url("**tab=topic**")
    expect(page.get_by_role("radio", name=topic)).to_be_checked()

    page.goto(f"{address}/documents?topic=2&document=8")
    text = page.locator(".document")
    expect(text).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    text.click(position={"x": 12, "y": 14})
    word = page.get_by_role("menuitem", name="Find “")
    first = text.inner_text().split()[0].strip(",.")
    expect(word).to_have_text(f"Find “{first}” in the texts")
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
            const text = document.querySelector(".document").firstChild;
            const words = document.createRange();
            words.setStart(text, 0);
            words.setEnd(text, text.textContent.indexOf(" ", 8));
            getSelection().removeAllRanges();
            getSelection().addRange(words);
            document.querySelector(".document").click();
        }"""
    )
    phrase = page.evaluate("getSelection().toString()")
    word.click()
    page.wait_for_url("**tab=find**")
    expect(page.get_by_text(f"“{phrase}” occurs")).to_be_visible(timeout=FIRST_RESULT)


@pytest.mark.nightly
def test_a_heading_sorts_the_list_and_a_tick_opens_the_document_of_its_row(
    page: Page, address: str
):
    page.goto(f"{address}/documents")
    table = page.get_by_test_id(TABLE)
    expect(table).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    table.click(position={"x": 90, "y": 15})
    expect_rest(page)
    assert "document=" not in page.url
    table.click(position={"x": 18, "y": 55})
    page.wait_for_url("**document=**")
    expect_rest(page)
    opened = page.get_by_role("heading", level=3).inner_text()
    assert opened.startswith("1791")  # the first by title, and not the strongest
    page.get_by_role("button", name="Back to the list").click()
    expect(page.get_by_test_id(TABLE)).to_be_visible()
