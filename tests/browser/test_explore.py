"""The journeys of somebody who explores a corpus, in a real browser."""

import re
import threading
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import CARD, CLEANED, expect_rest, start
from tests.browser.test_journey import (
    FIRST_RESULT,
    LONGEST_RUN,
    STOP_BUTTON,
    expect_topics,
    open_topics,
    topic_words,
)
from tests.conftest import present
from tests.made import planted_texts

pytestmark = pytest.mark.slow

DROP = "Drop your texts or counts here"
# How many topics of what, and which chapter.
SAID = {"Topics": re.compile(r": \d+ topics?$"), "Learn": re.compile(r"^\d+\. ")}
SMALL = "corpus=state_of_the_union_in_24_words"


CELLS = "[data-testid=stVegaLiteChart] .mark-rect path"


SLOW = """
import time
from pages.shared import frame
begin = frame._begin
def slow(title):
    begin(title)
    time.sleep(3 if title == "Documents" else 0)
frame._begin = slow
"""


def go_to(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name=name, exact=True).click()
    expect_page(page, name)


def expect_page(page: Page, name: str) -> None:
    """Wait for the page's heading; those of some pages say what they show."""
    said = SAID.get(name, name)
    expect(page.get_by_role("heading", name=said, exact=True)).to_be_visible()


def upload(page: Page, *files: Path | dict) -> None:
    page.locator("input[type=file]").first.set_input_files(list(files))


@pytest.mark.nightly
def test_a_whole_journey_over_all_pages_leaves_no_complaint_in_the_console(
    page: Page, address: str
):
    """The fixture `page` fails on any."""
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    go_to(page, "Corpus")
    page.get_by_text("Prepare", exact=True).click()
    expect(page.get_by_text("Every change takes effect at once")).to_be_visible()
    page.get_by_text("Statistics", exact=True).click()
    expect(page.get_by_text("Variance by rank").first).to_be_visible()
    go_to(page, "Documents")
    expect(page.get_by_text("of documents have a topic")).to_be_visible(
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
    expect(page.get_by_text("3,430 documents")).to_be_visible(timeout=FIRST_RESULT)
    page.get_by_role("button", name="Find topics", exact=True).click()
    page.wait_for_url("**corpus=sha256**")
    expect_topics(page, 8)
    assert "baghdad" in topic_words(page)


def test_words_of_strangers_load_and_run_nothing(page: Page, address: str):
    words = ["![x](http://example.com/x.png)", "<img src=http://example.com/y.png>"]
    lines = "".join('{"' + word + '": 3, "tax": 2}\n' for word in words)
    page.goto(f"{address}/corpus?effort=quick")
    expect(page.get_by_text("Drop your texts or counts here")).to_be_visible(
        timeout=FIRST_RESULT
    )
    file = {"name": "<b>x.jsonl", "mimeType": "text/plain", "buffer": lines.encode()}
    upload(page, file)
    page.get_by_role("button", name="Find topics", exact=True).click()
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


def download(page: Page, label: str) -> Path:
    with page.expect_download() as file:
        page.get_by_role("button", name=label, exact=True).click()
    return file.value.path()


def test_from_own_texts_over_a_topic_and_the_map_to_a_document_and_files(
    page: Page, address: str
):
    page.goto(f"{address}/corpus?effort=quick&without_repeated=1")
    expect(page.get_by_text(DROP)).to_be_visible(timeout=FIRST_RESULT)
    text = "\n".join(planted_texts(0, 200)).encode()
    upload(page, {"name": "own.txt", "mimeType": "text/plain", "buffer": text})
    page.get_by_role("button", name="Find topics", exact=True).click()
    expect_topics(page, 8)
    expect_rest(page)
    card = page.locator(CARD).nth(1)
    named = card.get_by_role("heading").inner_text()
    card.get_by_role("button", name="Open").click()
    page.wait_for_url("**tab=topic**")
    expect(page.get_by_role("radio", name=named)).to_be_checked()
    expect(page.locator(".passage mark").first).to_be_visible()
    page.get_by_text("Map", exact=True).click()
    page.wait_for_url("**tab=map**")
    expect_rest(page)
    expect(page.get_by_test_id("stVegaLiteChart")).to_be_visible()
    page.get_by_text("Share and download", exact=True).click()
    table = pd.read_csv(download(page, "Documents (CSV)"))
    assert len(table) == 200
    assert len(pd.read_csv(download(page, "Words (CSV)"))) == 8 * 10
    sheets = pd.read_excel(
        download(page, "All (Excel)"), sheet_name=None, engine="openpyxl"
    )
    assert {"Topics", "Words", "Documents", "About"} <= set(sheets)
    for label in ("Result (JSON)", "Table (LaTeX)", "Report (HTML)"):
        assert named.split(",")[0] in download(page, label).read_text("utf-8")
    page.keyboard.press("Escape")
    page.get_by_text("One topic", exact=True).click()
    page.locator(".st-key-read_topic button").click()
    expect_page(page, "Documents")
    expect_rest(page)
    page.get_by_test_id("stDataFrame").click(position={"x": 15, "y": 55})
    page.wait_for_url("**document=**")
    expect(page.locator(".document mark").first).to_be_visible()


def test_the_report_opens_offline_and_asks_for_nothing(
    page: Page, browser: Browser, address: str, tmp_path: Path
):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    page.get_by_text("Share and download", exact=True).click()
    report = tmp_path / "report.html"
    report.write_bytes(download(page, "Report (HTML)").read_bytes())
    context = browser.new_context(offline=True)
    alone = context.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(report.as_uri())
    expect(alone.get_by_role("heading", name="Topics of")).to_be_visible()
    groupings = alone.get_by_role("heading", name=re.compile("^By "))
    assert alone.locator("svg").count() == 2 + groupings.count()
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("path", "sign"),
    [
        ("", "stronger than chance"),
        ("corpus", "1,933 documents"),
        ("documents", "have a topic"),
        ("compare", "Captured variance"),
    ],
)
def test_no_page_is_wider_than_a_telephone(
    page: Page, address: str, path: str, sign: str
):
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"{address}/{path}?{SMALL}&k=2&s=3&effort=quick")
    expect(page.get_by_text(sign).first).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.nightly
def test_a_poll_that_is_sent_while_a_click_changes_the_page_leaves_it_whole(
    browser: Browser,
):
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holds = threading.Event()

    def pass_on(route: WebSocketRoute) -> None:
        def to_page(message: str | bytes) -> None:
            held.append((route, message)) if holds.is_set() else route.send(message)

        route.connect_to_server().on_message(to_page)

    with start(first=SLOW) as server:
        page = browser.new_page()
        page.route_web_socket(re.compile("stream"), pass_on)
        link = f"tab=time&by=party&{CLEANED}&effort=quick&k=12&s=20"
        open_topics(page, f"{server.address}/?{link}")
        cells = page.locator(CELLS)
        expect(cells).to_have_count(7 * 12, timeout=FIRST_RESULT)
        expect_rest(page)
        cells.first.click(force=True)
        read = page.get_by_role("button", name="Read these")
        expect(read).to_be_visible()
        expect_rest(page)
        holds.set()  # the browser hears late that the page has changed, and polls
        read.click()
        page.wait_for_timeout(2_800)
        holds.clear()
        for route, message in held:
            route.send(message)
        expect_page(page, "Documents")
        expect(page.get_by_text("about “").first).to_be_visible()
        page.close()
