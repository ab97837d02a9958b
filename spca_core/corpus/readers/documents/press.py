"""Articles of press archives: their texts, and what their heads say of them."""

import re
from collections.abc import Sequence
from itertools import chain
from statistics import median_low

from spca_core.corpus.readers.documents.parts import Part
from spca_core.corpus.texts.dates import iso_date

# What Factiva's codes mean, where lines begin with them.
CODED = re.compile(
    r"(?m)^(HD|BY|WC|PD|ET|SN|SC|ED|PG|LA|CY|LP|TD|SE|CLM|CO|IN|NS|RE"
    r"|IPD|IPC|PUB|AN|CR|CT|RF|ART)(?:[ \t]+|$)"
)
CODES = {
    **{"HD": "title", "PD": "date", "SN": "source", "SE": "section", "LA": "language"},
    **{"BY": "author", "LP": "text", "TD": "text"},
}
# The fields of ProQuest that are kept; any other ends the one before.
PROQUEST = re.compile(r"(?m)^([A-Z][A-Za-z]*(?: [A-Za-z]+){0,3}|ISSN|ISBN|URL): ?")
OF_PROQUEST = {
    **{"Title": "title", "Publication date": "date", "Publication title": "source"},
    **{"Section": "section", "Language of publication": "language"},
    **{"Author": "author", "Full text": "text"},
}
FIELDS = (
    "BYLINE|SECTION|LENGTH|DATELINE|HIGHLIGHT|BODY|LOAD-DATE|LANGUAGE|GRAPHIC|URL|TYPE"
    "|PUBLICATION-TYPE|DOCUMENT-TYPE|SERIES|JOURNAL-CODE|COPYRIGHT|SUBJECT|NOTES|SOURCE"
    "|CORRECTION-DATE|CLASSIFICATION"
)
FIELD = re.compile(rf"(?i)({FIELDS}) ?:\s*(.*)")
BODY = re.compile(r"(?i)body ?:?")
# What follows an article's text, up to its end.
AFTER = re.compile(r"(?i)(load-date ?:|classification$|graphic(?: ?:|$)|notes ?:$)")
N_WORDS = re.compile(r"[\d.,]+ (?:words|mots|W\u00f6rter|palabras|parole|woorden)")
NOT_TEXT = re.compile(
    r"(?i)(?:\(c\)|\u00a9|copyright\b|all rights reserved|page \d+ of)"
)
BYLINE = re.compile(r"(?i)(?:by|von|par|por|di|door) ")
PAGE = re.compile(r"; ?(?:Pg|P|S)\. ?.*")
CODE = re.compile(r"[A-Z0-9]{1,12}|\d\d?:\d\d.*")
NUMBER = re.compile(r"\d{1,6}\. ")  # in the list
FEWEST_OF_COVER = 4  # blocks: who saved the list, when, and articles
LONGEST_DATE = 80  # characters of a line with a date
MIN_TEXT = 12  # words of a paragraph, where no line says that the text begins


def nexis(parts: Sequence[Part]) -> list[Part]:
    """Return articles of Nexis, or those of Factiva without codes.

    The list of articles before the first is left out; what has no date, and so is no
    article, stays as it is.
    """
    blocks = [_blocks(part.text) for part in parts]
    if len(blocks) > 1:
        blocks[0] = blocks[0][_length_of_cover(blocks) :]
    articles = zip(parts, map(article_of, blocks), strict=True)
    return [
        article._replace(size=part.size) if article.date and article.text else part
        for part, article in articles
    ]


def factiva(parts: Sequence[Part]) -> list[Part]:
    """Return articles of Factiva; codes that begin lines are their fields."""
    return [
        _of_fields(part, CODED, CODES) if len(CODED.findall(part.text)) > 2 else article
        for part, article in zip(parts, nexis(parts), strict=True)
    ]


def proquest(parts: Sequence[Part]) -> list[Part]:
    """Return articles of ProQuest, whose fields are lines such as `Full text: `."""
    return [
        _of_fields(part, PROQUEST, OF_PROQUEST) if "Full text:" in part.text else part
        for part in parts
    ]


def _of_fields(part: Part, mark: re.Pattern[str], names: dict[str, str]) -> Part:
    above, *split = mark.split(part.text)
    said: dict[str, str] = {}
    for code, value in zip(split[::2], split[1::2], strict=True):
        if name := names.get(code, ""):
            said[name] = f"{said.get(name, '')}\n\n{value.strip()}".strip()
    first = next(filter(None, map(str.strip, above.split("\n"))), "")
    text, title = said.pop("text", ""), said.pop("title", first)
    title = " ".join(title.split())
    date = said.pop("date", "")
    groups = {name: " ".join(it.split()) for name, it in said.items() if it}
    return Part(text or part.text, title, date, groups, part.size)


