"""Where the documents of a text begin: what is unmistakable, or what a user chooses."""

import math
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.documents.chats import in_order
from spca_core.corpus.readers.documents.parts import Mark, Part, parts_of
from spca_core.corpus.readers.documents.patterns import PATTERNS, Pattern
from spca_core.corpus.readers.documents.starred import (
    FRONT_MATTER,
    with_front_matter,
)
from spca_core.corpus.readers.gathering import NO_GROUP, one_line
from spca_core.corpus.texts.dates import doubts, iso_dates
from spca_core.corpus.texts.pieces import are_documents, paragraphs, pieces
from spca_core.corpus.texts.segmentation import n_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from spca_core.formatting import counted, noun
from spca_core.options import check_options, option

if TYPE_CHECKING:
    import regex

WHOLE, LINES, PARAGRAPHS, PIECES = "whole", "lines", "paragraphs", "pieces"
SPLITS = {  # and what each is called on screen
    AUTO: "Found",
    WHOLE: "The whole text",
    LINES: "Lines",
    PARAGRAPHS: "Paragraphs",
    PIECES: "Pieces of equal length",
    **{name: pattern.label for name, pattern in PATTERNS.items()},
}
WORDS = re.compile(r"\w")  # which rules and blank lines have none of
LICENCE_ENDS = re.compile(
    r"(?im)^[ \t]*\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG.*$"
)
LICENCE_BEGINS = re.compile(
    r"(?im)^[ \t]*(?:\*\*\* ?)?END OF (?:TH(?:E|IS) )?PROJECT GUTENBERG"
)
LEFT_OUT = "Left out"  # begins a sentence on words that are
PIECE_LIMITS = (10, 1_000_000)  # words
MAX_PATTERN = 200  # characters
LONGEST_HEADING = 30  # words before the first part that stay with it
FEW, MANY_WORDS = 3, 5_000  # so few texts of so many words are books, and are split
MIN_PIECES = 100  # pieces, to find topics in
SAMPLE = 200_000  # characters of a long text that show its patterns
MANY_TEXTS = 300  # of so many, each is a document
MANY_LINES = 10_000  # so many show whether each is one
MIN_LONG, MIN_PARAGRAPH = 200, 20  # words on average, of long texts and of paragraphs
# What is unmistakable: so many parts, that keep so much, none of which holds so much.
FEWEST, MIN_KEPT, MAX_HELD = 3, 0.9, 0.5


@dataclass(frozen=True, kw_only=True)
class Splitting:
    """Where the documents of a text begin."""

    split: str = option(
        AUTO,
        label="Where does a document begin?",
        help=(
            "Found: only what is unmistakable, such as the messages of a chat or "
            "numbered chapters; a list is read line by line, and a long text as "
            "pieces. Paragraphs end at blank lines. Pieces are whole paragraphs, of "
            "about the number of words that you choose."
        ),
        choices=SPLITS,
    )
    pattern: str = option(
        "",
        label="A pattern of your own",
        help=(
            "A regular expression for the line where a document begins. Its named "
            "groups are kept: `(?P<title>...)`, `(?P<date>...)`, and any other name is "
            "a group, such as `(?P<speaker>...)`."
        ),
        limits=(0, MAX_PATTERN),
    )
    piece: int = option(
        500,
        label="Words in a piece",
        help="How many words each piece has.",
        limits=PIECE_LIMITS,
    )

    def __post_init__(self) -> None:
        check_options(self)
        if self.pattern:
            _compiled(self.pattern)


DEFAULT_SPLITTING = Splitting()


class Offer(NamedTuple):
    """A way to split texts, what it is called, and how many documents it gives."""

    split: str
    label: str
    n_documents: int


def split_file(
    texts: Texts, splitting: Splitting = DEFAULT_SPLITTING, *, has_lines: bool = False
) -> Texts:
    """Split the texts of a file; a text alone becomes at least its paragraphs.

    has_lines : whether its lines may be documents, as in plain text

    raises : InputError if what is chosen is not found
    """
    if splitting.split != AUTO or splitting.pattern or len(texts.texts) != 1:
        return split_texts(texts, splitting)
    texts = _as_written(texts)
    if found := _unmistakable(texts):
        return found
    first_lines = texts.texts[0].split("\n", MANY_LINES)[:MANY_LINES]
    if has_lines and are_documents(first_lines):
        return _divided(texts, Splitting(split=LINES))
    return _in_pieces(texts) or _divided(texts, Splitting(split=PARAGRAPHS))


