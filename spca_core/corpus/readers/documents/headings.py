"""Headings, as Markdown writes them; so are those of Word, web pages and books here."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

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
    return list(_with_texts(text, headings))


def _with_texts(text: str, headings: Sequence[re.Match[str]]) -> Iterator[Mark]:
    """Yield where parts begin: a heading without a text belongs to the next."""
    start: int | None = None
    for heading, after in zip_longest(headings, headings[1:]):
        start = heading.start() if start is None else start
        if text[heading.end() : after.start() if after else None].strip():
            yield Mark(start, start, {TITLE: (heading[2] or heading[3]).strip()})
            start = None


def _level(heading: re.Match[str]) -> int:
    return len(heading[1]) if heading[1] else 1 + heading[4].startswith("-")
