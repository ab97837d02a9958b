"""Files as people bring them: each is read right, or its fault is named."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.documents.folders import zipped
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus, read_texts
from spca_core.corpus.readers.recognise import look
from spca_core.corpus.readers.tables.roles import ColumnRoles
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.made_files import EPUB, ODT, with_text
from tests.made_files import zipped as zip_of

pytestmark = pytest.mark.usefixtures("at_hand")
FOLDER = Path(__file__).parents[2] / "files"
ABSTRACTS = ("Tea is drunk by all of us at five.", "War is fought at sea by men.")
SURVEY = (
    *("The tea was cold and the cups were small", "There was no tea at all for us"),
)


def read(name: str, content: bytes | None = None, **options) -> Texts:
    """Read a file of the folder, or content under a name."""
    if content is None:
        content = (FOLDER / name).read_bytes()
    reading = Reading(**options)
    return with_text(read_texts(look(Upload(name, content), reading), reading))


@dataclass(frozen=True)
class Right:
    """What a file holds, as far as it matters: its first texts, and all else."""

    texts: tuple[str, ...]
    n: int
    titles: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""


RIGHT = {
    "unpaired_quotes.tsv": Right(
        ('"Hello there', "foo bar baz"),
        5,
        groups={"column 2": ("ham", "spam")},
        note="quotes are not paired",
    ),
    "ratings.csv": Right(("bad product", "good"), 4),
    "qualtrics.csv": Right(SURVEY, 4, (), ("2020-01-02",), {"Q1": ("Very", "Not")}),
    "surveymonkey.csv": Right(
        SURVEY, 4, (), ("2020-01-02",), {"How satisfied are you?": ("Very", "Not")}
    ),
    "title_above.csv": Right(
        ("Tea is drunk by all of us",), 2, ("One",), note="above the header"
    ),
    "write_table.txt": Right(('Tea is "drunk" by all of us',), 3, ("One", "Two")),
    "scopus.csv": Right(
        ABSTRACTS,
        4,
        ("Of tea", "Of war"),
        ("2001", "2002"),
        {"Source title": ("Tea Journal", "War Journal")},
    ),
    "measures.csv": Right(
        ("Tea is drunk by all of us",), 4, ("One",), groups={"party": ("W", "T")}
    ),
    "short_answers.csv": Right(
        ("yes", "no"), 7, note="no column of texts; the longest answer has 8 words"
    ),
    "tweets.json": Right(("Tea is drunk by all",), 2, ("Bob", "Al")),
    "reddit.json": Right(("Tea is drunk by all of us",), 1, ("Of tea",)),
    "twitter_v2.json": Right(("Tea is drunk by all of us", "War is fought at sea"), 2),
    **{
        name: Right(ABSTRACTS, 2, ("Of tea and of cups", "Of war"), ("2001", "1999"))
        for name in ("references.ris", "savedrecs.txt", "library.bib", "pubmed.nbib")
    },
    "letters.mbox": Right(
        ("Tea is drunk by all of us.", "War is fought at sea."),
        2,
        ("Téa", "War"),
        ("2001-01-01", "2001-01-02"),
    ),
    "page.html": Right(("# Tea\n\nTea is drunk by all.", "War"), 2),
    "letter.rtf": Right(("Tea is drunk by all of us.", "War is fought."), 2),
    "film.srt": Right(("Tea is drunk by all of us",), 1),
    "talk.vtt": Right(("Bob: Tea is drunk",), 1),
    "missing.csv": Right(
        ("Tea is drunk by all of us", "War is fought at sea"), 2, ("One", "Six")
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_as_people_bring_it_is_read_right(name: str):
    texts, right = read(name), RIGHT[name]
    assert len(texts.texts) == right.n
    assert texts.texts[: len(right.texts)] == right.texts
    assert texts.titles[: len(right.titles)] == right.titles
    assert [date[:10] for date in texts.dates][: len(right.dates)] == [*right.dates]
    for group, values in right.groups.items():
        assert texts.groups[group][: len(values)] == values
    assert right.note in " ".join(texts.warnings)


@pytest.mark.parametrize(
    ("name", "unlike"),
    [
        ("scopus.csv", {"Funding Details", "References"}),
        ("measures.csv", {"lat", "longitude", "weight"}),
        ("surveymonkey.csv", {"Collector ID"}),
    ],
)
def test_measures_and_long_lists_are_no_groups(name: str, unlike: set[str]):
    assert not unlike & read(name).groups.keys()


def test_many_columns_of_answers_are_no_groups():
    header = ["id", "text", "party", *(f"Q{i}" for i in range(1, 81))]
    rows = [
        [str(i), "Tea is drunk by us", "WT"[i % 2], *"12345" * 16] for i in range(9)
    ]
    rows[0][3:] = ["5"] * 80
    content = "\n".join(map(",".join, [header, *rows])).encode()
    assert read("survey.csv", content).groups.keys() == {"party"}


@pytest.mark.parametrize("name", ["quanteda.csv", "tidytext.csv"])
def test_counts_are_read_as_packages_of_r_export_them(name: str):
    corpus = read_corpus(FOLDER / name)
    assert corpus.words[:2] == ("tea", "war")
    assert corpus.titles[0] in ("text1", "doc1.txt", "a")
    assert corpus.observations.toarray()[0, 0] in (3, 5)


@pytest.mark.parametrize("n_rows", [5, 200, 3_000])
def test_no_row_is_lost_where_quotes_are_not_paired_wherever_they_are(n_rows: int):
    rows = [f"what is this {i}\t{('ham', 'spam')[i % 2]}" for i in range(n_rows)]
    rows[0 if n_rows < 1_000 else 2_000] = '"Hello there\tspam'
    rows[-2] = '"Nah I dont think\tspam'
    texts = read("sms.tsv", "\n".join(rows).encode())
    assert len(texts.texts) == n_rows
    assert set(texts.groups["column 2"]) == {"ham", "spam"}
    assert "quotes are not paired" in texts.warnings[-1]


def test_a_header_is_the_row_that_is_chosen():
    content = b"id,title,text\nx,y,z\n1,One,Tea is drunk by all of us\n"
    chosen = read("x.csv", content, columns=ColumnRoles(header="2", text=("z",)))
    assert (chosen.texts, len(chosen.texts)) == (("Tea is drunk by all of us",), 1)
    without = read("x.csv", content, columns=ColumnRoles(header="0", text=("3",)))
    assert without.texts == ("text", "z", "Tea is drunk by all of us")
    with pytest.raises(InputError, match="The header's row must be a number from 1 to"):
        read("x.csv", content, columns=ColumnRoles(header="9"))


def workbook() -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.title = "notes"
    for row in (["of"], ["x"]):
        book.active.append(row)
    sheet = book.create_sheet("texts")
    for row in (["product", "comment", "rating"], ["Lamp", "a bad product", 1]):
        sheet.append(row)
    sheet.append(["Lamp", "a very good product", 5])
    more = book.create_sheet("more")
    for row in (["text"], ["War is fought at sea"]):
        more.append(row)
    book.save(file)
    return file.getvalue()


def test_of_a_workbook_the_first_sheet_with_prose_is_read_unless_one_is_chosen():
    found = look(Upload("x.xlsx", workbook()))
    assert (found.format, found.sheets) == ("excel", ("notes", "texts", "more"))
    assert read_texts(found).texts == ("a bad product", "a very good product")
    for sheet in ("more", "3"):
        more = read("x.xlsx", workbook(), columns=ColumnRoles(sheet=sheet))
        assert more.texts == ("War is fought at sea",)
    for form in ("excel", "text_table"):
        assert len(read("x.xlsx", workbook(), format=form).texts) == 2
    with pytest.raises(InputError, match=r"no sheet 'none'.* 'notes', 'texts', 'more'"):
        read("x.xlsx", workbook(), columns=ColumnRoles(sheet="none"))


def test_rows_of_one_thread_are_joined_in_their_order():
    texts = read("posts.csv", columns=ColumnRoles(join="thread"))
    assert texts.texts == (
        *("Tea is drunk by all of us\nIt is drunk at five", "War is fought at sea"),
    )
    assert texts.titles == ("One", "Two")


def test_a_book_alone_is_cut_into_pieces_and_ten_are_not():
    book = b"tea and cups and war " * 2_000
    files = {f"{i}.txt": book for i in range(10)}
    assert len(read("x.zip", zip_of({"a.txt": book})).texts) == 100
    lines = [b"tea and cups and war and " * 3] * 20
    novel = b"\n\n".join([b"\n".join(lines)] * 20)
    assert len(read("novel.txt", novel).texts) == 100
    assert len(read("chapter.txt", b"\n\n".join([b"\n".join(lines)] * 2)).texts) == 2
    assert len(read("x.zip", zip_of(files)).texts) == 10


def test_a_table_beside_texts_tells_of_them():
    about = (
        b"file,title,date,party\n1.txt,On tea,1999-12-31,Whig\n2.txt,On war,2000-01-01,"
    )
    files = {
        "1.txt": b"tea and cups",
        "2.txt": b"war",
        "3.txt": b"tax",
        "about.csv": about,
    }
    texts = read("x.zip", zip_of({**files, "about.csv": about + b"Tory\n"}))
    assert texts.titles == ("On tea", "On war", "3.txt")
    assert texts.dates == ("1999-12-31", "2000-01-01", "")
    assert texts.groups["party"] == ("Whig", "Tory", "no label")
    assert any("no row for 1 of the texts" in one for one in texts.warnings)
    loose = read_texts(look(zipped([Upload(*one) for one in files.items()])))
    assert loose.titles == texts.titles


@pytest.mark.parametrize(
    ("order", "day"), [("day", "1999-04-03"), ("month", "1999-03-04")]
)
def test_whether_the_day_or_the_month_is_first_can_be_chosen(order: str, day: str):
    content = b"text,date\nTea is drunk at five,3/4/1999\nWar is fought,5/6/1999\n"
    texts = read("x.csv", content, columns=ColumnRoles(order=order))
    assert texts.dates[0] == day
    assert not any("no row shows" in one for one in texts.warnings)
    found = read("x.csv", content)
    assert any("no row shows" in one for one in found.warnings)


def test_tables_of_the_same_columns_are_one_corpus_and_others_are_refused():
    names = ("references.ris", "savedrecs.txt", "library.bib")
    files = [Upload(name, (FOLDER / name).read_bytes()) for name in names]
    texts = read_texts(look(zipped(files)))
    assert texts.texts == ABSTRACTS * 3
    assert texts.dates == ("2001", "1999") * 3
    assert set(texts.groups["file"]) == {"references", "savedrecs", "library"}
    other = Upload("posts.csv", (FOLDER / "posts.csv").read_bytes())
    with pytest.raises(InputError, match="have different columns"):
        look(zipped([*files, other]))


def test_the_columns_of_several_tables_can_be_chosen_as_those_of_one():
    files = {
        "1998.csv": b"say,do,when\n" + b"Tea is drunk at five,War is fought,1998\n" * 3,
        "1999.csv": b"do,say,when\n" + b"The tax is due,Cups are small,1999\n" * 3,
        "notes.bin": b"\0",
    }
    table = look(Upload("x.zip", zip_of(files))).table
    assert table is not None
    assert table.names == ("say", "do", "when", "file")
    assert "file" in table.taken.groups
    texts = read(
        "x.zip",
        zip_of(files),
        columns=ColumnRoles(text=("do",), date="when", groups=("file",)),
    )
    assert texts.texts[::3] == ("War is fought", "The tax is due")
    assert texts.dates[::3] == ("1998", "1999")
    assert texts.groups == {"file": ("1998",) * 3 + ("1999",) * 3}
    assert any("notes.bin" in one for one in texts.warnings)


@pytest.mark.slow
def test_unpaired_quotes_late_in_one_of_several_tables_lose_no_row():
    rows = [b"Tea number %d is drunk\tham" % i for i in range(60_000)]
    rows[50_000] = b'"' + rows[50_000]
    rows[50_020] = b'"' + rows[50_020]
    quoted = b"text\tkind\n" + b'"Tea ""is"" drunk"\tspam\n' * 3
    content = b"text\tkind\n" + b"\n".join(rows) + b"\n"
    texts = read("x.zip", zip_of({"a.tsv": quoted, "b.tsv": content}))
    assert len(texts.texts) == 60_000 + 3
    assert texts.texts[0] == 'Tea "is" drunk'


def test_books_and_documents_of_other_offices_are_read():
    assert read("x.epub", zip_of(EPUB)).texts == ("Tea", "War")
    assert read("x.odt", zip_of(ODT)).texts == ("Tea is drunk", "War")


def test_only_before_the_json_is_a_name_it_is_assigned_to_left_out():
    rows = b'[{"text": "so x = [tea"}, {"text": "so y = {war"}]'
    for content in (rows, b"window.YTD.tweets.part0 = " + rows):
        assert read("tweets.json", content).texts == ("so x = [tea", "so y = {war")


def test_messages_in_files_of_their_own_are_read_as_those_of_a_mailbox():
    heads = (
        "Return-Path: <a@b.org>\r\nReceived: from x\r\n\tby y; Mon, 1 Mar 2021\r\n",
        "X-Mailer: x\r\nTo: b@b.org\r\n",
        "MIME-Version: 1.0\r\nTo: b@b.org\r\n",
    )
    for head in heads:
        files = {
            f"{i}.eml": f"{head}From: Ann <a@b.org>\r\n"
            f"Subject: =?utf-8?q?T=C3=A9a?= {i}\r\n"
            f"Date: Mon, {i} Mar 2021 09:00:00 +0000\r\n"
            "Content-Transfer-Encoding: quoted-printable\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\n\r\nT=C3=A9a {i}\r\n".encode()
            for i in range(1, 5)
        }
        texts = read("mails.zip", zip_of(files))
        assert texts.texts == ("Téa 1", "Téa 2", "Téa 3", "Téa 4")
        assert texts.titles == texts.texts
        assert texts.dates[:2] == ("2021-03-01", "2021-03-02")
        assert read("1.eml", files["1.eml"]).texts == ("Téa 1",)


def test_a_sheet_of_notes_before_a_table_is_not_the_table():
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["This workbook has the answers of all of us. Read on."])
    book.active.append(["Do write to us if you have questions about any of it."])
    sheet = book.create_sheet("answers")
    for row in (
        ["id", "comment"],
        *([i, "Tea is drunk by all of us"] for i in range(3)),
    ):
        sheet.append(row)
    book.save(file)
    texts = read("x.xlsx", file.getvalue())
    assert texts.texts == ("Tea is drunk by all of us",) * 3
    assert any("only the sheet 'answers' was read" in each for each in texts.warnings)


def test_texts_in_pieces_are_whole():
    pieces = ["Tea ", {"type": "bold", "text": "and"}, " war ", {"text": "x.org"}]
    held = {"messages": [{"text": "Tea at five"}, {"text": pieces, "tags": ["a", "b"]}]}
    texts = read("result.json", json.dumps(held).encode())
    assert texts.texts == ("Tea at five", "Tea and war x.org")
    cells = [{"cell_type": "markdown", "source": ["# Tea\n", "and war"]}] * 2
    notebook = read("x.ipynb", json.dumps({"cells": cells}).encode())
    assert notebook.texts[0] == "# Tea\nand war"


HOSTILE = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;&x;">'
    b'<!ENTITY z SYSTEM "file:///etc/passwd">]><a><p>Tea &y; &z; and war</p></a>'
)


def test_hostile_xml_expands_and_fetches_nothing():
    (text,) = read("x.xml", HOSTILE).texts
    assert text == "Tea and war"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%0 Journal Article\n%T Tea\n", "references of EndNote. Export them as RIS"),
        (b'{"data": {"a": 1}, "b":\n 2}\n', "no list of objects with texts"),
        (b"TY  - JOUR\nTI  - Tea\n", "no reference that is complete"),
        (b"@article{a, title={Tea", "no reference that is complete"),
        (b"{\\rtf1", "no text in it|cut off"),
        (b"WEBVTT\n\n", "no text in it"),
    ],
)
def test_a_bad_file_is_refused_by_name_with_the_way_out(content: bytes, message: str):
    with pytest.raises(InputError, match=rf"^bad.x.*({message})"):
        read("bad.x", content)
