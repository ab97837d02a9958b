"""The journeys of somebody who explores a corpus, in a real browser."""

import io
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CARD_WORD, ROOT, expect_rest
from tests.browser.test_journey import (
    FIRST_RESULT,
    LONGEST_RUN,
    STOP_BUTTON,
    expect_topics,
    open_topics,
    topic_words,
)
from tests.conftest import present

pytestmark = pytest.mark.slow

SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
# How many words the cards have, in each picture that is drawn from now on.
COUNT_WORDS = f"""() => {{
    window.counts = new Set();
    const count = () => {{
        window.counts.add(document.querySelectorAll("{CARD_WORD}").length);
        requestAnimationFrame(count);
    }};
    count();
}}"""

DROP = "Drop your texts or counts here"
SMALL = "corpus=state_of_the_union_in_24_words"


def go_to(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name=name, exact=True).click()
    expect_page(page, name)


def expect_page(page: Page, name: str) -> None:
    """Wait for the page's heading; that of Topics says how many topics of what."""
    said = re.compile(r"^\d+ topics? of ") if name == "Topics" else name
    expect(page.get_by_role("heading", name=said, exact=True)).to_be_visible()


def upload(page: Page, *files: Path | dict) -> None:
    page.locator("input[type=file]").first.set_input_files(list(files))


def test_a_whole_journey_over_all_pages_leaves_no_complaint_in_the_console(
    page: Page, address: str
):
    """The fixture `page` fails on any."""
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    go_to(page, "Corpus")
    page.get_by_text("Prepare", exact=True).click()
    expect(page.get_by_text("Every change takes effect at once")).to_be_visible()
    page.get_by_text("Pictures", exact=True).click()
    expect(page.get_by_text("Variance by rank").first).to_be_visible()
    go_to(page, "Documents")
    expect(page.get_by_text("Topics over time and by group")).to_be_visible(
        timeout=FIRST_RESULT
    )
    go_to(page, "Compare")
    expect(page.locator(STOP_BUTTON)).to_have_count(0, timeout=LONGEST_RUN)
    go_to(page, "Learn")
    go_to(page, "Topics")
    expect_topics(page, 2)


def test_kos_is_uploaded_and_has_topics(page: Page, address: str, data_folder: Path):
    counts = present(data_folder / "kos" / "docword.kos.txt.gz")
    page.goto(f"{address}/corpus?effort=quick")
    expect(page.get_by_text("Drop your texts or counts here")).to_be_visible(
        timeout=FIRST_RESULT
    )
    upload(page, counts, counts.with_name("vocab.kos.txt"))
    expect(page.get_by_text("Its first lines")).to_be_visible()
    page.get_by_role("button", name="Find topics in this file").click()
    page.wait_for_url("**corpus=sha256**")
    expect_topics(page, 8)
    assert "baghdad" in topic_words(page)


def test_a_bad_file_is_refused_in_a_sentence_and_nothing_is_lost(
    page: Page, address: str
):
    page.goto(f"{address}/corpus")
    expect(page.get_by_text("Drop your texts or counts here")).to_be_visible(
        timeout=FIRST_RESULT
    )
    upload(page, ROOT / ".github" / "topics.png")
    expect(page.get_by_text("is a PNG picture")).to_be_visible()
    expect(page.get_by_text("still open")).to_be_visible()
    expect(page.get_by_text("22,540").first).to_be_visible()


def test_words_of_strangers_load_and_run_nothing(page: Page, address: str):
    words = ["![x](http://example.com/x.png)", "<img src=http://example.com/y.png>"]
    lines = "".join('{"' + word + '": 3, "tax": 2}\n' for word in words)
    page.goto(f"{address}/corpus?k=1&s=3&effort=quick")
    expect(page.get_by_text("Drop your texts or counts here")).to_be_visible(
        timeout=FIRST_RESULT
    )
    file = {"name": "<b>x.jsonl", "mimeType": "text/plain", "buffer": lines.encode()}
    upload(page, file)
    page.get_by_role("button", name="Find topics in this file").click()
    page.wait_for_url("**corpus=sha256**")
    expect_topics(page, 1)
    expect(page.locator("img[src*=example]")).to_have_count(0)


def test_a_slider_moves_the_topics_at_once_and_a_link_gives_the_same_elsewhere(
    page: Page, browser: Browser, address: str
):
    open_topics(page, f"{address}/?k=6&s=5")
    expect_topics(page, 6)
    page.get_by_role("slider", name="Topics").first.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**k=5**")
    expect_topics(page, 5)
    other = browser.new_context().new_page()
    open_topics(other, page.url)
    assert topic_words(page) == topic_words(other)
    other.context.close()