def split_texts(texts: Texts, splitting: Splitting) -> Texts:
    """Split each text into its parts; what an edition adds is left out.

    Unless it is chosen how, only what is unmistakable parts them, and long ones become
    pieces.

    raises : InputError if what is chosen is not found
    """
    texts = _as_written(texts)
    if splitting.pattern:
        return _parted(texts, Pattern("", "parts", splitting.pattern))
    if splitting.split in PATTERNS:
        return _parted(texts, PATTERNS[splitting.split])
    if splitting.split == AUTO:
        return _unmistakable(texts) or _in_pieces(texts) or texts
    return texts if splitting.split == WHOLE else _divided(texts, splitting)


def offers(texts: Texts) -> Iterator[Offer]:
    """Yield the ways to split texts that give several documents.

    Of long texts, patterns are looked for in the beginnings first: to look for all of
    them everywhere takes ten seconds for 20 MB.
    """
    texts = _as_written(texts)
    for name in (LINES, PARAGRAPHS):
        n_found = sum(
            len(_divisions(text, Splitting(split=name))) for text in texts.texts
        )
        yield Offer(name, SPLITS[name], n_found)
    beginnings = [text[:SAMPLE] for text in islice(texts.texts, MANY_TEXTS)]
    is_long = sum(map(len, texts.texts)) > SAMPLE
    for name, pattern in PATTERNS.items():
        if is_long and not any(_parts(text, pattern) for text in beginnings):
            continue
        n_found = sum(len(_parts(text, pattern)) for text in texts.texts)
        if n_found > 1:
            yield Offer(name, pattern.label, n_found)


def splitting_of_long(texts: Sequence[str]) -> Splitting | None:
    """Return how to make documents of few long texts; None for many, or short ones.

    Paragraphs, if there are `MIN_PIECES` of `MIN_PARAGRAPH` words, else pieces of equal
    length. Either way there are at least twice as many documents as texts.
    """
    n_found = sum(map(n_words, texts)) if len(texts) < MANY_TEXTS else 0
    if n_found < MIN_LONG * max(len(texts), 1):
        return None
    n_paragraphs = sum(len(paragraphs(text)) for text in texts)
    enough = max(MIN_PIECES, 2 * len(texts))
    if enough <= n_paragraphs <= n_found / MIN_PARAGRAPH:
        return Splitting(split=PARAGRAPHS)
    piece = fitting_length(texts)
    is_enough = n_found >= 2 * len(texts) * piece
    return Splitting(split=PIECES, piece=piece) if is_enough else None


