"""Telling by its first rows whether a file is a table of texts, and its delimiter."""

import pytest

from spca_core.corpus.readers.records.delimited import (
    MAX_ROWS,
    cut_rows,
    first_row_ends,
    holds_prose,
)

TEXT = "the tax was raised by all of them in the spring of that year"


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_the_delimiter_is_the_one_that_makes_most_rows_of_one_width(delimiter: str):
    rows = [["one", TEXT, "a, b; c"], ["two", TEXT, "d, e"], ["three", TEXT, "f"]]
    quoted = [[f'"{cell}"' for cell in row] for row in rows]
    content = "\n".join(map(delimiter.join, quoted)).encode()
    assert cut_rows(content, is_cut=False) == (delimiter, rows)


@pytest.mark.parametrize(("n_ragged", "is_table"), [(2, True), (3, False)])
def test_three_of_four_rows_of_a_table_are_of_one_width(n_ragged: int, is_table: bool):
    rows = [f"title {i}\t{TEXT}" for i in range(8 - n_ragged)] + [TEXT] * n_ragged
    assert holds_prose("\n".join(rows).encode(), is_cut=False) is is_table


def test_one_row_or_one_column_is_no_table():
    assert not holds_prose(f"title\t{TEXT}".encode(), is_cut=False)
    assert not holds_prose(f"{TEXT}\n{TEXT}".encode(), is_cut=False)


@pytest.mark.parametrize(("n_blanks", "is_table"), [(2, True), (3, False)])
def test_sentences_with_commas_are_no_table(n_blanks: int, is_table: bool):
    later = [" " * (i < n_blanks) + TEXT for i in range(4)]
    rows = [f"{TEXT},{cell}" for cell in later]
    assert holds_prose("\n".join(rows).encode(), is_cut=False) is is_table


def test_a_last_row_that_may_be_cut_is_left_out_unless_it_is_alone():
    content = b"a,b\nc,d\ne,f"
    assert cut_rows(content, is_cut=True)[1] == [["a", "b"], ["c", "d"]]
    assert cut_rows(content, is_cut=False)[1][-1] == ["e", "f"]
    assert cut_rows(b"a,b", is_cut=True)[1] == [["a", "b"]]


def test_blank_rows_are_left_out_and_only_the_first_rows_are_read():
    content = b"a,b\n\n , \n" + b"c,d\n" * MAX_ROWS
    _, rows = cut_rows(content, is_cut=True)
    assert rows == [["a", "b"], *[["c", "d"]] * (MAX_ROWS - 3)]


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        (b"a,b\nc", True),
        (b"\n\na,b\nc", True),
        (b"a,b\n", False),
        (b"a,b", False),
        (b'"a\nb,c\nd', False),
    ],
)
def test_a_first_row_ends_where_another_begins(start: bytes, ends: bool):
    assert first_row_ends(start, ",") is ends
