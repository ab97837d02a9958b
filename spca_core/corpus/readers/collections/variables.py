"""Texts that lines of variables precede: IRaMuTeQ, Lexico, Hyperbase, Europarl."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from spca_core.corpus.readers.collections.units import Unit, Units

# IRaMuTeQ's stars, or the numbers of Alceste; and lines that name a theme.
STARS = re.compile(r"(?:\*{4}(?=[ \t]+\*|[ \t]*\Z)|\d{1,6}(?=[ \t]+\*[^\s_*]+_))(.*)")
VARIABLE = re.compile(r"\*([^\s_*]+)_(\S*)")
THEME = re.compile(r"-\*\S")
# A line of Lexico, which holds until the next one of its name.
KEYED = re.compile(r"<(\w{1,30}) ?= ?\"?([^<>\"]{0,100})\"?>[ \t]*")
# Hyperbase's names of texts: a long one, a short one, and a code.
NAMED = re.compile(r"&&&[ \t]*([^&\s][^&]{0,200}?)[ \t]*(?:&&&[ \t]*)?")
# Numbered tags that nothing closes: Europarl's chapters and speakers; and paragraphs.
OPENED = re.compile(
    r"<(\w{1,30})(?=[ \t]+(?:ID|id)=)"
    r"((?>[ \t]++\w{1,30}+=(?:\"[^\"<>]*+\"|[^\s\"<>]++))++)[ \t]*>[ \t]*"
)
PARAGRAPH = re.compile(r"\s*^<\w{1,30}>\s*", re.MULTILINE)
ATTRIBUTE = re.compile(r"(\w{1,30})=(?:\"([^\"<>]*+)\"|([^\s\"<>]++))")
DATES = ("date", "year", "annee", "ann\u00e9e", "an", "a\u00f1o", "anno", "jahr")
FEWEST = 3  # lines of variables, where no sign says that they are such lines


def find_described(lines: Sequence[str]) -> Units:
    """Return the texts, each with the variables before it, of which one may be when."""
    starred = filter(None, map(STARS.match, lines))
    first = next(filter(None, map(str.strip, lines)), "")
    if any(VARIABLE.search(match[1]) for match in starred):
        mark, between = STARS, _between_stars
    elif sum(KEYED.fullmatch(line) is not None for line in lines) >= FEWEST:
        mark, between = KEYED, _between_keys
    elif NAMED.fullmatch(first):
        mark, between = NAMED, _between_names
    elif OPENED.fullmatch(first) and not any("</" in line for line in lines):
        mark, between = OPENED, _between_tags
    else:
        return Units("records")
    before = takewhile(lambda line: not mark.match(line), lines)
    left_out = ("what precedes the first",) * any(map(str.strip, before))
    return Units("records", list(between(lines)), left_out)


def _unit(text: str, of: Mapping[str, str]) -> Unit:
    date = next((it for name, it in of.items() if name.lower() in DATES), "")
    return Unit(text, date=date, groups=of)


def _between_stars(lines: Sequence[str]) -> Iterator[Unit]:
    begun: dict[str, str] | None = None
    text: list[str] = []
    for line in (*lines, "****"):
        if not (match := STARS.match(line)):
            text += [line] * (not THEME.match(line))
            continue
        if begun is not None:
            yield _unit("\n".join(text).strip(), begun)
        begun, text = dict(VARIABLE.findall(match[1])), []


def _between_keys(lines: Sequence[str]) -> Iterator[Unit]:
    of: dict[str, str] = {}
    for match, text in _after(KEYED, lines):
        of[match[1]] = match[2]
        if text:
            yield _unit(text, dict(of))


def _between_names(lines: Sequence[str]) -> Iterator[Unit]:
    for match, text in _after(NAMED, lines):
        if text:
            yield Unit(text, match[1].partition(",")[0])


def _between_tags(lines: Sequence[str]) -> Iterator[Unit]:
    """Yield what follows the tags of most text; what follows the others names them."""
    parts = list(_after(OPENED, lines))
    sizes = Counter[str]()
    for tag, text in parts:
        sizes[tag[1]] += len(text)
    name = sizes.most_common(1)[0][0]
    around: dict[str, str] = {}
    for tag, text in parts:
        if tag[1] != name:
            around[tag[1].lower()] = text
        elif text:
            yield _unit(
                PARAGRAPH.sub("\n\n", text).strip(), {**around, **_attributes(tag)}
            )


def _attributes(tag: re.Match[str]) -> dict[str, str]:
    """Return the attributes of a tag, of which one names it; its number is left out."""
    of = {name.lower(): a or b for name, a, b in ATTRIBUTE.findall(tag[2])}
    return {
        tag[1].lower() if name == "name" else name: value
        for name, value in of.items()
        if name != "id"
    }


def _after(
    mark: re.Pattern[str], lines: Sequence[str]
) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each line that is a mark, with the lines up to the next one."""
    found = [(i, match) for i, it in enumerate(lines) if (match := mark.fullmatch(it))]
    ends = [*(i for i, _ in found[1:]), len(lines)]
    for (i, match), end in zip(found, ends, strict=False):
        yield match, "\n".join(lines[i + 1 : end]).strip()
