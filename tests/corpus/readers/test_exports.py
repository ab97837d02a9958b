"""Files as programs export them: what is theirs is no text, and no document."""

import io
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from textwrap import fill

import pandas as pd
import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.collections.transcripts import find_dialogue
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_texts
from spca_core.corpus.readers.look import look
from spca_core.corpus.texts.junk import Cleaning
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from tests.corpus.readers.containers import made_articles
from tests.made_files import zipped

pytestmark = pytest.mark.usefixtures("at_hand")
ARTICLES = made_articles(3, 24)
SAID = [" ".join(article.paragraphs) for article in ARTICLES]
NAMES = ["Ann Hill", "Participant 7", "Carla"]


def read(content: str | bytes, name: str = "made") -> Texts:
    content = content.encode() if isinstance(content, str) else content
    return read_texts(look(Upload(name, content)), Reading())


def spreadsheet(rows: list[list[str]]) -> bytes:
    """Return a workbook of OpenDocument; blank rows and columns follow its own."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    cells = (
        "".join(f"<t:table-cell><x:p>{cell}</x:p></t:table-cell>" for cell in row)
        for row in rows
    )
    blank = '<t:table-cell t:number-columns-repeated="1000"/>'
    table = "".join(f"<t:table-row>{row}{blank}</t:table-row>" for row in cells)
    content = (
        f'<o:document-content xmlns:o="{urn}:office:1.0" xmlns:t="{urn}:table:1.0" '
        f'xmlns:x="{urn}:text:1.0"><o:body><o:spreadsheet><t:table t:name="One">{table}'
        f'<t:table-row t:number-rows-repeated="1000000">{blank}</t:table-row>'
        "</t:table></o:spreadsheet></o:body></o:document-content>"
    )
    mimetype = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": mimetype, "content.xml": content.encode()}, 0)


def test_a_separator_at_the_end_of_every_row_shifts_no_column():
    rows = [[f"A{i}", text, str(1990 + i)] for i, text in enumerate(SAID)]
    lines = ["\t".join(row) + "\t" for row in rows]
    texts = read("\n".join(["UT\tAB\tPY", *lines]))
    assert list(texts.texts) == SAID
    assert texts.dates == tuple(row[2] for row in rows)


def test_segments_that_hold_tokens_are_no_counts():
    segments = ", ".join(f'{{"text": "{it}", "tokens": [5, 7]}}' for it in SAID)
    content = f'{{"text": "All of it.", "segments": [{segments}]}}'
    assert list(read(content).texts) == SAID


@pytest.mark.parametrize(
    "turn",
    [
        "{name} [00:01:07]\n{said}",
        "{name} 1:07\n{said}",
        "{name}  0:07\n{said}",
        "{name} (01:07):\n{said}",
        "0:01 --> 1:07\n{name}\n{said}",
        "The Minister of State for the Home Department of {name} (Ann Hill): {said}",
    ],
)
def test_turns_are_found_however_their_times_are_written(turn: str):
    turns = [
        turn.format(name=NAMES[i % 3], said=said)
        for i, said in enumerate(SAID, start=1)
    ]
    texts = read("\n\n".join(turns))
    assert list(texts.texts) == SAID
    assert "Home" in turn or set(texts.groups["speaker"]) == set(NAMES)


def test_in_captions_a_turn_ends_when_another_speaks():
    cues = (
        f"0{i // 60}:{i % 60:02d}.000 --> 0{i // 60}:{i % 60:02d}.900\n"
        f"<v {NAMES[i // 2 % 3]}>{said}</v>\n"
        for i, said in enumerate(SAID)
    )
    texts = read("WEBVTT\n\n" + "\n".join(cues), "made.vtt")
    assert list(texts.texts) == ["\n\n".join(SAID[i : i + 2]) for i in range(0, 24, 2)]
    assert all(one != other for one, other in pairwise(texts.groups["speaker"]))


@pytest.mark.parametrize(
    ("message", "without"),
    [
        ("[{day:02d}-Nov-22 10:00 AM] {name}\n{said}\n\n", "[30-Nov-22 10:00 AM] B\n"),
        (
            "[{day}/3/21 10:00:11] {name}: {said}\n",
            "[30/3/21 10:00:11] B: \u200e{said}",
        ),
    ],
)
def test_messages_have_a_day_and_a_sender_and_pictures_are_left_out(message, without):
    made = [
        message.format(day=i, name=NAMES[i % 3], said=said)
        for i, said in enumerate(SAID, start=1)
    ]
    texts = read("".join([*made, without.format(said="imagen omitida")]))
    assert list(texts.texts) == SAID
    assert [day[8:10] for day in texts.dates] == [f"{i:02d}" for i in range(1, 25)]
    assert set(texts.groups["sender"]) == set(NAMES)


@pytest.mark.parametrize(
    "entry", ["{day}. {said}\n\n", "_{day}._--{said}\n\n", "Bath, {day}.\n\n{said}\n\n"]
)
@pytest.mark.parametrize("is_book", [False, True])
def test_a_diary_is_its_entries_and_letters_are_a_document_each(entry, is_book):
    days = [date(1862, 1, 3) + timedelta(days=9 * i) for i in range(len(SAID))]
    made = "".join(
        entry.format(day=f"{day:%B} {day.day}, {day.year}", said=fill(said, 70))
        for day, said in zip(days, SAID, strict=True)
    )
    start, end = (
        f"*** {at} OF THE PROJECT GUTENBERG EBOOK A ***" for at in ("START", "END")
    )
    book = f"An eBook\r\n\r\n{start}\n\n{made}\n\n{end}\n\nLicence. {SAID[0]}\n"
    texts = read(book if is_book else made)
    assert list(texts.dates) == [str(day) for day in days]
    assert [" ".join(text.split()) for text in texts.texts] == SAID


@pytest.mark.parametrize(
    ("part", "between"),
    [
        ("{title}\n\n{said},\n{said},\n\n{said},", "\n\n\n\n"),
        ("{title}\nby Ann Hill\n\n[Verse 1]\n{said}", "\n\n\n"),
        ("{n}. {title}\n\n{said}\n\n{said}", "\n\n"),
    ],
)
def test_poems_songs_and_sections_are_parted_at_their_titles(part: str, between: str):
    parts = (
        part.format(n=n, title=article.title, said=fill(said, 60))
        for n, (article, said) in enumerate(zip(ARTICLES, SAID, strict=True), start=1)
    )
    texts = read(between.join(parts))
    titles = [article.title for article in ARTICLES]
    assert [title.partition("Report")[2] for title in texts.titles] == [
        title.partition("Report")[2] for title in titles
    ]


def test_headings_that_an_edition_notes_begin_chapters():
    signs = "\u4e00\u4e8c\u4e09\u56db\u4e94"
    said = (
        "\u6e2f\u300a\u307f\u306a\u3068\u300b\u306f\u9759\u304b\u3067\u3057\u305f\u3002"
        * 20
    )
    note = "\uff3b\uff03\u300c{0}\u300d\u306f\u4e2d\u898b\u51fa\u3057\uff3d"
    text = "".join(f"{it}{note.format(it)}\n\n{said}\n\n" for it in signs)
    texts = read(f"\u6e2f\n\n{text}\u5e95\u672c\uff1a\u300c\u6e2f\u300d\n")
    assert texts.titles == tuple(signs)
    assert {"\u300a" in text for text in texts.texts} == {False}


def test_of_scripture_notes_and_what_is_said_of_words_are_left_out():
    verses = [f'\\v {i} \\w sea|strong="H{i}"\\w* rain' for i in range(1, 9)]
    chapters = ["\n".join([f"\\c {i}", *verses]) for i in range(1, 4)]
    texts = read("\n".join(["\\id GEN", "\\h Genesis", *chapters]))
    assert [set(text.split()) for text in texts.texts] == [{"sea", "rain"}] * 3
    lines = [f"{1 + i // 8}|{1 + i % 8}|{said}" for i, said in enumerate(SAID)]
    texts = read("\n".join([*lines, "# Copyright of the edition"]))
    assert texts.texts[-1] == "\n\n".join(SAID[16:])


def pages(page: str, ending: str) -> bytes:
    """Return a zip with a page of each article, as a template has it."""
    made = zip(ARTICLES, SAID, strict=True)
    files = {
        f"{i:02d}.{ending}": page.format(it.title, it.day, said).encode()
        for i, (it, said) in enumerate(made)
    }
    return zipped(files)


def test_notes_beneath_a_heading_tell_of_a_page():
    page = "# {0}\n\nCreated: {1}\nTags: port\nStatus: done\n\n{2}"
    texts = read(pages(page, "md"), "made.zip")
    assert list(texts.titles) == [article.title for article in ARTICLES]
    assert list(texts.dates) == [str(article.day) for article in ARTICLES]
    assert list(texts.texts) == SAID


def test_a_page_is_called_by_its_title():
    page = (
        "<!DOCTYPE html><html><head><title>{0}</title></head><body><p>{2}</p>"
        "<time datetime='{1}'></time></body></html>"
    )
    texts = read(pages(page, "html"), "made.zip")
    assert list(texts.titles) == [article.title for article in ARTICLES]
    assert list(texts.dates) == [str(article.day) for article in ARTICLES]


def as_excel(rows: list[list[str]]) -> bytes:
    file = io.BytesIO()
    pd.DataFrame(rows).to_excel(file, header=False, index=False)
    return file.getvalue()


@pytest.mark.parametrize("written", [as_excel])
def test_a_sheet_is_its_table_without_what_is_above_and_beneath(
    written: Callable[[list[list[str]]], bytes],
):
    rows = [
        [str(i), str(it.day), it.section, said]
        for i, (it, said) in enumerate(zip(ARTICLES, SAID, strict=True))
    ]
    above = [["Register", "", "", ""], ["No.", "Received", "Section", "Complaint"]]
    beneath = [["", "", "Total", "24"], ["Source: the port", "", "", ""]]
    texts = read(written([*above, *rows, *beneath]))
    assert list(texts.texts) == SAID
    assert list(texts.dates) == [row[1] for row in rows]
    assert set(texts.groups["Section"]) == {"Local", "Economy"}
    assert any("beneath" in each for each in texts.warnings)


def test_remarks_on_choices_are_not_the_answers_of_a_survey():
    rows = [f"Yes,{said},{' '.join(said.split()[:5])}" for said in SAID]
    texts = read("\n".join(["Q1,Q2,Q3_TEXT", *rows]))
    assert list(texts.texts) == SAID


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("markup", "[[Kategorie:Hafen]]"),
        ("markup", "[[Cat\u00e9gorie:Port]]"),
        ("directions", "(Beifall bei der SPD und dem B\u00dcNDNIS 90/DIE GR\u00dcNEN)"),
        ("directions", "(Applaudissements sur les bancs du groupe LR.)"),
    ],
)
def test_categories_and_applause_are_no_words(kind: str, text: str):
    assert not Cleaning((kind,))(text).strip()


@pytest.mark.parametrize(
    "turn",
    [
        "{name}\n\n{said}\n\n",
        "{capitals}. {said}\n\n",
        "  Mr. {capitals}. {said}\n",
        "M. {name}. {said}\n\n",
        "**{name}:** {said}\n\n",
    ],
)
@pytest.mark.parametrize("page", ["{}", "<!DOCTYPE html><html><pre>{}</pre></html>"])
def test_names_above_or_before_what_is_said_need_no_colon(turn: str, page: str):
    names = ["Ann Hill", "Carla Ruiz", "Bert Kohl"]
    places = map(int, "012021201210120212010212")
    made = "".join(
        turn.format(name=names[i], capitals=names[i].upper().split()[-1], said=said)
        for i, said in zip(places, SAID, strict=True)
    )
    texts = read(page.format(f"Minutes of the session\n\n{made}"))
    assert list(texts.texts) == SAID
    assert len(set(texts.groups["speaker"])) == 3
    assert any("what precedes the first" in each for each in texts.warnings)


@pytest.mark.parametrize(
    "parts",
    [
        ["A soup", "Zutaten", "{}", "Zubereitung", "{}"],
        ["Zutaten", "{}", "Zubereitung", "{}", "Tipp", "{}"],
        ["Pros", "{}", "Cons", "{}"],
        ["{}", "Nevermore", "{}", "Evermore"],
    ],
)
def test_headings_and_refrains_that_return_are_no_names(parts: list[str]):
    said = iter(SAID)
    made = "\n\n".join("\n\n".join(parts) for _ in range(8))
    made = "\n\n".join(part.format(next(said, SAID[0])) for part in made.split("\n\n"))
    assert not find_dialogue(made).found


def test_days_of_an_article_part_it_not():
    days = (
        f"{at} {n} May 2020" for n, at in enumerate(("On", "First", "Now"), start=3)
    )
    made = "\n\n".join(["A report", *days, *SAID[:5]])
    assert set(SAID[:5]) <= set(read(made).texts)


def test_objects_by_their_names_are_records_wherever_they_are():
    reviews = ", ".join(
        f'"{i}": {{"author": {{"id": {i}}}, "review": "{said}"}}'
        for i, said in enumerate(SAID)
    )
    assert list(read(f'{{"success": 1, "reviews": {{{reviews}}}}}').texts) == SAID


def test_a_list_of_yaml_is_its_records():
    texts = read(
        "".join(
            f"- title: {it.title}\n  date: {it.day}\n  text: |\n    {said}\n"
            for it, said in zip(ARTICLES, SAID, strict=True)
        )
    )
    assert list(texts.texts) == SAID
    assert list(texts.titles) == [article.title for article in ARTICLES]
    assert list(texts.dates) == [str(article.day) for article in ARTICLES]


def test_pages_of_a_pdf_as_text_are_no_list_of_lines():
    pages = ("\n".join(fill(said, 60).split("\n")) for said in SAID)
    texts = read("\f".join(f"Page {i}\n\n{it}" for i, it in enumerate(pages)))
    assert len(texts.texts) < 2 * len(SAID)


def test_gaps_part_a_text_alike_however_long_they_are():
    made = zip(ARTICLES, SAID, strict=True)
    parts = [f"{article.title}\n\n{fill(said, 60)}" for article, said in made]
    short, long = (read(("\n" * n).join(parts)).texts for n in (3, 99))
    assert short == long
    assert len(short) == len(SAID)


def test_amounts_are_no_titles():
    rows = [f"{i},50 EUR;{said}".replace("EUR", "€") for i, said in enumerate(SAID)]
    assert not read("\n".join(["Betrag;Text", *rows])).titles


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"$FL2@(#) IBM SPSS\0\0", "SPSS"),
        (b"X\n\0\0\0\3\0\4", "data of R"),
        (b"a.txt".ljust(257, b"\0") + b"ustar\x0000", "tar"),
        (b"<SEC-DOCUMENT>1.txt : 20200101\n<DOCUMENT>\n<TYPE>10-K\n", "EDGAR.*zip"),
        (b"-- MySQL dump 10.13\n\nCREATE TABLE `a` (\n  `b` text\n);\n", "CSV"),
    ],
)
def test_what_is_not_read_is_refused_by_what_it_is_with_a_way_out(content, told):
    with pytest.raises(InputError, match=told):
        read(content)
