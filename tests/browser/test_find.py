"""Jobs in texts and lists, each with its clicks counted."""

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import clicks, expect_rest
from tests.browser.test_explore import download
from tests.browser.test_journey import FIRST_RESULT, open_topics

pytestmark = pytest.mark.slow


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
