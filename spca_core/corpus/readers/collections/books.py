"""Books: their chapters, acts or scenes by their headings, without their licences."""

import re
from collections.abc import Sequence
from itertools import pairwise

from spca_core.corpus.readers.collections.headed import END, START, Block, find_headed
from spca_core.corpus.readers.collections.numerals import ROMAN, value_of
from spca_core.corpus.readers.collections.scripture import find_verses
from spca_core.corpus.readers.collections.units import Unit, Units

NUMBER = (
    rf"(?:\d{{1,3}}|{ROMAN}|{ROMAN.lower()}"
    r"|(?i:(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|last|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|premi\w+|erst\w+|prim\w+|pierwsz\w+))"
)
WORDS = {
    "chapters": (
        "chapter|chap\\.|letter|stave|canto|essay|psalm|psaume|salmo|surah?|kapitel|chapitre|cap[i\u00ed]tulo"
        "|capitolo|hoofdstuk|kapitola|rozdzia\u0142|luku|poglavje|poglavlje|b\u00f6l\u00fcm"
        "|\u0433\u043b\u0430\u0432\u0430|\u0440\u043e\u0437\u0434\u0456\u043b"
        "|\u03ba\u03b5\u03c6\u03ac\u03bb\u03b1\u03b9\u03bf"
    ),
    "acts": "act|acte|atto|acto|ato|akt|aufzug",
    "scenes": "scene|sc\u00e8ne|scena|escena|cena|szene|auftritt",
}
LAST = r"preface|prologue|epilogue|introduction|conclusion|afterword|appendix"
CHINESE = (
    "\u7b2c[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343"
    r"\u96f6\d]{1,8}[\u7ae0\u56de\u7bc7\u8a71\u7bc0\u8282].*"
)
LONGEST_HEADING = 90  # characters
FEWEST, FEWEST_WORDS = 3, 30  # chapters; and words of one, or it is a line of contents
# Japanese readings above words, and notes of who typed a text.
RUBY = re.compile(
    r"[\uff5c|](?=[^\u300a\n]{1,30}\u300a)|\u300a[^\u300a\u300b\n]{1,40}\u300b"
)
NOTED_HEADING = re.compile(
    r"(?m)^.*\uff3b\uff03\u300c(.{1,60}?)\u300d\u306f(?:\u540c\u884c|\u7a93)?"
    r"([\u5927\u4e2d\u5c0f])\u898b\u51fa\u3057\uff3d.*$"
)
SIZES = {"\u5927": "#", "\u4e2d": "##", "\u5c0f": "###"}  # of headings
TYPIST = re.compile(r"\uff3b\uff03[^\uff3b\uff3d\n]{0,200}\uff3d")
LEGEND = re.compile(r"(?s)(?<!-)-{20,}+\n\u3010.{0,3000}?(?<!-)-{20,}+\n")
SOURCE = re.compile(r"(?s)\n\u5e95\u672c\uff1a.*\Z")


