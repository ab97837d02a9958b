"""Long texts cut into paragraphs or pieces, and lines told from wrapped ones."""

import textwrap

import pytest

from spca_core.corpus import limits
from spca_core.corpus.readers.documents.split import (
    MANY_TEXTS,
    MIN_PIECES,
    PIECE_LIMITS,
    Splitting,
    fitting_length,
    split_texts,
    splitting_of_long,
)
from spca_core.corpus.texts.pieces import paragraphs
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.fuzz import in_one_test

BOOK = Texts(
    name="books",
    texts=("one two three\n\nfour five six\n \nseven", "eight"),
    titles=("First", "Second"),
    groups={"shelf": ("a", "b")},
    dates=("1999", "2001"),
)


def test_paragraphs_end_at_blank_lines_and_know_their_book():
    cut = split_texts(BOOK, Splitting(split="paragraphs"))
    assert cut.texts == ("one two three", "four five six", "seven", "eight")
    assert cut.titles[2:] == ("First, paragraph 3", "Second, paragraph 1")
    assert cut.groups["text"] == ("First",) * 3 + ("Second",)
    assert cut.groups["shelf"] == ("a", "a", "a", "b")
    assert cut.dates == ("1999", "1999", "1999", "2001")
    assert cut.report.split == "paragraphs"
    untitled = Texts(name="x", texts=("a\n\nb", "c"))
    numbered = split_texts(untitled, Splitting(split="paragraphs"))
    assert numbered.titles[1:] == ("document 1, paragraph 2", "document 2, paragraph 1")
    alone = Texts(name="x", texts=("a\n\nb",))
    assert split_texts(alone, Splitting(split="paragraphs")).groups == {}
    for how in ("auto", "whole"):
        assert split_texts(BOOK, Splitting(split=how)).texts == BOOK.texts


@in_one_test("n_words", [10, 11, 1_000])
def test_pieces_have_so_many_words_and_put_together_are_the_text(n_words):
    words = [f"w{number}" for number in range(105)]
    texts = Texts(name="x", texts=(" ".join(words),), titles=("Book",))
    cut = split_texts(texts, Splitting(split="pieces", piece=n_words))
    lengths = [len(piece.split()) for piece in cut.texts]
    assert set(lengths[:-1]) <= {n_words}
    assert " ".join(cut.texts).split() == words
    assert cut.titles[0] == "Book, piece 1"


def test_pieces_have_a_cap_that_may_be_reached(monkeypatch):
    monkeypatch.setattr(limits, "DOCUMENTS", 4)
    assert len(split_texts(BOOK, Splitting(split="paragraphs")).texts) == 4
    monkeypatch.setattr(limits, "DOCUMENTS", 3)
    with pytest.raises(InputError, match="books holds over 3 paragraphs"):
        split_texts(BOOK, Splitting(split="paragraphs"))


@in_one_test("width", [66, 100])
@in_one_test("between", ["\n", "\n\n", "\n    ", "\n* * *\n"])
def test_paragraphs_of_wrapped_prose_are_found_however_they_are_parted(width, between):
    prose = [" ".join([f"The tea{i} is in its cup"] * (20 + i)) + "." for i in range(9)]
    text = between.join(textwrap.fill(it, width) for it in prose)
    found = [" ".join(it.split()) for it in paragraphs(text)]
    if between == "\n":  # a paragraph whose last line is full goes on
        assert len(found) >= 3
        assert all(any(map(it.startswith, prose)) for it in found)
    else:
        assert found == prose
    assert " ".join(found) == " ".join(prose)


def test_a_fitting_length_cuts_long_texts_into_enough_pieces_and_no_bits():
    long = Texts(name="book", texts=(" ".join(["tea"] * 4_000),) * 5)
    n_words = fitting_length(long.texts)
    pieces = split_texts(long, Splitting(split="pieces", piece=n_words))
    assert MIN_PIECES <= len(pieces.texts) <= 1.1 * MIN_PIECES
    assert fitting_length(["tea cup"] * 3) == PIECE_LIMITS[0]
    assert fitting_length([" ".join(["tea"] * 100_000)]) == Splitting().piece


@pytest.mark.parametrize(
    ("text", "n_texts", "cut"),
    [
        (("tea " * 30 + "\n\n") * 20, 57, "paragraphs"),
        ("tea " * 5_000, 57, "pieces"),
        (("tea " * 5 + "\n\n") * 500, 57, "pieces"),  # its lines are no paragraphs
        ("tea " * 5_000, MANY_TEXTS, None),
        ("tea " * 150, 57, None),
        ("", 57, None),
    ],
)
def test_few_long_texts_become_twice_as_many_documents_and_others_stay(
    text: str, n_texts: int, cut: str | None
):
    texts = Texts(name="a", texts=(text,) * n_texts)
    splitting = splitting_of_long(texts.texts)
    assert (splitting and splitting.split) == cut
    if splitting:
        assert len(split_texts(texts, splitting).texts) >= max(MIN_PIECES, 2 * n_texts)
