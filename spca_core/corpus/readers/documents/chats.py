"""Messages of a chat: who sent them, when, and none of what a program says itself."""

import re
from collections.abc import Sequence
from itertools import pairwise

from spca_core.corpus.readers.documents.parts import Part
from spca_core.corpus.texts.dates import DAY, MONTH, iso_dates

DAY_WRITTEN = r"(?P<date>\d{1,4}[./-](?:\d{1,2}|[A-Z][a-z]{2})[./-]\d{2,4})"
CLOCK = r"(?P<time>\d{1,2}:\d\d(?::\d\d)?(?:[ \u202f][AaPp]\.?[Mm]\.?)?)"
# As WhatsApp, a log of a channel, and a program with the stamp above have them.
STAMP = (
    rf"\u200e?\[?{DAY_WRITTEN},? {CLOCK}\]?(?: [-\u2013])? "
    r"(?:(?P<sender>[^:\n]{1,50}): )?"
    r"|\[?(?P<date>\d{4}-\d\d-\d\d)?[T ]?(?P<time>\d\d:\d\d(?::\d\d)?)\]?[ \t]+"
    r"(?:<[ @+%&~]?(?P<sender>[^<>\s]{1,40})>[ \t]"
    r"|From[ \t]+(?P<sender>[^:\n]{1,40}?)"
    r"(?:[ \t]+[tT]o[ \t]+[^:\n]{1,40}?)?[ \t]?:[ \t]*)"
    rf"|\[{DAY_WRITTEN},? {CLOCK}\] (?P<sender>[^:\n]{{1,50}})$"
)
# In place of a message; a mark begins what an iPhone says itself, in any language.
WITHOUT_TEXT = re.compile(
    r"<[^<>\n]{3,40}>|\u200e[^\n]{3,200}"
    r"|(?:image|video|audio|sticker|GIF|document|Contact card) omitted"
    r"|(?:This message was deleted|You deleted this message)\.?"
)


def messages(parts: Sequence[Part]) -> list[Part]:
    """Return the messages that somebody sent; none if most were sent by nobody."""
    sent = [part for part in parts if part.groups.get("sender")]
    if 2 * len(sent) < len(parts):
        return []
    return [
        part._replace(title="")
        for part in sent
        if not WITHOUT_TEXT.fullmatch(part.text)
    ]


def in_order(written: Sequence[str]) -> list[str]:
    """Return dates in ISO 8601, in an order of day and month in which they go up."""
    dated = [iso_dates(written, order) for order in (DAY, MONTH)]
    rising = [
        dates
        for dates in dated
        if all(dates) and all(one <= other for one, other in pairwise(dates))
    ]
    return rising[0] if len(rising) == 1 else iso_dates(written)
