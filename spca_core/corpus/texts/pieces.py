"""Cut texts into documents: the units that repeat in them, paragraphs, or pieces."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from operator import itemgetter

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.books import find_chapters, without_licence
from spca_core.corpus.readers.collections.in_text import FINDERS, find_units
from spca_core.corpus.readers.collections.marks import (
    find_dated,
    find_parted,
    without_heads,
)
from spca_core.corpus.readers.collections.press import find_articles
from spca_core.corpus.readers.collections.transcripts import find_speeches
from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.documents.patterns import PATTERNS
from spca_core.corpus.readers.documents.split import compiled, parts_of
from spca_core.corpus.readers.gathering import NO_GROUP, one_line
from spca_core.corpus.texts.dates import are_dates, doubts, iso_dates
from spca_core.corpus.texts.segmentation import n_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from spca_core.formatting import counted, noun
from spca_core.options import check_options, option

DOCUMENTS, WHOLE, LINES = "documents", "whole", "lines"
PARAGRAPHS, PIECES = "paragraphs", "pieces"
SPLITS = {  # and what each is called on screen
    AUTO: "Found",
    WHOLE: "The whole text",
    LINES: "Lines",
    PARAGRAPHS: "Paragraphs",
    PIECES: "Pieces of equal length",
    "headings": "Headings",
    **{name: pattern.label for name, pattern in PATTERNS.items()},
}
MAX_PATTERN = 200  # characters
PIECE_LIMITS = (10, 1_000_000)  # words
MAX_WRAPPED = 100  # characters of a line
MIN_WRAPPED = 40  # on average, of lines that continue in the next
BETWEEN_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
WORD_AND_SPACE = re.compile(r"\S+\s*")
CLAUSES = re.compile(r"[^\s\u3001\u3002\uff0c\uff01\uff1b\uff1f]+\S?\s*|\S\s*")


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
            "groups are kept: (?P<title>...), (?P<date>...), and any other name is a "
            "group, such as (?P<speaker>...)."
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
            compiled(self.pattern)


DEFAULT_SPLITTING = Splitting()
FEW, MANY_WORDS = 3, 5_000  # so few texts of so many words are books, and are cut
MIN_PIECES = 100  # pieces, to find topics in
MANY_TEXTS = 300  # of so many, each is a document
MIN_LONG, MIN_PARAGRAPH = 200, 20  # words on average, of long texts and of paragraphs


def fitting_length(texts: Sequence[str]) -> int:
    """Return the words of a piece by which texts are cut into enough pieces."""
    n_found = sum(map(n_words, texts))
    return min(max(n_found // MIN_PIECES, PIECE_LIMITS[0]), DEFAULT_SPLITTING.piece)


def splitting_of_long(texts: Sequence[str]) -> Splitting | None:
    """Return how to make documents of few long texts; None for many, or short ones.

    Paragraphs, if there are `MIN_PIECES` of `MIN_PARAGRAPH` words, else pieces of equal
    length. Either way there are at least twice as many documents as texts.
    """
    n_found = sum(map(n_words, texts)) if len(texts) < MANY_TEXTS else 0
    if n_found < MIN_LONG * max(len(texts), 1):
        return None
    paragraphs = Splitting(split=PARAGRAPHS)
    n_paragraphs = sum(1 for text in texts for _ in _pieces(text, paragraphs))
    enough = max(MIN_PIECES, 2 * len(texts))
    if enough <= n_paragraphs <= n_found / MIN_PARAGRAPH:
        return paragraphs
    piece = fitting_length(texts)
    is_enough = n_found >= 2 * len(texts) * piece
    return Splitting(split=PIECES, piece=piece) if is_enough else None


def is_wrapped(lines: Sequence[str]) -> bool:
    """Return whether lines are wrapped paragraphs, rather than a document each."""
    # Pages of a PDF as text begin with a sign of their own.
    lines = [part for line in lines for part in line.split("\f")]
    filled_or_not = groupby(lines, lambda line: bool(line.strip()))
    runs = [list(run) for filled, run in filled_or_not if filled]
    going_on = [len(line) for run in runs for line in run[:-1]]
    if len(runs) < 2 or not going_on:
        return False
    filled = sum(going_on) >= MIN_WRAPPED * len(going_on)
    return filled and max(map(len, lines)) <= MAX_WRAPPED


def split_texts(texts: Texts, splitting: Splitting) -> Texts:
    """Cut each text into its units, unless its reader did; licences are left out.

    What has no title is called "book, piece 12", and the book is a group.

    Raises
    ------
    InputError
        If units are chosen that no text has.
    """
    if texts.report.split:
        return texts
    texts = _without_licences(texts)
    if splitting.pattern:
        own = compiled(splitting.pattern)
        found = [Units("parts", parts_of(text, own)) for text in texts.texts]
        if not any(units.found for units in found):
            raise InputError(
                f"{texts.name}: no line begins like the pattern {splitting.pattern!r}. "
                "Write another, or none."
            )
        return of_units(
            texts,
            [
                units if units.found else Units("parts", [Unit(text)])
                for units, text in zip(found, texts.texts, strict=True)
            ],
        )
    are_lines = not any("\n" in text for text in texts.texts)
    if splitting.split == WHOLE or (splitting.split == LINES and are_lines):
        return texts
    if splitting.split != AUTO:
        return _of_units(texts, _chosen(texts, splitting))
    is_alone = len(texts.texts) <= FEW
    found = [
        find_units(text, is_alone=is_alone) if "\n" in text else None
        for text in texts.texts
    ]
    if any(found):
        kind = Counter(units.kind for units in found if units).most_common(1)[0][0]
        return of_units(
            texts,
            [
                units or Units(kind, [Unit(text)])
                for units, text in zip(found, texts.texts, strict=True)
            ],
        )
    if any("\n" in text for text in texts.texts):
        texts = _without_heads(texts)
    if not _are_books(texts.texts):
        return texts
    splitting = Splitting(split=PIECES, piece=fitting_length(texts.texts))
    return _of_units(texts, _chosen(texts, splitting))


def _chosen(texts: Texts, splitting: Splitting) -> list[Units]:
    kind = splitting.split
    finders = {**FINDERS, "headings": find_chapters, "days": find_dated}
    finders |= {"rules": find_parted, "speakers": find_speeches}
    finders |= dict.fromkeys(("nexis", "factiva", "proquest"), find_articles)
    find = finders.get(
        kind, lambda text: Units(kind, list(map(Unit, _pieces(text, splitting))))
    )
    found = [find(text) for text in texts.texts]
    if not any(units.found for units in found):
        raise InputError(
            f"{texts.name}: no {kind} were found in it. Choose another way to split "
            "it, or none."
        )
    # A text without such units stays whole.
    return [
        units if units.found else Units(kind, [Unit(text)])
        for units, text in zip(found, texts.texts, strict=True)
    ]


def _without_licences(texts: Texts) -> Texts:
    cleaned = [without_licence(text) for text in texts.texts]
    nouns = list(dict.fromkeys(noun for _, left_out in cleaned for noun in left_out))
    if not nouns:
        return texts
    return replace(
        texts,
        texts=tuple(text for text, _ in cleaned),
        warnings=(*texts.warnings, f"{texts.name}: left out {' and '.join(nouns)}."),
    )


def _without_heads(texts: Texts) -> Texts:
    """Return texts with what their first lines say of them as titles and groups."""
    units = without_heads(texts.texts)
    if units is None:
        return texts
    alone = replace(texts, titles=(), dates=())
    found = _of_units(alone, [Units(DOCUMENTS, [unit]) for unit in units])
    titles = [
        unit.title or title
        for unit, title in zip(units, texts.titles or found.titles, strict=True)
    ]
    groups = {name: it for name, it in found.groups.items() if name != "text"}
    return replace(found, titles=tuple(titles), groups=groups, report=texts.report)


def _are_books(texts: Sequence[str]) -> bool:
    return len(texts) <= FEW and sum(map(n_words, texts)) >= MANY_WORDS * len(texts)


def _pieces(text: str, splitting: Splitting) -> Iterator[str]:
    """Yield the paragraphs of a text, or pieces of equal length."""
    if splitting.split == PARAGRAPHS:
        yield from filter(None, map(str.strip, BETWEEN_PARAGRAPHS.split(text)))
        return
    if splitting.split == LINES:
        yield from filter(None, map(str.strip, text.split("\n")))
        return
    if splitting.split != PIECES:
        return
    # Scripts without blanks are cut after their marks, for a word may not be cut.
    parts = WORD_AND_SPACE.findall(text) if text.isascii() else CLAUSES.findall(text)
    ends = accumulate(1 if part.isascii() else n_words(part) for part in parts)
    numbers = ((end - 1) // splitting.piece for end in ends)
    numbered = zip(numbers, parts, strict=True)
    for _, piece in groupby(numbered, key=itemgetter(0)):
        yield "".join(part for _, part in piece).strip()


def of_units(texts: Texts, units: Sequence[Units]) -> Texts:
    """Return the units of each text as documents, and say what was found."""
    cut = _of_units(texts, units)
    left_out = dict.fromkeys(noun for each in units for noun in each.left_out)
    others = f" Left out: {' and '.join(left_out)}." if left_out else ""
    n_found, were = len(cut.texts), "was" if len(cut.texts) == 1 else "were"
    found = f"{texts.name}: {counted(n_found, cut.report.split)} {were} found in it."
    return replace(cut, warnings=(*cut.warnings, f"{found}{others}"))


def _of_units(texts: Texts, units: Sequence[Units]) -> Texts:
    n_texts = len(texts.texts)
    books = texts.titles or [f"document {number + 1}" for number in range(n_texts)]
    kinds = Counter(each.kind for each in units if each.found)
    kind = kinds.most_common(1)[0][0] if kinds else PIECES
    placed = [
        (document, number, unit)
        for document, each in enumerate(units)
        for number, unit in enumerate(each.found, start=1)
    ]
    way_out = "Ask for longer pieces."
    limits.check(texts.name, len(placed), limits.DOCUMENTS, kind, way_out)

    def each(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[document] for document, *_ in placed)

    found = [unit for *_, unit in placed]
    several = {"text": each(books)} if n_texts > 1 else {}
    dates = each(texts.dates) if texts.dates else ("",) * len(placed)
    titles = [unit.title for unit in found]
    are_titles = not any(unit.date for unit in found) and are_dates(titles)
    written = titles if are_titles else [unit.date for unit in found]
    own, doubt = iso_dates(written), doubts(written)
    way_out = "If it is the day, bring a table, and choose the order of its dates."
    warnings = (f"{texts.name}: {doubt} {way_out}",) * bool(doubt)
    dated = tuple(date or other for date, other in zip(own, dates, strict=True))
    names = dict.fromkeys(name for unit in found for name in unit.groups)
    return replace(
        texts,
        texts=tuple(unit.text for unit in found),
        titles=tuple(
            one_line(unit.title) or f"{books[document]}, {noun(1, kind)} {number}"
            for document, number, unit in placed
        ),
        groups={name: each(groups) for name, groups in texts.groups.items()}
        | {
            name: tuple(
                one_line(unit.groups.get(name, "")) or NO_GROUP for unit in found
            )
            for name in names
        }
        | several,
        dates=dated if any(dated) else (),
        warnings=(*texts.warnings, *warnings),
        report=replace(texts.report, split=kind),
    )