def test_a_topic_is_named_edited_and_kept(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    name = page.get_by_role("textbox", name="Name of this topic")
    name.fill("Money")
    name.press("Enter")
    page.wait_for_url("**Money**")
    page.get_by_role("button", name="Leave out").click()
    expect(page.get_by_text("What the last change did")).to_be_visible()
    expect_topics(page, 2)
    for label in ("Words (CSV)", "Result (JSON)", "Table (LaTeX)", "Report (HTML)"):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).click()
        assert "removed" in text_of(download.value.path().read_bytes())


def text_of(content: bytes) -> str:
    """Return a file's text; of a zip, that of all its files."""
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(io.BytesIO(content)) as zipped:
        return "".join(zipped.read(name).decode() for name in zipped.namelist())


def test_the_report_opens_offline_and_asks_for_nothing(
    page: Page, browser: Browser, address: str, tmp_path: Path
):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (HTML)").click()
    report = tmp_path / "report.html"
    download.value.save_as(report)
    context = browser.new_context(offline=True)
    alone = context.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(report.as_uri())
    expect(alone.get_by_role("heading", name="Topics of")).to_be_visible()
    assert alone.locator("svg").count() == 2
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()


def test_documents_are_read_and_topics_drawn_over_time(page: Page, address: str):
    page.goto(f"{address}/documents?{SMALL}&k=2&s=3&effort=quick")
    expect(page.get_by_text("One document")).to_be_visible(timeout=FIRST_RESULT)
    pills = page.get_by_role("radiogroup", name="Look into a topic")
    pills.get_by_role("radio").nth(1).click()
    page.wait_for_url("**topic=2**")
    expect(page.get_by_text("Topics over time and by group")).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)


@pytest.mark.parametrize("path", ["corpus", "documents"])
def test_no_page_is_wider_than_a_telephone(page: Page, address: str, path: str):
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"{address}/{path}?{SMALL}&k=2&s=3&effort=quick")
    expect(page.get_by_test_id("stDataFrame").first).to_be_attached(
        timeout=FIRST_RESULT
    )
    expect_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_telephone_the_sidebar_gives_way_to_a_link_and_to_run(
    page: Page, address: str
):
    page.set_viewport_size({"width": 390, "height": 900})
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    sidebar = page.get_by_test_id("stSidebar")
    for press in (
        page.get_by_role("button", name="Run", exact=True),
        sidebar.get_by_role("link", name="Documents", exact=True),
    ):
        expect(sidebar).to_have_attribute("data-collapsed", "true")
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(sidebar).to_have_attribute("data-collapsed", "false")
        expect_rest(page)
        press.click()
    expect_page(page, "Documents")
    expect(sidebar).to_have_attribute("data-collapsed", "true")


def test_back_takes_the_chip_and_the_panel_to_the_topic_before(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{SMALL}&k=3&s=3&effort=quick")
    expect_topics(page, 3)
    chips = page.get_by_role("radiogroup", name="Look into a topic").get_by_role(
        "radio"
    )
    panel = page.get_by_test_id("stDataFrame").first.locator("td")
    seen = {}
    for topic in (2, 3):
        expect_rest(page)
        chips.nth(topic - 1).click()
        page.wait_for_url(f"**topic={topic}**")
        expect_rest(page)
        seen[topic] = panel.all_text_contents()
    assert seen[2] != seen[3]
    page.go_back()
    page.wait_for_url("**topic=2**")
    expect(chips.nth(1)).to_have_attribute("aria-checked", "true")
    expect_rest(page)
    assert panel.all_text_contents() == seen[2]


def test_a_refinement_leaves_the_reader_where_they_are(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    expect_rest(page)
    leave_out = page.get_by_role("button", name="Leave out", exact=True)
    leave_out.evaluate("one => one.scrollIntoView({block: 'start'})")
    page.wait_for_function(f"{SCROLLED} > 0")
    page.evaluate(COUNT_WORDS)
    leave_out.click()
    expect(page.get_by_text("Left out:")).to_be_visible()
    expect_topics(page, 2)
    expect_rest(page)
    assert page.evaluate(SCROLLED) > 0
    expect(leave_out).to_be_focused()
    assert page.evaluate("[...window.counts]") == [2 * 3]
