"""No page has what axe-core calls a serious fault, in the light or in the dark."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pages.shared.state.options import OPTIONS
from tests.browser.conftest import CLEANED, expect_rest

pytestmark = pytest.mark.slow

PAGES = [
    f"?{CLEANED}",
    *(f"documents?{CLEANED}", f"corpus?{CLEANED}"),
    f"compare?look=table&methods=em,tpower&{CLEANED}",
    *("learn", "paper"),
]
VIEWS = [
    *(f"?tab={tab}&{CLEANED}" for tab in ("topic", "map", "time", "table")),
    f"?tab=find&find=slavery&{CLEANED}",
    f"documents?document=9000&{CLEANED}",
    *(f"corpus?view={view}&{CLEANED}" for view in ("prepare", "words")),
    f"compare?seeds=2&methods=em,tpower&{CLEANED}",
    *(f"{page}where=party=Democratic&{CLEANED}" for page in ("?", "documents?")),
    f"?tab=time&by=party&{CLEANED}",
    f"documents?beside=parts&{CLEANED}",
    *(f"learn?chapter={chapter}" for chapter in OPTIONS["chapter"].choices),
]
STREAMLITS_STOP = "stBaseButton-header"  # fades in and out while a page is drawn
BAD = ("serious", "critical")
# In the dark only colours differ; all about what passes would take ten times as long.
LIGHT = {"resultTypes": ["violations"]}
DARK = {**LIGHT, "runOnly": ["color-contrast"]}
DARK_GROUND = "rgb(17, 22, 28)"
GROUND = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"


def faults(page: Page, options: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return what is a fault at three looks: text is pale while it is drawn again.

    A page is drawn once more when its comparison with chance has ended.
    """
    found = _faults(page, options)
    for _ in range(2):
        if found:
            page.wait_for_timeout(1_000)
            now = _faults(page, options)
            found = [fault for fault in found if fault in now]
    return found


def _faults(page: Page, options: dict[str, Any]) -> list[tuple[str, str, str]]:
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    expect_rest(page)
    return [
        (page.url, violation["id"], node["html"][:200])
        for violation in Axe().run(page, options=options).response["violations"]
        if violation["impact"] in BAD
        for node in violation["nodes"]
        if STREAMLITS_STOP not in node["html"]
    ]


NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in VIEWS]


@pytest.mark.parametrize("name", [*PAGES, *NIGHTLY])
def test_no_page_has_a_serious_fault(page: Page, address: str, name: str):
    page.goto(f"{address}/{name}")
    assert not faults(page, LIGHT)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{GROUND} === '{DARK_GROUND}'")
    assert not faults(page, DARK)
