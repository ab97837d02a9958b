"""Passages that were coded in interviews, as NVivo, ATLAS.ti and MAXQDA write them."""

import re
from collections.abc import Iterator

from spca_core.corpus.group_names import BETWEEN
from spca_core.corpus.readers.collections.units import Unit, Units

SOURCE = re.compile(r"(?m)^<([^<>\n]{1,200})> - \u00a7 \d+ references? coded\b.*$")
REFERENCE = re.compile(r"(?m)^References? [\d, -]{1,20} - [\d.,]{1,9}% Coverage\b.*$")
# Above a quotation of ATLAS.ti: its number, and the document that it is in.
QUOTATION = re.compile(
    r"(?m)^(?:P ?\d{1,5}: ([^\n]{1,200}?) - \d{1,5}:\d{1,5}[ \t][^\n]*"
    r"|\d{1,5}:\d{1,5}[ \t][^\n]*(?:\b(?:in|en|dans) | - D ?\d{1,5}: )"
    r"([^\n]{1,200}))$"
)
CODES = re.compile(
    r"(?m)^[ \t]*(?:\d{1,4} )?(?:Codes?|Codings?|Kodes?|C[\u00f3o]digos?)[ \t]*:"
    r"([^\n]*)((?>\s*\n[ \t]*[\u25cb\u25cf\u2022\u25e6\u25aa][^\n]*)*+)"
)
CODE = re.compile(r"[^\[\]\u25cb\u25cf\u2022\u25e6\u25aa\n]+")
NO_MEMOS = re.compile(r"(?mi)^[ \t]*No (?:memos|comments?|hyperlinks)[ \t]*$")
# Beneath a segment of MAXQDA, or in brackets at its end: its document and its place.
PLACE = re.compile(
    r"(?m)(^|[ \t]\()([^()\n]{1,200}?, (?:Pos|Abs)\. \d{1,6}(?: ?- ?\d{1,6})?"
    r"|[^()\n\\]{1,90}\\[^()\n]{1,90}: \d{1,6} - \d{1,6})\)?[ \t]*$"
)
OF_PLACE = re.compile(r"(?:, (?:Pos|Abs)\.|:) [\d -]+\Z")
WEIGHT = re.compile(r"(?:Weight score|Weight|Gewicht|Gewichtung):.*")
FEWEST, MIN_SHARE = 3, 0.8  # segments; of the quotations have codes
LONGEST_END = 100  # characters beneath the last segment


def find_coded(text: str) -> Units:
    """Return the passages, each with the document that it is from, and its codes."""
    text = text.replace("\r\n", "\n").replace("\xa0", " ")
    for find in (_of_nvivo, _of_atlas, _of_maxqda):
        if found := [unit for unit in find(text) if unit.text]:
            return Units("records", found, ("lines on their place and coverage",))
    return Units("records")


def _of_nvivo(text: str) -> Iterator[Unit]:
    _, *parts = SOURCE.split(text)
    for name, part in zip(parts[::2], parts[1::2], strict=True):
        for passage in REFERENCE.split(part):
            file = re.split(r"[/\\]", name)[-1]
            yield Unit(passage.strip(), groups={"file": file})


def _of_atlas(text: str) -> Iterator[Unit]:
    _, *parts = QUOTATION.split(text)
    texts = parts[2::3]
    # Verses of scripture are numbered like quotations, but have no codes.
    if sum(map(bool, map(CODES.search, texts))) < max(2, MIN_SHARE * len(texts)):
        return
    for old, new, part in zip(parts[::3], parts[1::3], texts, strict=True):
        yield _coded(NO_MEMOS.sub("", part), old or new)


def _of_maxqda(text: str) -> Iterator[Unit]:
    places = list(PLACE.finditer(text))
    # A text may cite segments, in brackets; else each is beneath one.
    n_lines = sum(map(bool, map(str.strip, text.split("\n"))))
    n_alone = sum(not place[1] for place in places)
    if len(places) < FEWEST or n_alone < len(places) < MIN_SHARE * n_lines:
        return
    if len(text[places[-1].end() :].strip()) > LONGEST_END:
        return
    starts = [0, *(place.end() for place in places)]
    for start, place in zip(starts, places, strict=False):
        yield _coded(text[start : place.start()], OF_PLACE.sub("", place[2]))


def _coded(part: str, document: str) -> Unit:
    """Return a passage without the lines that list its codes."""
    lists = ("".join(lines.groups()) for lines in CODES.finditer(part))
    listed = WEIGHT.sub("", "\n".join(lists))
    codes = BETWEEN.join(filter(None, map(str.strip, CODE.findall(listed))))
    groups = {"document": document.strip(), "code": codes}
    said = CODES.sub("", part).strip()
    return Unit(said, groups={name: it for name, it in groups.items() if it})
