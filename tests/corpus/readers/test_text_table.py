"""Tables of texts: the same corpus from every kind of file, and bad ones refused."""

import datetime
import gzip
import io
import json
import zipfile

import openpyxl
import pandas as pd
import pyarrow
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Reading
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections import json_records, workbooks
from spca_core.corpus.readers.columns import ColumnRoles
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_corpus, read_texts
from spca_core.corpus.readers.look import format_of, look
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved, zipped

N_PARAGRAPHS = 200
ROWS = pd.DataFrame(
    {
        "id": [7, 8, 9],
        "title": ["On tea", "On war", "On peace"],
        "when": ["1999-12-31", "2001-01-02", "2003-05-06"],
        "party": ["Whig", "Tory", "Whig"],
        "text": [
            'Tea, "black" or green;\nand cups of tea for all of us.',
            "War was fought at sea\n\nby ships and by men of the realm.",
            "Peace was made; then taxes rose and tea was taxed again.",
        ],
    }
)


@pytest.fixture(scope="module")
def paragraphs() -> pd.DataFrame:
    """Return paragraphs of the State of the Union with title, date and decade."""
    corpus = read_bundled("state_of_the_union")
    rows = range(5_000, 6_000, 1_000 // N_PARAGRAPHS)
    years = [corpus.titles[row][:4] for row in rows]
    return pd.DataFrame(
        {
            "id": list(rows),
            "title": [corpus.titles[row] for row in rows],
            "date": [f"{year}-12-03" for year in years],
            "decade": [f"{year[:3]}0s" for year in years],
            "text": [corpus.texts[row] for row in rows],
        }
    )


def written(table: pd.DataFrame, kind: str) -> bytes:
    if kind == "xlsx":
        return saved(table.to_excel, index=False)
    if kind == "parquet":
        return saved(table.to_parquet, index=False)
    if kind == "arrow":
        return saved(table.to_feather)
    if kind.startswith("json"):
        return table.to_json(orient="records", lines=kind == "json lines").encode()
    separator = {"tsv": "\t", "semicolons": ";"}.get(kind, ",")
    encoding = kind if kind.startswith("utf") else "utf-8"
    return table.to_csv(sep=separator, index=False).encode(encoding)


def read(content: bytes, name: str = "speeches", **options) -> Corpus:
    return read_corpus(Upload(name, content), None, Reading(**options))


pytestmark = pytest.mark.usefixtures("at_hand")
PACKED = ("xlsx", "parquet", "arrow")
KINDS = (
    *("csv", "tsv", "semicolons", "json list", "json lines", "utf-16"),
    *PACKED,
)


def all_of(corpus: Corpus) -> tuple:
    return (corpus.content_id, corpus.texts, corpus.dates, dict(corpus.groups))


def test_the_same_texts_give_the_same_corpus_from_every_kind_of_file(
    paragraphs, monkeypatch
):
    monkeypatch.undo()
    first = read(written(paragraphs, "csv"))
    assert first.n_documents == N_PARAGRAPHS
    assert first.titles == tuple(paragraphs["title"])
    assert first.dates == tuple(paragraphs["date"])
    assert first.groups == {"decade": tuple(paragraphs["decade"])}
    assert first.report.languages == ("en",)
    assert not first.warnings
    for kind in KINDS:
        assert all_of(read(written(paragraphs, kind))) == all_of(first), kind


@in_one_test("kind", KINDS)
def test_a_quoted_cell_may_run_over_lines_in_a_plain_or_zipped_file(kind):
    content = written(ROWS, kind)
    contents = [content] if kind in PACKED else [content, gzip.compress(content)]
    for corpus in map(read, contents):
        assert corpus.texts == tuple(ROWS["text"])
        assert corpus.titles == tuple(ROWS["title"])
        assert corpus.dates == tuple(ROWS["when"])


@in_one_test("by", ["name", "number"])
def test_columns_are_chosen_by_name_or_number(by):
    columns = {
        "name": ColumnRoles(
            text=("title", "text"), title="party", date="none", groups=("none",)
        ),
        "number": ColumnRoles(
            text=("2", "5"), title="4", date="none", groups=("none",)
        ),
    }[by]
    corpus = read(written(ROWS, "csv"), columns=columns)
    assert corpus.texts[0] == f"On tea\n\n{ROWS['text'][0]}"
    assert corpus.titles == tuple(ROWS["party"])
    assert (corpus.dates, corpus.groups) == ((), {})
    several = read(written(ROWS, "csv"), columns=ColumnRoles(groups=("party", "title")))
    assert several.groups == {name: tuple(ROWS[name]) for name in ("party", "title")}


@in_one_test("text", ["body", "none"])  # nor can there be no text
def test_a_column_that_is_not_there_is_refused_with_those_that_are(text: str):
    with pytest.raises(InputError, match=rf"no column '{text}'.* 'id', 'title', 'wh"):
        read(written(ROWS, "csv"), columns=ColumnRoles(text=(text,)))


def test_a_table_without_a_header_has_numbered_columns():
    content = ROWS.to_csv(index=False, header=False).encode()
    table = look(Upload("t.csv", content)).table
    assert table.row == 1
    assert table.taken.text == ("column 5",)
    assert read(content).texts == tuple(ROWS["text"])


def test_rows_without_a_text_are_dropped_and_counted():
    emptied = ROWS.assign(text=[ROWS["text"][0], " ", ""])
    corpus = read(written(emptied, "csv"))
    assert (corpus.n_documents, corpus.report.empty_documents) == (1, 2)


def test_a_long_cell_is_cut_off_with_a_warning(monkeypatch):
    monkeypatch.setattr(limits, "CELL", 20)
    corpus = read(written(ROWS, "csv"))
    assert max(map(len, corpus.texts)) <= 20
    assert (
        "3 texts of over 20 characters were cut off there, the first in row 2"
        in (corpus.warnings[0])
    )
    monkeypatch.setattr(limits, "CELL", max(map(len, ROWS["text"])))
    assert not read(written(ROWS, "csv")).warnings


def test_texts_as_long_as_books_are_cells_like_others():
    book = "tea cup war, " * 12_000
    books = pd.DataFrame({"title": ["A", "B", "C"], "text": [book] * 3})
    corpus = read(written(books, "csv"))
    assert corpus.words == ("cup", "tea", "war")
    assert corpus.titles == ("A", "B", "C")


def test_columns_of_one_name_are_distinguished():
    content = written(ROWS.rename(columns={"title": "text"}), "csv")
    table = look(Upload("t.csv", content)).table
    assert table.names == ("id", "text", "when", "party", "text (5)")
    assert table.taken.text == ("text (5)",)


def test_dates_in_five_notations_are_read_and_impossible_ones_reported():
    dates = ["31.12.1999", "12/31/1999", "December 31, 1999", "19991231", "1999-12-31"]
    dates += ["1999-13-45", "1999-02-30"]
    table = pd.DataFrame({"date": dates, "text": [ROWS["text"][0]] * len(dates)})
    corpus = read(written(table, "csv"), columns=ColumnRoles(date="date", title="none"))
    assert corpus.dates == ("1999-12-31",) * 5 + ("", "")
    assert "2 cells are not dates" in corpus.warnings[0]
    assert "row 7, column 'date': '1999-13-45'" in corpus.warnings[0]


def test_all_rows_tell_the_order_of_day_and_month():
    dates = ["01/12/1999", "02/12/1999", "03/12/1999", "13/12/1999", "", "31/12/1999"]
    texts = [ROWS["text"][0]] * len(dates)
    table = pd.DataFrame({"date": dates, "text": [*texts[:2], " ", *texts[3:]]})
    corpus = read(written(table, "csv"), columns=ColumnRoles(date="date", title="none"))
    months = ("1999-12-01", "1999-12-02", "1999-12-13", "", "1999-12-31")
    assert corpus.dates == months


def test_cells_of_any_type_are_text_and_times_and_fractions_stay():
    file, noon = io.BytesIO(), datetime.datetime(1999, 12, 31, 12, 30)
    day = datetime.datetime(1999, 12, 31)
    rows = [["x", "y"], [1, "a"], [2.0, day], [None, True], [noon, noon.time()], [2.5]]
    workbook(*rows).save(file)
    shown = workbooks.read_excel(Upload("x", file.getvalue())).rows
    assert [list(row) for row in shown] == [
        *(["x", "y"], ["1", "a"], ["2", "1999-12-31"], ["", "True"]),
        *(["1999-12-31T12:30:00", "12:30:00"], ["2.5", ""]),
    ]


def test_what_is_nested_thrice_is_a_column_and_deeper_or_missing_is_left_out():
    tags = ["p", None, "q"]
    deep = {"b": "tea", "c": {"d": {"e": 1, "f": {"g": 2}}}}
    held = [{"a": deep, "text": "x", "tags": tags, "n": None}]
    records = json_records.read_json(Upload("x.json", json.dumps(held).encode()))
    assert records.names == ["a.b", "a.c.d.e", "text", "tags", "n"]
    assert records.rows == [["tea", "1", "x", "p; q", ""]]


TABLE_OF_TEXTS = [
    {"id": str(i), "text": f"Tea number {i} is drunk by all of us at five"}
    for i in range(9)
]
BY_COLUMN = {name: [row[name] for row in TABLE_OF_TEXTS] for name in ("id", "text")}


@in_one_test(
    "held",
    [
        TABLE_OF_TEXTS,
        BY_COLUMN,
        {name: dict(enumerate(column)) for name, column in BY_COLUMN.items()},
        {
            "columns": ["id", "text"],
            "index": [*range(9)],
            "data": [[*row.values()] for row in TABLE_OF_TEXTS],
        },
        {row["id"]: {"text": row["text"]} for row in TABLE_OF_TEXTS},
        {f"number {row['id']}": row["text"] for row in TABLE_OF_TEXTS},
        [row["text"] for row in TABLE_OF_TEXTS],
        {"data": [{"name": "x", "all": [row]} for row in TABLE_OF_TEXTS]},
        {"items": [{"of": {"x": {"y": row}}, "kind": "x"} for row in TABLE_OF_TEXTS]},
        [
            {
                "id": row["id"],
                "index": {word: [i] for i, word in enumerate(row["text"].split())},
            }
            for row in TABLE_OF_TEXTS
        ],
    ],
)
@in_one_test("indent", [None, 1])
def test_a_table_in_json_is_read_however_programs_write_it(held, indent):
    content = json.dumps(held, indent=indent).encode()
    texts = read_texts(look(Upload("x.json", content)))
    assert texts.texts == tuple(row["text"] for row in TABLE_OF_TEXTS)


def test_one_object_is_one_document():
    held = {"title": "Of tea", "by": "Ann Hill", "place": "the bay of the old town"}
    held["text"] = "Tea is drunk by all of us at five"
    assert read_texts(look(Upload("x.json", json.dumps(held).encode()))).texts == (
        held["text"],
    )


def test_a_table_of_numbers_in_a_workbook_is_read_as_one():
    counts = pd.DataFrame({"name": ["a", "b"], "tea": [3, 0], "war": [0, 1]})
    corpus = read(written(counts, "xlsx"))
    assert (corpus.words, corpus.titles) == (("tea", "war"), ("a", "b"))


def test_of_several_sheets_the_first_with_cells_is_read():
    book = openpyxl.Workbook()
    for row in (["title", "text"], ["One", "Tea is drunk by all of us at five."]):
        book.create_sheet("texts") if len(book.worksheets) == 1 else None
        book["texts"].append(row)
    book.create_sheet("more").append(["x"])
    file = io.BytesIO()
    book.save(file)
    corpus = read(file.getvalue())
    assert corpus.titles == ("One",)
    assert "only the sheet 'texts' was read" in corpus.warnings[0]
    assert "the workbook has 3 sheets" in corpus.warnings[0]


def workbook(*rows: list) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book


def test_a_formula_without_a_value_is_an_empty_cell_and_reported():
    file = io.BytesIO()
    prose = "Tea is drunk by all of us at five."
    workbook(["title", "text"], ["One", prose], ["Two", '="a"&"b"']).save(file)
    corpus = read(file.getvalue(), "speeches.xlsx")
    assert (corpus.texts, corpus.report.empty_documents) == ((prose,), 1)
    assert "has formulas" in corpus.warnings[0]


@in_one_test("block", [1, 2, 3])
def test_a_formula_is_reported_wherever_a_block_ends(
    block: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workbooks, "BLOCK", block)
    file = io.BytesIO()
    workbook(["title", "text"], ["Two", '="a"&"b"']).save(file)
    _, warnings = workbooks.unpacked(file.getvalue(), "x.xlsx", "excel", "")
    assert "has formulas" in warnings[0]


def test_a_sheet_is_not_empty_though_each_of_its_rows_has_an_empty_cell():
    file, texts = io.BytesIO(), ROWS["text"].tolist()
    workbook([None, "text"], *([None, text] for text in texts)).save(file)
    assert read(file.getvalue(), "speeches.xlsx").texts == tuple(texts)


def test_the_macros_of_a_workbook_are_passed_over():
    file = io.BytesIO()
    workbook(["title", "text"], ["One", "Tea is drunk by all of us."]).save(file)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"Sub Auto_Open()")
    assert read(file.getvalue(), "speeches.xlsm").titles == ("One",)


