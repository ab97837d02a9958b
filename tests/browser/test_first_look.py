"""The first ten seconds, and the looks for readers, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AS_READ, CARD, CARD_WORD, expect_rest
from tests.browser.test_compare import expect_end
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import (
    FIRST_RESULT,
    expect_topics,
    open_topics,
)

pytestmark = pytest.mark.slow

MIN_SIZE = 14  # pixels of a topic's words
PROVEN = ".st-key-proof [data-testid=stMarkdown] p"
VERDICT = ".st-key-chance [data-testid=stMarkdown] p"
BAR = ".topic-cards li i"
INK = "one => [getComputedStyle(one).color, getComputedStyle(document.body).color]"
CARD_TEXT = ".topic-cards :is(h3, li b, p)"
PILL, NAME = ".st-key-choice_topic [role=radio]", ".topic-name"
SIZES = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
DOTS = "all => all.map(one => getComputedStyle(one, '::before').backgroundColor)"
COLOURS = "bars => bars.map(bar => getComputedStyle(bar).backgroundColor)"


def test_the_first_topics_are_on_the_first_screen_of_a_small_window(
    page: Page, address: str
):
    page.set_viewport_size({"width": 640, "height": 480})
    open_topics(page, address)
    heading = page.get_by_role("heading", name="Union, 1790-2026: 8 topics")
    expect(heading).to_be_in_viewport()
    for word in range(3):
        expect(page.locator(CARD_WORD).nth(word)).to_be_in_viewport()
    assert page.locator(CARD_WORD).evaluate_all(SIZES) >= MIN_SIZE


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_have_the_ink_of_the_page_and_topics_colours_of_their_own(
    browser: Browser, address: str, theme: str
):
    context = browser.new_context(color_scheme=theme)
    page = context.new_page()
    open_topics(page, f"{address}/?{SMALL}&k=4&s=3&{AS_READ}")
    expect_topics(page, 4)
    expect_rest(page)  # colours fade in
    word, text = page.locator(CARD_WORD).first.evaluate(INK)
    assert word == text
    colours = page.locator(BAR).evaluate_all(COLOURS)
    assert len(colours) == 4 * 3
    assert len(set(colours)) == 4
    expect(page.locator(PILL)).to_have_count(4)
    assert page.locator(PILL).evaluate_all(DOTS) == colours[::3]
    assert page.locator(CARD_TEXT).evaluate_all(SIZES) >= MIN_SIZE
    page.goto(f"{address}/compare?{SMALL}&k=4&s=3&{AS_READ}&look=words")
    expect(page.locator(NAME)).to_have_count(4, timeout=FIRST_RESULT)
    expect_end(page)
    expect_rest(page)
    assert page.locator(NAME).evaluate_all(DOTS) == colours[::3]
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_jumps_whatever_is_proven(page: Page, address: str, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    open_topics(page, f"{address}/?{SMALL}&k=3&s=4&{AS_READ}")
    expect_topics(page, 3)
    expect_rest(page)
    card = page.locator(CARD).first
    expect(page.locator(PROVEN)).to_be_visible(timeout=FIRST_RESULT)
    places = [card.bounding_box()]
    for line, said in (
        (PROVEN, ""),
        (PROVEN, "Proven: within 99.9 % of the best possible"),
        (PROVEN, "Proven: optimal to one part in a million"),
        (VERDICT, "Comparing with chance: 0 of 9"),
        (VERDICT, "None of 8 topics is stronger than chance."),
    ):
        text = page.locator(line)
        text.evaluate("(line, said) => { line.textContent = said; }", said)
        places.append(card.bounding_box())
    assert places == [places[0]] * len(places)
    page.set_viewport_size({"width": 1280, "height": 900})


def test_nothing_jumps_when_the_proof_rests(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=3&s=4&seed=5&{AS_READ}")
    expect_topics(page, 3)
    before = page.locator(CARD).first.bounding_box()
    expect(page.get_by_text("Proven: ")).to_be_visible(timeout=FIRST_RESULT)
    expect_end(page)
    assert page.locator(CARD).first.bounding_box() == before


def test_the_button_for_ones_own_texts_leads_to_the_upload(page: Page, address: str):
    open_topics(page, address)
    page.get_by_role("button", name="Use your own texts").click()
    expect(page.locator("input[type=file]")).to_be_attached()


def test_a_click_on_a_point_takes_its_number_of_topics(page: Page, address: str):
    link = f"{SMALL}&k=2&s=6&effort=quick&{AS_READ}"
    page.goto(f"{address}/?{link}&tab=number")
    expect(page.get_by_text("Suggested:")).to_be_visible(timeout=FIRST_RESULT)
    expect_end(page)
    expect_rest(page)
    points = page.locator("[data-testid=stVegaLiteChart] .mark-symbol path")
    points.nth(3).click(force=True)
    page.wait_for_url("**k=4**")
    expect(page.get_by_text("Now: 4.")).to_be_visible()


@pytest.mark.parametrize("path", ["corpus", "documents", "compare", "learn", "paper"])
def test_a_page_opened_directly_asks_for_nothing_that_is_not_there(
    page: Page, address: str, path: str
):
    missing: list[str] = []
    page.on("response", lambda one: missing.append(one.url) if one.status >= 400 else 0)
    page.goto(f"{address}/{path}?{SMALL}&k=2&s=3&effort=quick")
    # Its own title: a wrong base would show the first page.
    expect(page).to_have_title(re.compile(path.capitalize()), timeout=FIRST_RESULT)
    assert missing == []
