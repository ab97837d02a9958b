"""The reader of tables: what it takes, what it refuses, and with which words."""

import gzip
import re
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.counts import rows
from spca_core.corpus.readers.counts.number_tables import read_table
from spca_core.errors import InputError
from tests.fuzz import in_one_test

TEXT = b"height,weight,age\n1.5,-2,3e2\n4,.5,6.\n"
ROWS = [[1.5, -2, 300], [4, 0.5, 6]]
NAMES = ("height", "weight", "age")
LABELLED = "kind,height,weight\nélan,1,2\n税,3,4\n".encode()
MARKUP = "![x](http://example.org/a.png)"


@pytest.fixture
def read(tmp_path: Path):
    """Return a reader of bytes: it writes the file and reads it back."""

    def read_bytes(content: bytes, label=None, names=None) -> Corpus:
        (tmp_path / "tiny.csv").write_bytes(content)
        return read_table(tmp_path / "tiny.csv", label, names)

    return read_bytes


def values_of(corpus: Corpus) -> list[list[float]]:
    return corpus.observations.tolist()


def random_matrix(seed: int, n_rows: int = 40, n_columns: int = 7) -> np.ndarray:
    """Return numbers of both signs, of sizes from 1e-150 to 1e138, and zeros."""
    rng = np.random.default_rng(seed)
    shape = (n_rows, n_columns)
    powers = 10.0 ** rng.integers(-150, 138, shape)
    return rng.standard_normal(shape) * powers * rng.integers(0, 2, shape)


@in_one_test(
    "content",
    [
        *(TEXT + b"\n \r\n\n", b"\n \r\n\t\n" + TEXT, b"\n" * 1_000 + TEXT),
        *(b"\xef\xbb\xbf" + TEXT, TEXT.removesuffix(b"\n"), gzip.compress(TEXT)),
        *(TEXT.replace(b"\n", it) for it in (b"\r\n", b"\r\r\n")),
        *(TEXT.replace(b",", it) for it in (b" ,  ", b";", b"\t", b" ", b"  ")),
        TEXT.replace(b",", b" ").replace(b"\n", b" \n "),
        re.sub(rb"([\w.-]+)", rb'"\1"', TEXT),
        re.sub(rb"([a-z]{2,})", rb' "\1"', TEXT),
    ],
)
def test_the_same_table_is_read_from_every_way_of_writing_it(read, content):
    assert read(content).content_id == read(TEXT).content_id
    assert values_of(read(content)) == ROWS


@in_one_test(
    "content, rows",
    [
        (b"1\n", [[1]]),
        (b"1 2 3", [[1, 2, 3]]),
        (b"1\n2\n3\n", [[1], [2], [3]]),
        (b" 1  2 \n 3\t4\n", [[1, 2], [3, 4]]),
        (b"1,-0.5e-3\n+2.,.25E+2\n", [[1, -0.0005], [2, 25]]),
        (b"1e140,-1e140\n1e-400,0\n", [[1e140, -1e140], [0, 0]]),
    ],
)
def test_a_table_without_header_numbers_its_features(read, content, rows):
    corpus = read(content)
    assert values_of(corpus) == rows
    assert corpus.words == tuple(f"feature_{i + 1}" for i in range(len(rows[0])))


@in_one_test(
    "content, words",
    [
        ("country,1990,1991\n1,2,3\n", ("country", "1990", "1991")),
        ('"a, b";"c ""d""";e\'f\n1;2;3\n', ("a, b", 'c "d"', "e'f")),
        ('"a; b","c\td"\n1,2\n', ("a; b", "c\td")),
        ('"in cm" "in kg"\n1 2\n', ("in cm", "in kg")),
        ("Na,Nan,Al\n1,2,3\n", ("Na", "Nan", "Al")),
        (f"{MARKUP}\t<script>\t=1+1\n1\t2\t3\n", (MARKUP, "<script>", "=1+1")),
        (f"{'n' * 1_000},b\n1,2\n", ("n" * 1_000, "b")),
    ],
)
def test_a_header_is_recognised_by_its_text_and_not_changed(read, content, words):
    assert read(content.encode()).words == words


