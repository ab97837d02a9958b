"""The reader of SVMlight: what it takes, what it refuses, and with which words."""

import pytest

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.files import Upload
from spca_core.corpus.svmlight import is_document, read_svmlight
from spca_core.errors import InputError

TEXT = b"+1 1:5 3:2\n-1 2:1 3:7\n"
DENSE = [[5, 0, 2], [0, 1, 7]]
WORDS = b"war\npeace\ntax\n"


def read(content: bytes, words: bytes | None = WORDS) -> Corpus:
    listed = None if words is None else Upload("words.txt", words)
    return read_svmlight(Upload("tiny.svm", content), listed)


def test_a_small_corpus_is_read_as_it_is_written():
    corpus = read(TEXT)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.words, corpus.labels) == (("war", "peace", "tax"), ("+1", "-1"))
    assert (corpus.name, corpus.kind, corpus.warnings) == ("tiny", COUNTS, ())


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
    assert (read(content).labels, read(content).warnings) == (("+1", "-1"), ())
    first, then = read(content).observations, read(TEXT).observations
    assert first.toarray().tolist() == then.toarray().tolist()
    assert first.nnz == then.nnz


def test_words_without_a_list_are_numbered_as_in_the_file():
    assert read(TEXT, None).words == ("word_1", "word_2", "word_3")


def test_documents_without_words_are_dropped_with_their_labels_and_counted():
    corpus = read(b"x\n" + TEXT)
    assert (corpus.labels, corpus.report.empty_documents) == (("+1", "-1"), 1)


def test_labels_are_any_text_without_blanks():
    corpus = read("שלום 1:1\n<script> 2:1\n1,2 3:1\n".encode())
    assert corpus.labels == ("שלום", "<script>", "1,2")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1 1:-1", r"-1 is no count of 0 to 2\^53"),
        ("1 1:1e300", r"1e\+300 is no count of 0 to 2\^53"),
        ("1 1:1e999", r"inf is no count of 0 to 2\^53"),
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
    assert is_document(b"sports 1:5 2:2 # x")
    assert is_document(b"# x")
    assert not is_document(b"sports")
    assert not is_document(b"Genesis 1:1 In the beginning")
