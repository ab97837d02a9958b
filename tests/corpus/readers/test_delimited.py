"""Telling by its first rows whether a file is a table of texts, and its delimiter."""

import pytest

from spca_core.corpus.readers.delimited import (
    MAX_SAMPLE,
    are_sentences,
    find_cut,
    first_row_ends,
    read_rows,
)
from spca_core.corpus.readers.files import Upload
from spca_core.errors import InputError

TEXT = "the tax was raised by all of them in the spring of that year"


def rows_of(content: bytes, *, is_cut: bool) -> list[list[str]]:
    return find_cut(content, is_cut=is_cut).rows


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_the_delimiter_is_the_one_that_makes_most_rows_of_one_width(delimiter: str):
    rows = [["one", TEXT, "a, b; c"], ["two", TEXT, "d, e"], ["three", TEXT, "f"]]
    quoted = [[f'"{cell}"' for cell in row] for row in rows]
    content = "\n".join(map(delimiter.join, quoted)).encode()
    cut = find_cut(content, is_cut=False)
    assert (cut.delimiter, cut.rows, cut.is_quoted) == (delimiter, rows, True)


@pytest.mark.parametrize(("n_ragged", "is_table"), [(2, True), (3, False)])
def test_three_of_four_rows_of_a_table_are_of_one_width(n_ragged: int, is_table: bool):
    rows = [f"title {i}\t{TEXT}" for i in range(8 - n_ragged)] + [TEXT] * n_ragged
    assert find_cut("\n".join(rows).encode(), is_cut=False).is_table is is_table


def test_one_row_or_one_column_is_no_table():
    assert not find_cut(f"title\t{TEXT}".encode(), is_cut=False).is_table
    assert not find_cut(f"{TEXT}\n{TEXT}".encode(), is_cut=False).is_table


@pytest.mark.parametrize(("n_blanks", "are_prose"), [(2, False), (3, True)])
def test_lines_with_a_blank_after_most_commas_are_prose(n_blanks: int, are_prose: bool):
    later = [" " * (i < n_blanks) + TEXT for i in range(4)]
    content = "\n".join(f"{TEXT},{cell}" for cell in later).encode()
    assert are_sentences(content, find_cut(content, is_cut=False)) is are_prose


def test_a_last_row_that_may_be_cut_is_left_out_unless_few_are_there():
    content = b"a,b\nc,d\ne,f"
    assert rows_of(content, is_cut=True) == [["a", "b"], ["c", "d"]]
    assert rows_of(content, is_cut=False)[-1] == ["e", "f"]
    assert rows_of(b"a,b\nc,d", is_cut=True)[-1] == ["c", "d"]


def test_blank_rows_are_left_out_and_only_the_first_rows_are_looked_at():
    content = b"a,b\n\n , \n" + b"c,d\n" * MAX_SAMPLE
    assert rows_of(content, is_cut=True) == [
        ["a", "b"],
        *[["c", "d"]] * (MAX_SAMPLE - 3),
    ]


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
    cut = find_cut(b"a,b\nc,d", is_cut=False)
    assert first_row_ends(start, cut) is ends


def test_quotes_that_join_rows_are_no_quoting_and_others_are():
    unpaired = b'"so it began,x\nit went on,y\n"and ended,z\n'
    cut = find_cut(unpaired, is_cut=False)
    assert (cut.is_quoted, len(cut.rows)) == (False, 3)
    paired = b'"it began,\nand went on",x\nit ended,y\n"no, not yet",z\n'
    cut = find_cut(paired, is_cut=False)
    assert (cut.is_quoted, len(cut.rows)) == (True, 3)
    letter = b'id,text\n1,"Dear all,\n\nso be it"\n2,"Dear all\nYours, Bob"\n'
    cut = find_cut(letter, is_cut=False)
    assert (cut.is_quoted, len(cut.rows)) == (True, 3)
    assert len(list(read_rows(Upload("x", letter), cut))) == 3
    escaped = b'x,"it \\"began\\", and went on"\ny,"it ended"\n'
    rows = list(read_rows(Upload("x", escaped), find_cut(escaped, is_cut=False)))
    assert rows == [["x", 'it "began", and went on'], ["y", "it ended"]]


def test_a_row_may_have_fewer_cells_and_no_more_but_empty_ones():
    cut = find_cut(b"a,b\nc,d\ne,f", is_cut=False)
    rows = list(read_rows(Upload("x", b"a\nb,c,,\n"), cut))
    assert rows == [["a", ""], ["b", "c"]]
    with pytest.raises(InputError, match="row 2 has 3 cells, but row 1 has 2"):
        list(read_rows(Upload("x", b"a\nb,c,d\n"), cut))
