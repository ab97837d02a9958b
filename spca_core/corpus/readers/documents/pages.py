"""Web pages: all their text, or a document for each element that is chosen."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from spca_core.corpus.readers.documents.parts import Part
from spca_core.corpus.readers.html import HEADINGS, HIDDEN, parsed_html, text_of
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from spca_core.extras import check_installed

HOLDERS = ("article", "div", "section", "li", "tr", "blockquote", "p")
PUBLISHED = (
    "//meta[@property='article:published_time' or @name='date']/@content"
    " | //time/@datetime"
)
FEWEST, MIN_SHARE = 3, 0.1  # elements that are offered; of the text of a page
MAX_OFFERED = 6
PAGE = re.compile(rb"\s*(<\?xml[^>]*>\s*)?<(!(?i:doctype html)|(?i:html))\b")
Offers = list[tuple[str, int]]  # selectors, and how many elements each has


def read_page(
    content: bytes, name: str, element: str = ""
) -> tuple[list[Part], Offers]:
    """Return a page as a document, or its elements; and the selectors of others.

    element : a CSS selector

    raises : InputError if it selects nothing, or is no selector
    """
    root = parsed_html(content, name)
    offers = list(_offers(root))
    if element:
        chosen = _outermost(_selected(root, element, name, offers))
        return [_part(each) for each in chosen], offers
    headings = list(root.iter("h1"))
    titles = headings if len(headings) == 1 else list(root.iter("title"))
    title = " ".join(text_of_all(titles[0]).split()) if titles else ""
    published = next(filter(None, map(str, root.xpath(PUBLISHED))), "")
    return [Part(text_of(root, with_headings=True), title, published)], offers


def is_page(start: Start) -> bool:
    return start.matches(PAGE)


def text_of_all(element: Any) -> str:
    return "".join(element.itertext())


def _part(element: Any) -> Part:
    heading = next(element.iter(*HEADINGS), None)
    title = "" if heading is None else " ".join(text_of_all(heading).split())
    date = next((time.get("datetime") for time in element.iter("time")), None)
    return Part(text_of(element, with_headings=True), title, date or "")


def _selected(root: Any, selector: str, name: str, offers: Offers) -> list[Any]:
    check_installed("cssselect", name)
    from cssselect import SelectorError

    known = ", ".join(f"{each} ({n:,})" for each, n in offers) or "none that repeat"
    try:
        chosen = root.cssselect(selector)
    except SelectorError as error:
        raise InputError(
            f"element: {selector!r} is no CSS selector: {error}. This page has {known}."
        ) from error
    if not chosen:
        raise InputError(f"{name}: no element is {selector!r}. It has {known}.")
    return chosen


def _offers(root: Any) -> Iterator[tuple[str, int]]:
    """Yield the selectors of elements that repeat, those with the most text first."""
    sizes = _sizes(root)
    by_selector: defaultdict[str, list[Any]] = defaultdict(list)
    for element in root.iter(*HOLDERS):
        classes = (element.get("class") or "").split()
        plain = [element.tag] if element.tag in ("article", "tr") else []
        for selector in [*plain, *(f"{element.tag}.{it}" for it in classes)]:
            by_selector[selector].append(element)
    totals: dict[tuple[int, int], str] = {}
    for selector, elements in by_selector.items():
        outer = _outermost(elements)
        size = sum(sizes[element] for element in outer)
        if len(outer) >= FEWEST and size >= MIN_SHARE * sizes[root]:
            totals.setdefault((size, len(outer)), selector)
    for (_, n), selector in sorted(totals.items(), reverse=True)[:MAX_OFFERED]:
        if selector.isprintable() and " " not in selector:
            yield selector, n


def _outermost(elements: Sequence[Any]) -> list[Any]:
    among = set(elements)
    return [
        element for element in elements if among.isdisjoint(element.iterancestors())
    ]


def _sizes(root: Any) -> dict[Any, int]:
    """Return how many characters are in each element, tags aside."""
    sizes: dict[Any, int] = {}
    for element in root.iter():
        is_seen = isinstance(element.tag, str) and element.tag not in HIDDEN
        sizes[element] = len((element.text or "").strip()) if is_seen else 0
    for element in reversed(list(sizes)):
        outer = element.getparent()
        if element is not root and outer is not None and outer.tag not in HIDDEN:
            sizes[outer] += sizes[element] + len((element.tail or "").strip())
    return sizes
