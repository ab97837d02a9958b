"""XML of an article, a book, a law or scanned pages: its text, under its headings."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from spca_core.corpus.readers.collections.units import Unit
from spca_core.corpus.readers.markup import BLOCKS_OF_XML, xml_text

LEVELS = range(1, 7)


class Block(NamedTuple):
    """A paragraph; or a heading, whose level is 1 or more."""

    text: str
    level: int = 0


class Kind(NamedTuple):
    """Where an XML vocabulary keeps what is read, as XPaths without namespaces.

    The first path that finds something counts. An empty one finds nothing.
    """

    text: tuple[str, ...]
    title: tuple[str, ...] = ()
    date: tuple[str, ...] = ()
    journal: str = ""


# By the names of their roots.
KINDS = {
    "article": Kind(  # JATS, and DocBook
        ("front//abstract | body", "."),
        ("front//article-title", "info/title | articleinfo/title | title"),
        ("front//pub-date[year]", "front//date[year]", "info/pubdate"),
        "front//journal-title",
    ),
    "book": Kind((".",), ("info/title | bookinfo/title | title",)),  # DocBook
    "FictionBook": Kind(("body[not(@name)]",), ("description//book-title",)),
    "dtbook": Kind(("book/bodymatter",), (".//doctitle",)),
    "nitf": Kind(
        ("body/body.content",),
        ("body/body.head//hl1", "head/title"),
        ("head/pubdata/@date.publication",),
        "head/pubdata/@name",
    ),
    "akomaNtoso": Kind((".//body | .//mainBody",), (".//longTitle", ".//docTitle")),
    "alto": Kind((".//Page",)),
    "PcGts": Kind((".//Page",)),
}
NOT_TEXT = {
    *("fig", "table-wrap", "ref-list", "disp-formula", "tex-math", "math", "xref"),
    *("supplementary-material", "info", "bookinfo", "articleinfo", "chapterinfo"),
    *("index", "indexterm", "bibliography", "toc", "footnote", "fn", "noteref"),
    *("pagenum", "binary", "lead_paragraph", "script", "style"),
}
LEFT_OUT = "metadata, figures, tables, references and notes"
HEADINGS = ("title", "head", "heading", "num", "hl2", *(f"h{i}" for i in LEVELS))
# Words of scanned pages are in attributes; the lines of one block are a paragraph.
WORDS_OF_LINES = {
    "alto": ".//String/@CONTENT | .//HYP/@CONTENT",
    "PcGts": "TextEquiv[1]/Unicode/text()",
}
HYPHENS = ("-", "\u00ac", "\xad", "\u2e17")
HYPHEN_APART = re.compile(f" ([{''.join(HYPHENS)}])$")
BLOCK_OF_LINES = {"alto": ".//TextBlock", "PcGts": ".//TextRegion"}


def has_sections(root: Any) -> bool:
    """Return whether XML is of a known vocabulary of articles, books, laws or pages."""
    return _local(root) in KINDS


def read_sections(root: Any) -> tuple[Unit, list[Block]]:
    """Return XML as one document, and as paragraphs and headings.

    Namespaces are taken out of `root`, and it is changed.
    """
    for element in root.iter("*"):
        element.tag = _local(element)
    kind = KINDS[root.tag]
    title, date, journal = (
        _first(root, paths) for paths in (kind.title, kind.date, (kind.journal,))
    )
    if root.tag in WORDS_OF_LINES:
        blocks = list(map(Block, _scanned(root)))
    else:
        parts = next(filter(None, map(root.xpath, kind.text)), [root])
        blocks = [block for part in parts for block in _blocks(part)]
    text = "\n\n".join(block.text for block in blocks if block.text)
    groups = {"journal": journal} if journal else {}
    return Unit(text, title, date, groups), blocks


def _local(element: Any) -> str:
    return element.tag.rpartition("}")[2]


def _first(root: Any, paths: tuple[str, ...]) -> str:
    """Return what the first path that finds something finds, as one line."""
    found = next((it for path in paths if path for it in root.xpath(path)), "")
    if isinstance(found, str):
        return found.strip()
    parts = [found.findtext(part) for part in ("year", "month", "day")]
    if parts[0]:  # a date, of JATS
        return "-".join(part.strip().zfill(2) for part in parts if part)
    return " ".join(xml_text(found, BLOCKS_OF_XML, NOT_TEXT).split())


def _blocks(part: Any) -> list[Block]:
    """Return the paragraphs and headings of a part, and "Abstract" above an abstract.

    The level of a heading is how many elements with a heading it is in.
    """
    for info in part.xpath(".//info[title] | .//chapterinfo[title]"):
        info.addprevious(info.find("title"))
    for number in part.xpath(".//num[following-sibling::*[1][self::heading]]"):
        heading = number.getnext()
        heading.text = f"{number.text or ''} {heading.text or ''}".strip()
        number.getparent().remove(number)
    for lead in part.xpath(".//block[@class='lead_paragraph']"):
        lead.tag = "lead_paragraph"
    if part.tag == "abstract" and part.find("title") is None:
        part.insert(0, part.makeelement("title"))
        part[0].text = "Abstract"
    headed = [it for it in part.iter(*HEADINGS) if it.getparent() is not None]
    around = {heading.getparent() for heading in headed}
    levels = [
        str(min(sum(outer in around for outer in heading.iterancestors()), LEVELS[-1]))
        for heading in headed
    ]
    mark_headings(zip(headed, levels, strict=True))
    return marked_blocks(xml_text(part, BLOCKS_OF_XML | {*HEADINGS}, NOT_TEXT))


def _scanned(root: Any) -> Iterator[str]:
    """Yield the blocks of scanned pages, each one paragraph."""
    for block in root.iterfind(BLOCK_OF_LINES[root.tag]):
        lines = (
            " ".join(line.xpath(WORDS_OF_LINES[root.tag]))
            for line in block.iter("TextLine")
        )
        yield _joined(HYPHEN_APART.sub(r"\1", line) for line in lines if line)


def _joined(lines: Iterator[str]) -> str:
    """Return lines as one, and the words that were parted at their ends whole again."""
    text = ""
    for line in lines:
        is_parted = text.endswith(HYPHENS) and line[:1].islower()
        text = text[:-1] + line if is_parted else f"{text} {line}".strip()
    return text


MARK, MARKED = "\ue000", re.compile("\ue000[0-9]")  # before the level of a heading


def mark_headings(headings: Iterable[tuple[Any, str]]) -> None:
    """Write their levels, a digit each, into the texts of elements."""
    for heading, level in headings:
        title = " ".join(xml_text(heading).split())
        for child in list(heading):
            heading.remove(child)
        heading.text = f"{MARK}{level}{title}" if title else ""


def marked_blocks(text: str) -> list[Block]:
    return [
        Block(block[2:], int(block[1])) if MARKED.match(block) else Block(block)
        for block in text.split("\n\n")
    ]