def test_a_cell_far_to_the_right_is_refused_by_its_row():
    book, file = workbook(["title", "text"]), io.BytesIO()
    book.active.cell(row=2, column=10_000, value="Tea is drunk by all of us.")
    book.save(file)
    with pytest.raises(InputError, match=r"row 2 holds over 1,000 col.* Delete"):
        read(file.getvalue(), "speeches.xlsx")


def bomb() -> bytes:
    return zipped({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b" " * 2_000_000})


BAD = {
    "a row with more cells": (
        b'id,text\n1,"Tea is drunk by us all"\n'
        + b"3,Peace was made by us all\n" * 3
        + b"2,War, and so on and on it went\n",
        r"row 6 has 3 cells, but row 1 has 2\. Put texts with commas in quotes",
    ),
    "a quote that never ends": (
        b'id,text\n1,Tea is drunk by us all\n2,"War was fought and went on\n',
        "row 3: a quote is opened but never closed",
    ),
    "a header alone": (b"id,title,text\n", "no rows|no document"),
    "a truncated workbook": (written(ROWS, "xlsx")[:-400], "cut off or damaged"),
    "a truncated Parquet": (written(ROWS, "parquet")[:-9], "cut off, damaged"),
    "a truncated Arrow": (written(ROWS, "arrow")[:-300], "cut off, damaged"),
    "a truncated list": (written(ROWS, "json list")[:-9], "is not JSON"),
    "a list of texts alone": (b'[["tea"]]', "entry 1 is not an object with a text"),
    "lines of JSON that are all damaged": (
        b'{"text": \n{"text": tea\n',
        "2 lines were left out; line 1: not JSON",
    ),
    "an empty list": (b"[{}]", "holds no document|no rows|is empty"),
    "ten thousand columns": (
        ",".join(f"c{i}" for i in range(10_000)).encode()
        + b"\n"
        + b",".join([b"a long enough text of prose for all of us"] * 10_000)
        + b"\n",
        "holds over 1,000 columns of a table of texts",
    ),
}


