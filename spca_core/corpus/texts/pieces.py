"""Cut long texts into documents: paragraphs, or pieces of equal length."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from spca_core.corpus.readers import limits
from spca_core.corpus.texts.segmentation import n_words
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.options import check_options, option

DOCUMENTS, PARAGRAPHS, PIECES = "documents", "paragraphs", "pieces"
SPEECHES = "speeches"
CUT_LABELS = {  # and what each is called on screen
    AUTO: "Found: as they are, or paragraphs, or pieces of a book",
    DOCUMENTS: "As they are",
    PARAGRAPHS: "Paragraphs",
    PIECES: "Pieces of equal length",
    SPEECHES: "Turns of speakers, whose names begin lines",
}
PIECE_LIMITS = (10, 1_000_000)  # words
PART_NAMES = {PARAGRAPHS: "paragraph", PIECES: "piece", SPEECHES: "turn"}
MAX_WRAPPED = 100  # characters of a line
MIN_WRAPPED = 40  # on average, of lines that continue in the next
BETWEEN_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
WORD_AND_SPACE = re.compile(r"\S+\s*")
CLAUSES = re.compile(r"[^\s\u3001\u3002\uff0c\uff01\uff1b\uff1f]+\S?\s*|\S\s*")


@dataclass(frozen=True, kw_only=True)
class Cutting:
    """Whether texts are cut, and the words of a piece."""

    cut: str = option(
        AUTO,
        label="Split long texts into",
        help=(
            "Found: as they are, but lines that are wrapped become paragraphs, and a "
            "book alone is cut into pieces. Paragraphs are cut at blank lines. Pieces "
            "have a number of words that you choose. Turns begin with NAME: and are "
            "grouped by speaker."
        ),
        choices=CUT_LABELS,
    )
    piece: int = option(
        500,
        label="Words in a piece",
        help="How many words each piece has.",
        limits=PIECE_LIMITS,
    )

    def __post_init__(self) -> None:
        check_options(self)


DEFAULT_CUTTING = Cutting()
FEW, MANY_WORDS = 3, 5_000  # so few texts of so many words are books, and are cut
# How a speech begins: a name in capitals, or of a few words, with a colon after it.
SPEAKER = re.compile(
    r"(?m)^[ \t]*((?>[^\W\d_][\w.'-]*+[ ]?+){1,5}+)(?:\([^)\n]{1,40}\))?:[ \t]"
)
MIN_PIECES = 100  # pieces, to find topics in
MANY_TEXTS = 300  # of so many, each is a document
MIN_LONG, MIN_PARAGRAPH = 200, 20  # words on average, of long texts and of paragraphs


class _Piece(NamedTuple):
    document: int
    number: int  # from 1
    text: str
    speaker: str


def fitting_length(texts: Sequence[str]) -> int:
    """Return the words of a piece by which texts are cut into enough pieces."""
    n_found = sum(map(n_words, texts))
    return min(max(n_found // MIN_PIECES, PIECE_LIMITS[0]), DEFAULT_CUTTING.piece)


def cutting_of_long(texts: Sequence[str]) -> Cutting | None:
    """Return how to make documents of few long texts; None for many, or short ones.

    Paragraphs, if there are `MIN_PIECES` of `MIN_PARAGRAPH` words, else pieces of equal
    length. Either way there are at least twice as many documents as texts.
    """
    n_found = sum(map(n_words, texts)) if len(texts) < MANY_TEXTS else 0
    if n_found < MIN_LONG * max(len(texts), 1):
        return None
    paragraphs = Cutting(cut=PARAGRAPHS)
    n_paragraphs = sum(1 for text in texts for _ in _pieces(text, paragraphs))
    enough = max(MIN_PIECES, 2 * len(texts))
    if enough <= n_paragraphs <= n_found / MIN_PARAGRAPH:
        return paragraphs
    piece = fitting_length(texts)
    is_enough = n_found >= 2 * len(texts) * piece
    return Cutting(cut=PIECES, piece=piece) if is_enough else None


def is_wrapped(lines: Sequence[str]) -> bool:
    """Return whether lines are wrapped paragraphs, rather than a document each."""
    filled_or_not = groupby(lines, lambda line: bool(line.strip()))
    runs = [list(run) for filled, run in filled_or_not if filled]
    going_on = [len(line) for run in runs for line in run[:-1]]
    if len(runs) < 2 or not going_on:
        return False
    filled = sum(going_on) >= MIN_WRAPPED * len(going_on)
    return filled and max(map(len, lines)) <= MAX_WRAPPED


def cut_texts(texts: Texts, cutting: Cutting) -> Texts:
    """Cut each text; a piece is titled "book, piece 12", and the book is a group."""
    if cutting.cut == AUTO and _are_books(texts.texts):
        cutting = Cutting(cut=PIECES, piece=fitting_length(texts.texts))
    if cutting.cut in (AUTO, DOCUMENTS):
        return texts
    pieces = [
        _Piece(document, number, piece, speaker)
        for document, text in enumerate(texts.texts)
        for number, (speaker, piece) in enumerate(_pieces(text, cutting), start=1)
    ]
    way_out = "Ask for longer pieces."
    limits.check(texts.name, len(pieces), limits.DOCUMENTS, "pieces", way_out)
    pieced = _of_pieces(texts, pieces, PART_NAMES[cutting.cut])
    if cutting.cut != SPEECHES:
        return pieced
    speakers = tuple(piece.speaker for piece in pieces)
    return replace(pieced, groups={**pieced.groups, "speaker": speakers})


def _are_books(texts: Sequence[str]) -> bool:
    return len(texts) <= FEW and sum(map(n_words, texts)) >= MANY_WORDS * len(texts)


def _pieces(text: str, cutting: Cutting) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a text, each after its speaker, if it is known."""
    if cutting.cut == SPEECHES:
        before, *parts = SPEAKER.split(text)
        speeches = zip(["", *parts[::2]], [before, *parts[1::2]], strict=True)
        stripped = ((name.strip(), speech.strip()) for name, speech in speeches)
        yield from ((name, speech) for name, speech in stripped if speech)
    elif cutting.cut == PARAGRAPHS:
        paragraphs = map(str.strip, BETWEEN_PARAGRAPHS.split(text))
        yield from (("", paragraph) for paragraph in paragraphs if paragraph)
    else:
        # Scripts without blanks are cut after their marks, for a word may not be cut.
        parts = (
            WORD_AND_SPACE.findall(text) if text.isascii() else CLAUSES.findall(text)
        )
        ends = accumulate(1 if part.isascii() else n_words(part) for part in parts)
        numbers = ((end - 1) // cutting.piece for end in ends)
        numbered = zip(numbers, parts, strict=True)
        for _, piece in groupby(numbered, key=itemgetter(0)):
            yield "", "".join(part for _, part in piece).strip()


def _of_pieces(texts: Texts, pieces: list[_Piece], what: str) -> Texts:
    def each(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[piece.document] for piece in pieces)

    n_books = len(texts.texts)
    books = texts.titles or [f"document {number + 1}" for number in range(n_books)]
    several = {"text": each(books)} if n_books > 1 else {}
    return replace(
        texts,
        texts=tuple(piece.text for piece in pieces),
        titles=tuple(
            f"{books[piece.document]}, {what} {piece.number}" for piece in pieces
        ),
        groups={name: each(groups) for name, groups in texts.groups.items()} | several,
        dates=each(texts.dates) if texts.dates else (),
        report=replace(texts.report, cut=what),
    )
