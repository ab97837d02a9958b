"""Parts of a text: each from a mark to the next, with what is said of it there."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

NOTHING: Mapping[str, str] = MappingProxyType({})
TITLE, DATE, TIME = "title", "date", "time"  # what is said that is no group


class Mark(NamedTuple):
    """Where a part begins; what is written there; and what that says of the part."""

    start: int
    end: int
    said: Mapping[str, str] = NOTHING


class Part(NamedTuple):
    """A document within a text; its date as written.

    size : characters of the text that it takes, its mark included
    """

    text: str
    title: str = ""
    date: str = ""
    groups: Mapping[str, str] = NOTHING
    size: int = 0


def parts_of(text: str, marks: Sequence[Mark], *, between: bool = False) -> list[Part]:
    """Return the parts from each mark to the next.

    A title stays in the text; what else is said of a part is written there no more.

    between : whether marks only part the text, so that what precedes the first is a
        part, too
    """
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    found = [
        _part(text, mark, end, between) for mark, end in zip(marks, ends, strict=True)
    ]
    if between:
        start = marks[0].start if marks else len(text)
        found = [Part(text[:start].strip(), size=start), *found]
    return [part for part in found if part.text]


def _part(text: str, mark: Mark, end: int, between: bool) -> Part:
    said = dict(mark.said)
    title, date = said.pop(TITLE, ""), said.pop(DATE, "")
    time = said.pop(TIME, "")
    body = text[mark.end : end].strip()
    if not (date or time or said or between):
        body = text[mark.start : end].strip()
        title = title or body.partition("\n")[0]
    elif title:
        body = f"{title}\n{body}".strip()
    when = f"{date} {time}".strip() if date else ""
    return Part(body, title or date, when, said, end - mark.start)
