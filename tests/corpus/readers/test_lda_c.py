"""The reader of LDA-C: what it takes, what it refuses, and with which words."""

import gzip

import numpy as np
import pytest

from spca_core.corpus.readers.recognition import is_lda_c
from spca_core.errors import InputError
from tests.corpus.readers.test_count_readers import DENSE, LDA_C, WORDS

TEXT, read = LDA_C.text, LDA_C.read


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\n" + TEXT.replace(b"\n", b"\n\n \n"), id="blank lines"),
        pytest.param(TEXT.replace(b" ", b"\t  "), id="wide blanks"),
        pytest.param(b"2 2:2 0:5\n2 2:7 1:1\n", id="other order"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(TEXT).content_id


def test_words_without_a_list_are_numbered():
    assert read(TEXT, None).words == ("word_1", "word_2", "word_3")


def test_words_that_occur_nowhere_keep_their_column():
    assert read(TEXT, WORDS + b"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d\n").words[3] == "שלום"


def test_ids_from_1_are_taken_for_what_they_are_if_the_words_say_so():
    corpus = read(b"2 1:5 3:2\n2 2:1 3:7\n")
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.warnings == (
        "tiny.ldac: the ids count from 1, not from 0, to fit the words.",
    )


def test_documents_without_words_are_dropped_and_counted():
    corpus = read(b"0\n" + TEXT + b"0 \n")
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.report.empty_documents == 2


def test_a_word_that_stands_twice_on_a_line_is_added_up_with_a_warning():
    corpus = read(b"3 0:5 2:1 2:1\n2 1:1 2:7\n")
    assert corpus.observations.toarray().tolist() == DENSE
    assert "1 pair of document and word repeats" in corpus.warnings[0]


def test_one_document_of_one_word_is_read():
    assert read(b"1 0:9\n", b"war\n").observations.toarray().tolist() == [[9]]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("3 0:1 1:1", "3 pairs id:count are promised, but 2 follow"),
        ("0 0:1", "0 pairs id:count are promised, but 1 follow"),
        ("1 0:1 1:1", "1 pairs id:count are promised, but 2 follow"),
        ("1 0:-1", "'1 0:-1' is not `M id:count"),
        ("1 -1:1", "'1 -1:1' is not `M id:count"),
        ("1 0:nan", "'1 0:nan' is not `M id:count"),
        ("1 0:1.5", "'1 0:1.5' is not `M id:count"),
        ("1 0", "'1 0' is not `M id:count"),
        ("1 0: 1", "'1 0: 1' is not `M id:count"),
        ("tea for two", "'tea for two' is not `M id:count"),
        ("=HYPERLINK(1)", r"'=HYPERLINK\(1\)' is not `M id:count"),
        ("1 0:9999999999999999", r"1e\+16 is not a count from 0 to 2\^53"),
        ("1 0:99999999999999999999", "is not `M id:count"),
        ("1 2000000:1", "the id 2000000; ids up to 1,999,999 can be read"),
    ],
)
def test_a_bad_line_is_refused_by_its_number_and_text(line, fault):
    with pytest.raises(InputError, match=rf"^tiny\.ldac, line 3: .*{fault}"):
        read(TEXT + line.encode() + b"\n" + TEXT)


def test_bytes_that_are_no_text_are_shown_escaped():
    with pytest.raises(InputError, match=r"line 1: '.{1,2}x89PNG.*' is not `M id"):
        read(b"\x89PNG\r\n\x1a\n")


def test_a_file_of_documents_without_words_is_refused():
    with pytest.raises(InputError, match="2 documents and 0 words"):
        read(b"0\n0\n", None)


def test_a_line_without_an_end_is_given_up_at_the_cap(peak_bytes):
    bomb = gzip.compress(TEXT + b" " * 50_000_000)

    def refuse():
        with pytest.raises(InputError, match="over 30,000,000 by"):
            read(bomb)

    assert peak_bytes(refuse) < 100_000_000  # a few lines


def test_reading_needs_little_more_memory_than_the_counts(peak_bytes):
    rng = np.random.default_rng(0)
    lines = [
        b"50 " + b" ".join(b"%d:1" % i for i in sorted(rng.choice(1000, 50, False)))
        for _ in range(4_000)
    ]
    file = b"\n".join(lines)
    matrix_bytes = 200_000 * (8 + 4)
    assert peak_bytes(lambda: read(file, None)) < 6 * matrix_bytes


def test_a_line_is_told_by_its_number_of_pairs():
    assert is_lda_c(b"2 0:5 2:2")
    assert not is_lda_c(b"3 0:5 2:2")
    assert not is_lda_c(b"0")
    assert not is_lda_c(b"2 years")
