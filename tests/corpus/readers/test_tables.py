"""Tables of texts: their header, columns, dates and groups; bad ones by their place."""

import gzip
import json
import re
import warnings
from collections.abc import Iterable, Sequence

import numpy as np
import openpyxl
import pandas as pd
import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import load
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError, ReadingWarning
from tests.corpus.readers.samples.sample import sentences, table
from tests.fuzz import in_one_test
from tests.made_files import saved, zipped

pytestmark = pytest.mark.usefixtures("at_hand")
N = 12
TEXTS, MANY = sentences(N), sentences(3_000)
IDS = range(7, 7 + N)
TITLES = [f"Of tea {i}" for i in range(N)]
PARTIES = ["Whig", "Tory", "Whig"] * (N // 3)
NAMES = ("id", "title", "party", "text")
CONTENT = table(NAMES, IDS, TITLES, PARTIES, TEXTS)


def read(content: str | bytes, name: str = "made.csv", **options: object) -> Corpus:
    content = content.encode() if isinstance(content, str) else content
    with warnings.catch_warnings(action="ignore", category=ReadingWarning):
        return load(Upload(name, content), **options).with_copies


def workbook(*sheets: Iterable[Sequence[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"sheet {number}")
        for row in rows:
            sheet.append(list(row))
    return saved(lambda file: book.save(file))


def test_a_table_has_texts_titles_and_groups_and_others_can_be_chosen():
    corpus = read(CONTENT)
    assert (corpus.texts, corpus.titles) == (tuple(TEXTS), tuple(TITLES))
    assert corpus.groups == {"party": tuple(PARTIES)}
    for options in (
        {"text": ("title", "text"), "title": "party", "groups": "none"},
        {"text": ("2", "4"), "title": "3", "groups": None},
    ):
        chosen = read(CONTENT, **options)
        assert chosen.texts[0] == f"{TITLES[0]}\n\n{TEXTS[0]}"
        assert (chosen.titles, chosen.groups) == (tuple(PARTIES), {})
    several = read(CONTENT, groups=("party", "title"))
    assert several.groups == {"party": tuple(PARTIES), "title": tuple(TITLES)}


@in_one_test("option", ["text", "title", "date", "groups"])
def test_a_column_that_is_not_there_is_refused_with_those_that_are(option):
    with pytest.raises(InputError, match=r"no column 'body'.* 'id', 'title', 'party'"):
        read(CONTENT, **{option: "body"})


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@in_one_test("ends", ["\n", "\r\n", "\r"])
@in_one_test("quoting", [0, 1])
def test_a_table_is_the_same_whatever_parts_and_quotes_it(sign, ends, quoting):
    texts = [f'{it} "{it}"{sign} so' for it in TEXTS]
    made = table(NAMES, IDS, TITLES, PARTIES, texts, delimiter=sign, quoting=quoting)
    for content in (made, gzip.compress(made.replace("\n", ends).encode())):
        corpus = read(content)
        assert corpus.texts == tuple(texts)
        assert corpus.groups == {"party": tuple(PARTIES)}


def test_no_row_is_lost_where_quotes_are_not_paired():
    rows = [f"what {it * 9} \t{('ham', 'spam')[i % 2]}" for i, it in enumerate(MANY)]
    rows[2_800] = '"Hello there\tspam'  # beyond the first megabyte
    rows[-2] = '"Nah I dont think\tspam'
    corpus = read("\n".join(rows), "sms.tsv")
    assert corpus.n_documents == len(MANY)
    assert any({*it} == {"ham", "spam"} for it in corpus.groups.values())


@in_one_test(
    "header, first, n",
    [
        ("name,text", "one", N),
        ("name,", "one", N),
        ("v1,v2,,", "one", N),
        ("id,I like my job.", "7", N),
        (f"one,{TEXTS[5]}", "one", N + 1),
    ],
)
def test_a_header_is_the_first_row_unless_it_is_like_the_others(header, first, n):
    tail = "," * max(0, header.count(",") - 1)
    rows = [f"{first}{i},{it}{tail}" for i, it in enumerate(TEXTS)]
    assert read("\n".join([header, *rows])).n_documents == n


def test_the_row_of_the_header_can_be_chosen_or_that_there_is_none():
    content = "id,title,text\nx,y,z\n1,One,Tea is drunk by all of us\n"
    chosen = read(content, header="2", text="z")
    assert chosen.texts == ("Tea is drunk by all of us",)
    without = read(content, header="0", text="3", stop_words=[])
    assert without.texts[0] == "text"
    with pytest.raises(InputError, match=r"header.*from 1 to|from 1 to.*header"):
        read(content, header="9")


LONG_ROWS = [f'{i},"Tea is drunk\nby all, {i}"' + ",so" * (i == 20) for i in range(30)]
NO_DAYS = ["1999-12-31"] * (N - 2) + ["1999-13-45", "1999-02-30"]


@in_one_test(
    "content, n, said",
    [
        (table(("id", "text"), range(N + 2), [*TEXTS, "", " "]), N, ""),
        ("\n".join(["id,text", *LONG_ROWS]), 29, "1 row with .* line 42 has 3"),
        (table(("date", "text"), NO_DAYS, TEXTS), N, "2 cells .* '1999-13-45'"),
        (table(("liked", "missed"), TEXTS, sentences(N, 500)), N, "'(missed|liked)'"),
    ],
)
def test_what_is_left_out_of_a_table_is_counted_and_said(content, n, said):
    corpus = read(content)
    assert corpus.n_documents == n
    assert corpus.report.empty_documents == 2 * (not said)
    assert re.search(said, " ".join(corpus.warnings))
    assert corpus.dates in ((), ("1999-12-31",) * (N - 2) + ("", ""))


def test_a_long_cell_is_cut_off_with_a_warning(monkeypatch):
    monkeypatch.setattr(limits, "CELL", 30)
    corpus = read(CONTENT)
    assert max(map(len, corpus.texts)) <= 30
    assert any(f"{N} texts of over 30 characters" in it for it in corpus.warnings)


def test_groups_have_few_values_that_repeat_and_are_no_measures_or_identifiers():
    rng = np.random.default_rng(0)
    n = 120
    columns = {
        "text": sentences(n),
        "id": range(n),
        "page_name": [f"{'ABC'[i % 3]} News" for i in range(n)],
        "stars": rng.integers(1, 6, n),
        "lat": rng.normal(size=n).round(4),
        "weight": rng.integers(1_000, 9_000, n),
        "isbn": [f"978{i:010}" for i in range(n)],
        "licence": ["free"] * n,
        "author": [f"Ann {i}" for i in range(n)],
        **{f"Q{i}": rng.integers(1, 6, n) for i in range(1, 81)},
    }
    groups = read(pd.DataFrame(columns).to_csv(index=False)).groups.keys()
    assert "page_name" in groups
    assert not groups & {"id", "lat", "weight", "isbn", "licence", "author", "Q7"}


@in_one_test(
    "cells, first",
    [
        (["tea; tax", "sea"], "tea; tax"),
        (["Action|Comedy", "Drama"], "Action; Comedy"),
        (["cs.CL cs.LG", "cs.CL", "cs.LG"], "cs.CL; cs.LG"),
        (["Paris, France", "Rome, Italy"], "Paris, France"),
        (["New York", "York"], "New York"),
    ],
)
def test_several_values_in_a_cell_are_told_from_one_of_several_words(cells, first):
    tags = (cells * N)[:N]
    corpus = read(table(("tags", "text"), tags, TEXTS))
    assert corpus.groups["tags"][0] == first


@in_one_test(
    "content, said",
    [
        ("id,text\n", "header and no rows"),
        (table(("id", "q"), range(60), ["Not selected", "Yes, I do"] * 30), "no col"),
        ("id,text\n" + "1,Tea is drunk by us all\n" * 5 + "2,War,so\n", "row 7|line 7"),
        (
            "id,text\n" + "1,Tea is drunk\n1,Tea, drunk by all\n1,Tea\n" * 9,
            "line 3 has 3 cells.*quotes",
        ),
        ('id,text\n1,Tea is drunk by all\n2,"War went on\n', "quote|row 3|line 3"),
        ("text," * 2_000 + "\n" + "tea and cups," * 2_000, "1,000 columns"),
        ("," * 2_000_000, "1,048,576|columns"),
    ],
)
def test_a_bad_table_is_refused_by_its_place_or_that_is_said(content, said):
    with warnings.catch_warnings(record=True, action="always") as told:
        try:
            load(Upload("made.csv", content.encode()), format="text_table")
        except InputError as refusal:
            told = [refusal]
    assert re.search(said, " ".join(str(getattr(it, "message", it)) for it in told))


def test_cells_of_a_workbook_are_read_as_they_are_shown_without_what_is_around():
    above = [("Register of complaints",), (), ("number", "half", "day", "text")]
    rows = [(7, 2.0, pd.Timestamp("1999-12-31"), it) for it in TEXTS]
    sheet = workbook([*above, *rows, (), ("Source: the port",)])
    corpus = read(sheet, "made.xlsx", title="half", groups="number")
    assert corpus.texts == tuple(TEXTS)
    assert corpus.titles[0] == "2"
    assert {*corpus.dates} == {"1999-12-31"}
    assert corpus.groups == {"number": ("7",) * N}


def test_the_sheet_with_texts_is_read_or_the_chosen_and_the_others_are_said():
    notes = [("Read me first, this workbook has answers.",)]
    answers = [("id", "comment"), *enumerate(TEXTS)]
    more = [("id", "comment"), *enumerate(sentences(N, 700))]
    book = workbook(notes, answers, more)
    corpus = read(book, "made.xlsx")
    assert corpus.texts == tuple(TEXTS)
    assert any("sheet 2" in it for it in corpus.warnings)
    for sheet in ("sheet 3", "3"):
        assert read(book, "made.xlsx", sheet=sheet).texts == tuple(sentences(N, 700))
    with pytest.raises(InputError, match=r"no sheet 'none'.*'sheet 1', 'sheet 2'"):
        read(book, "made.xlsx", sheet="none")


def test_rows_of_one_thread_are_joined_in_their_order():
    content = table(("thread", "text"), [i // 2 for i in range(N)], TEXTS)
    corpus = read(content, join="thread")
    assert corpus.n_documents == N // 2
    assert corpus.texts[0] == f"{TEXTS[0]}\n{TEXTS[1]}"


def test_tables_of_the_same_columns_are_one_corpus_and_others_are_refused():
    turned = table(("text", "party"), TEXTS, PARTIES)
    files = {
        "1998.csv": table(("party", "text"), PARTIES, TEXTS).encode(),
        "1999.csv": turned.encode(),
    }
    corpus = read(zipped(files), "made.zip")
    assert corpus.texts == tuple(TEXTS) * 2
    assert corpus.groups["party"] == tuple(PARTIES) * 2
    assert corpus.groups["file"] == ("1998",) * N + ("1999",) * N
    other = {**files, "x.csv": table(("a", "b"), IDS, TITLES).encode()}
    with pytest.raises(InputError, match="different columns"):
        read(zipped(other), "made.zip")


def test_a_table_beside_texts_tells_of_them():
    files = {f"{i}.txt": it.encode() for i, it in enumerate(TEXTS)}
    named = [f"{i}.txt" for i in range(N)]
    about = table(("file", "title", "party"), named[1:], TITLES[1:], PARTIES[1:])
    corpus = read(zipped({**files, "about.csv": about.encode()}), "made.zip")
    by_title = dict(zip(corpus.titles, corpus.texts, strict=True))
    assert by_title[TITLES[3]] == TEXTS[3]
    assert by_title["0.txt"] == TEXTS[0]
    assert {*corpus.groups["party"]} >= {"Whig", "Tory"}
    assert any("no row for 1" in it for it in corpus.warnings)


ROWS = [{"id": str(i), "text": it, "by": PARTIES[i]} for i, it in enumerate(TEXTS)]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}


@in_one_test(
    "held",
    [
        ROWS,
        COLUMNS,
        {name: dict(enumerate(column)) for name, column in COLUMNS.items()},
        {row["id"]: {"text": row["text"]} for row in ROWS},
        {f"number {row['id']}": row["text"] for row in ROWS},
        [row["text"] for row in ROWS],
        {"data": {"page": 1, "items": ROWS}},
        {"data": [{"name": "x", "all": [row]} for row in ROWS]},
        {"items": [{"of": {"x": {"y": row}}, "kind": "x"} for row in ROWS]},
    ],
)
@in_one_test("indent", [None, 1])
def test_a_table_in_json_is_read_however_programs_write_it(held, indent):
    content = json.dumps(held, indent=indent)
    assert read(content, "made.json").texts == tuple(TEXTS)


def test_numbers_are_dates_only_if_they_are_named_so_or_chosen():
    years = range(2001, 2001 + N)
    for name, are_dates in (("id", 0), ("rent", 0), ("year", 1), ("date", 1)):
        corpus = read(table((name, "text"), years, TEXTS))
        assert bool(corpus.dates) == are_dates, name
    chosen = read(table(("rent", "text"), years, TEXTS), date="rent")
    assert chosen.dates[0] == "2001"


def test_columns_are_judged_by_rows_from_all_of_a_table():
    # The first rows have no text: more of them than are looked at.
    rows = [f"{i},a remark on it," for i in range(1_500)]
    rows += [f"{i},,Tea is drunk by all of us at {i}" for i in range(2_400)]
    assert read("\n".join(["id,x,y", *rows])).texts[-1].endswith("at 2399")
