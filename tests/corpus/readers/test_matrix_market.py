"""The reader of Matrix Market: what it takes and refuses, and with which words."""

import gzip
import io

import numpy as np
import pytest
from scipy import io as scipy_io
from scipy import sparse

from spca_core.corpus.readers import limits, lines
from spca_core.errors import InputError
from tests.corpus.readers.test_count_readers import DENSE, MARKET
from tests.corpus.readers.test_count_readers import MATRIX_MARKET as BANNER

TEXT, read = MARKET.text, MARKET.read
ARRAY = b"%%MatrixMarket matrix array real general\n2 3\n5\n0\n0\n1\n2\n7\n"


def body_of(*lines: str, size: str = "2 3 4", banner: bytes = BANNER) -> bytes:
    return banner + "\n".join([size, *lines, ""]).encode()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT.replace(b"\n2 3 4", b"\n\n%\n2 3 4"), id="more comments"),
        pytest.param(TEXT.replace(b"\n1 3", b"\n\n1 3") + b"\n\n", id="blank lines"),
        pytest.param(TEXT.replace(b" ", b"  "), id="wide blanks"),
        pytest.param(TEXT.replace(BANNER, BANNER.upper()), id="capitals"),
        pytest.param(TEXT.replace(b"integer", b"real"), id="real"),
        pytest.param(TEXT.replace(b"3 4", b"3 5") + b"1 2 0\n", id="zeros"),
        pytest.param(ARRAY, id="array"),
        pytest.param(ARRAY.replace(b"real", b"integer"), id="integer array"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(TEXT).content_id


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("form", [sparse.coo_array, np.array])
def test_what_scipy_writes_is_read_back(seed, form):
    rng = np.random.default_rng(seed)
    dense = rng.integers(0, 3, (300, 200)) * (rng.random((300, 200)) < 0.3)
    dense[:, 0] = 1  # no document is empty
    file = io.BytesIO()
    scipy_io.mmwrite(file, form(dense))
    assert (read(file.getvalue(), None).observations.toarray() == dense).all()


@pytest.mark.parametrize("end", [b" ", b"\t", b"\r", b" \n ", b"\n\n\t"])
@pytest.mark.parametrize("text", [TEXT, ARRAY])
def test_blanks_after_the_last_number_are_no_danger(text, end):
    """scipy alone reads past the end of such a file, and at times crashes."""
    for _ in range(50):
        assert read(text.rstrip() + end).observations.toarray().tolist() == DENSE


def test_a_pattern_counts_1_for_every_word_that_occurs():
    text = body_of(
        "1 1", "2 3", size="2 3 2", banner=BANNER.replace(b"integer", b"pattern")
    )
    assert read(text).observations.toarray().tolist() == [[1, 0, 0], [0, 0, 1]]


def test_fractions_are_read_as_they_stand_even_if_whole_numbers_are_promised():
    text = body_of("1 1 5.5", "2 3 2e-1", size="2 3 2")
    assert read(text).observations.toarray().tolist() == [[5.5, 0, 0], [0, 0, 0.2]]


def test_cells_that_stand_twice_are_added_up_with_a_warning():
    corpus = read(body_of("1 1 4", "1 1 1", "1 3 2", "2 3 7"))
    assert corpus.observations.toarray().tolist() == [[5, 0, 2], [0, 0, 7]]
    assert "1 pair of document and word repeats" in corpus.warnings[0]


def test_documents_without_words_are_dropped_and_counted():
    corpus = read(TEXT.replace(b"2 3 4", b"4 3 4"))
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.report.empty_documents == 2


def test_one_document_of_one_word_is_read():
    text = body_of("1 1 9", size="1 1 1")
    assert read(text, b"war\n").observations.toarray().tolist() == [[9]]


def test_a_matrix_the_wrong_way_round_is_told_by_its_words():
    expected = "2 rows and 3 columns, and words.txt has a word for each row.* Transpose"
    with pytest.raises(InputError, match=expected):
        read(TEXT, b"war\npeace\n")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("%%MatrixMarket", "%%MatrixMarkets", "line 1 is not `%%MatrixMarket"),
        ("coordinate", "sparse", "line 1 is not `%%MatrixMarket"),
        ("integer", "complex", "line 1: numbers of type 'complex', but only real or"),
        ("general", "symmetric", "line 1: a 'symmetric' matrix"),
        ("coordinate integer", "array pattern", "line 1: numbers of type 'pattern'"),
        ("2 3 4", "2 3", "line 3: '2 3.{,2}' is not `D W NNZ`"),
        ("2 3 4", "2 -3 4", "line 3: '2 -3 4.{,2}' is not `D W NNZ`"),
        ("2 3 4", "2 3 4 5", "line 3: '2 3 4 5.{,2}' is not `D W NNZ`"),
        ("2 3 4", "two 3 4", "line 3: 'two 3 4.{,2}' is not `D W NNZ`"),
        ("2 3 4", "0 3 4", "line 3 holds 0 rows; 1 or more"),
        ("2 3 4", "2 0 4", "line 3 holds 0 columns; 1 or more"),
        ("2 3 4", "2 3 999999999", "line 3 holds over 200,000,000 numbers"),
        ("2 3 4", "2 3 200000000", "line 3: .* 200,000,000 lines .* too small"),
        ("2 3 4", "2 3 5", "line 3: .* 5 lines of numbers, .* only 4 follow"),
        ("2 3 4", "2 3 3", "line 3: .* 3 lines of numbers, .* more follow"),
        ("2 3 4", "1 3 4", "line 6: '2 2 1': the document must be from 1 to 1"),
        ("2 3 4", "2 2 4", "words.txt"),
    ],
)
def test_a_header_that_lies_is_refused_by_line_and_value(old, new, fault):
    with pytest.raises(InputError, match=fault):
        read(TEXT.replace(old.encode(), new.encode()))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("3 1 1", "line 4: '3 1 1': the document must be from 1 to 2"),
        ("0 1 1", "line 4: '0 1 1': the document must be"),
        ("1 4 1", "line 4: '1 4 1': the word must be from 1 to 3"),
        ("1 0 1", "line 4: '1 0 1': the word must be"),
        ("1 1 nan", r"line 4: '1 1 nan' is not `document word count`"),
        ("1 1 inf", r"line 4: '1 1 inf' is not `document word count`"),
        ("1 1 1d3", r"line 4: '1 1 1d3' is not `document word count`"),
        ("1 1 1_0", r"line 4: '1 1 1_0' is not `document word count`"),
        ("1 1 =1+1", r"line 4: '1 1 =1\+1' is not `document word count`"),
        ("1 1 5 % five", r"line 4: '1 1 5 % five' is not `document word count`"),
        ("1 1 5-3", "line 4: '1 1 5-3' is not `document word count`"),
        ("1 1.5 3", "line 4: '1 1.5 3' is not `document word count`"),
        ("1 1 5.5.5", "line 4: '1 1 5.5.5' is not"),
        ("1 1 5e", "line 4: '1 1 5e' is not"),
        ("1 1 5e1.5", "line 4: '1 1 5e1.5' is not"),
        ("-1 1 5", "line 4: '-1 1 5': the document must be"),
        (
            "1 1 -1",
            "line 4: '1 1 -1': the count must be from 0 to 9,007,199,254,740,992",
        ),
        ("1 1 1e300", "line 4: '1 1 1e300': the count must be"),
        ("1 1 1e999", "line 4: '1 1 1e999': the count must be"),
        ("1 1", "line 4: '1 1' is not"),
        ("1 1 5 5", "line 4: '1 1 5 5' is not"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(line, fault):
    with pytest.raises(InputError, match=rf"^tiny.*{fault}"):
        read(body_of("1 2 3", line, "2 3 7", size="2 3 3"))


@pytest.mark.parametrize("number", ["5-3", "1.5.", "nan", "2e", "--1", "1,5"])
def test_a_bad_number_of_an_array_is_refused_by_its_line(number):
    text = ARRAY.replace(b"\n1\n", b"\n%s\n" % number.encode())
    with pytest.raises(InputError, match=f"line 6: '{number}' is not `count` in num"):
        read(text)


def test_numbers_are_counted_over_the_borders_of_blocks(monkeypatch):
    for size in range(1, 30):
        monkeypatch.setattr(lines, "BLOCK", size)
        assert read(TEXT + b"\n" * 3).observations.toarray().tolist() == DENSE


@pytest.mark.parametrize("content", [BANNER, b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_matrix_is_refused_by_its_name(content):
    with pytest.raises(InputError, match=r"^tiny\.mtx, line [12]"):
        read(content)


@pytest.mark.parametrize("filler", [b"\n", b"% x\n", b"1 1 1\n", b"1", b" "])
@pytest.mark.parametrize("place", [len(BANNER), len(TEXT)])
def test_a_gzip_bomb_is_stopped(monkeypatch, peak_bytes, filler, place):
    monkeypatch.setattr(limits, "MATRIX_MARKET", 300_000)
    bomb = gzip.compress(TEXT[:place] + filler * 10_000_000 + TEXT[place:])

    def refuse():
        with pytest.raises(InputError, match=r"^tiny\.mtx"):
            read(bomb, None)

    assert peak_bytes(refuse) < 5_000_000  # some blocks


@pytest.mark.slow
def test_reading_needs_little_more_memory_than_the_counts(peak_bytes):
    rng = np.random.default_rng(0)
    matrix = sparse.random_array((2_000, 1_000), density=0.1, rng=rng)
    file = io.BytesIO()
    scipy_io.mmwrite(file, matrix)
    matrix_bytes = matrix.nnz * (8 + 4)
    assert peak_bytes(lambda: read(file.getvalue(), None)) < 6 * matrix_bytes
