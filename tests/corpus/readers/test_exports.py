"""Files as programs export them: what is theirs is no text, and no document."""

import io
from collections.abc import Callable
from textwrap import fill

import pandas as pd
import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_texts
from spca_core.corpus.readers.recognise import look
from spca_core.corpus.readers.tables.header import n_notes
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
    """Return a workbook of OpenDocument."""
    file = io.BytesIO()
    frame = pd.DataFrame(rows)
    frame.to_excel(file, index=False, header=False, engine="odf")
    return file.getvalue()


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


def pages(page: str, ending: str) -> bytes:
    """Return a zip with a page of each article, as a template has it."""
    made = zip(ARTICLES, SAID, strict=True)
    files = {
        f"{i:02d}.{ending}": page.format(it.title, it.day, said).encode()
        for i, (it, said) in enumerate(made)
    }
    return zipped(files)


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


@pytest.mark.parametrize("written", [as_excel, spreadsheet])
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


@pytest.mark.parametrize("row", [["", SAID[0], "", ""], ["Total", SAID[0], "", ""]])
def test_rows_with_a_few_answers_are_no_notes(row: list[str]):
    assert n_notes([["a", SAID[1], "c", "d"]] * 9 + [row], 4) == 0


def test_remarks_on_choices_are_not_the_answers_of_a_survey():
    rows = [f"Yes,{said},{' '.join(said.split()[:5])}" for said in SAID]
    texts = read("\n".join(["Q1,Q2,Q3_TEXT", *rows]))
    assert list(texts.texts) == SAID


def test_objects_by_their_names_are_records_wherever_they_are():
    reviews = ", ".join(
        f'"{i}": {{"author": {{"id": {i}}}, "review": "{said}"}}'
        for i, said in enumerate(SAID)
    )
    assert list(read(f'{{"success": 1, "reviews": {{{reviews}}}}}').texts) == SAID


def test_pages_of_a_pdf_as_text_are_no_list_of_lines():
    pages = ("\n".join(fill(said, 60).split("\n")) for said in SAID)
    texts = read("\f".join(f"Page {i}\n\n{it}" for i, it in enumerate(pages)))
    assert len(texts.texts) < 2 * len(SAID)


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
