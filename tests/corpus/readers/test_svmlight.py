"""The reader of SVMlight: what it takes, what it refuses, and with which words."""

import pytest

from spca_core.corpus.readers.recognition import is_svmlight
from spca_core.errors import InputError
from tests.corpus.readers.test_count_readers import SVMLIGHT

TEXT, read = SVMLIGHT.text, SVMLIGHT.read


def test_the_first_number_of_a_line_is_its_label():
    assert read(TEXT).groups["label"] == ("+1", "-1")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"# made by hand\n\n" + TEXT + b" # end\n", id="comment lines"),
        pytest.param(TEXT.replace(b"\n", b" # 5:5 x\n"), id="comments"),
        pytest.param(TEXT.replace(b"1 1", b"1 qid:7 1"), id="qid"),
        pytest.param(TEXT.replace(b":5", b":5.0").replace(b":7", b":.7e1"), id="real"),
        pytest.param(TEXT.replace(b"1:5", b"1:5 2:0"), id="zeros"),
        pytest.param(b"+1 0:5 2:2\n-1 1:1 2:7\n", id="ids from 0"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(content):
    assert (read(content).groups["label"], read(content).warnings) == (("+1", "-1"), ())
    first, then = read(content).observations, read(TEXT).observations
    assert first.toarray().tolist() == then.toarray().tolist()
    assert first.nnz == then.nnz


def test_words_without_a_list_are_numbered_as_in_the_file():
    assert read(TEXT, None).words == ("word_1", "word_2", "word_3")


def test_documents_without_words_are_dropped_with_their_labels_and_counted():
    corpus = read(b"x\n" + TEXT)
    assert (corpus.groups["label"], corpus.report.empty_documents) == (("+1", "-1"), 1)


def test_labels_are_any_text_without_blanks():
    corpus = read("שלום 1:1\n<script> 2:1\n1,2 3:1\n".encode())
    assert corpus.groups["label"] == ("שלום", "<script>", "1,2")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1 1:-1", r"-1 is not a count from 0 to 2\^53"),
        ("1 1:1e300", r"1e\+300 is not a count from 0 to 2\^53"),
        ("1 1:1e999", r"inf is not a count from 0 to 2\^53"),
        ("1 1:nan", "'1 1:nan' is not `label id:value"),
        ("1 -1:1", "'1 -1:1' is not `label id:value"),
        ("1 1: 1", "'1 1: 1' is not `label id:value"),
        ("1:1 2:1", "'1:1 2:1' is not `label id:value"),
        ("tea for two", "'tea for two' is not `label id:value"),
        ("1 2000000:1", "the id 2000000; ids up to 1,999,999 can be read"),
        ("x" * 10_000 + " 1:1", "a label of over 1,000 bytes"),
    ],
)
def test_a_bad_line_is_refused_by_its_number_and_text(line, fault):
    with pytest.raises(InputError, match=rf"^tiny\.svm, line 3: .*{fault}"):
        read(TEXT + line.encode() + b"\n" + TEXT)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"# nothing\n", "0 documents and 0 words"),
        (b"1\n2\n", "2 documents and 0 words"),
        (b"1 1:0\n", "none of its 1 documents has a word"),
    ],
)
def test_a_file_without_documents_is_refused(content, fault):
    with pytest.raises(InputError, match=fault):
        read(content, None)


def test_a_long_line_with_a_fault_at_its_end_takes_no_time(peak_bytes):
    line = b"1" + b" 1:1" * 1_000_000 + b" x\n"

    def refuse():
        with pytest.raises(InputError, match="is not `label id:value"):
            read(line)

    assert peak_bytes(refuse) < 30_000_000  # the line, a few times


def test_a_line_is_told_by_its_pairs():
    assert is_svmlight(b"sports 1:5 2:2 # x")
    assert is_svmlight(b"# x")
    assert not is_svmlight(b"sports")
    assert not is_svmlight(b"Genesis 1:1 In the beginning")
