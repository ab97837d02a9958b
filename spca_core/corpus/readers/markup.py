"""The text of HTML and XML, without its markup."""

import re
from collections.abc import Set
from html.entities import html5
from html.parser import HTMLParser
from typing import Any

from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.extras import check_installed

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
    *("p", "para", "simpara", "head", "h", "l", "lg", "ab", "sp", "div", "item"),
    *("sec", "section", "abstract", "title", "subtitle", "heading", "cell", "row"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "li", "br", "tr", "td", "v"),
    *("list-item", "table-cell", "line-break", "blockquote", "u", "note", "block"),
    *("opener", "dateline", "salute", "closer", "signed", "postscript"),
}
BLOCKS_OF_XML |= {name.upper() for name in BLOCKS_OF_XML}  # as SGML has them
# Parts of a word may be in several of these.
INLINE = {
    *("a", "abbr", "b", "bold", "c", "emph", "emphasis", "em", "font", "hi", "i"),
    *("italic", "ruby", "rb", "s", "sc", "small", "span", "strong", "sub", "sup", "u"),
}

# In place of an end of a line that stays; and where paragraphs end.
KEPT, LINE_END = "\ue001", re.compile(r"(?<!\n)\n(?!\n)")
BLANKS = re.compile(r"\n[^\S\n]*+\n\s*+")
# An `&` alone is not XML, and of references by name only five are.
REFERENCE_OR_NOT = re.compile(rb"&(?:(\w{2,31});|#(x?[0-9A-Fa-f]{1,8});)?")
XML_NAMES = (b"amp", b"lt", b"gt", b"quot", b"apos")
DAMAGED = "cut off, damaged, or another kind of file. Save again."


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


def parsed_html(content: bytes, name: str) -> Any:
    """Return the root of a page in UTF-8; nothing is fetched."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    with as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError):
        root = etree.fromstring(content, parser)
        if root is None:
            raise ValueError("no HTML")
        return root


def parsed_xml(content: bytes, name: str) -> Any:
    """Return the root of XML in UTF-8; nothing is fetched, and no entity expanded."""
    check_installed("lxml", name)
    from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8",  # whatever it declares: it was rewritten
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
    )
    with as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError):
        try:
            return etree.fromstring(content, parser)
        except etree.XMLSyntaxError:  # SGML, perhaps
            return etree.fromstring(with_references(content), parser)


def with_references(content: bytes) -> bytes:
    """Return SGML with its references, and each `&` that is none, as XML has them."""
    return REFERENCE_OR_NOT.sub(_reference, content)


def _reference(found: re.Match[bytes]) -> bytes:
    """Return a reference as XML has it: by numbers, but for its own five names."""
    name, number = found[1], found[2]
    if number:
        code = int(number[1:], 16) if number[:1] == b"x" else int(number or b"0")
        return found[0] if code >= ord(" ") or code in (9, 10, 13) else b" "
    if name in XML_NAMES:
        return found[0]
    letters = html5.get(f"{name.decode()};") if name else ""
    if letters:
        return b"".join(b"&#%d;" % ord(letter) for letter in letters)
    return b"&amp;" + found[0][1:]


def name_of(element: Any) -> str:
    """Return the name of an element without its namespace; "" of a comment."""
    is_named = isinstance(element.tag, str)  # not a comment, or an entity
    return element.tag.rpartition("}")[2] if is_named else ""


def xml_text(
    root: Any, blocks: Set[str] = BLOCKS_OF_XML, hidden: Set[str] = HIDDEN_IN_XML
) -> str:
    """Return the text of an element of lxml, with a blank line between its blocks.

    blocks, hidden : names of elements
    """
    from lxml import etree

    seen = _Seen(blocks, hidden)
    events = ("start", "end", "comment", "pi")
    are_apart = [False]
    for event, element in etree.iterwalk(root, events=events):
        tag = name_of(element)
        if event == "start":
            is_line = tag == "lb" and element.get("break") != "no"
            if is_line or (are_apart[-1] and tag not in INLINE):
                seen.data(" ")
            are_apart.append(_is_without_text(element))
            seen.start(tag)
            seen.data(element.text or "" if tag else "")
        else:
            if event == "end":
                are_apart.pop()
            seen.end(tag)
            seen.data(element.tail or "" if element is not root else "")
    return seen.text()


def _is_without_text(element: Any) -> bool:
    """Return whether an element only holds others, which are then words apart."""
    return not any(
        text and not text.isspace()
        for text in (element.text, *(child.tail for child in element))
    )


class _Seen:
    """The text between the tags that have passed."""

    def __init__(self, blocks: Set[str], hidden: Set[str]) -> None:
        self._blocks, self._hidden = blocks, hidden
        self._parts: list[str] = []
        self._within = ""  # the hidden element at hand
        self._n_kept = 0  # elements at hand whose lines stay

    def start(self, tag: str) -> None:
        self._n_kept += tag == "pre"
        if tag in self._hidden and not self._within:
            self._within = tag
        self._break_at(tag)

    def end(self, tag: str) -> None:
        self._n_kept -= tag == "pre"
        if tag in (self._within, "body"):
            self._within = ""
        self._break_at(tag)

    def data(self, text: str) -> None:
        if not self._within:
            # Lines of a `pre` stay as they are; blank ones part blocks.
            kept = BLANKS.sub("\n\n", text) if self._n_kept > 0 else text
            self._parts.append(LINE_END.sub(KEPT, kept) if self._n_kept > 0 else text)

    def text(self) -> str:
        blocks = "".join(self._parts).split("\n\n")
        lines = ([" ".join(it.split()) for it in block.split(KEPT)] for block in blocks)
        return "\n\n".join(filter(None, ("\n".join(it).strip() for it in lines)))

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
