"""Jobs on the page Corpus, with the clicks that they take."""

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import clicks, expect_rest
from tests.browser.test_explore import DROP, upload
from tests.browser.test_journey import FIRST_RESULT, topic_words

pytestmark = pytest.mark.slow


def open_corpus(page: Page, address: str) -> None:
    page.goto(f"{address}/corpus?effort=quick&k=2&s=3")
    expect(page.get_by_text(DROP)).to_be_visible(timeout=FIRST_RESULT)
    expect_rest(page)


FIND = {"name": "Find topics", "exact": True}
STORY = "\n\n".join(
    f"CHAPTER {i}\n\nANNA: A cup of tea {i}.\n\nBERT: The dog ran {i}."
    for i in range(1, 13)
)
POSTS = "".join(
    f"<thread><title>On {i}</title><post><body>A cup of tea and a dog {i}</body></post>"
    f"<post><body>The war of {sort} at sea</body></post></thread>"
    for i, sort in enumerate(("ships", "trade", "peace") * 3)
)


def payload(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "", "buffer": text.encode()}


def test_a_text_and_nested_records_are_asked_their_questions_by_keyboard(
    jobs: Page, address: str
):
    open_corpus(jobs, address)
    upload(jobs, payload("story.txt", STORY))
    find = jobs.get_by_role("button", **FIND)
    expect(find).to_be_in_viewport()
    expect(jobs.get_by_role("combobox", name="Where does a")).to_be_in_viewport()
    jobs.get_by_role("button", name="Paragraphs").press("Enter")
    expect_rest(jobs)
    pattern = jobs.get_by_role("textbox", name="A pattern of your own")
    pattern.fill("(CHAPTER")
    pattern.press("Enter")
    expect(jobs.get_by_text("at character 9")).to_be_visible()
    expect(find).to_have_count(0)
    pattern.fill("(?P<speaker>[A-Z]+):")
    pattern.press("Enter")
    expect(jobs.get_by_text("speaker").first).to_be_visible()
    expect(find).to_be_visible()
    expect_rest(jobs)
    jobs.get_by_role("button", name="Remove story.txt").click()
    expect_rest(jobs)
    upload(jobs, payload("forum.xml", f"<forum>{POSTS}</forum>"))
    expect(jobs.get_by_text("18 documents")).to_be_visible()
    jobs.get_by_role("button", name=re.compile("^thread")).press("Enter")
    expect(jobs.get_by_text("9 documents", exact=False).first).to_be_visible()
    expect_rest(jobs)
    find.press("Enter")
    jobs.wait_for_url("**element=thread**")


@pytest.mark.nightly
def test_pasted_texts_have_topics(jobs: Page, address: str):
    open_corpus(jobs, address)
    texts = jobs.get_by_role("textbox", name="Or paste texts here")
    clicks(jobs)
    texts.click()
    lines = ("war and peace at sea", "taxes on land and tea", "peace on land") * 9
    texts.fill("\n".join(lines))
    texts.press("Control+Enter")
    expect(jobs.get_by_text("27 documents")).to_be_visible()
    jobs.get_by_role("button", name="Find topics", exact=True).click()
    expect(jobs.get_by_role("heading", name="Pasted texts: ")).to_be_visible(
        timeout=FIRST_RESULT
    )
    assert clicks(jobs) <= 3
    topic_words(jobs)
