"""Laws, contracts and the like: their articles or sections, whose numbers go up."""

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from spca_core.corpus.readers.collections.numerals import ROMAN, value_of
from spca_core.corpus.readers.collections.units import Unit, Units

WORDS = (
    "articles?|art|artikel|articolo|art[i\u00ed]culo|artigo|artyku\u0142|articol"
    "|artikla|\u010dlen|\u010dlanak|\u010dl\u00e1nek|cikk|\u0441\u0442\u0430\u0442"
    "\u044c\u044f|\u0441\u0442\u0430\u0442\u0442\u044f|\u03ac\u03c1\u03b8\u03c1\u03bf",
    "section|sect|sec|secci\u00f3n|se\u00e7\u00e3o",
    "clause|rule|regulation|amendment",
)
NUMBER = rf"(\d{{1,4}}|{ROMAN}|premier)((?:er|[a-z\u00ba\u00b0]{{1,2}})?)"
# What follows a number is apart from it, or begins as a title does, not as prose.
AFTER = (
    r"(?:[ \t]*(?:[.:)\]]|[\u2013\u2014-](?=\s)|$)"
    r"|[ \t]+(?!Abs|Satz|N[ru]|Buchst|Para)"
    r"(?=[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f(\[\"\u201c\u00ab]))"
)
MARKS = (
    re.compile(rf"(?m)^[ \t]*\u00a7[ \t]*{NUMBER}{AFTER}"),
    *(
        re.compile(rf"(?m)^[ \t]*(?![a-z])(?i:{words})\.?[ \t]+{NUMBER}{AFTER}")
        for words in WORDS
    ),
)
PART = re.compile(
    r"(?m)^[ \t]*(?![a-z])(?i:chapter|title|part|book|article|abschnitt|kapitel|teil"
    r"|buch|titre|chapitre|partie|livre|titolo|capo|t\u00edtulo|cap\u00edtulo"
    rf"|\u0433\u043b\u0430\u0432\u0430)\.?[ \t]+{NUMBER}{AFTER}[^\n]{{0,60}}$"
)
BETWEEN = " \t\n.:)]-\u2013\u2014"  # a number and a text
FEWEST, MAX_GAP = 4, 5  # sections; and from one number to the next
LOOKED_AHEAD = 5  # marks, for one that a number before it is missing
MIN_SHARE = 0.6  # of the text is in them
MIN_WORDS, USUAL_WORDS = 6, 12  # of a section, and of half of them
LONGEST_TITLE = 90  # characters


class Mark(NamedTuple):
    """The number of a section as it is written, where it begins and ends, its value."""

    written: str
    start: int
    end: int
    value: int


def find_sections(text: str) -> Units:
    """Return the articles or sections of a law; none of a text that only cites some."""
    text = text.replace("\r\n", "\n").replace("\xa0", " ")
    marks = max((_in_order(list(_marks(text, kind))) for kind in MARKS), key=len)
    if len(marks) < FEWEST:
        return Units("sections")
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    bodies = [text[mark.end : end] for mark, end in zip(marks, ends, strict=True)]
    # Contents list the same marks, with hardly a word below them.
    found = [
        (mark, body)
        for mark, body in zip(marks, bodies, strict=True)
        if len(body.split()) >= MIN_WORDS
    ]
    n_words = [len(body.split()) for _, body in found]
    # A number alone on its line is no line of contents, nor does it begin prose.
    are_alone = all(not body.split("\n")[0].strip(BETWEEN) for _, body in found)
    usual = MIN_WORDS if are_alone else USUAL_WORDS
    if len(found) < FEWEST or median(n_words) < usual:
        return Units("sections")
    units = list(_units(text, found))
    lengths = [len(unit.text) for unit in units]
    # A book may cite a whole law, and go on.
    if 2 * max(lengths) > len(text) or sum(lengths) < MIN_SHARE * len(text):
        return Units("sections")
    left_out = ("what precedes the first",) * bool(text[: marks[0].start].strip())
    left_out += ("contents and empty sections",) * (len(found) < len(marks))
    return Units("sections", units, left_out)


def _marks(text: str, kind: re.Pattern[str]) -> Iterator[Mark]:
    for found in kind.finditer(text):
        number = found[1]
        value = 1 if number == "premier" else value_of(number)
        written = found[0].strip(BETWEEN)
        yield Mark(written, *found.span(), value)


def _in_order(marks: list[Mark]) -> list[Mark]:
    """Return the marks whose numbers go up, or begin again at 1: others are cited."""
    values = [mark.value for mark in marks]
    found: list[Mark] = []
    for i, mark in enumerate(marks):
        written, last = (found[-1].written, found[-1].value) if found else ("", 0)
        step = mark.value - last
        coming = values[i + 1 : i + 1 + LOOKED_AHEAD]
        is_next = step == 1 or (step == 0 and mark.written != written)  # 12, 12a, 13
        leaves_out = 1 < step <= MAX_GAP and last + 1 not in coming
        before_next = coming[: coming.index(last + 1)] if last + 1 in coming else coming
        begins_again = mark.value == 1 != last and 2 in before_next
        if not found or is_next or begins_again or leaves_out:
            found.append(mark)
    return found


def _units(text: str, found: list[tuple[Mark, str]]) -> Iterator[Unit]:
    """Yield sections with their titles, and with the parts of the law they are in."""
    of_sections = {mark.start for mark, _ in found}
    parts = [it for it in PART.finditer(text) if it.start() not in of_sections]
    starts = [part.start() for part in parts]
    begins_again = any(b.value < a.value for (a, _), (b, _) in pairwise(found))
    for mark, body in found:
        at = bisect(starts, mark.start) - 1
        part = " ".join(parts[at][0].split()) if at >= 0 else ""
        title = _title(mark.written, body)
        title = f"{part}, {title}" if part and begins_again else title
        body = next((body[: it.start()] for it in [PART.search(body)] if it), body)
        yield Unit(
            body.lstrip(BETWEEN).rstrip(), title, groups={"part": part} if part else {}
        )


def _title(number: str, body: str) -> str:
    """Return a number with the title after it, or on the next line alone."""
    first = next(filter(None, map(str.strip, body.split("\n"))), "")
    is_title = len(first) <= LONGEST_TITLE and not re.match(r"[(\d]|.*[.;:]$", first)
    return f"{number} {first}" if is_title else number
