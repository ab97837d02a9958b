"""Documents with headings: their chapters, without contents, licences and the like."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.texts.segmentation import n_words

START = re.compile(r"(?im)^[ \t]*\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$")
END = re.compile(
    r"(?im)^[ \t]*(?:\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG"
    r"|End of (?:the |this )?Project Gutenberg).*$"
)
APPARATUS = re.compile(
    r"(?i)\W*(?:(?:table of )?contents|.{0,40}\blicen[sc]e\b.{0,40}"
    r"|.{0,20}copyright\b.*|cover|title ?page|colophon|imprint|also by .*"
    r"|about the (?:author|publisher).*|acknowledge?ments?|index|(?:foot ?|end ?)?notes"
    r"|transcriber.s notes?|impressum|inhalt(?:sverzeichnis)?"
    r"|table des mati\u00e8res|sommaire|\u00edndice|indice|oglas|kazalo"
    r"|\u76ee\u6b21)\W*"
)
LEVELS = range(1, 7)
LONGEST_HEADING = 90  # characters
FEWEST_WORDS, FEWEST, ENOUGH = 30, 3, 5  # words of most chapters, and chapters
MIN_SHARE = 0.5  # of a document is in its chapters
MIN_LENGTH = 0.1  # of the usual one
SHORT = 12  # words of a block of contents, at most, on average


class Block(NamedTuple):
    """A paragraph; or a heading, whose level is 1 or more."""

    text: str
    level: int = 0


def find_headed(blocks: Sequence[Block]) -> Units:
    """Return the chapters of a document by the highest headings that part it enough."""
    texts = [block.text for block in blocks]
    start = next((i + 1 for i, it in enumerate(texts) if START.fullmatch(it)), 0)
    end = next((i for i, text in enumerate(texts) if END.fullmatch(text)), len(texts))
    body = blocks[start:end] if start < end else blocks
    by_level = [list(_chapters(body, level)) for level in LEVELS]
    chapters = max(
        by_level,
        key=lambda found: (len(found) >= ENOUGH, len(found) >= FEWEST),
    )
    usual = median([len(each.text) for each in chapters]) if chapters else 0
    kept = [each for each in chapters if not _is_apparatus(each, usual)]
    lengths = [n_words(each.text) for each in kept]
    n_headed = sum(len(each.text) for each in chapters)
    is_headed = n_headed >= MIN_SHARE * sum(len(block.text) for block in body)
    if not is_headed or len(kept) < FEWEST or median(lengths) < FEWEST_WORDS:
        return Units("chapters")
    has_more = len(kept) < len(chapters) or len(body) < len(blocks)
    has_more |= not body[0].level
    left_out = ("what is no chapter: front matter, contents, or a licence",) * has_more
    return Units("chapters", kept, left_out)


def _chapters(blocks: Sequence[Block], level: int) -> Iterator[Unit]:
    """Yield what follows the headings of a level, or of one above it."""
    places = [i for i, block in enumerate(blocks) if 0 < block.level <= level]
    for first, last in pairwise([*places, len(blocks)]):
        body = [block.text for block in blocks[first + 1 : last]]
        if body:
            yield Unit("\n\n".join(body), blocks[first].text)


def _is_apparatus(chapter: Unit, usual: float) -> bool:
    """Return whether a chapter is contents, a licence or a title page.

    usual : how many characters half of the chapters have at least
    """
    blocks = chapter.text.split("\n\n")
    is_short = len(chapter.text.split()) < SHORT * len(blocks)
    lists = is_short and any(map(APPARATUS.fullmatch, blocks[:3]))
    is_bare = len(chapter.text) < MIN_LENGTH * usual
    return bool(APPARATUS.fullmatch(chapter.title)) or lists or (is_short and is_bare)
