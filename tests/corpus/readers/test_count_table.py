"""The reader of document-term tables: one of measurements, but of counts."""

import pytest
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.readers.counts.table import read_count_table
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.recognition import look_like_counts
from spca_core.errors import InputError

TEXT = b"name,war,peace,tax\na,5,0,2\nb,0,1,7\n"
DENSE = [[5, 0, 2], [0, 1, 7]]


def read(content: bytes, label: str | None = "name") -> Corpus:
    return read_count_table(Upload("tiny.csv", content), label)


def test_a_small_corpus_is_read_as_it_is_written():
    corpus = read(TEXT)
    assert isinstance(corpus.observations, sparse.csr_array)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.words, corpus.titles) == (("war", "peace", "tax"), ("a", "b"))
    assert (corpus.name, corpus.kind) == ("tiny", COUNTS)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT.replace(b",", b"\t"), id="tabs"),
        pytest.param(TEXT + b"c,0,0,0\n", id="an empty document"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(TEXT).content_id


@pytest.mark.parametrize("label", [None, "1"])
@pytest.mark.parametrize(
    "name", [b"name", b"", b'""', b'"a name"'], ids=["name", "none", "quotes", "quoted"]
)
def test_a_first_column_of_names_is_taken_for_the_titles(name, label):
    corpus = read(TEXT.replace(b"name", name), label)
    assert (corpus.titles, corpus.words) == (("a", "b"), ("war", "peace", "tax"))


@pytest.mark.parametrize("name", [b"", b'""'])
def test_numbers_in_a_column_without_a_name_are_titles(name):
    assert read(name + b",war\n0,1\n1,2\n", None).titles == ("0", "1")


@pytest.mark.parametrize("delimiter", [b",", b"\t", b" "])
def test_a_table_whose_first_column_is_a_word_has_no_titles(delimiter):
    corpus = read(b"war,tax\n0,1\n2,3\n".replace(b",", delimiter), None)
    assert (corpus.titles, corpus.words) == ((), ("war", "tax"))


def test_documents_without_words_are_counted():
    assert read(TEXT + b"c,0,0,0\n").report.empty_documents == 1


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            b"c,0,-1,0",
            r"^tiny, row 3, column 2 \('peace'\): -1 is not a count from 0 to",
        ),
        (b"c,0,1e300,0", r"^tiny.*\('peace'\): '1e300' is beyond 1e\+140"),
        (
            b"c,0,nan,0",
            r"^tiny\.csv, line 4, column 3 \('peace'\): 'nan' is not finite",
        ),
        (
            b"c,0,1e999,0",
            r"^tiny\.csv, line 4, column 3 \('peace'\): '1e999' is beyond",
        ),
        (b"c,0,1", r"^tiny\.csv, line 4 has 3 cells, but line 1 has 4"),
    ],
)
def test_a_bad_row_is_refused_by_row_or_line(row, fault):
    with pytest.raises(InputError, match=fault):
        read(TEXT + row + b"\n")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"name,war\n", "tiny.csv has a header and no rows"),
        (b"name,war\na,0\n", "none of its 1 documents has a word"),
        (b"name,war,war\na,1,1\n", r"column 3 \('war'\): the name stands already"),
    ],
)
def test_a_table_without_counts_is_refused(content, fault):
    with pytest.raises(InputError, match=fault):
        read(content)


def test_counts_are_told_by_being_whole_and_often_zero():
    assert look_like_counts([0, 0, 3, 1])
    assert not look_like_counts([0, 0, 3, 1, 2])
    assert not look_like_counts([0, 0, 0.5, 1])
    assert not look_like_counts([0, 0, -3, 1])


def test_several_columns_of_text_before_the_numbers_are_titles_and_groups():
    table = b"name,party,war,peace\na,Whig,5,0\nb,Tory,0,1\nc,Whig,0,2\n"
    corpus = read_count_table(Upload("t.csv", table))
    assert corpus.words == ("war", "peace")
    assert corpus.titles == ("a", "b", "c")
    assert corpus.groups == {"party": ("Whig", "Tory", "Whig")}