@in_one_test(
    "content, place, fault",
    [
        ("1,nan\n1,2\n", "line 1, column 2", "'nan' is not finite"),
        ("-Inf,1\n1,2\n", "line 1, column 1", "'-Inf' is not finite"),
        ("1,NA,3\n1,2,3\n", "line 1, column 2", "'NA' is not finite"),
        ("1 ? 3\n1 2 3\n", "line 1, column 2", "'[?]' is not finite"),
        ("1,,3\n1,2,3\n", "line 1, column 2", "the name is empty. Fill it in"),
    ],
)
def test_a_missing_number_makes_no_header_of_a_first_row(read, content, place, fault):
    with pytest.raises(InputError, match=rf"^tiny\.csv, {place}.*: {fault}"):
        read(content.encode())


@in_one_test(
    "content, label, titles, words",
    [
        ("setosa,1,2\nvirginica,3,4\n", "1", ("setosa", "virginica"), "2 3"),
        ("1,setosa,2\n3,virginica,4\n", "2", ("setosa", "virginica"), "1 3"),
        ("1,2,setosa\n3,4,5\n", "3", ("setosa", "5"), "1 2"),
        ("1 'a 2\n3 b' 4\n", "2", ("'a", "b'"), "1 3"),
        ("1 x 2\n3\ty \t 4\n", "2", ("x", "y"), "1 3"),
    ],
)
def test_titles_without_header_leave_features_their_column_of_the_file(
    read, content, label, titles, words
):
    corpus = read(content.encode(), label)
    assert corpus.titles == titles
    assert corpus.words == tuple(f"feature_{number}" for number in words.split())
    assert values_of(corpus)[0] == [1, 2]


@in_one_test(
    "title, cell",
    [
        ('New York, "NY"', '"New York, ""NY"""'),
        ("it's 5\"", "it's 5\""),
        ("nan", "nan"),
        (MARKUP, MARKUP),
        ("t" * 1_000, "t" * 1_000),
        ("no-break\u00a0space\u2028line", "no-break\u00a0space\u2028line"),
        ("in blanks", "  in blanks  "),
        ("\u00a0", "\u00a0"),
    ],
)
def test_titles_may_be_any_text_in_csv(read, title, cell):
    corpus = read(f"a,place,b\n1,{cell},2\n3,x,4\n".encode(), "place")
    assert corpus.titles == (title, "x")
    assert values_of(corpus) == [[1, 2], [3, 4]]


@in_one_test("names, label", [("ab", "1"), ("34", "1"), ("01", "")])
def test_the_unnamed_index_of_a_data_frame_can_be_the_titles(read, names, label):
    frame = pd.DataFrame([[1.5, 3], [2, 4]], index=["x", "y"], columns=list(names))
    corpus = read(frame.to_csv().encode(), label)
    assert (corpus.titles, corpus.words) == (("x", "y"), tuple(names))
    assert values_of(corpus) == [[1.5, 3], [2, 4]]


@in_one_test(
    "content, label, fault",
    [
        ("a,b\n1,2\n", "c", r"has no column 'c' to .* It has 'a', 'b': .* of 1 to 2\."),
        ("a,b\n1,2\n", "3", "has no column '3'"),
        ("a,b\n1,2\n", "-1", "has no column '-1'"),
        ("a,b\n1,2\n", "", "has no column ''"),
        ("a,b\n1,2\n", "²", "has no column '²'"),
        ("1,2\n", "kind", "has no column 'kind' .* 'feature_1', 'feature_2': give"),
        ("a b c d e f g\n", "h", "has .* It has 'a', 'b', 'c', 'd', 'e', .*: give"),
        ("a\n1\n", "a", "has no column besides the labels. Add a column"),
        ("a,k\n1,\n", "k", r", line 2, column 2 \('k'\): the label is empty\. Fill"),
        ("a,k\n1,x\n1,\u00a0\n1, \n", "k", ", line 4, column 2 .*: the label is empty"),
        (f"a,k\n1,{'é' * 501}\n", "k", ", line 2, column 2 .*: a label of over 1,000"),
        ("a,k,k\n1,2,3\n", "k", r", line 1, column 3 \('k'\): the name .* by column 2"),
        ('a,k\n1,"x\n2,y"\n', "k", ", line 2: a quote does not end where its cell"),
        (f"a,k\n1,{'x' * 1_050_000}\n", "k", ", line 2.* over 1,000 bytes"),
        ("a,k\n1,x\ry\n", "k", ", line 2: there is a carriage return inside"),
        ('a;k\n"1,5";x\n', "k", ", line 2, column 1 .*: '1,5' is not a number"),
        ('a;b;k\n"1,5";x\n', "k", ", line 2 has 2 cells, but line 1 has 3"),
    ],
)
def test_labels_that_cannot_be_taken_out_are_refused(read, content, label, fault):
    with pytest.raises(InputError, match=rf"^tiny\.csv ?{fault}"):
        read(content.encode(), label)


