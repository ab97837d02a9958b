"""Parts that any text has: its lines, its paragraphs, or pieces of whole paragraphs."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise, zip_longest
from operator import itemgetter

from spca_core.corpus.texts.segmentation import UNSPACED, n_words

# Blank lines, or rules: lines without a letter or a digit.
BETWEEN_PARAGRAPHS = re.compile(r"\n(?:[^\w\n]*\n)+\s*")
WORD_AND_SPACE = re.compile(r"\S+\s*")
# Scripts without blanks are cut after their marks, for a word may not be cut.
CLAUSES = re.compile(r"[^\s\u3001\u3002\uff0c\uff01\uff1b\uff1f]+\S?\s*|\S\s*")
WIDE = re.compile(f"[{UNSPACED}]")  # letters of double width, about
# How sentences end, and lines that surely go on.
ENDED = re.compile(
    r".*[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964][\"'\u201d\u2019\u00bb)\]]*\Z"
)
OPEN = (",", ";", ":", "-", "\u2013", "\u2014", "\u3001", "\uff0c")
INDENTED = re.compile(r"[ \t\u3000]+(?=\S)")
MIN_WIDTH, MAX_WIDTH = 40, 120  # columns of wrapped lines
FULL, MIN_FULL = 0.75, 0.6  # of the width; of the lines are so full
MIN_GOING_ON = 0.25  # of the lines go on in the middle of a sentence
LONGEST_HEADING, MIN_BENEATH = 80, 3  # characters; and times those beneath it
LONG_BLOCK = 10  # lines; shorter ones are a paragraph each
MAX_INDENTED = 1 / 3  # of the lines of a block: where paragraphs begin
MAX_BLOCK = 10  # lines on average, of what blank lines part
MAX_GAPS = 0.1  # blank lines between the entries of a list, for each entry


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, which end at blank lines or at rules.

    In a long block without blank lines they begin at indented lines; or they end at
    short lines that end a sentence. A heading stays with the paragraph beneath it.
    """
    blocks = (block.strip("\n") for block in BETWEEN_PARAGRAPHS.split(text))
    parts = (part.strip() for block in blocks for part in _within(block.split("\n")))
    return _with_headings([part for part in parts if part])


def _with_headings(parts: Sequence[str]) -> list[str]:
    found: list[str] = []
    above = ""
    for part, after in zip_longest(parts, parts[1:], fillvalue=""):
        above = f"{above}\n\n{part}" if above else part
        if not after or not _is_heading(part, after):
            found.append(above)
            above = ""
    return found


def _is_heading(part: str, after: str) -> bool:
    """Return whether a short line that is no sentence heads a longer text."""
    if "\n" in part or len(part) > LONGEST_HEADING:
        return False
    is_short = MIN_BENEATH * len(part) <= len(after)
    is_sentence = ENDED.match(part) or part.endswith((",", ";"))
    return part.startswith("#") or (is_short and not is_sentence)


def _within(lines: Sequence[str]) -> Iterator[str]:
    begins = {0}
    if len(lines) >= LONG_BLOCK:
        indented = {i for i, line in enumerate(lines) if INDENTED.match(line)}
        if 0 < len(indented - {0}) <= MAX_INDENTED * len(lines):
            begins |= indented
        elif is_wrapped(lines):
            least = FULL * _width(lines)
            begins |= {
                i + 1
                for i, line in enumerate(lines)
                if _columns(line) < least and ENDED.match(line.strip())
            }
    places = sorted(begins - {len(lines)})
    for start, end in pairwise([*places, len(lines)]):
        yield "\n".join(lines[start:end])


def pieces(text: str, length: int) -> Iterator[str]:
    """Yield pieces of about so many words, of whole paragraphs.

    Only a paragraph that is longer than a piece is cut.
    """
    held: list[str] = []
    n = 0
    for part in _no_longer(text, length):
        size = n_words(part)
        # Closer to the length without this paragraph than with it.
        if held and n + size - length > length - n:
            yield "\n\n".join(held)
            held, n = [], 0
        held.append(part)
        n += size
    if held:
        yield "\n\n".join(held)


def _no_longer(text: str, length: int) -> Iterator[str]:
    for paragraph in paragraphs(text):
        if n_words(paragraph) <= length:
            yield paragraph
            continue
        finder = WORD_AND_SPACE if paragraph.isascii() else CLAUSES
        parts = finder.findall(paragraph)
        ends = accumulate(1 if part.isascii() else n_words(part) for part in parts)
        numbered = zip(((end - 1) // length for end in ends), parts, strict=True)
        for _, piece in groupby(numbered, key=itemgetter(0)):
            yield "".join(part for _, part in piece).strip()


def are_documents(lines: Sequence[str]) -> bool:
    """Return whether each line is a document: sentences of its own, or of a list.

    Wrapped prose is not, nor are verses between blank lines.
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < 2 or is_wrapped(lines):
        return False
    gaps = sum(bool(a.strip()) and not b.strip() for a, b in pairwise(lines))
    if gaps > 1 and len(filled) <= MAX_BLOCK * gaps and 2 * gaps <= len(filled):
        return False  # blank lines part blocks of several lines
    if 2 * sum(ENDED.match(line) is not None for line in filled) >= len(filled):
        return True
    is_list = gaps <= MAX_GAPS * len(filled) or gaps >= len(filled) - 1
    return is_list and 4 * sum(line.endswith(OPEN) for line in filled) < len(filled)


def is_wrapped(lines: Sequence[str]) -> bool:
    """Return whether lines are those of wrapped paragraphs.

    They are about equally full, and often go on in the middle of a sentence.
    """
    pairs = [
        (line.rstrip(), after.lstrip())
        for line, after in pairwise(lines)
        if line.strip() and after.strip()
    ]
    open_lines = [(a, b) for a, b in pairs if not ENDED.match(a)]
    if not open_lines:
        return False
    width = _width([line for line, _ in open_lines])
    n_full = sum(_columns(line) >= FULL * width for line, _ in open_lines)
    n_going_on = sum(not (b[0].isupper() or b[0].isdigit()) for _, b in open_lines)
    return (
        MIN_WIDTH <= width <= MAX_WIDTH
        and n_full >= MIN_FULL * len(open_lines)
        and n_going_on >= MIN_GOING_ON * len(pairs)
    )


def _width(lines: Sequence[str]) -> int:
    """Return how wide the widest lines are, but for a few."""
    widths = sorted(map(_columns, filter(str.strip, lines)))
    return widths[min(int(0.95 * len(widths)), len(widths) - 1)]


def _columns(line: str) -> int:
    wide = 0 if line.isascii() else len(WIDE.findall(line))
    return len(line.rstrip()) + wide
