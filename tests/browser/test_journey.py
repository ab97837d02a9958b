"""The main journey of a user, in a real browser."""

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import AS_READ, CARD_WORD, expect_rest

STOP_BUTTON = ".st-key-stop button"
PILL = ".st-key-choice_topic [role=radio]"
FIRST_RESULT = 120_000  # milliseconds; in a fresh clone kernels are compiled first
LONGEST_RUN = 120_000


def topic_words(page: Page) -> list[str]:
    """Return the words on the topics' cards, once the run has ended."""
    for _ in range(2):  # Stop is away for a moment where one run follows another
        expect_rest(page)
        expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)
    words = page.locator(CARD_WORD)
    expect(words.first).to_be_attached()
    expect_rest(page)
    return words.all_text_contents()


def open_topics(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.get_by_text("About this result")).to_be_visible(timeout=FIRST_RESULT)


def expect_topics(page: Page, number: int) -> None:
    """Wait until the run has ended with that many topics, whatever tab shows them."""
    expect(page.locator(PILL)).to_have_count(number, timeout=LONGEST_RUN)
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)


def open_settings(page: Page) -> None:
    """Open the settings that stand behind a click."""
    page.get_by_text("More settings").click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()


def expect_curves(page: Page) -> None:
    """Wait until Compare shows how well its methods do."""
    note = page.get_by_text("One run's topics, added up.")
    expect(note).to_be_visible(timeout=FIRST_RESULT)


def set_topics_with_keyboard(page: Page, presses: int) -> None:
    expect_rest(page)
    page.get_by_role("slider", name="Topics").first.focus()
    for _ in range(presses):
        page.keyboard.press("ArrowLeft")


@pytest.mark.slow
def test_open_change_k_run_stop_compare_and_reload(page: Page, address: str):
    open_topics(page, f"{address}/?effort=quick")
    expect_topics(page, 8)

    set_topics_with_keyboard(page, presses=3)
    expect_rest(page)
    open_settings(page)
    page.get_by_role("button", name="Run", exact=True).first.click()
    page.wait_for_url("**k=5**")
    expect_topics(page, 5)
    before = topic_words(page)

    page.goto(f"{address}/?effort=thorough&seed=3")
    page.locator(STOP_BUTTON).first.click(timeout=FIRST_RESULT)
    # A second on a quiet machine; here the tests of the other processor run besides.
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=5_000)
    expect(page.get_by_text("About this result: not finished")).to_be_visible()
    expect_topics(page, 8)

    page.goto(f"{address}/?effort=quick&k=5&candidates=200")
    assert topic_words(page) == before
    page.get_by_test_id("stSidebar").get_by_role("link", name="Compare").click()
    expect_curves(page)
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)
    assert "k=5" in page.url
    page.reload()
    expect_curves(page)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Topics").click()
    assert topic_words(page) == before


@pytest.mark.nightly
def test_the_papers_page_shows_its_figures_and_stop_keeps_what_was_found(
    page: Page, address: str
):
    page.goto(f"{address}/paper")
    figures = page.get_by_role("button", name="Figures (CSV)")
    expect(figures).to_be_visible(timeout=FIRST_RESULT)
    if page.get_by_text("None of the paper's data sets is here").count():
        expect(page.get_by_text("Download a data set")).to_be_visible()
        return
    expect(page.locator(STOP_BUTTON)).to_have_count(0)
    page.get_by_role("button", name="Run all").click()
    found = page.get_by_text("Cumulative variance by topic")
    expect(found).to_be_visible(timeout=FIRST_RESULT)
    page.locator(STOP_BUTTON).first.click(timeout=FIRST_RESULT)
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)
    expect(figures).to_have_count(1)
    with page.expect_download() as download:
        figures.click()
    assert len(pd.read_csv(download.value.path())) >= 55
    page.get_by_role("button", name="Run all").click()
    expect(page.locator(STOP_BUTTON).first).to_be_visible()


@pytest.mark.nightly
def test_how_good_the_topics_are_is_proven_and_learnt_on_four_words(
    page: Page, address: str
):
    link = f"corpus=state_of_the_union_in_24_words&k=2&s=3&{AS_READ}"
    open_topics(page, f"{address}/?{link}")
    expect(page.get_by_text("Proven: ")).to_be_visible(timeout=FIRST_RESULT)
    page.get_by_text("About this result").click()
    page.get_by_text("Proof").click()
    expect(page.get_by_text("No choice of 2 topics")).to_be_visible()
    expect(page.locator(".st-key-stop_proof")).to_have_count(0, timeout=LONGEST_RUN)
    expect(page.get_by_text("No choice of topics can capture more")).to_be_visible()
    expect_rest(page)
    page.get_by_role("button", name="How it is proven: for four words").click()
    heading = page.get_by_role("heading", name="How good can it get?")
    expect(heading).to_be_visible()
    assert "chapter=limit" in page.url
    expect(page.get_by_text("price on each word.")).to_be_visible()