BAD_CELLS = {
    "{} is not finite. Fill it in, or remove its row or column": [
        *("nan", "NaN", "inf", "-Infinity", "NA", "?", ".")
    ],
    "{} is beyond 1e+140. Correct it, or rescale": ["1e999", "-1e999"],
    f"'{'9' * 64}' is beyond 1e+140": ["9" * 400],
    "the cell is empty. Fill it in": ["", " ", '""'],
    "{} is not a number such as 12, -0.5 or 3e-4. Correct it": [
        *("abc", "1_000", "0x1F", "True", "1 000", "1+2j", "1.5f", "1e", "1e5.0"),
        *("--1", "- 1", "1/2", "2026-01-01", "1\u00a0", "\u0661\u0662", "\x1c1"),
        *("1\v", "#1", MARKUP),
    ],
    "'1,000' is not a number": ['"1,000"'],
}


@in_one_test("fault, cells", BAD_CELLS.items())
@in_one_test("label", [None, "label"])
def test_a_bad_cell_is_refused_by_line_column_and_text(read, cells, fault, label):
    for cell in cells:
        content = f"label,a,height,b\n1,2,3,4\n1,2,{cell},4\n1,2,3,4\n".encode()
        place = "tiny.csv, line 3, column 3 ('height'): "
        expected = re.escape(place + fault.format(repr(cell)))
        with pytest.raises(InputError, match=f"^{expected}"):
            read(content, label)


@in_one_test(
    "content, fault",
    [
        ("1 2 3\n4 5 x\n", "line 2, column 3: 'x' is not a"),
        ("a,b,c\n1,2,3\n1,x,nan\n,,\ny\n", r"line 3, column 2 \('b'\): 'x' is not"),
        (
            "a,b\n1,war at sea\n",
            "line 2, column 2.* Or read the file as a table of texts",
        ),
        ("a,b\n1,2,3\n", "line 2 has 3 cells, but line 1 has 2. Give each line one"),
        ("a,b\n1,2\n3,4,\n", "line 3 has 3 cells, but line 1 has 2"),
        ("a,b\n1,\0\n", "line 2: a zero byte, which text never has"),
        ("\n\n1 2\n3\n", "line 4 has 1 cell, but line 3 has 2"),
        ("a\tb\n1\t\n", r"line 2, column 2 \('b'\): the cell is empty"),
        ("b,,a\n1,2,3\n", r"line 1, column 2 \(''\): the name is empty"),
        (
            "a,b,a\n1,2,3\n",
            r"line 1, column 3 \('a'\): .* used by column 1. Rena",
        ),
        (f"{'é' * 501},b\n", r"line 1, column 1 .*: a name of over 1,000 bytes. Sho"),
        ('"a\nb",c\n1,2\n', "line 1: a quote does not end where its cell ends"),
        ("a,b\r1,2\r3,4\r", "line 1: there is a carriage return inside the line"),
        ("a,b\n1,2\r \n", "line 2: there is a carriage return inside the line"),
        ("1 2\n3\r4\n", "line 2: there is a carriage return inside the line"),
        ("1,5;2,5\n3,5;4,5\n", r"line 2, column 1 \('1,5'\): '3,5' is not a number"),
    ],
)
def test_lines_that_are_no_rows_are_refused_by_number(read, content, fault):
    with pytest.raises(InputError, match=rf"^tiny\.csv, {fault}"):
        read(content.encode())


