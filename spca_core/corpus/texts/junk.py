"""Non-words in texts: links, addresses, names of accounts, markup.

Every pattern takes time linear in the text, whatever a stranger writes.
"""

import re
from collections import Counter
from collections.abc import Callable
from html import unescape

from spca_core.corpus.texts.tokenisation import JUNK

ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}")
LINK = re.compile(
    r"""(?:\b(?:https?|ftp)://|\bwww\.|\bpic\.twitter\.com/|\b(?<![\w.-])"""
    r"""(?:[a-z0-9-]{1,64}\.){1,4}[a-z]{2,12}/)[^\s<>"'()\[\]{}|]*+"""
)
ACCOUNT = re.compile(r"(?<![\w@])@\w{1,50}")
ENTITY = re.compile(r"&#?\w{1,31};")
NAMES_OF_TAGS = (
    "a abbr address article aside audio b big blockquote body br button caption center "
    "cite code col colgroup dd del div dl dt em embed figcaption figure font footer "
    "form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li "
    "link main mark meta nav noscript object ol optgroup option p param pre q ref s "
    "samp section select small source span strike strong sub summary sup svg table "
    "tbody td textarea tfoot th thead time title tr tt u ul var video wbr"
)
# Others, such as <file>, may be what a text is about.
TAG = re.compile(
    rf"<!?/?(?:{NAMES_OF_TAGS.replace(' ', '|')}|doctype|[a-z]\w*:\w[\w-]*)"
    r"(?:[\s/][^<>]*+)?>",
    re.IGNORECASE,
)
# Between these is no text.
CLOSING_TAGS = {"<!--": "-->", "<script": "</script", "<style": "</style"}
ENCLOSING = re.compile(
    r"(?P<begin><!--|<script\b|<style\b)|-->|</(?:script|style)\s*+>",
    re.IGNORECASE | re.ASCII,
)
MAX_GAP = 20  # characters
GAP = re.compile(
    r"\[(?:deleted|removed)\]|^[^\S\n]*+(?:nan|null|none|n/a|<na>|#n/a)[^\S\n]*+$",
    re.IGNORECASE | re.MULTILINE,
)


# At most four words in square brackets, one of which says what is heard or seen.
HEARD = (
    r"applause|laugh(?:s|ter|ing)?|crosstalk|cross talk|inaudible|unintelligible"
    r"|indiscernible|cheer(?:s|ing)|booing|music|pauses?|silence|sighs?|coughs?"
    r"|(?:begin|end|video|audio)[ -](?:video|audio)?[ -]?clip|commercial break"
    r"|voice-?over|on camera|off[ -]?mic|overlapping|beifall|heiterkeit|zurufe?|lachen"
    r"|lacht|lachend|seufzt|schmunzelt|r\u00e4uspert|unverst\u00e4ndlich"
    r"|rires?|applaudissements|risas|aplausos|applausi|risate|smeh|ploskanje"
)
DIRECTION = re.compile(
    rf"\[(?:(?:[\w'.:-]{{1,20}}[ ,]{{1,2}}){{0,3}}?(?:{HEARD})"
    r"(?:[ ,.:]{1,2}[\w'-]{1,20}){0,3}[.!]?"
    r"|\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,3})?)?)\]",
    re.IGNORECASE,
)
QUOTED = re.compile(r"^[ \t]*>.*\n?", re.MULTILINE)
QUOTES_FOLLOW = re.compile(
    r"^(?:On|Am|Le|El|Il) .{5,150}:\s*\n(?=[ \t]*>)", re.MULTILINE
)
SIGNATURE = re.compile(r"^-- ?\n(?:.*(?:\n|\Z)){1,10}\Z", re.MULTILINE)


class Cleaning:
    """Leaves out of texts what is no word, and counts how often.

    kinds : keys of JUNK
    """

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self._kinds = [kind for kind in STEPS if kind in kinds]
        self.counts: Counter[str] = Counter()

    def __call__(self, text: str) -> str:
        """Return a text with a blank in the place of each thing that is no word."""
        for kind in self._kinds:
            text, n_found = STEPS[kind](text)
            self.counts[kind] += n_found
        return text

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was left out, in a sentence, if there was anything."""
        left_out = [
            f"{JUNK[kind]} ({self.counts[kind]:,})"
            for kind in JUNK
            if self.counts[kind]
        ]
        return (f"Left out of the texts: {', '.join(left_out)}.",) * bool(left_out)


def _without_markup(text: str) -> tuple[str, int]:
    n_found = 0
    for _ in range(2):  # some entities were escaped twice: &amp;nbsp;
        if "&" in text:
            text, n = ENTITY.subn(lambda entity: unescape(entity[0]), text)
            n_found += n
    if "<" in text:
        text, n_enclosed = _without_enclosed(text)
        text, n_tags = TAG.subn(" ", text)
        n_found += n_enclosed + n_tags
    return text, n_found


def _without_enclosed(text: str) -> tuple[str, int]:
    parts, place, begin = [], 0, None
    for mark in ENCLOSING.finditer(text):
        if begin is None and mark["begin"]:
            begin = mark
        elif begin and mark[0].lower().startswith(CLOSING_TAGS[begin[0].lower()]):
            parts.append(text[place : begin.start()])
            place, begin = mark.end(), None
    return " ".join([*parts, text[place:]]), len(parts)


def _without_links(text: str) -> tuple[str, int]:
    n_found = 0
    for sign, pattern in (("@", ADDRESS), ("/", LINK), ("www.", LINK)):
        if sign in text:
            text, n = pattern.subn(" ", text)
            n_found += n
    return text, n_found


def _without_accounts(text: str) -> tuple[str, int]:
    return ACCOUNT.subn(" ", text) if "@" in text else (text, 0)


def _without_gaps(text: str) -> tuple[str, int]:
    # A line of nothing but "nan" is short, so that a long text is only searched for [.
    is_short = len(text) < MAX_GAP or "\n" in text
    return GAP.subn(" ", text) if is_short or "[" in text else (text, 0)


def _without_directions(text: str) -> tuple[str, int]:
    return DIRECTION.subn(" ", text) if "(" in text or "[" in text else (text, 0)


def _without_quotes(text: str) -> tuple[str, int]:
    n_found = 0
    if ">" in text:
        without, n_lines = QUOTED.subn(" ", QUOTES_FOLLOW.sub(" ", text))
        # What is quoted line by line alone is the text.
        if without.strip():
            text, n_found = without, n_lines
    if "\n--" in text:
        text, n = SIGNATURE.subn(" ", text)
        n_found += n
    return text, n_found


# In this order: lines of quotes end at a line break, which markup may be; markup may
# hold links, and addresses hold an @.
STEPS: dict[str, Callable[[str], tuple[str, int]]] = {
    "quotes": _without_quotes,
    "markup": _without_markup,
    "links": _without_links,
    "names": _without_accounts,
    "gaps": _without_gaps,
    "directions": _without_directions,
}
