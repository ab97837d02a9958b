"""Laws by their sections, scripture by its chapters, stories by their contents."""

import numpy as np
import pytest

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.look import format_of
from tests.corpus.readers.containers import made_articles
from tests.corpus.readers.test_collections import read
from tests.corpus.readers.test_office import word_document

pytestmark = pytest.mark.usefixtures("at_hand")
SAID = [" ".join(it.paragraphs) for it in made_articles(11, 12)]
# Each section cites others, at the beginning of a line.
CITING = [
    f"{it}\nArticle {n} of the treaty,\n\u00a7 {n} Absatz 2,\nSection {n}. Art. 3"
    for it, n in zip(SAID, np.arange(12) // 2, strict=True)
]


def _law(mark: str, between: str) -> list[str]:
    """Return the paragraphs of a law."""
    marks = [mark.format(i) for i in range(1, 13)]
    sections = [f"{at}{between}{it}" for at, it in zip(marks, CITING, strict=True)]
    return ["An Act on bridges", *sections]


@pytest.mark.parametrize("container", ["text", "page", "word"])
@pytest.mark.parametrize(
    ("mark", "between"),
    [
        *(("Article {}", "\n\n"), ("Art. {}. - ", ""), ("ARTICLE {}. ", "")),
        *(("\u00a7 {}", "\n"), ("\u00a7{} Zweck", "\n"), ("Section {}.", " ")),
        ("\u0421\u0442\u0430\u0442\u044c\u044f {}", "\n\n"),
    ],
)
def test_a_law_is_its_sections_in_any_container(container, mark, between):
    paragraphs = _law(mark, between)
    if container == "text":
        content = "\n\n".join(paragraphs).encode()
    elif container == "page":
        lines = "".join(f"<p>{it}</p>" for it in "\n".join(paragraphs).split("\n"))
        content = f"<html><body>{lines}</body></html>".encode()
    else:
        content = word_document(*paragraphs)
    texts = read(content)
    assert texts.titles[6].startswith(mark.format(7).strip(" .-"))
    title = "Zweck " * ("Zweck" in mark)
    assert [it.split() for it in texts.texts] == [
        f"{title}{it}".split() for it in CITING
    ]
    assert any("12 sections were found" in each for each in texts.warnings)


def test_sections_that_begin_again_are_named_with_their_part():
    parts = [
        f"CHAPTER {part}\n\n"
        + "\n\n".join(f"Section {i}. {SAID[i]}" for i in (1, 2, 3))
        for part in ("I", "II")
    ]
    texts = read("\n\n".join(parts).encode())
    assert texts.titles[3] == "CHAPTER II, Section 1"
    assert texts.groups["part"] == ("CHAPTER I",) * 3 + ("CHAPTER II",) * 3
    assert texts.texts == tuple(SAID[1:4]) * 2


def test_sections_may_be_short_where_their_numbers_stand_alone():
    short = [f"The bridge {i} must be open all day." for i in range(1, 9)]
    alone, before = (
        "\n".join(f"Article {i}{between}{it}" for i, it in enumerate(short, 1))
        for between in ("\n", ". ")
    )
    assert read(alone.encode()).texts == tuple(short)
    assert read(before.encode()).texts == tuple(before.split("\n"))


def test_a_text_that_cites_sections_is_no_law():
    cited = "\n\n".join(
        f"{it}\n\nSection {9 - i} was read." for i, it in enumerate(SAID[:8])
    )
    assert "part" not in read(cited.encode()).groups
    assert not any("sections" in each for each in read(cited.encode()).warnings)


VERSES = [(c, v) for c in range(1, 4) for v in range(1, 6)]


@pytest.mark.parametrize(
    ("verse", "title"),
    [
        ("{c}:{v} {said}\n\n", "Genesis 2"),
        ("Genesis {c}:{v}\t{said}\n", "Genesis 2"),
        ("1 Kings {c}:{v} {said}\n", "1 Kings 2"),
        ("{c}|{v}|{said}\n", "2"),
    ],
)
def test_numbered_verses_are_their_chapters(verse, title):
    lines = [verse.format(c=c, v=v, said=SAID[v]) for c, v in VERSES]
    head = "Genesis\n\n\n" if verse.startswith("{c}:") else ""
    texts = read((head + "".join(lines)).encode())
    assert len(texts.texts) == 3
    assert texts.titles[1] == title
    assert texts.texts[1].split("\n\n") == SAID[1:6]


def test_between_two_books_of_verses_is_the_name_of_the_second():
    books = [
        f"The Book {name}\n\n\n" + "\n\n".join(f"{c}:{v} {SAID[v]}" for c, v in VERSES)
        for name in ("First", "Second")
    ]
    texts = read("\n\n\n\n".join(books).encode())
    assert texts.titles[3] == "The Book Second 1"
    assert not any("The Book" in text for text in texts.texts)


def test_markers_of_scripture_are_no_words():
    verses = "".join(
        f"\\c {c}\n\\p\n" * (v == 1) + f"\\v {v} {SAID[v]}\\f + \\ft Not this.\\f*\n"
        for c, v in VERSES
    )
    texts = read(f"\\id GEN\n\\h Genesis\n\\mt1 Genesis\n{verses}".encode())
    assert texts.titles == ("Genesis 1", "Genesis 2", "Genesis 3")
    assert texts.texts[0].split("\n\n") == SAID[1:6]


@pytest.mark.parametrize("numbered", ["", "{}. ", "{} "])
def test_stories_are_found_by_the_contents_that_list_them(numbered):
    titles = [f"The {word} in the rain" for word in ("Wolf", "Bread", "Ship", "Glass")]
    listed = (
        f"{numbered.format(i)}{it} ..... {10 * i}" for i, it in enumerate(titles, 1)
    )
    stories = (f"{it.upper()}\n\n" + "\n\n".join(SAID[:9]) for it in titles)
    text = "\n\n".join(["A BOOK", "CONTENTS", "\n".join(listed), *stories])
    texts = read(text.encode())
    assert texts.titles == tuple(title.upper() for title in titles)
    assert texts.texts == ("\n\n".join(SAID[:9]),) * 4


@pytest.mark.parametrize("chapter", ["CHAPTER {}\n\n", "The {}th\n=======\n\n"])
def test_a_book_that_cites_a_whole_law_is_its_chapters(chapter):
    law = "\n".join(f"Article {i}. {it}" for i, it in enumerate(SAID[:6], 1))
    said = "\n\n".join(SAID)
    chapters = [chapter.format(i) + said for i in range(1, 6)]
    chapters[1] += f"\n\n{law}"
    texts = read("\n\n".join(chapters).encode())
    assert texts.texts[0] == said
    assert len(texts.texts) == 5


@pytest.mark.parametrize(
    ("row", "form"),
    [
        ("{c}:{v}\t{v}.5\t0.{c}", "table"),
        ("{c}:{v} {v}.5 0.{c}", "table"),
        ("{c}:{v}\t{said}\tAnn", "text_table"),
    ],
)
def test_rows_of_a_table_are_no_verses(row, form):
    rows = [row.format(c=c, v=v, said=SAID[v]) for c, v in VERSES]
    assert format_of(Upload("made", "\n".join(rows).encode())) == form