def fitting_length(texts: Sequence[str]) -> int:
    """Return the words of a piece by which texts are split into enough pieces."""
    n_found = sum(map(n_words, texts))
    return min(max(n_found // MIN_PIECES, PIECE_LIMITS[0]), DEFAULT_SPLITTING.piece)


def _as_written(texts: Texts) -> Texts:
    """Return texts without the licence of Project Gutenberg, and front matter."""
    lines = [text.replace("\r\n", "\n") for text in texts.texts]
    books = tuple(map(_without_licence, lines))
    said = f"{texts.name}: left out the licence of Project Gutenberg."
    warnings = (*texts.warnings, *[said] * (books != tuple(lines)))
    texts = replace(texts, texts=books, warnings=warnings)
    if not any(text.startswith(("---", "+++")) for text in texts.texts):
        return texts
    described = [_described(text) for text in texts.texts]
    return _of_parts(texts, described, "") if any(described) else texts


def _without_licence(text: str) -> str:
    start = LICENCE_ENDS.search(text, 0, SAMPLE)
    if not start:
        return text
    end = LICENCE_BEGINS.search(text, start.end())
    return text[start.end() : end.start() if end else None].strip() or text


def _described(text: str) -> list[Part]:
    """Return a text with what its front matter says of it; itself, if it has none."""
    marks = list(_lines_like(text, FRONT_MATTER))
    if len(marks) != 1 or marks[0].start:  # several are documents of their own
        return [Part(text)]
    return with_front_matter(parts_of(text, marks)) or [Part(text)]


def _unmistakable(texts: Texts) -> Texts | None:
    """Return texts split by the first pattern that is unmistakable, if any is."""
    are_few = len(texts.texts) <= FEW
    for pattern in PATTERNS.values():
        is_sure = pattern.is_sure and (pattern.of_each or are_few)
        if is_sure and _may_part(texts, pattern):
            written = [_written(text, pattern, False) for text in texts.texts]
            parts = [_read(each, pattern) for each in written]
            if _are_unmistakable(written, texts) and any(parts):
                return _of_found(texts, parts, pattern)
    return None


def _may_part(texts: Texts, pattern: Pattern) -> bool:
    """Return whether what a pattern keeps of a text may begin early enough."""
    if len(texts.texts) > 1 or pattern.find:
        return True
    (text,) = texts.texts
    # The line that is met there may be long; what precedes the first part is short.
    early = text[: math.ceil((1 - MIN_KEPT) * len(text)) + limits.NAME]
    return any(True for _ in _lines_like(early, pattern.line))


def _in_pieces(texts: Texts) -> Texts | None:
    """Return the pieces of long texts; None if they are many, or not long."""
    if len(texts.texts) > FEW:
        return None
    if sum(map(n_words, texts.texts)) < MANY_WORDS * max(len(texts.texts), 1):
        return None
    return _divided(texts, Splitting(split=PIECES, piece=fitting_length(texts.texts)))


def _are_unmistakable(parts: Sequence[list[Part]], texts: Texts) -> bool:
    sizes = [part.size for each in parts for part in each]
    n_characters = sum(map(len, texts.texts))
    return (
        len(sizes) >= FEWEST
        and sum(sizes) >= MIN_KEPT * n_characters
        and max(sizes) < MAX_HELD * n_characters
    )


def _parted(texts: Texts, pattern: Pattern) -> Texts:
    parts = [_parts(text, pattern) for text in texts.texts]
    if not any(parts):
        like = f"; no line begins like {pattern.line!r}" if not pattern.label else ""
        raise InputError(
            f"{texts.name}: no {pattern.parts} were found in it{like}. Choose another "
            "way to split it, or none."
        )
    return _of_found(texts, parts, pattern)


def _parts(text: str, pattern: Pattern) -> list[Part]:
    """Return the parts of a text that a pattern finds; none if it finds no line."""
    return _read(_written(text, pattern, True), pattern)


def _read(parts: list[Part], pattern: Pattern) -> list[Part]:
    return pattern.read(parts) if pattern.read and parts else parts


def _written(text: str, pattern: Pattern, is_asked: bool) -> list[Part]:
    """Return the parts of a text as they are written, before they are read."""
    if pattern.find:
        marks = pattern.find(text, is_asked)
    else:
        marks = list(_lines_like(text, pattern.line))
    if pattern.returns:
        times = Counter(mark.said.get(pattern.returns) for mark in marks)
        marks = [it for it in marks if times[it.said.get(pattern.returns)] > 1]
    return parts_of(text, marks, between=pattern.is_between) if marks else []


def _lines_like(text: str, line: str) -> Iterator[Mark]:
    deadline = time.monotonic() + limits.PATTERN_SECONDS
    found = _compiled(line).finditer(text, timeout=limits.PATTERN_SECONDS)
    try:
        for match in found:
            if time.monotonic() > deadline:
                raise TimeoutError
            if match[0]:
                named = match.groupdict()
                said = {name: it.strip() for name, it in named.items() if it}
                yield Mark(*match.span(), said)
    except TimeoutError as error:
        raise InputError(
            f"The pattern of a document takes over {limits.PATTERN_SECONDS:g} seconds. "
            "Write it without repeats in repeats."
        ) from error


@cache
def _compiled(line: str) -> "regex.Pattern[str]":
    """Return an expression for a line, from its beginning but for blanks.

    raises : InputError if it is none
    """
    import regex  # late: the command line's help does not wait for it

    try:
        regex.compile(line, regex.MULTILINE)  # alone, for the place of a fault
        return regex.compile(rf"^[ \t]*(?:{line})", regex.MULTILINE)
    except regex.error as fault:
        error: Any = fault
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        raise InputError(
            f"pattern: {error.msg}{place} of {line!r}. An example is "
            r"(?P<speaker>[A-Z]+):"
        ) from fault
    except (RecursionError, OverflowError) as error:
        raise InputError(f"pattern: {line!r} is too deep. Write it simpler.") from error


def _divided(texts: Texts, splitting: Splitting) -> Texts:
    """Return the lines, paragraphs or pieces of texts as documents."""
    parts = [
        [Part(each) for each in _divisions(text, splitting)] for text in texts.texts
    ]
    return _of_parts(texts, parts, splitting.split)


def _divisions(text: str, splitting: Splitting) -> list[str]:
    if splitting.split == LINES:
        return [line.strip() for line in text.split("\n") if WORDS.search(line)]
    if splitting.split == PARAGRAPHS:
        return paragraphs(text)
    return list(pieces(text, splitting.piece))


def _of_found(texts: Texts, parts: Sequence[list[Part]], pattern: Pattern) -> Texts:
    """Return what a pattern found, and say so; a text without a mark stays whole."""
    n_found = sum(map(len, parts))
    were = "was" if n_found == 1 else "were"
    found = f"{texts.name}: {counted(n_found, pattern.parts)} {were} found in it."
    warnings = [found, *_left_out(texts, parts, pattern)]
    kept = [
        _with_heading(text, each, pattern) or [Part(text)]
        for text, each in zip(texts.texts, parts, strict=True)
    ]
    divided = _of_parts(texts, kept, pattern.parts)
    return replace(divided, warnings=(*divided.warnings, *warnings))


def _with_heading(text: str, parts: list[Part], pattern: Pattern) -> list[Part]:
    """Return parts, the first with a few words before it, such as a book's title."""
    before = _before(text, parts, pattern)
    if not before or n_words(before) > LONGEST_HEADING:
        return parts
    return [parts[0]._replace(text=f"{before}\n\n{parts[0].text}"), *parts[1:]]


def _before(text: str, parts: list[Part], pattern: Pattern) -> str:
    """Return what precedes the first part, where no line says more of that."""
    if pattern.is_between or pattern.read or not parts:
        return ""
    return text[: len(text) - sum(part.size for part in parts)].strip()


def _left_out(
    texts: Texts, parts: Sequence[list[Part]], pattern: Pattern
) -> Iterator[str]:
    """Say how many words stand before the first parts, if these are no heading."""
    pairs = zip(texts.texts, parts, strict=True)
    n_before = [n_words(_before(text, each, pattern)) for text, each in pairs]
    if n_lost := sum(n for n in n_before if n > LONGEST_HEADING):
        of = sum(map(n_words, texts.texts))
        yield (
            f"{LEFT_OUT}: {n_lost:,} of {counted(of, 'words')} before the first "
            f'{noun(1, pattern.parts)}; split="{WHOLE}" keeps them.'
        )


def _of_parts(texts: Texts, parts: Sequence[list[Part]], kind: str) -> Texts:
    """Return the parts of each text as documents.

    What has no title is called "book, piece 12", and the book is a group.

    kind : what they are, a plural; empty if texts stay as they are
    """
    n_texts = len(texts.texts)
    books = texts.titles or [f"document {number + 1}" for number in range(n_texts)]
    placed = [
        (document, number, part)
        for document, each in enumerate(parts)
        for number, part in enumerate(each, start=1)
    ]
    way_out = "Ask for longer pieces."
    limits.check(texts.name, len(placed), limits.DOCUMENTS, kind, way_out)

    def each(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[document] for document, *_ in placed)

    found = [part for *_, part in placed]
    written = [part.date for part in found]
    read = in_order(written) if any(written) else written
    doubt = doubts(written) if any(read) and iso_dates(written) == read else ""
    warned = f"{texts.name}: {doubt} If it is the day, bring a table, and choose the "
    dates = each(texts.dates) if texts.dates else ("",) * len(placed)
    own = zip(read, dates, strict=True)
    dated = tuple(date or other for date, other in own)
    names = dict.fromkeys(name for part in found for name in part.groups)
    groups = {
        name: tuple(one_line(part.groups.get(name, "")) or NO_GROUP for part in found)
        for name in names
    }
    titles = (
        one_line(part.title) or _name(books[document], kind, number)
        for document, number, part in placed
    )
    return replace(
        texts,
        texts=tuple(part.text for part in found),
        titles=tuple(titles),
        groups={
            **{name: each(groups) for name, groups in texts.groups.items()},
            **groups,
            **({"text": each(books)} if n_texts > 1 and kind else {}),
        },
        dates=dated if any(dated) else (),
        labels=texts.labels if len(found) == n_texts else None,
        warnings=(
            *texts.warnings,
            *[f"{warned}order of its dates."] * bool(doubt),
        ),
        report=replace(texts.report, split=kind),
    )


def _name(book: str, kind: str, number: int) -> str:
    return f"{book}, {noun(1, kind)} {number}" if kind else book
