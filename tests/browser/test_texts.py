"""From a fresh page to the topics of a table of texts: drop, look, one click."""

import csv
import io

import pytest
from playwright.sync_api import Page, expect

from spca_core.corpus.bundled import read_bundled
from tests.browser.test_explore import DROP, go_to, upload
from tests.browser.test_journey import FIRST_RESULT, expect_topics, topic_words

pytestmark = pytest.mark.slow

N_ROWS = 1_000


def table() -> dict:
    """Return paragraphs of the State of the Union as a CSV to upload."""
    corpus = read_bundled("state_of_the_union")
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(["id", "title", "date", "party", "text"])
    for row in range(N_ROWS):
        year = corpus.titles[row][:4]
        party = ("Federalist", "Republican")[row % 2]
        rows.writerow([row, corpus.titles[row], year, party, corpus.texts[row]])
    content = written.getvalue().encode()
    return {"name": "speeches.csv", "mimeType": "text/csv", "buffer": content}


def test_a_table_is_dropped_looked_at_and_has_topics_with_one_click(
    page: Page, address: str
):
    page.goto(f"{address}/corpus?effort=quick")
    expect(page.get_by_text(DROP)).to_be_visible(timeout=FIRST_RESULT)
    upload(page, table())
    expect(page.get_by_text("1,000 documents")).to_be_visible()
    expect(page.get_by_text("Federalist").first).to_be_visible()
    expect(page.get_by_text("with great satisfaction").first).to_be_visible()
    page.get_by_role("button", name="Find topics", exact=True).click()
    expect_topics(page, 8)
    before = topic_words(page)

    go_to(page, "Corpus")
    page.get_by_text("Prepare", exact=True).click()
    stop = page.get_by_role("textbox", name="More stop words")
    stop.fill(before[0])
    stop.press("Control+Enter")
    page.wait_for_url("**stop_words=**")
    go_to(page, "Topics")
    expect_topics(page, 8)
    assert before[0] not in topic_words(page)

    page.get_by_role("radio", name="Time and groups").click()
    by = page.get_by_role("radio", name="Party", exact=True)
    expect(by).to_be_visible(timeout=FIRST_RESULT)
    by.click()
    page.wait_for_url("**by=party**")
