"""The search of the API reference, in a real browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.reference import build

pytestmark = pytest.mark.slow


def test_the_reference_finds_a_word_in_its_docstrings_and_in_the_guides(
    browser: Browser, tmp_path: Path
):
    page = browser.new_page()
    page.goto(build(tmp_path).as_uri())
    page.get_by_role("searchbox").fill("shuffled")
    results = page.locator("main")
    expect(results).to_contain_text("spca_core.Topics.against_chance")
    results.get_by_role("link", name="is_it_real").first.click()
    expect(page.get_by_role("heading", name="Is it real?")).to_be_visible()
    page.close()