def without_licence(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without licence, readings and notes, and nouns for what it lost."""
    left_out = []
    has_lines = "\n" in text
    if (
        has_lines
        and "gutenberg" in text[:100_000].lower()
        and (start := START.search(text))
    ):
        end = END.search(text, start.end())
        book = text[start.end() : end.start() if end else None].strip()
        if book:
            text = book
            left_out.append("the licence of Project Gutenberg")
    if "\u300a" in text and (TYPIST.search(text) or "\uff5c" in text):
        text = SOURCE.sub("", LEGEND.sub("", text.replace("\r\n", "\n")))
        text = NOTED_HEADING.sub(lambda it: f"\n{SIZES[it[2]]} {it[1]}\n", text)
        text = RUBY.sub("", TYPIST.sub("", text))
        left_out.append("readings and notes of the edition")
    return text, tuple(left_out)


def find_chapters(text: str) -> Units:
    """Return the chapters of a book, or of Markdown, by the lines that begin them."""
    verses = find_verses(text)
    if verses.found:
        return verses
    chapters = _found("chapters", text)
    return chapters if len(chapters.found) > 1 else find_headed(_blocks(text))


def _blocks(text: str) -> list[Block]:
    """Return the paragraphs of Markdown, and its headings."""
    blocks = []
    text = UNDERLINED.sub(_marked_heading, text.replace("\r\n", "\n"))
    for paragraph in re.split(r"\n[ \t]*\n\s*", text):
        heading = MARKDOWN.match(paragraph)
        if heading:
            blocks.append(Block(heading[2].strip(" #"), len(heading[1])))
            paragraph = paragraph[heading.end() :].strip()
        if paragraph:
            blocks.append(Block(paragraph))
    return blocks


def _marked_heading(underlined: re.Match[str]) -> str:
    return f"{'##' if underlined[2] == '-' else '#'} {underlined[1]}"


def find_acts(text: str) -> Units:
    """Return the acts of a play."""
    return _found("acts", text)


def find_scenes(text: str) -> Units:
    """Return the scenes of a play, each with its act."""
    scenes = _found("scenes", text)
    acts = find_acts(text)
    if not acts.found or not scenes.found:
        return scenes
    within = [
        unit._replace(title=f"{act.title}, {unit.title}", groups={"act": act.title})
        for act in acts.found
        for unit in _found("scenes", act.text).found
    ]
    return scenes._replace(found=within or scenes.found)


def _heading(kind: str) -> re.Pattern[str]:
    words = WORDS[kind]
    number = rf"(?i:{words})[ \t]+{NUMBER}(?:[\s.:\u2014\u2013-].*)?"
    if kind != "chapters":
        return re.compile(number)
    first = rf"{NUMBER}\.?[ \t]+(?i:{words})[.:]?"
    return re.compile(rf"{number}|{first}|{CHINESE}|(?i:{LAST})\.?")


HEADINGS = {kind: _heading(kind) for kind in WORDS}
UNNUMBERED = re.compile(rf"(?i:{LAST})\.?")
# A number with a title in capitals, or alone.
ALONE = (
    re.compile(rf"({ROMAN}|\d{{1,3}})\.?[ \t]+[A-Z\u00c0-\u00dd][^a-z]{{2,}}"),
    re.compile(rf"({ROMAN}|\d{{1,3}})\.?"),
)
# And one with a title that is no sentence: between blank lines, above a long text.
TITLED = re.compile(r"(\d{1,3})\.?[ \t]+[^\W\d_].{1,77}(?<![.,;:!?])")
CONTENTS = re.compile(r"(?i)\W*(?:table of )?contents\W*")
NUMBERED = re.compile(rf"^(?:{ROMAN}|\d{{1,3}})[.)]?[ \t]+(?=\S)")
MAX_LISTED, MIN_LISTED = 300, 0.8  # lines of contents; and titles that come again
UNDERLINED = re.compile(r"(?m)(?:(?<=\n\n)|\A)(\S.{0,89})\n([=~-])\2{2,}[ \t]*$")
MARKDOWN = re.compile(r"(#{1,6})[ \t]+(.{1,90})(?:\n|\Z)")


def _found(kind: str, text: str) -> Units:
    lines = text.replace("\r\n", "\n").split("\n")
    places = _places(lines, HEADINGS[kind])
    n_numbered = sum(not UNNUMBERED.fullmatch(lines[i].strip()) for i in places)
    if n_numbered < FEWEST and kind == "chapters":
        places = _numbered(lines) or _listed(lines)
    if not places:
        return Units(kind)
    found = []
    for start, end in pairwise([*places, len(lines)]):
        body = "\n".join(lines[start + 1 : end]).strip()
        is_long = len(body.split()) >= FEWEST_WORDS or len(body) >= 10 * FEWEST_WORDS
        if is_long and not _are_contents(body):
            found.append(Unit(body, _title(lines, start)))
    before = "\n".join(lines[: places[0]]).split()
    left_out = ("what precedes the first",) * bool(before)
    left_out += ("contents",) * (len(found) < len(places))
    return Units(kind, found, left_out)


def _are_contents(body: str) -> bool:
    """Return whether most lines are headings."""
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    n_headings = sum(
        any(heading.match(line) for heading in HEADINGS.values()) for line in lines
    )
    return 2 * n_headings > len(lines)


def _places(lines: Sequence[str], heading: re.Pattern[str]) -> list[int]:
    return [
        i
        for i, line in enumerate(lines)
        if 0 < len(line) <= LONGEST_HEADING
        and (not i or not lines[i - 1].strip())
        and heading.fullmatch(line.strip())
    ]


def _numbered(lines: Sequence[str]) -> list[int]:
    """Return the lines with a number and capitals, or alone, that go up from 1."""
    for alone in (*ALONE, TITLED):
        places: list[int] = []
        for i in _places(lines, alone):
            written = alone.fullmatch(lines[i].strip())
            is_apart = alone is not TITLED or not "".join(lines[i + 1 : i + 2]).strip()
            if is_apart and written and value_of(written[1]) == len(places) + 1:
                places.append(i)
        if len(places) >= FEWEST and (alone is not TITLED or _are_long(lines, places)):
            return places
    return []


def _are_long(lines: Sequence[str], places: Sequence[int]) -> bool:
    """Return whether there is much text below each of some lines."""
    return all(
        len("\n".join(lines[start + 1 : end]).split()) >= FEWEST_WORDS
        for start, end in pairwise([*places, len(lines)])
    )


def _listed(lines: Sequence[str]) -> list[int]:
    """Return the lines that name what the contents before them list, in its order."""
    starts = (i + 1 for i, line in enumerate(lines) if CONTENTS.fullmatch(line))
    start = next(starts, len(lines))
    listed = [
        (i, _as_listed(lines[i]))
        for i in range(start, min(start + MAX_LISTED, len(lines)))
        if lines[i].strip()
    ]
    # The first that is listed comes again: there the contents end.
    ends = (n for n, (_, title) in enumerate(listed) if n and title == listed[0][1])
    n_listed = next(ends, 0)
    if n_listed < FEWEST:
        return []
    order = {title: n for n, (_, title) in enumerate(listed[:n_listed])}
    places, last = [], -1
    for i in range(listed[n_listed][0], len(lines)):
        number = order.get(_as_listed(lines[i]), -1)
        if number > last:
            places.append(i)
            last = number
    return places if len(places) >= MIN_LISTED * n_listed else []


def _as_listed(line: str) -> str:
    """Return a title without its number, its page, and capitals."""
    return NUMBERED.sub("", line.strip()).rstrip(" .\t0123456789").casefold()


def _title(lines: Sequence[str], place: int) -> str:
    """Return a heading, with a short line after it that names the chapter."""
    title = lines[place].strip()
    after = [line.strip() for line in [*lines[place + 1 : place + 4], "", "", ""]]
    named, next_line = after[:2] if after[0] else after[1:3]
    is_name = named and len(named) < 60 and named[-1] not in ",;:?!\"'\u201d"
    is_name = is_name and not any(it.match(named) for it in HEADINGS.values())
    is_bare = len(title.split()) <= 2
    return f"{title} {named}" if is_bare and is_name and not next_line else title
