"""The journeys of a reader, a teacher and a pupil through Learn, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pages.learn import LESSONS
from tests.browser.conftest import expect_rest
from tests.browser.test_compare import A_SECOND, cells, pictures
from tests.browser.test_journey import FIRST_RESULT

pytestmark = pytest.mark.slow

TITLES = {number: lesson.CHAPTER.title for number, lesson in enumerate(LESSONS, 1)}
MAIN_SLIDERS = {
    1: "Direction (degrees)",
    2: "Words to keep",
    3: "Epsilon",
    4: "Step",
    5: "Epsilon",
    6: "Price of tax",
}
# Of the page and of its tables whose lines wrap, in pixels.
WIDEST = """() => Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("[data-testid=stTable] table")]
        .map(table => table.getBoundingClientRect().right))"""
CHOOSER = 7  # the chapter whose main control takes words


def open_learn(page: Page, address: str, number: int) -> None:
    page.goto(f"{address}/learn?chapter={number}")
    expect_chapter(page, number)


def turn_to(page: Page, number: int) -> None:
    page.get_by_role("radio", name=f"{number}. {TITLES[number]}").click()
    expect_chapter(page, number)


def expect_chapter(page: Page, number: int) -> None:
    """Wait until a chapter stands there whole, with its picture and its numbers."""
    heading = page.get_by_role("heading", name=f"{number}. {TITLES[number]}")
    expect(heading).to_be_visible(timeout=FIRST_RESULT)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=FIRST_RESULT
    )
    expect(pictures(page).first).to_be_visible()
    expect(cells(page).first).to_be_attached()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def slider(page: Page, label: str) -> Locator:
    return page.get_by_role("slider", name=label)


def typed(page: Page, label: str) -> Locator:
    return page.get_by_role("spinbutton", name=label)


def choose_word(page: Page, label: str, word: str) -> None:
    """Choose from a list of words with the keyboard alone."""
    page.get_by_role("combobox", name=label).focus()
    page.keyboard.type(word)
    expect(page.get_by_role("option", name=word, exact=True)).to_be_visible()
    expect_rest(page)  # the list marks what Enter takes a little later
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # away: else the open list hides the rest


def use_main_control(page: Page, number: int) -> None:
    if number == CHOOSER:
        choose_word(page, "First topic", "tax")
        return
    slider(page, MAIN_SLIDERS[number]).focus()
    for _ in range(2):  # the first step of the matching only shows a path
        page.keyboard.press("ArrowRight")


def test_every_chapter_opens_by_its_name_and_its_numbers_follow_the_keyboard(
    page: Page, address: str
):
    open_learn(page, address, 1)
    for number in (*range(2, len(TITLES) + 1), 1):
        turn_to(page, number)
        expect_rest(page)  # tables are filled a little later
        before = cells(page).all_text_contents()
        use_main_control(page, number)
        expect(cells(page)).not_to_have_text(before, timeout=FIRST_RESULT)
        expect_chapter(page, number)


def test_no_chapter_is_wider_than_a_telephone(page: Page, address: str):
    page.set_viewport_size({"width": 390, "height": 900})
    open_learn(page, address, 1)
    for number in TITLES:
        turn_to(page, number)
        assert page.evaluate(WIDEST) <= 390, TITLES[number]


def test_the_matching_plays_pauses_and_is_stepped_forth_and_back(
    page: Page, address: str
):
    open_learn(page, address, 4)
    step = slider(page, "Step")
    page.get_by_role("button", name="Play").click()
    for later in ("[1-9]", "[2-9]"):  # nobody touches it
        expect(step).to_have_value(re.compile(f"^({later})$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    paused = int(step.input_value())
    page.wait_for_timeout(A_SECOND)
    assert int(step.input_value()) == paused
    page.get_by_role("button", name="Step", exact=True).click()
    expect(step).to_have_value(str(paused + 1))
    page.get_by_role("button", name="Step back").click()
    expect(step).to_have_value(str(paused))
    page.wait_for_url(f"**step={paused}**")


def test_a_weight_is_typed_into_the_table_and_counts(page: Page, address: str):
    open_learn(page, address, 4)
    expect_rest(page)
    before = cells(page).last.text_content()
    page.get_by_text("Choose the weights").click()
    grid = page.get_by_test_id("stDataFrame").first
    type_into(page, grid, "7")
    page.wait_for_url(re.compile("weights=7"))
    expect(cells(page).get_by_text("7", exact=True).first).to_be_attached()
    page.get_by_role("button", name="The example").click()
    page.wait_for_url(lambda url: "weights" not in url)
    expect(cells(page).last).to_have_text(before or "")


def type_into(page: Page, grid: Locator, number: str) -> None:
    """Type into the table's first row, second column."""
    expect(grid).to_be_visible()
    expect_rest(page)  # its expander opens slowly
    box = grid.bounding_box()
    assert box
    grid.dblclick(position={"x": box["width"] / 2, "y": 52})
    cell = page.locator(".gdg-input")
    cell.fill(number)
    expect(cell).to_have_value(number)
    page.keyboard.press("Enter")


def test_a_click_on_the_heat_map_starts_the_ascent_there(page: Page, address: str):
    open_learn(page, address, 5)
    expect_rest(page)
    frame = pictures(page).locator(".role-frame path.background").first
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.75)
    page.wait_for_url("**first_angle=**second_angle=**")
    expect(typed(page, "First angle")).not_to_have_value("20.00")
    first, second = (
        float(typed(page, name).input_value())
        for name in ("First angle", "Second angle")
    )
    assert abs(first - 0.75 * 180) < 3
    assert abs(second - 0.25 * 180) < 3
    typed(page, "First angle").fill("12.5")
    page.keyboard.press("Enter")
    page.wait_for_url("**first_angle=12.5**")
    page.mouse.move(0, 0)
    expect_rest(page)
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.75)
    expect(typed(page, "First angle")).to_have_value(f"{first:.2f}")


def test_the_best_topics_are_sought_with_the_keyboard(page: Page, address: str):
    open_learn(page, address, 7)
    choose_word(page, "First topic", "tax")
    page.wait_for_url("**first_words=tax**")
    choose_word(page, "Second topic", "america")
    page.wait_for_url("**second_words=america**")
    expect(
        page.get_by_test_id("stDataFrame").first.locator("td").nth(1)
    ).not_to_have_text("0")
    page.get_by_role("combobox", name="Second topic").focus()
    page.keyboard.type("tax")  # the first topic has it
    expect_rest(page)
    expect(page.get_by_role("option", name="tax", exact=True)).to_have_count(0)


def test_a_pupil_sees_the_teachers_lesson_without_what_is_hidden(
    page: Page, browser: Browser, address: str
):
    open_learn(page, address, 1)
    slider(page, "Direction (degrees)").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**angle=101**")
    page.get_by_text("For teachers").click()
    expect_rest(page)  # an expander opens slowly, and would shut the list
    # In this order: what is typed for the second is in the first one's name too.
    choose_word(page, "Hide in the link", "Show the best direction")
    choose_word(page, "Hide in the link", "Direction")
    link = page.get_by_test_id("stCode").get_by_text("hide=")
    expect(link).to_have_text(re.compile("hide=.*best_direction.*angle"))
    pupil = browser.new_context().new_page()
    pupil.goto(link.inner_text())
    expect_chapter(pupil, 1)
    assert pupil.get_by_role("slider").count() == 0
    for absent in ("The answer", "For teachers", "Show the best direction"):
        expect(pupil.get_by_text(absent)).to_have_count(0)
    expect(cells(pupil).nth(1)).to_have_text("101")
    pupil.context.close()
