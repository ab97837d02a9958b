"""Named patterns of the line where a document begins: a line each."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from spca_core.corpus.readers.documents import chats, press, starred
from spca_core.corpus.readers.documents.chapters import find_chapters
from spca_core.corpus.readers.documents.headings import find_headings
from spca_core.corpus.readers.documents.parts import Mark, Part

CLOCK = r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?[\])]?"
NAME = r"(?P<speaker>[^\W\d_][\w.'\u2019-]*+(?: [\w.'\u2019-]++){0,4})"
CAPITALS = r"(?P<speaker>\p{Lu}[\p{Lu}.'\u2019-]+(?: [\p{Lu}.'\u2019-]++){0,3})"
# HILL: or HILL (London): at 10:15, HILL. and HILL alone above what is said.
SPEAKER = (
    rf"(?:{CLOCK}[ \t]+)?[*_]{{0,3}}{NAME}(?: ?\([^)\n]{{1,99}}\)|,[^:\n]{{1,60}})?"
    rf"[*_]{{0,3}}[ \t]*(?:{CLOCK}[ \t]*)?[:\uff1a][*_]{{0,3}}(?:[ \t]+|$|(?<=\uff1a))"
    rf"|{CAPITALS}\.?(?:$|(?<=\.)[ \t]+(?=\S))"
)
DAY = (
    r"(?:\p{L}{3,12},? )?(?P<date>\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,12},? \d{4}"
    r"|\p{L}{3,12} \d{1,2}(?:st|nd|rd|th)?,? \d{4})"
    r"[ \t]*(?:$|[.:\u2013\u2014-]+(?=\s|$))"
)
SECTION = (
    "(?P<title>(?:\u00a7|(?:Art(?:icle|ikel|icolo|\u00edculo|igo)?|Sec(?:tion|\u00e7\u00e3o|ci\u00f3n)?"
    "|Clause|Rule|\u010clen|\u010cl\u00e1nek|\u0421\u0442\u0430\u0442\u044c\u044f)"
    r"\.?)[ \t]*\d+[a-z]?\b.*)"
)
OF_NEXIS = r"(?:End of Document|\d{1,6} of \d{1,6} DOCUMENTS)[ \t]*$"
OF_FACTIVA = r"Document (?=[a-zA-Z]*\d{5})[a-zA-Z0-9]{12,41}[ \t]*$"
OF_PROQUEST = r"(?:_{20,}[ \t]*\n\s*)?Document \d{1,6} of \d{1,6}[ \t]*$"


class Pattern(NamedTuple):
    """Where documents begin.

    label : what it is called on screen
    parts : what the documents are, a plural
    line  : a regular expression for a line, from its beginning
    find  : finds the marks otherwise; takes a text, and whether they are asked for
    read  : takes the parts of a text, and tells more of them, or leaves some out
    returns : a group whose values are seen again, as speakers are
    is_between : whether the lines are between documents, and not at their beginning
    is_sure : whether it is looked for without being chosen
    of_each : whether that is so of each of many texts, and not only of one alone
    """

    label: str
    parts: str
    line: str = ""
    find: Callable[[str, bool], list[Mark]] | None = None
    read: Callable[[Sequence[Part]], list[Part]] | None = None
    returns: str = ""
    is_between: bool = False
    is_sure: bool = False
    of_each: bool = False


SURE = {"is_sure": True, "of_each": True}
PRESS = {"is_between": True, **SURE}
PATTERNS = {
    "nexis": Pattern("Nexis", "articles", OF_NEXIS, read=press.nexis, **PRESS),
    "factiva": Pattern("Factiva", "articles", OF_FACTIVA, read=press.factiva, **PRESS),
    "proquest": Pattern(
        "ProQuest", "articles", OF_PROQUEST, read=press.proquest, is_between=True
    ),
    "messages": Pattern(
        "Messages of a chat", "messages", chats.STAMP, read=chats.messages, **SURE
    ),
    "iramuteq": Pattern(
        "IRaMuTeQ", "texts", r"\*{4}(?P<stars>.*)$", read=starred.starred, **SURE
    ),
    "front_matter": Pattern(
        "Front matter",
        "texts",
        starred.FRONT_MATTER,
        read=starred.with_front_matter,
    ),
    "chapters": Pattern("Chapters", "chapters", find=find_chapters, is_sure=True),
    "headings": Pattern("Headings", "sections", find=find_headings),
    "sections": Pattern("Sections of a law", "sections", SECTION),
    "speakers": Pattern("Speakers", "speeches", SPEAKER, returns="speaker"),
    "days": Pattern("Days", "entries", DAY),
    "gaps": Pattern("Gaps of blank lines", "parts", r"\n[ \t]*\n", is_between=True),
    "rules": Pattern("Rules", "parts", r"(?:[-_=*~#][ \t]?){3,}$|%$", is_between=True),
}
