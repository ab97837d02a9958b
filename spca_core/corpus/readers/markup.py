"""The text of HTML and XML, without its markup."""

from collections.abc import Set
from html.parser import HTMLParser
from typing import Any

HIDDEN_IN_HTML = {
    *("script", "style", "head", "noscript", "template", "svg", "rt", "rp"),
}
BLOCKS_OF_HTML = {
    *("p", "div", "br", "li", "tr", "table", "section", "article", "blockquote"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "footer", "nav", "ul", "ol", "pre"),
    *("td", "th", "caption"),
}
HIDDEN_IN_XML = {"teiHeader", "script", "style"}
BLOCKS_OF_XML = {
    *("p", "head", "h", "l", "lg", "ab", "sp", "div", "item", "title", "cell", "row"),
    *("sec", "abstract", "li", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "td"),
    *("list-item", "table-cell", "line-break", "blockquote", "u", "note"),
}


def html_text(markup: str) -> str:
    """Return what a reader of a page sees, with a blank line between its blocks.

    raises : ValueError if it cannot be read as HTML
    """
    parser = _Page()
    try:
        parser.feed(markup)
        parser.close()
    except AssertionError as error:  # so html.parser ends at a declaration of no kind
        raise ValueError("no HTML") from error
    return parser.seen.text()


def xml_text(
    root: Any, blocks: Set[str] = BLOCKS_OF_XML, hidden: Set[str] = HIDDEN_IN_XML
) -> str:
    """Return the text of an element of lxml, with a blank line between its blocks.

    blocks, hidden : names of elements
    """
    from lxml import etree

    seen = _Seen(blocks, hidden)
    events = ("start", "end", "comment", "pi")
    for event, element in etree.iterwalk(root, events=events):
        is_named = isinstance(element.tag, str)  # not a comment, or an entity
        tag = element.tag.rpartition("}")[2] if is_named else ""
        if event == "start":
            seen.start(tag)
            seen.data(element.text or "" if is_named else "")
        else:
            seen.end(tag)
            seen.data(element.tail or "" if element is not root else "")
    return seen.text()


class _Seen:
    """The text between the tags that have passed."""

    def __init__(self, blocks: Set[str], hidden: Set[str]) -> None:
        self._blocks, self._hidden = blocks, hidden
        self._parts: list[str] = []
        self._within = ""  # the hidden element at hand

    def start(self, tag: str) -> None:
        if tag in self._hidden and not self._within:
            self._within = tag
        self._break_at(tag)

    def end(self, tag: str) -> None:
        if tag in (self._within, "body"):
            self._within = ""
        self._break_at(tag)

    def data(self, text: str) -> None:
        if not self._within:
            self._parts.append(text)

    def text(self) -> str:
        lines = "".join(self._parts).split("\n\n")
        return "\n\n".join(filter(None, (" ".join(line.split()) for line in lines)))

    def _break_at(self, tag: str) -> None:
        if tag in self._blocks:
            self._parts.append("\n\n")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen = _Seen(BLOCKS_OF_HTML, HIDDEN_IN_HTML)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.start(tag)

    def handle_endtag(self, tag: str) -> None:
        self.seen.end(tag)

    def handle_data(self, data: str) -> None:
        self.seen.data(data)
