"""The journeys of a reader, a teacher and a pupil through Learn, in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pages.learn import LESSONS
from pages.shared.state.options import OPTIONS
from spca_core.lessons.eight_words import WORDS
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Task
from tests.browser.conftest import expect_rest
from tests.browser.test_compare import cells, pictures
from tests.browser.test_journey import FIRST_RESULT
from tests.lessons.test_tasks import ANSWERS

pytestmark = pytest.mark.slow

MAIN_SLIDERS = {
    "component": "Direction",
    "sparse": "Words to keep",
    "together": "Epsilon",
    "matching": "Watch step",
    "paper": "First angle",
    "cost": "Rank r",
    "limit": "Price of tax",
}
# The first task of each chapter has an answer, so all pictures are shown.
GUESSED = "answers=" + ";".join(
    f"{one.tasks[0].name},{ANSWERS[one.tasks[0].name][0]}" for one in LESSONS.values()
)
READY = "main[data-ready]"  # pictures under the pointer, all drawn
# Of the page, and of what of a lesson is beyond the screen.
INSIDE = "pictures => pictures.map(one => one.innerHTML).join()"
WIDEST = "document.querySelector('.stMainBlockContainer').scrollWidth"
OWN_OF = """place => new URLSearchParams(location.search).get("own")?.[place] ?? "0\""""
HIDDEN = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollHeight - main.clientHeight;
}"""
SCREEN, TELEPHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}


def open_learn(page: Page, address: str, chapter: str) -> None:
    page.goto(f"{address}/learn?chapter={chapter}&{GUESSED}")
    expect_chapter(page, chapter)


def turn_to(page: Page, chapter: str) -> None:
    page.get_by_role("radio", name=OPTIONS["chapter"].choices[chapter]).click()
    expect_chapter(page, chapter)


def expect_chapter(page: Page, chapter: str) -> None:
    """Wait until a chapter stands there whole, with its picture and its numbers."""
    heading = page.get_by_role("heading", name=LESSONS[chapter].title)
    expect(heading).to_be_visible(timeout=FIRST_RESULT)
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=FIRST_RESULT
    )
    expect(drawn(page).first).to_be_visible(timeout=FIRST_RESULT)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def drawn(page: Page) -> Locator:
    """Return the pictures, those under the pointer once all are there."""
    return pictures(page).or_(page.locator(f"{READY} svg"))


def slider(page: Page, label: str) -> Locator:
    return page.get_by_role("slider", name=label)


def choose_word(page: Page, label: str, word: str) -> None:
    """Choose from a list of words with the keyboard alone."""
    page.get_by_role("combobox", name=label).focus()
    page.keyboard.type(word)
    expect(page.get_by_role("option", name=word, exact=True)).to_be_visible()
    expect_rest(page)  # the list marks what Enter takes a little later
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # away: else the open list hides the rest


def use_main_control(page: Page, chapter: str) -> None:
    if chapter not in MAIN_SLIDERS:
        page.get_by_role("button", name="Shuffle", exact=True).click()
        return
    slider(page, MAIN_SLIDERS[chapter]).focus()
    page.keyboard.press("ArrowRight")


def test_every_chapter_opens_by_its_name_on_one_screen_and_follows_the_keyboard(
    page: Page, address: str
):
    page.set_viewport_size(SCREEN)
    open_learn(page, address, "component")
    first, *others = LESSONS
    for chapter in (*others, first):
        turn_to(page, chapter)
        expect_rest(page)
        assert page.evaluate(HIDDEN) <= 0, chapter
        before = drawn(page).evaluate_all(INSIDE)
        use_main_control(page, chapter)
        expect(page).to_have_url(re.compile("="), timeout=FIRST_RESULT)
        expect_rest(page)
        assert drawn(page).evaluate_all(INSIDE) != before, chapter
        page.set_viewport_size(TELEPHONE)
        expect_rest(page)
        assert page.evaluate(WIDEST) <= TELEPHONE["width"], chapter
        page.set_viewport_size(SCREEN)
        expect_chapter(page, chapter)


@pytest.mark.parametrize("chapter", LESSONS)
def test_every_task_is_failed_with_its_hint_and_then_solved(
    page: Page, address: str, chapter: str
):
    page.set_viewport_size(SCREEN)
    page.goto(f"{address}/learn?chapter={chapter}")
    expect_chapter(page, chapter)
    for number, task in enumerate(LESSONS[chapter].tasks, 1):
        page.get_by_role("radio", name=f"Task {number}").click()
        for answer, reply in zip(
            ANSWERS[task.name], ("Warning", "Success"), strict=True
        ):
            expect_rest(page)
            give(page, task, answer)
            seen = page.get_by_test_id(f"stAlertContent{reply}")
            if isinstance(task, Target) and reply == "Warning":
                seen = page.get_by_test_id("stAlertContentInfo")
            expect(seen).to_be_visible()
            expect_rest(page)
            assert page.evaluate(HIDDEN) <= 0, task.name
    path = page.get_by_role("radio", name=OPTIONS["chapter"].choices[chapter])
    expect(path).to_have_text(re.compile("✓"))
    n_solved = len(LESSONS[chapter].tasks)
    expect(page.get_by_text(f"{n_solved} of 25 tasks solved")).to_be_visible()
    assert "answers=" in page.url


def give(page: Page, task: Task, answer: str | dict[str, Any]) -> None:
    """Answer a task by its own control, or set those of the picture."""
    if isinstance(task, MultipleChoice):
        offered = page.get_by_test_id("stRadio")
        offered.get_by_text([*task.hints][int(answer)], exact=True).click()
    elif isinstance(task, Number):
        field = page.get_by_role("spinbutton", name="Your answer")
        field.fill(answer)
        field.press("Enter")
    else:
        for name, value in answer.items():
            set_control(page, name, value)


def set_control(page: Page, name: str, value: Any) -> None:
    control = slider(page, OPTIONS[name].label)
    if name == "own":
        for word, topic in zip(WORDS, value, strict=True):
            edge = page.locator(f"{READY} [role=button][aria-label={word}]").first
            now = page.evaluate(OWN_OF, WORDS.index(word))
            for _ in range((int(topic) - int(now)) % 3):
                edge.press("Enter")
                expect_rest(page)
    elif name == "shuffles":
        for label in ("Reset", f"Shuffle {value} times"):
            button = page.get_by_role("button", name=label)
            if button.is_enabled():
                button.click()
                expect_rest(page)
    elif name == "table":
        field = page.get_by_role("spinbutton", name="Table")
        field.fill(str(value))
        field.press("Enter")
        expect_rest(page)
    elif name in ("kept_words", "strength"):  # Streamlit's own sliders
        for _ in range(int(control.input_value()) - value):
            control.press("ArrowLeft")
            expect_rest(page)
    else:
        control.fill(str(value))


def test_a_direction_turns_under_the_pointer_and_the_link_has_it_on_release(
    page: Page, address: str
):
    open_learn(page, address, "paper")
    expect_rest(page)
    plane = page.locator(f"{READY} .held svg").first.bounding_box()
    assert plane
    first = slider(page, "First angle")
    page.locator(f"{READY} .held svg").get_by_text("c1", exact=True).first.hover()
    page.mouse.down()
    page.mouse.move(plane["x"] + plane["width"] * 0.8, plane["y"] + 20, steps=3)
    expect(first).to_have_value(re.compile("^[45]"))
    assert "first_angle" not in page.url  # the server has not heard of it
    page.mouse.up()
    page.wait_for_url("**first_angle=**")
    angle = float(re.search("first_angle=([0-9.]+)", page.url)[1])
    expect(first).to_have_value(f"{angle:.0f}")
    expect_rest(page)
    assert float(first.input_value()) == angle  # and what it says changes nothing
    page.reload()
    expect_chapter(page, "paper")
    expect(first).to_have_value(f"{angle:.0f}")


def test_words_are_given_to_topics_by_keyboard_alone(page: Page, address: str):
    open_learn(page, address, "matching")
    expect_rest(page)
    first = page.locator(f"{READY} [role=button]").first
    expect(first).to_have_attribute("aria-label", re.compile("."))
    for own in ("1", "2", "0"):
        first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(rf"own={own}0000000") if own != "0" else "**")
    expect(page).not_to_have_url(re.compile("own=[12]"))


def test_the_matching_plays_and_pauses(page: Page, address: str):
    open_learn(page, address, "matching")
    step = slider(page, "Watch step")
    page.get_by_role("button", name="Play").click()
    expect(step).to_have_value("2")
    page.get_by_role("button", name="Pause").click()
    paused = step.input_value()
    page.wait_for_url(f"**step={paused}**")
    expect(page.get_by_text("The best path")).to_be_visible()


def test_the_ascent_starts_where_the_map_is_pressed(page: Page, address: str):
    open_learn(page, address, "paper")
    expect_rest(page)
    drawn_map = page.locator(f"{READY} .held svg").nth(1)
    frame = drawn_map.locator(".role-frame path.background").first
    box = frame.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.75)
    page.wait_for_url("**first_angle=**second_angle=**")
    for name, angle in (("First angle", 135), ("Second angle", 45)):
        assert abs(float(slider(page, name).input_value()) - angle) < 3


def test_a_pupil_sees_the_teachers_lesson_without_what_is_hidden(
    page: Page, browser: Browser, address: str
):
    open_learn(page, address, "component")
    slider(page, "Direction").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**angle=101**")
    page.get_by_text("For teachers").click()
    expect_rest(page)
    choose_word(page, "Hide in the link", "Direction")
    link = page.get_by_test_id("stCode").get_by_text("hide=")
    expect(link).to_have_text(re.compile("hide=.*angle"))
    pupil = browser.new_context().new_page()
    pupil.goto(link.inner_text())
    expect_chapter(pupil, "component")
    assert pupil.get_by_role("slider").count() == 0
    for absent in ("For teachers", "Show the best direction"):
        expect(pupil.get_by_text(absent)).to_have_count(0)
    pupil.get_by_text("All numbers").click()
    expect(cells(pupil).nth(1)).to_have_text("101")
    pupil.context.close()
