"""Scripture: chapters of numbered verses, as `Genesis 1:1` or `1:1` begin lines."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.start import Start

VERSE = re.compile(
    r"(?m)^[ \t]*((?:[1-4][ \t]?)?[^\W\d_](?:[^\W\d_]|[ .'\u2019-]){0,40})?"
    r"\b([1-9]\d{0,2})[:|]([1-9]\d{0,2})"
    r"(?=[\s|:.])[\s|:.]*"
)
# Standard format markers: of the book, of chapters and verses, of notes.
MARKED = re.compile(r"\s*\\id ")
BOOK = re.compile(r"(?m)^\\h (.+)$")
NUMBERED = re.compile(r"\\([cv]) (\d{1,3})\S*")
NOTE = re.compile(r"\\(f|x|fe)\b[^\\]*+(?>\\(?!(?:f|x|fe)\b)[^\\]*+)*+\\\1\*")
# A marker, or what it says of a word: `\w sea|strong="H3220"\w*`.
MARKER = re.compile(r"(?:\|[^|\\]*+)?\\\+?[a-z]+\d?\*?|\s+")
REMARK = re.compile(r"(?m)^#.*\n?")
FEWEST = 10  # verses
MIN_SHARE = 0.8  # of the verses follow the one before, or begin a chapter
LONGEST_NAME = 90  # characters of a book's name


class Verse(NamedTuple):
    """A verse: its book, where a line says it, its chapter and number, and its text."""

    book: str
    chapter: int
    number: int
    text: str


def is_scripture(start: Start) -> bool:
    """Return whether a file begins with verses: then it is no table."""
    lines = b"\n".join(start.lines).decode(errors="replace").lstrip("\ufeff")
    if MARKED.match(lines):
        return True
    verses = _verses(lines) if VERSE.match(lines) else []
    # Further cells, and numbers, are of tables.
    n_texts = sum(
        "\t" not in verse.text and any(map(str.isalpha, verse.text)) for verse in verses
    )
    return bool(verses) and n_texts >= MIN_SHARE * len(verses)


def find_verses(text: str) -> Units:
    """Return the chapters of scripture by the numbers that begin its verses."""
    text = text.replace("\r\n", "\n")
    text = "\n".join(_from_markers(text)) if MARKED.match(text) else text
    text = REMARK.sub("", text) if VERSE.search(text) else text
    found = []
    for (book, chapter), verses in groupby(_verses(text), lambda it: it[:2]):
        name, body = f"{book} {chapter}".strip(), (verse.text for verse in verses)
        groups = {"book": book} if book else {}
        found.append(Unit("\n\n".join(body), name, groups=groups))
    return Units("chapters", found)


def _verses(text: str) -> list[Verse]:
    """Return the verses of a text; none if most do not follow the one before."""
    marks = list(VERSE.finditer(text))
    numbers = [(int(mark[2]), int(mark[3])) for mark in marks]
    n_following = sum(
        number == 1 if chapter != last[0] else number == last[1] + 1
        for last, (chapter, number) in pairwise([(0, 0), *numbers])
    )
    if len(marks) < FEWEST or n_following < MIN_SHARE * len(marks):
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    verses, book = [], _last_line(text[: marks[0].start()])
    for mark, end, at in zip(marks, ends, numbers, strict=True):
        own = " ".join((mark[1] or "").split())
        said = text[mark.end() : end].strip()
        verses.append(Verse(own or book, *at, said))
        begins = end < len(text) and VERSE.match(text, end)
        if begins and begins[2] == begins[3] == "1" and not begins[1]:
            # What is between two books names the second.
            first, _, rest = said.partition("\n\n")
            book = _last_line(rest)
            verses[-1] = verses[-1]._replace(text=first if rest else said)
    return verses


def _last_line(text: str) -> str:
    lines = text.strip().split("\n")
    return lines[-1].strip() if len(lines[-1]) <= LONGEST_NAME else ""


def _from_markers(text: str) -> Iterator[str]:
    """Yield lines of verses from a text whose markers tell books and numbers."""
    book = BOOK.search(text)
    parts: Sequence[str] = NUMBERED.split(NOTE.sub("", text))
    chapter = "1"
    for mark, number, said in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if mark == "c":
            chapter = number
        else:
            name = book[1].strip() if book else ""
            yield f"{name} {chapter}:{number} {MARKER.sub(' ', said).strip()}".strip()
