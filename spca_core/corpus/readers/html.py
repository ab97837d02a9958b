"""The text of HTML, without its markup: blocks between blank lines, headings marked."""

import re
from typing import Any

from spca_core.corpus import limits
from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.extras import check_installed

HIDDEN = {"script", "style", "head", "noscript", "template", "svg", "rt", "rp"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = {
    *("p", "div", "li", "tr", "table", "section", "article", "blockquote", "main"),
    *("header", "footer", "nav", "ul", "ol", "pre", "caption", "dt", "dd", "aside"),
    *HEADINGS,
}
CELLS = {"td", "th"}
# A line break that stays, where others are blanks; and the end of a block.
LINE, BLOCK = "\ue001", "\ue000"
DAMAGED = "cut off, damaged, or another kind of file. Save again."
MAX_ATTRIBUTES = 1_000  # of an element: 150,000 take ten minutes
TOO_MANY = re.compile(rb"<[^<>=!?/\s](?:[^<>=]*+=){%d}" % (MAX_ATTRIBUTES + 1))
ENDS = re.compile(rf"\s*{BLOCK}[\s{BLOCK}]*")


def check_attributes(content: bytes, name: str) -> None:
    """Refuse HTML or XML with so many attributes that it would take minutes."""
    if TOO_MANY.search(content):
        what = "attributes in one element"
        raise limits.too_many(name, MAX_ATTRIBUTES, what, "Check what it is.")


def parsed_html(content: bytes, name: str) -> Any:
    """Return the root of a page in UTF-8.

    raises : InputError if it is no page
    """
    check_installed("lxml", name)
    from lxml import etree

    check_attributes(content, name)
    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    with as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError):
        root = etree.fromstring(content, parser)
        if root is None:
            raise ValueError("no HTML")
        return root


def html_text(text: str) -> str:
    """Return the text of a piece of HTML."""
    return text_of(parsed_html(text.encode(), "HTML")) if text.strip() else ""


def text_of(root: Any, *, with_headings: bool = False) -> str:
    """Return the text of an element, with a blank line between its blocks.

    with_headings : whether headings begin with number signs, as in Markdown
    """
    parts: list[str] = []
    _gather(root, parts, with_headings)
    blocks = ENDS.split("".join(parts))
    lines = ([" ".join(it.split()) for it in block.split(LINE)] for block in blocks)
    return "\n\n".join(filter(None, ("\n".join(it).strip() for it in lines)))


def _gather(root: Any, parts: list[str], with_headings: bool) -> None:
    from lxml import etree

    hidden, n_kept = None, 0
    for event, element in etree.iterwalk(
        root, events=("start", "end", "comment", "pi")
    ):
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if hidden is None and tag in HIDDEN:
                hidden = element
            n_kept += tag == "pre"
            if hidden is None:
                parts.append(_before(tag, with_headings))
                parts.append(_kept(element.text, n_kept))
            continue
        n_kept -= tag == "pre"
        if hidden is element:
            hidden = None
        elif hidden is None and tag:
            parts.append(BLOCK if tag in BLOCKS else " " * (tag in CELLS))
        if hidden is None and element is not root:
            parts.append(_kept(element.tail, n_kept))


def _before(tag: str, with_headings: bool) -> str:
    if tag == "br":
        return LINE
    if with_headings and tag in HEADINGS:
        return f"{BLOCK}{'#' * int(tag[1])} "
    return BLOCK if tag in BLOCKS else ""


def _kept(text: str | None, n_kept: int) -> str:
    """Return text; within a `pre` its lines stay, and blank ones part blocks."""
    if not text:
        return ""
    return re.sub(r"\n\s*\n", BLOCK, text).replace("\n", LINE) if n_kept else text