CHOSEN = {"ten thousand columns": "text_table", "a header alone": "text_table"}


@in_one_test("name", BAD)
def test_a_bad_table_is_refused_by_its_place(name):
    content, message = BAD[name]
    with pytest.raises(InputError, match=message):
        read(content, "speeches.csv", format=CHOSEN.get(name, "auto"))


@pytest.mark.parametrize("content", [b",", b'"a\n",', b"\n"], ids=repr)
def test_a_first_row_that_goes_on_is_refused_by_its_first_megabyte(content):
    with pytest.raises(
        InputError, match=r"no row that ends within its first 1,048,576"
    ):
        read(content[:-1] + content[-1:] * 2_000_000, format="text_table")


def test_a_bad_line_of_json_and_one_too_long_are_left_out_by_number(monkeypatch):
    monkeypatch.setattr(limits, "JSON_LINE", 60)
    texts = ["the king and the queen", "war " * 20, "the queen and the sea"]
    lines = [json.dumps({"text": text}) for text in texts]
    lines.append('{"text": ')
    corpus = read_corpus(Upload("letters.jsonl", "\n".join(lines).encode()))
    assert "war" not in corpus.words
    assert corpus.n_documents == 2
    assert (
        "letters.jsonl: 2 lines were left out; line 2: over 60 b" in corpus.warnings[0]
    )