def _blocks(part: str) -> list[str]:
    """Return the paragraphs of a part, or its lines if blank lines part none."""
    paragraphs = re.split(r"\n[ \t]*\n", part.strip())
    lines = part.strip().split("\n")
    if len(paragraphs) < 4 <= len(lines):
        paragraphs = lines
    # A head may be lines, and the text beneath it paragraphs.
    split = (
        lines if any(map(N_WORDS.fullmatch, lines)) else [paragraph]
        for paragraph in paragraphs
        for lines in [[line.strip() for line in paragraph.split("\n")]]
    )
    joined = (" ".join(block.split()) for block in chain.from_iterable(split))
    return list(filter(None, joined))


def _length_of_cover(blocks: list[list[str]]) -> int:
    """Return how many blocks stand before the first article's own."""
    places = [_place_of_length(each) for each in blocks]
    usual = [place for place in places[1:] if place >= 0]
    if places[0] < 0:
        return 0
    n_more = max(places[0] - median_low(usual), 0) if usual else 0
    # The list names the first article, whose head begins with that name again.
    head = [NUMBER.sub("", block) for block in blocks[0][: places[0]]]
    again = [i for i, block in enumerate(head) if block in head[:i]]
    return again[-1] if again else n_more * (n_more >= FEWEST_OF_COVER)


def _place_of_length(blocks: list[str]) -> int:
    """Return the first block that says how long an article is, or that it begins."""
    are_places = (
        bool(N_WORDS.fullmatch(block) or BODY.fullmatch(block))
        or block.lower().startswith("length")
        for block in blocks
    )
    return next((i for i, is_place in enumerate(are_places) if is_place), -1)


def article_of(blocks: list[str]) -> Part:
    """Return an article by its paragraphs: what is said of it, and then its text."""
    fields = {
        match[1].lower(): match[2] for block in blocks if (match := FIELD.match(block))
    }
    begin = _begin_of_text(blocks)
    head = [block for block in blocks[:begin] if not FIELD.match(block)]
    end = next((i for i in range(begin, len(blocks)) if AFTER.match(blocks[i])), None)
    body = (FIELD.sub(_field_text, block) for block in blocks[begin:end])
    text = "\n\n".join(block for block in body if block and not NOT_TEXT.match(block))
    dates = list(map(day_in, head))
    place = next((i for i, date in enumerate(dates) if date), -1)
    length = next((i for i, block in enumerate(head) if N_WORDS.fullmatch(block)), -1)
    if length >= 0:
        title, source, section = _as_factiva(head, length, place)
    else:
        title, source, section = _as_nexis(head, place)
    groups = {
        "source": source,
        "section": PAGE.sub("", fields.get("section", section)),
        "language": fields.get("language", ""),
    }
    date = dates[place] if place >= 0 else ""
    return Part(text, title, date, {name: it for name, it in groups.items() if it})


def _field_text(field: re.Match[str]) -> str:
    return field[2] if field[1].lower() == "body" else ""


def _begin_of_text(blocks: list[str]) -> int:
    """Return the number of the first block of an article's text."""
    for i, block in enumerate(blocks):
        if BODY.fullmatch(block):
            return i + 1
        if block.lower().startswith("body:"):
            return i
    start = max(_place_of_length(blocks), 0)
    return next(
        (
            i
            for i in range(start, len(blocks))
            if len(blocks[i].split()) >= MIN_TEXT or blocks[i].endswith((".", "!", "?"))
            if not NOT_TEXT.match(blocks[i]) and not FIELD.match(blocks[i])
        ),
        len(blocks),
    )


def day_in(block: str) -> str:
    """Return the day that a line gives in ISO 8601; "" for any other line."""
    if len(block) > LONGEST_DATE or FIELD.match(block) or NOT_TEXT.match(block):
        return ""
    day = re.search(r"[^\W\d_]{3,} \d{1,2}, \d{4}|\d{1,2}\.? [^\W\d_]{3,} \d{4}", block)
    return iso_date(day[0] if day else block)[:10]


def _as_factiva(head: list[str], length: int, date: int) -> tuple[str, str, str]:
    """Return title, source and section: a section, a title, an author, so many words.

    The source follows the date.
    """
    before = [block for block in head[:length] if not BYLINE.match(block)]
    title = max(before, key=len, default="")
    place = before.index(title) if before else 0
    section = before[place - 1] if place else ""
    after = head[date + 1 :] if date > length else []
    named = (block for block in after if not CODE.fullmatch(block))
    return title, next(named, ""), section


def _as_nexis(head: list[str], date: int) -> tuple[str, str, str]:
    """Return title, source and section: the date follows a source, after any title."""
    named = [block for block in head if not NOT_TEXT.match(block)]
    before = [block for block in head[: max(date, 0)] if not NOT_TEXT.match(block)]
    if len(before) > 1:
        return before[0], before[-1], ""
    source = before[0] if before else ""
    after = head[date + 1 :] if date >= 0 else named
    return next((it for it in after if not NOT_TEXT.match(it)), ""), source, ""
