"""Jobs with a part of a corpus, in a real browser, and the clicks that they take."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CLEANED, clicks, expect_rest
from tests.browser.test_explore import go_to
from tests.browser.test_journey import FIRST_RESULT, open_topics, topic_words

pytestmark = pytest.mark.nightly

FIFTIES = re.compile(r"^19[45]\d$")
BAR = ".st-key-part_bar"
CHART = "[data-testid=stPopoverBody] [data-testid=stVegaLiteChart]"


def drag(page: Page, first: float, last: float) -> None:
    """Drag over a share of the chart of documents by time."""
    box = page.locator(CHART).bounding_box()
    assert box
    middle = box["y"] + box["height"] / 4
    page.mouse.move(box["x"] + first * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + last * box["width"], middle, steps=5)
    page.mouse.up()


def pill(page: Page, name: str):
    return page.locator(BAR).get_by_role("button", name=name, exact=True)


def test_topics_of_one_party_after_1950_survive_the_link_and_are_undone(
    jobs: Page, browser: Browser, address: str
):
    page = jobs
    open_topics(page, f"{address}/?{CLEANED}")
    of_all = topic_words(page)
    clicks(page)
    page.get_by_role("button", name="Filter").click()
    expect_rest(page)  # what is missed as it moves is pressed again, and counted
    page.get_by_text("Democratic (").first.click()
    expect_rest(page)
    drag(page, 0.68, 0.99)
    expect(page.get_by_label("From", exact=True)).to_have_value(FIFTIES)
    expect_rest(page)
    page.get_by_role("button", name="Find topics in these").click()
    expect(pill(page, "Democratic")).to_be_visible()
    of_part = topic_words(page)
    assert clicks(page) <= 4
    assert of_part != of_all
    page.get_by_role("button", name="Undo").click()
    expect(pill(page, "All")).to_have_count(0)
    assert topic_words(page) == of_all
    page.go_back()
    expect(pill(page, "Democratic")).to_be_visible()
    page.reload()
    assert topic_words(page) == of_part
    other = browser.new_page()
    open_topics(other, page.url)
    assert topic_words(other) == of_part
    other.close()


def test_two_parts_beside_each_other(jobs: Page, address: str):
    page = jobs
    open_topics(page, f"{address}/?{CLEANED}")
    clicks(page)
    go_to(page, "Documents")
    page.get_by_text("Two parts", exact=True).click()
    shares = page.get_by_text("How common each topic is")
    expect(shares).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    page.get_by_role("combobox", name="Second part").click()
    page.get_by_role("option", name="Whig").click()
    page.wait_for_url("**Whig**")
    expect(shares).to_be_visible(timeout=FIRST_RESULT)
    assert clicks(page) <= 4
    expect(page.get_by_text("Topics found in Republican or Whig")).to_be_visible()
