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
    *(f"learn?chapter={chapter}" for chapter in range(1, N_CHAPTERS + 1)),
    "paper",
]
STREAMLITS_STOP = "stBaseButton-header"  # fades in and out while a page is drawn
BAD = ("serious", "critical")
# Their backgrounds, and the rules to check: in the dark only colours differ.
THEMES = {
    "light": ("rgb(255, 255, 255)", {}),
    "dark": ("rgb(17, 22, 28)", {"runOnly": ["color-contrast"]}),
}
BACKGROUND = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"


def test_no_page_has_a_serious_fault(browser: Browser, address: str):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page, faults = context.new_page(), []
    for name in PAGES:
        page.emulate_media(color_scheme="light")
        page.goto(f"{address}/{name}")
        for theme, (background, rules) in THEMES.items():
            page.emulate_media(color_scheme=theme)
            expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
            expect_rest(page)
            page.wait_for_function(f"{BACKGROUND} === '{background}'")
            # All about what passes would take it ten times as long.
            options = {"resultTypes": ["violations"], **rules}
            faults += [
                (name, theme, violation["id"], node["html"][:200])
                for violation in Axe().run(page, options=options).response["violations"]
                if violation["impact"] in BAD
                for node in violation["nodes"]
                if STREAMLITS_STOP not in node["html"]
            ]
    context.close()
    assert not faults
