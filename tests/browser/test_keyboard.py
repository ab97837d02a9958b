"""Corpus, Topics and Documents by keyboard alone, in a real browser."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CARD, expect_rest
from tests.browser.test_explore import SMALL
from tests.browser.test_journey import (
    FIRST_RESULT,
    expect_topics,
    open_topics,
)

pytestmark = pytest.mark.slow

TAB_STOPS = "a, button:not([tabindex]), input, svg, canvas, [tabindex='0']"


MOST_TABS = 60


FOCUSED = """() => {
    const element = document.activeElement;
    // An icon stands before a name, or after it, as a word of its own.
    const icons = [...element.querySelectorAll("[data-testid=stIconMaterial]")];
    const drawn = ["", ...icons.map((icon) => icon.innerText)];
    const lines = element.innerText?.split("\\n") ?? [];
    const said = lines.filter((line) => !drawn.includes(line.trim()));
    return element.getAttribute("aria-label") || said.at(-1) || "";
}"""


def tab_to(page: Page, name: str) -> list[str]:
    """Press Tab until what has that name is focused; return all names on the way."""
    names: list[str] = []
    while len(names) < MOST_TABS and (not names or names[-1] != name):
        page.keyboard.press("Tab")
        names.append(page.evaluate(FOCUSED).strip())
    assert names[-1] == name, names
    return names


def press(page: Page, element: Locator, *keys: str) -> None:
    expect_rest(page)
    element.focus()
    expect(element).to_be_focused()
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.nightly
def test_a_corpus_is_chosen_and_prepared_by_keyboard(page: Page, address: str):
    page.goto(f"{address}/corpus")
    corpus = page.get_by_role("combobox", name="Corpus")
    expect(corpus).to_be_visible(timeout=FIRST_RESULT)
    press(page, corpus, "ArrowDown")
    page.keyboard.type("24")
    page.keyboard.press("Enter")
    use = page.get_by_role("button", name="Find topics", exact=True)
    expect(corpus).to_have_value("State of the Union in 24 Words")
    press(page, use, "Enter")
    page.wait_for_url(f"**{SMALL}**")
    page.goto(page.url.replace("/?", "/corpus?"))

    press(page, page.get_by_role("radio", name="Choose"), "ArrowRight", "Enter")
    words = page.get_by_role("textbox", name="More stop words")
    expect(words).to_be_visible()
    press(page, words, *"tax", "Control+Enter")
    page.wait_for_url("**stop_words=tax**")
    least = page.get_by_role("spinbutton").first
    press(page, least, "ArrowUp", "Enter")
    page.wait_for_url("**min_df=2**")
    press(page, page.get_by_role("switch", name="Centre the words"), "Space")
    page.wait_for_url("**centred=**")
    press(page, page.get_by_role("button", name="Reset all"), "Enter")
    expect(words).to_have_text("")


def test_a_topic_is_chosen_named_and_edited_by_keyboard(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick&weighting=counts")
    expect_topics(page, 2)
    expect(page.locator(CARD).locator(TAB_STOPS)).to_have_count(2)  # their names
    pills = page.get_by_role("radiogroup", name="Topic", exact=True)
    press(page, pills.get_by_role("radio").first, "ArrowRight", "Enter")
    page.wait_for_url("**topic=2**tab=topic**")
    press(
        page,
        page.locator("summary", has_text="Rename or hide this topic"),
        "Enter",
    )
    press(page, page.get_by_role("textbox", name="Name of this topic"), *"Sea", "Enter")
    page.wait_for_url("**Sea**")
    press(page, page.get_by_role("button", name="Pin together with ..."), "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_rest(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, page.get_by_role("button", name="Pin together with ..."), "Enter")
    press(page, page.get_by_role("dialog").locator(".stButton button").first, "Enter")
    expect(page.get_by_text("Pinned:", exact=True)).to_be_visible()
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="Leave out", exact=True), "Space")
    expect(page.get_by_text("Stop words:", exact=True)).to_be_visible()
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="✕").first, "Enter")
    # Neither as a choice, nor as what the last edit did.
    expect(page.get_by_text("Stop words:")).to_have_count(0)
    expect_topics(page, 2)
    press(page, page.get_by_role("button", name="Find in the texts"), "Enter")
    expect(page.get_by_text("It is in the topic")).to_be_visible()


@pytest.mark.nightly
def test_tab_alone_goes_from_the_links_over_the_settings_to_run(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    expect_rest(page)
    start = tab_to(page, "Corpus")
    link = page.get_by_test_id("stSidebar").get_by_role("link", name="Corpus").first
    expect(link).to_have_css("outline-style", "solid")  # not as the current page
    opened = tab_to(page, "More settings")
    page.keyboard.press("Enter")
    # Streamlit draws the help once a script of its own has come.
    expect(page.get_by_role("button", name="Help for Seed")).to_be_visible()
    expect_rest(page)
    names = start + opened + tab_to(page, "Run")
    links = ["Corpus", "Topics", "Documents", "Compare", "Learn", "Paper"]
    corpus = "Corpus: State of the Union in 24 Words"
    settings = [
        *("Topics", "Words in each topic", "How many?", "More settings"),
        *("Weighting", "Method", "Seed"),
    ]
    others = [name for name in names if not name.startswith("Help for")]
    ahead = ["Skip to main content", *links, corpus, *settings]
    assert others[: len(ahead)] == ahead
    page.keyboard.press("Enter")
    expect_topics(page, 2)
    tab_to(page, "About this result")


@pytest.mark.nightly
def test_a_document_is_left_for_the_list_and_the_topics_by_keyboard(
    page: Page, address: str
):
    page.goto(f"{address}/documents?{SMALL}&k=2&s=3&effort=quick&document=5")
    back = page.get_by_role("button", name="Back to the list")
    expect(back).to_be_visible(timeout=FIRST_RESULT)
    press(page, back, "Enter")
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    topics = page.get_by_role("link", name="Topics", exact=True)
    press(page, topics, "Enter")
    expect_topics(page, 2)


def test_what_a_button_opens_takes_the_focus_and_gives_it_back(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    for name in ("Filter", "About this result", "Share and download"):
        button = page.get_by_role("button", name=name).first
        press(page, button, "Enter")
        expect(page.get_by_test_id("stPopoverBody")).to_be_focused()
        expect_rest(page)
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
        expect(button).to_be_focused()
