"""Downloads: JSON that says what was run, CSV that no spreadsheet runs."""

import csv
import io
from dataclasses import replace

import pandas as pd
import pytest
from openpyxl import load_workbook

from spca_core.corpus.corpus import Corpus
from spca_core.results.files.export import (
    to_workbook,
)
from spca_core.results.files.tables import to_csv, to_xlsx
from spca_core.results.topics.chance import AgainstChance
from spca_core.results.topics.words import words_to_keep
from spca_core.topics import Edits
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve


def rows(content: bytes) -> list[dict[str, str]]:
    """Read CSV as a spreadsheet does."""
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def named(words: list[str]) -> Corpus:
    """A corpus of these words."""
    counts = random_corpus(0, 20, len(words)).observations
    return Corpus(name="made up", observations=counts, words=tuple(words))


FULL_WIDTH = ["\uff1d", "\uff0b", "\uff0d", "\uff20"]
FORMULA_STARTS = ["=", "+", "-", "@", *FULL_WIDTH, "\t", "\r", "\n", " =", "\xa0\uff1d"]


@in_one_test("start", FORMULA_STARTS)
def test_no_word_or_heading_in_a_csv_begins_as_a_formula(start: str):
    word = f'{start}HYPERLINK("http://example.com","x")'
    table = pd.DataFrame({word: [word, None], "loading": [0.5, 1.0]})
    first, second = rows(to_csv(table))
    assert first == {f"'{word}": f"'{word}", "loading": "0.5"}
    assert second == {f"'{word}": "", "loading": "1.0"}, "without text it is empty"


@in_one_test("inside", ["\r", "\n", "\r\n", ",", '"', '",=1+1,"', ";"])
def test_no_sign_within_a_word_begins_another_cell_or_row(inside: str):
    word = f"tax{inside}=1+1"
    (row,) = rows(to_csv(pd.DataFrame({"word": [word], "loading": [0.5]})))
    assert row == {"word": word, "loading": "0.5"}


def test_pandas_reads_a_csv_as_it_is_and_excel_finds_the_mark_of_its_letters():
    table = pd.DataFrame({"word": ["caf\u00e9", "\u6c34"], "loading": [0.5, -0.5]})
    content = to_csv(table)
    assert content.startswith(b"\xef\xbb\xbf")
    pd.testing.assert_frame_equal(pd.read_csv(io.BytesIO(content)), table)


def test_saved_words_have_their_sign_in_the_loading_alone():
    corpus = random_corpus(3, 40, 20)
    solution = solve(corpus, 3, 4, centred=True, effort="quick")
    content = to_csv(words_to_keep(solution))
    assert b"'" not in content
    read = [float(row["loading"]) for row in rows(content)]
    assert read == solution.loadings.ravel().tolist()


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


def test_sheets_of_any_name_are_written_under_names_that_excel_takes():
    table = pd.DataFrame({"n": [1]})
    names = [f"{'a/[b]:*?' * 5}\\, seed {seed}" for seed in range(12)]
    content = to_xlsx(dict.fromkeys(names, table))
    sheets = load_workbook(io.BytesIO(content)).sheetnames
    assert len({*sheets}) == 12
    assert all(len(name) <= 31 and not {*name} & {*"[]:*?/\\"} for name in sheets)


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