def test_a_bomb_of_a_workbook_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "PACKED_BYTES", 1_000_000)
    with pytest.raises(InputError, match=r"holds 2,000,004 bytes; 1,000,000 can be"):
        workbooks.unpacked(bomb(), "speeches", "excel", "")


def test_zero_bytes_and_half_characters_in_json_do_no_harm():
    texts = ["Tea\0 is drunk by all of us", "War \ud800 is fought at sea by men"]
    content = json.dumps([{"text": text} for text in texts]).encode()
    assert read(content).texts == (
        *("Tea  is drunk by all of us", "War ? is fought at sea by men"),
    )


def test_a_title_in_any_language_goes_before_a_number():
    names = {"id": ["1", "2"], "titel": ["Brief Eins", "Brief Zwei"]}
    text = [ROWS["text"][0]] * 2
    both = written(pd.DataFrame({**names, "text": text}), "csv")
    assert look(Upload("t", both)).table.taken.title == "titel"
    numbers = written(pd.DataFrame({"id": names["id"], "text": text}), "csv")
    assert look(Upload("t", numbers)).table.taken.title == "id"


def test_blanks_may_precede_a_quoted_cell():
    content = 'title, text\nOne, "Tea, black or green"\nTwo, "War, then peace"\n'
    corpus = read(content.encode(), format="text_table")
    assert corpus.texts == ("Tea, black or green", "War, then peace")


