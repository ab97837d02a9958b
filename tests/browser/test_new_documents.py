"""Scoring documents that are not in the corpus, in a real browser."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import clicks, expect_rest

pytestmark = pytest.mark.slow
NEW = (
    "text,who\n"
    '"Health insurance and medical care for children, say families",ann\n'
    '"![x](http://example.com/x.png) zebras, and <b>unicorns</b>",bob\n'
)


def test_new_documents_are_scored_and_downloaded_with_two_clicks(
    jobs: Page, address: str, tmp_path: Path
):
    page = jobs
    file = tmp_path / "letters.csv"
    file.write_text(NEW)
    page.goto(f"{address}/documents")
    opener = page.get_by_text("Score other documents")
    expect(opener).to_be_visible(timeout=60_000)
    expect_rest(page)
    clicks(page)
    opener.click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("2 documents, of which 50 % have a topic.")).to_be_visible()
    expect_rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Scores (CSV)").click()
    assert clicks(page) == 2
    written = Path(download.value.path()).read_text("utf-8-sig")
    first, second = csv.DictReader(written.splitlines())
    assert first["main_topic"] == "health, care"
    assert second["main_topic"] == "none"
