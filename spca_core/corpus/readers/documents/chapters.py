"""The chapters of a book, by headings whose numbers go up, and without its contents."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from spca_core.corpus.readers.documents.parts import TITLE, Mark

ROMAN = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
NUMBER = (
    rf"(?:\d{{1,3}}|{ROMAN}|{ROMAN.lower()}"
    r"|(?i:(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|last|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|premi\w+|erst\w+|prim\w+|pierwsz\w+))"
)
WORD = (
    "(?i:chapter|chap\\.|letter|stave|canto|essay|psalm|psaume|salmo|surah?|kapitel"
    "|chapitre|cap[i\u00ed]tulo|capitolo|hoofdstuk|kapitola|rozdzia\u0142|luku|poglavje"
    "|poglavlje|b\u00f6l\u00fcm|\u0433\u043b\u0430\u0432\u0430"
    "|\u0440\u043e\u0437\u0434\u0456\u043b"
    "|\u03ba\u03b5\u03c6\u03ac\u03bb\u03b1\u03b9\u03bf)"
)
# Chapter 3, the third chapter in any language, and the third one in Chinese.
BARE = rf"{WORD}[ \t]+{NUMBER}[.:]?"
NAMED = rf"{WORD}[ \t]+{NUMBER}[\s.:\u2014\u2013-].*"
FIRST = rf"(?:{NUMBER}|[^\W\d_]+(?:[ -][^\W\d_]+)?)\.?[ \t]+{WORD}[.:]?"
CHINESE = (
    "\u7b2c[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343"
    r"\u96f6\d]{1,8}[\u7ae0\u56de\u7bc7\u8a71\u7bc0\u8282].*"
)
BESIDE = r"(?i:preface|prologue|epilogue|introduction|conclusion|afterword|appendix)\.?"
HEADING = re.compile(rf"{BARE}|{NAMED}|{FIRST}|{CHINESE}|{BESIDE}")
ALONE = re.compile(rf"{BARE}|{FIRST}")  # of which no line before needs to be blank
UNNUMBERED = re.compile(BESIDE)
# A number with a title in capitals, or alone, or with one that is no sentence, above a
# long text.
IN_CAPITALS = re.compile(rf"({ROMAN}|\d{{1,3}})\.?[ \t]+[A-Z\u00c0-\u00dd][^a-z]{{2,}}")
ROMAN_ALONE, NUMBER_ALONE = re.compile(rf"({ROMAN})\.?"), re.compile(r"(\d{1,3})\.?")
TITLED = re.compile(r"(\d{1,3})\.?[ \t]+[^\W\d_].{1,77}(?<![.,;:!?])")
LONGEST = 90  # characters of a heading
FEWEST, FEWEST_WORDS = 3, 30  # chapters; and words of one that is surely no contents


def find_chapters(text: str, is_asked: bool) -> list[Mark]:
    """Return where the chapters of a book begin.

    is_asked : whether numbers alone may be chapters, as those of pages are not
    """
    lines = list(map(_bare, text.split("\n")))
    places = list(_places(lines))
    n_numbered = sum(not UNNUMBERED.fullmatch(lines[i]) for i in places)
    if n_numbered < FEWEST:
        places = _numbered(lines, is_asked)
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return [
        Mark(starts[i], starts[i], {TITLE: _title(lines, i)})
        for i in _without_contents(lines, places)
    ]


def _bare(line: str) -> str:
    """Return a line without the signs around a heading, if it may be one."""
    if len(line) > 2 * LONGEST:
        return line
    return line.strip("\ufeff \t").lstrip("#").strip()


def _places(lines: Sequence[str], heading: re.Pattern[str] = HEADING) -> Iterator[int]:
    for i, line in enumerate(lines):
        is_heading = 0 < len(line) <= LONGEST and heading.fullmatch(line)
        if is_heading and (not i or not lines[i - 1] or ALONE.fullmatch(line)):
            yield i


def _without_contents(lines: Sequence[str], places: Sequence[int]) -> list[int]:
    """Return places without those in a list of contents: they come again, or are empty.

    Of two in a row without a text between, the second begins the chapter.
    """
    keys = [tuple(lines[i].casefold().split()[:2]) for i in places]
    kept = []
    for n, (start, end) in enumerate(pairwise([*places, len(lines)])):
        body = list(filter(None, lines[start + 1 : end]))
        n_words = sum(len(line.split()) for line in body)
        is_short = n_words < FEWEST_WORDS and sum(map(len, body)) < 10 * FEWEST_WORDS
        if body and not (is_short and keys[n] in keys[n + 1 :]):
            kept.append(start)
    return kept


def _numbered(lines: Sequence[str], is_asked: bool) -> list[int]:
    """Return the lines with a number, and a title or nothing, that go up from 1."""
    kinds = (IN_CAPITALS, ROMAN_ALONE, *[NUMBER_ALONE] * is_asked, TITLED)
    for kind in kinds:
        places: list[int] = []
        for i in _places(lines, kind):
            written = kind.fullmatch(lines[i])
            is_apart = kind is not TITLED or not "".join(lines[i + 1 : i + 2])
            if is_apart and written and _value(written[1]) == len(places) + 1:
                places.append(i)
        if len(places) >= FEWEST and (kind is not TITLED or _are_long(lines, places)):
            return places
    return []


def _value(number: str) -> int:
    """Return the value of a number in Arabic or Roman digits."""
    if number.isdecimal():
        return int(number)
    values = [ROMAN_DIGITS[digit] for digit in number]
    return sum(
        -here if here < after else here for here, after in pairwise([*values, 0])
    )


def _are_long(lines: Sequence[str], places: Sequence[int]) -> bool:
    """Return whether there is much text below each of some lines."""
    return all(
        len("\n".join(lines[start + 1 : end]).split()) >= FEWEST_WORDS
        for start, end in pairwise([*places, len(lines)])
    )


def _title(lines: Sequence[str], place: int) -> str:
    """Return a heading, with a short line after it that names the chapter."""
    title = lines[place]
    after = [*lines[place + 1 : place + 4], "", "", ""]
    named, beneath = after[:2] if after[0] else after[1:3]
    is_name = named and len(named) < 60 and named[-1] not in ",;:?!\"'\u201d"
    is_name = is_name and not HEADING.match(named)
    is_bare = len(title.split()) <= 2
    return f"{title} {named}" if is_bare and is_name and not beneath else title
