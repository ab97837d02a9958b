"""The journeys of somebody who explores a corpus, in a real browser."""

import re
import threading
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import AS_READ, CARD, CLEANED, expect_rest, start
from tests.browser.test_journey import (
    FIRST_RESULT,
    LONGEST_RUN,
    STOP_BUTTON,
    expect_topics,
    open_settings,
    open_topics,
    topic_words,
)
from tests.conftest import present
from tests.made import planted_texts

pytestmark = pytest.mark.slow

SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
CELLS = "[data-testid=stVegaLiteChart] .mark-rect path"
DROP = "Drop your texts or counts here"
# How many topics of what, and which chapter.
SAID = {"Topics": re.compile(r": \d+ topics?$"), "Learn": re.compile(r"^\d+\. ")}
SMALL = "corpus=state_of_the_union_in_24_words"


def go_to(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name=name, exact=True).click()
    expect_page(page, name)


def expect_page(page: Page, name: str) -> None:
    """Wait for the page's heading; those of some pages say what they show."""
    said = SAID.get(name, name)
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


def whole_runs(page: Page) -> list[ForwardMsg]:
    """Return a list that gets a message for each run of the whole page from now on."""
    runs: list[ForwardMsg] = []

    def note(received: str | bytes) -> None:
        if isinstance(received, bytes):
            message = ForwardMsg.FromString(received)
            is_run = message.WhichOneof("type") == "new_session"
            if is_run and not message.metadata.run.fragment_ids:
                runs.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    return runs


def test_a_slider_move_runs_the_page_three_times_at_most_until_its_proof_has_ended(
    page: Page, address: str
):
    runs = whole_runs(page)
    proven = page.locator(".st-key-verdict").get_by_text("Proven: ")
    open_topics(page, f"{address}/?{SMALL}&k=4&s=3&{AS_READ}")
    expect_topics(page, 4)
    expect(proven).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    runs.clear()
    page.get_by_role("slider", name="Topics").first.press("ArrowLeft")
    expect_topics(page, 3)
    expect(proven).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)
    page.wait_for_timeout(3_000)  # the pace of the polls of a proof is two seconds
    # When it is moved, when the search has ended, and when chance is known.
    assert 1 <= len(runs) <= 3


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
    page.get_by_test_id("stDataFrame").click(position={"x": 60, "y": 55})
    page.wait_for_url("**document=**")
    expect(page.locator(".document mark").first).to_be_visible()


def test_from_a_word_over_its_contexts_to_a_document(page: Page, address: str):
    page.set_viewport_size({"width": 390, "height": 900})
    open_topics(page, f"{address}/?tab=find&{CLEANED}")
    page.get_by_role("textbox", name="Word or phrase").fill("slavery")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Closest topic: “")).to_be_visible()
    expect_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_test_id("stDataFrame").click(position={"x": 60, "y": 55})
    page.wait_for_url("**/documents?**document=**")
    expect(page.locator(".document")).to_contain_text("slavery")


def test_from_a_party_over_a_cell_to_its_documents(browser: Browser, address: str):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    open_topics(page, f"{address}/?tab=time&by=party&{CLEANED}")
    cells = page.locator(CELLS)
    expect(cells).to_have_count(7 * 8, timeout=FIRST_RESULT)
    expect_rest(page)
    cells.first.click(force=True)
    page.get_by_role("button", name="Read these").click()
    expect_page(page, "Documents")
    page.wait_for_url("**within=**")
    expect(page.get_by_text("about “").first).to_be_visible()
    context.close()


# The page to which a click leads takes longer to draw than a page waits between polls.
SLOW = """
import time
from pages.shared import frame
begin = frame._begin
def slow(title):
    begin(title)
    time.sleep(3 if title == "Documents" else 0)
frame._begin = slow
"""


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


# A poll of the proof comes while the tab is drawn, and is answered right after it.
LATE = """
import os
import time
from pages.parts.topics import explore, find
os.environ["STREAMLIT_RUNNER_POST_SCRIPT_GC"] = "false"
def slow(shown):
    find.show_word(shown)
    time.sleep(3)
explore.VIEWS["find"] = slow
"""


def test_nothing_of_what_was_shown_before_is_left_where_a_proof_polls(browser: Browser):
    with start(first=LATE) as server:
        page = browser.new_page()
        open_topics(page, f"{server.address}/?tab=time")
        charts = page.get_by_test_id("stVegaLiteChart")
        expect(charts).to_have_count(1, timeout=FIRST_RESULT)
        page.get_by_text("Find", exact=True).click()
        word = page.get_by_role("textbox", name="Word or phrase")
        expect(word).to_be_visible()
        expect(charts).to_have_count(0)
        for typed, n_charts in (("slavery", 1), ("", 0)):
            word.fill(typed)
            page.keyboard.press("Enter")
            expect(charts).to_have_count(n_charts)
            expect_rest(page)
        expect(page.get_by_text("Related words")).to_have_count(0)
        page.close()


def test_a_word_of_a_card_is_left_out_and_taken_back(page: Page, address: str):
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick")
    expect_topics(page, 2)
    before = topic_words(page)
    page.locator(".topic-cards li button").first.click()
    page.get_by_role("menuitem", name="Leave out").click()
    expect(page.get_by_text("was left out:").first).to_be_visible()
    assert before[0] not in topic_words(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("was left out:")).to_have_count(0)
    assert topic_words(page) == before


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


@pytest.mark.parametrize(
    ("path", "sign"), [("corpus", "1,933 documents"), ("documents", "have a topic")]
)
def test_no_page_is_wider_than_a_telephone(
    page: Page, address: str, path: str, sign: str
):
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"{address}/{path}?{SMALL}&k=2&s=3&effort=quick")
    expect(page.get_by_text(sign).first).to_be_visible(timeout=FIRST_RESULT)
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
        expect_rest(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(sidebar).to_have_attribute("data-collapsed", "false")
        expect_rest(page)
        if not press.is_visible():
            open_settings(page)
        press.click()
    expect_page(page, "Documents")
    expect(sidebar).to_have_attribute("data-collapsed", "true")


def test_back_takes_the_chip_and_the_panel_to_the_topic_before(
    page: Page, address: str
):
    open_topics(page, f"{address}/?{SMALL}&k=3&s=3&effort=quick")
    expect_topics(page, 3)
    chips = page.get_by_role("radiogroup", name="Topic", exact=True).get_by_role(
        "radio"
    )
    panel = page.locator(".passage")
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
    open_topics(page, f"{address}/?{SMALL}&k=2&s=3&effort=quick&tab=topic")
    expect_topics(page, 2)
    expect_rest(page)
    leave_out = page.get_by_role("button", name="Leave out", exact=True)
    leave_out.evaluate("one => one.scrollIntoView({block: 'start'})")
    page.wait_for_function(f"{SCROLLED} > 0")
    leave_out.click()
    expect(page.get_by_text("Stop words:", exact=True)).to_be_visible()
    expect_topics(page, 2)
    expect_rest(page)
    assert page.evaluate(SCROLLED) > 0
    expect(leave_out).to_be_focused()
