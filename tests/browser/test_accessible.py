"""No page has what axe-core calls a serious fault, in the light or in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from pages.shared.state.fields import N_CHAPTERS
from tests.browser.conftest import CLEANED, expect_rest

pytestmark = pytest.mark.slow

PAGES = [
    *(f"?tab={tab}&{CLEANED}" for tab in ("cards", "topic", "map", "time", "table")),
    f"?tab=find&find=slavery&{CLEANED}",
    *(f"documents?{CLEANED}", f"documents?document=9000&{CLEANED}"),
    *(f"corpus?view={view}&{CLEANED}" for view in ("choose", "prepare", "words")),
    f"compare?look=table&methods=em,tpower&{CLEANED}",
    f"compare?look=many&{CLEANED}",
    f"compare?look=curves&methods=em,tpower&{CLEANED}",
    f"compare?look=differences&seeds=2&methods=em,tpower&{CLEANED}",
    *("learn?chapter=8", "paper"),
]
CHAPTERS = [f"learn?chapter={chapter}" for chapter in range(1, N_CHAPTERS + 1)]
STREAMLITS_STOP = "stBaseButton-header"  # fades in and out while a page is drawn
BAD = ("serious", "critical")


@pytest.mark.parametrize(
    ("theme", "pages"), [("light", PAGES + CHAPTERS), ("dark", PAGES)]
)
def test_no_page_has_a_serious_fault(
    browser: Browser, address: str, theme: str, pages: list[str]
):
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=theme
    )
    page, faults = context.new_page(), []
    for name in pages:
        page.goto(f"{address}/{name}")
        expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
        expect_rest(page)
        found = Axe().run(page).response["violations"]
        faults += [
            (name, one["id"], node["html"][:200])
            for one in found
            if one["impact"] in BAD
            for node in one["nodes"]
            if STREAMLITS_STOP not in node["html"]
        ]
    context.close()
    assert not faults
