"""The text of HTML, without its markup."""

from html.parser import HTMLParser

HIDDEN = {"script", "style", "head", "noscript", "template", "svg"}
BLOCKS = {
    *("p", "div", "br", "li", "tr", "table", "section", "article", "blockquote"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "footer", "nav", "ul", "ol", "pre"),
}


def html_text(markup: str) -> str:
    """Return what a reader of a page sees, with a blank line between its blocks.

    raises : ValueError if it cannot be read as HTML
    """
    parser = _Text()
    try:
        parser.feed(markup)
        parser.close()
    except AssertionError as error:  # so html.parser ends at a declaration of no kind
        raise ValueError("no HTML") from error
    lines = "".join(parser.parts).split("\n\n")
    return "\n\n".join(filter(None, (" ".join(line.split()) for line in lines)))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in HIDDEN and not self._hidden:
            self._hidden = tag
        if tag in BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._hidden or tag == "body":
            self._hidden = ""
        if tag in BLOCKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)
