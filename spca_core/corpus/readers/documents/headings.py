"""Headings, as Markdown writes them; so are those of Word, web pages and books here."""

import re

from spca_core.corpus.readers.documents.parts import TITLE, Mark

HEADING = re.compile(
    r"(?m)^(?:(#{1,6})[ \t]+(\S.{0,200}?)[ \t#]*$"
    r"|(?:(?<=\n\n)|\A)(\S.{0,89})\n(={3,}|-{3,})[ \t]*$)"
)
FEWEST, LEVELS = 3, range(1, 7)


def find_headings(text: str, is_asked: bool) -> list[Mark]:
    """Return the headings of the highest level that part a text enough.

    Those of a lower level stay within its parts.
    """
    found = [(_level(it), it) for it in HEADING.finditer(text)]
    by_level = ([it for at, it in found if at <= level] for level in LEVELS)
    most = [it for _, it in found]
    headings = next((some for some in by_level if len(some) >= FEWEST), most)
    return [
        Mark(it.start(), it.start(), {TITLE: (it[2] or it[3]).strip()})
        for it in headings
    ]


def _level(heading: re.Match[str]) -> int:
    return len(heading[1]) if heading[1] else 1 + heading[4].startswith("-")