@in_one_test(
    "content, fault",
    [
        (b"", "is empty. Choose"),
        (b"\n \n\n", "is empty. Choose"),
        (b"a,b", "has a header and no rows. Add rows"),
        (b"a,b\n\n\n", "has a header and no rows"),
        (b"\n" * 1_001 + b"1\n", "holds over 1,000 blank lines at .* Remove"),
        ("a,b\n1,2\n1,ö\n".encode("latin-1"), ", line 3: byte 0xf6 is not UTF-8.*save"),
        ("a,b\n1,2\n".encode("utf-16"), ", line 1: a zero byte, .* in UTF-16"),
        (gzip.compress(TEXT)[:-1], "is a gzip file that is cut off"),
    ],
)
def test_a_file_without_a_table_is_refused(read, content, fault):
    with pytest.raises(InputError, match=rf"^tiny\.csv ?{fault}"):
        read(content)


def test_a_list_of_names_serves_a_table_without_header(read, tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("height\nweight\n")
    assert read(b"1 2\n3 4\n", names=names).words == ("height", "weight")
    assert read(b"1 x 2\n3 y 4\n", "2", names).words == ("height", "weight")
    with pytest.raises(InputError, match=r"^tiny\.csv, line 1 is a header .* names\."):
        read(TEXT, names=names)
    with pytest.raises(InputError, match=r"^names\.txt has 2 features, but .* of 3"):
        read(b"1 2 3\n", names=names)


@in_one_test("seed", range(2))
@in_one_test("newline", ["\n", "\r\n"])
@in_one_test("quoting", [0, 1, 2])
def test_a_data_frame_is_read_back_with_names_and_labels(read, seed, newline, quoting):
    matrix = random_matrix(seed)
    frame = pd.DataFrame(matrix, columns=[f"name {i}, in cm" for i in range(7)])
    frame.insert(3, "kind", [f'"kind" {i}, of ö' for i in range(40)])
    text = frame.to_csv(index=False, lineterminator=newline, quoting=quoting)
    corpus = read(text.encode(), "kind")
    assert values_of(corpus) == matrix.tolist()
    assert corpus.titles == tuple(frame["kind"])
    assert corpus.words == tuple(frame.columns.drop("kind"))


@in_one_test("block", [1, 2, 7, 16, 64])
@in_one_test("label", [None, "b"])
def test_blocks_of_any_size_and_blank_lines_give_the_same_table(
    read, monkeypatch, block, label
):
    content = b"\n\na,b,c\r\n" + b"1,2,3\r\n\n-4,5e5,6\n" * 20 + b"\n \n\r\n"
    whole = read(content, label).content_id
    assert read(content.replace(b"\n\n-", b"\n-"), label).content_id == whole
    monkeypatch.setattr(lines, "BLOCK", block)
    assert read(content, label).content_id == whole
    at = content.index(b"6", 310)
    line = content[:at].count(b"\n") + 1
    with pytest.raises(InputError, match=rf"line {line}, column 3 .*: 'x' is not a nu"):
        read(content[:at] + b"x" + content[at + 1 :], label)
    monkeypatch.undo()


@in_one_test("filler", ["1", " ", "1 ", "1,", '"', "\t"])
@in_one_test("start", ["", "1 2\n", "a,b\n1,2\n"])
def test_a_very_long_line_is_refused_in_a_short_message(
    read, monkeypatch, filler, start
):
    monkeypatch.setattr(rows.row_blocks, "__defaults__", (500_000,))
    line = start.count("\n") + 1
    with pytest.raises(
        InputError, match=rf"^tiny\.csv, line {line} holds over 500,000"
    ):
        read((start + filler * 1_000_000 + "x").encode())


@in_one_test("filler", ["9", "x", "9 ", "x,", '"x" ', ";"])
@in_one_test("start", ["", "1 2\n", "a,b\n1,2\n"])
def test_errors_in_long_lines_are_quoted_briefly(read, filler, start):
    begun = time.perf_counter()
    with pytest.raises(InputError, match=r"^tiny\.csv") as refusal:
        read((start + filler * 100_000 + "?").encode())
    assert len(str(refusal.value)) < 400
    # Milliseconds, but two minutes if a pattern tries all ways to cut the digits.
    assert time.perf_counter() - begun < 10


def test_more_columns_than_can_be_read_are_refused(read, monkeypatch):
    monkeypatch.setattr(limits, "WORDS", 50)
    for content in (b"1 " * 51, b"a," * 50 + b"a", b"1\n" + b"1 " * 51):
        with pytest.raises(InputError, match=r"holds over 50 columns, the most"):
            read(content)
    assert read(b"1 " * 50).observations.shape == (1, 50)


def test_a_line_of_too_many_cells_is_not_cut_into_all_of_them(
    read, monkeypatch, peak_bytes
):
    monkeypatch.setattr(limits, "WORDS", 1_000)
    content = b"a,k\n1,x\n" + b"12," * 2_000_000

    def refuse():
        with pytest.raises(
            InputError, match=r"line 3 holds over 1,000 columns, the most"
        ):
            read(content, "k")

    assert peak_bytes(refuse) < 50_000_000  # its text a few times; cells are 120 MB


@pytest.mark.parametrize(
    ("limit", "n_rows", "fault"),
    [
        ("CELLS", 501, "holds over 1,000 numbers, the most that can"),
        ("LINES", 1_001, "holds over 1,000 rows, the most that can"),
    ],
)
def test_more_numbers_than_can_be_held_are_refused_while_reading(
    read, monkeypatch, limit, n_rows, fault
):
    monkeypatch.setattr(limits, limit, 1_000)
    monkeypatch.setattr(lines, "BLOCK", 1)
    with pytest.raises(InputError, match=rf"^tiny\.csv {fault}"):
        read(b"1 2\n" * n_rows + b"no row\n")  # what follows is not looked at


@pytest.mark.slow
@pytest.mark.parametrize("label", [None, "2"])
def test_reading_needs_at_most_three_times_the_memory_of_the_matrix(
    tmp_path, peak_bytes, label
):
    path = tmp_path / "large.csv"
    np.savetxt(path, random_matrix(0, 5_000, 100), fmt="%.5g", delimiter=",")
    matrix = read_table(path, label).observations
    assert peak_bytes(lambda: read_table(path, label)) <= 3 * matrix.nbytes


@in_one_test(
    "content, titles, words",
    [
        (",height,age\n0,1.5,20\n1,1.7,30\n", ("0", "1"), ("height", "age")),
        ("id,height,age\n1,1.5,20\n2,1.7,30\n", ("1", "2"), ("height", "age")),
        ("id,height,age\n7,1.5,20\n2,1.7,30\n", (), ("id", "height", "age")),
        ("X,height,age\n1,1.5,20\n2,1.7,30\n", ("1", "2"), ("height", "age")),
        ("x,height,age\n1,1.5,20\n2,1.7,30\n", (), ("x", "height", "age")),
        ("car,height,age\nFiat,1.5,20\nOpel,1.7,30\n", ("Fiat", "Opel"), None),
        ('"height" "age"\n"1" 1.5 20\n"2" 1.7 30\n', ("1", "2"), ("height", "age")),
        ("height,age\nFiat,1.5,20\nOpel,1.7,30\n", ("Fiat", "Opel"), None),
    ],
)
def test_first_columns_that_name_or_number_rows_are_no_measures(
    read, content, titles, words
):
    corpus = read(content.encode())
    assert corpus.titles == titles
    assert corpus.words == (words or ("height", "age"))


def test_names_after_the_first_group_the_rows(read):
    corpus = read(b",car,maker,age\n0,Uno,Fiat,20.5\n1,Tipo,Fiat,30\n")
    assert corpus.titles == ("Uno", "Tipo")
    assert corpus.groups == {"maker": ("Fiat", "Fiat")}
    assert corpus.words == ("age",)