@pytest.mark.parametrize("kind", ["csv", "json list"])
def test_what_has_a_label_is_a_table_though_its_header_names_triples(kind):
    table = pd.DataFrame({"id": [1, 2], "feature": [5, 0], "value": [0, 7]})
    corpus = read_corpus(Upload("t", written(table, kind)), None, Reading(label="id"))
    assert (corpus.titles, corpus.words) == (("1", "2"), ("feature", "value"))


def test_arrow_is_read_as_a_stream_too():
    table, file = pyarrow.Table.from_pandas(ROWS), io.BytesIO()
    with pyarrow.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    assert format_of(Upload("x", file.getvalue())) == "arrow"
    assert read(file.getvalue()).texts == tuple(ROWS["text"])


@pytest.mark.parametrize(
    ("cap", "form", "most", "fault"),
    [
        ("JSON_VALUES", "json_list", 8, "over 7 values or commas"),
        ("JSON_VALUES", "json_texts", 7, "over 6 values or commas"),
        ("DOCUMENTS", "json_list", 2, "over 1 rows"),
        ("COLUMNS", "json_list", 2, "over 1 columns of a table of texts"),
    ],
)
def test_other_tables_have_caps_that_may_be_reached(
    monkeypatch, cap, form, most, fault
):
    records = ['{"a": "tea", "b": "x"}', '{"a": "war", "b": [4]}']
    content = f"[{','.join(records)}]" if form == "json_list" else "\n".join(records)
    source = Upload("x.json", content.encode())
    monkeypatch.setattr(limits, cap, most)
    look(source)
    monkeypatch.setattr(limits, cap, most - 1)
    with pytest.raises(InputError, match=fault):
        look(source)
