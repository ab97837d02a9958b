"""Downloads: JSON that says what was run, CSV that no spreadsheet runs."""

import csv
import io
from dataclasses import replace

import pandas as pd
import pytest
from openpyxl import load_workbook

from spca_core.results.files.export import (
    to_workbook,
)
from spca_core.results.files.tables import to_csv, to_xlsx
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Edits
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve


def rows(content: bytes) -> list[dict[str, str]]:
    """Read CSV as a spreadsheet does."""
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


FULL_WIDTH = ["\uff1d", "\uff0b", "\uff0d", "\uff20"]
FORMULA_STARTS = ["=", "+", "-", "@", *FULL_WIDTH, "\t", "\r", "\n", " =", "\xa0\uff1d"]


@in_one_test("start", FORMULA_STARTS)
def test_no_word_or_heading_in_a_csv_begins_as_a_formula(start: str):
    word = f'{start}HYPERLINK("http://example.com","x")'
    table = pd.DataFrame({word: [word, None], "loading": [0.5, 1.0]})
    first, second = rows(to_csv(table))
    assert first == {f"'{word}": f"'{word}", "loading": "0.5"}
    assert second == {f"'{word}": "", "loading": "1.0"}, "without text it is empty"


def test_a_workbook_holds_strangers_words_as_text_alone():
    words = ["=HYPERLINK(1)", "+1", "bell\x07", "x" * 40_000]
    tables = {"first": pd.DataFrame({"word": words, "n": [1, 2, 3, 4]})}
    (sheet,) = load_workbook(io.BytesIO(to_xlsx(tables))).worksheets
    cells = [row[0] for row in sheet.iter_rows(min_row=2)]
    assert {cell.data_type for cell in cells} == {"s"}
    shown = [cell.value for cell in cells]
    assert shown[:3] == ["'=HYPERLINK(1)", "'+1", "bell\ufffd"]
    assert len(shown[3]) < 32_767
    assert [row[1].value for row in sheet.iter_rows(min_row=2)] == [1, 2, 3, 4]


def test_a_workbook_has_a_sheet_for_each_table_and_none_for_junk():
    corpus = planted_corpus(0, 3, 4)
    party = tuple(f"party {i % 2}" for i in range(corpus.n_documents))
    corpus = replace(corpus, groups={"party/*": party})
    found = solve(corpus, 3, 4, effort="quick")
    chance = AgainstChance((3.0, 2.0, 1.0), (2.0, 1.5), 180)
    first, second, third = found.leaders
    edits = Edits(names={first: "=a", third: "c"}, hidden=(second,))
    content = to_workbook(replace(found, chance=chance, edits=edits))
    sheets = pd.read_excel(io.BytesIO(content), sheet_name=None, engine="openpyxl")
    assert list(sheets) == [
        *("Topics", "Words", "Leading documents", "Documents", "By party__", "About")
    ]
    assert sheets["Topics"]["name"].tolist() == ["'=a", "c (chance?)"]  # no formula
    assert sheets["Topics"]["times_chance"].tolist() == [1.5, 0.5]
    assert sheets["Topics"]["beyond_chance"].tolist() == [True, False]
    assert set(sheets["Leading documents"]["name"]) == {"'=a", "c (chance?)"}
    by_party = sheets["By party__"]
    assert by_party["name"].tolist() == ["'=a", "c (chance?)"] * 2
    shares = by_party["carrying"] / by_party["documents"]
    assert by_party["share"].tolist() == pytest.approx(shares.tolist())
    assert len(sheets["Documents"]) == corpus.n_documents
