"""The reader of triples: what it takes, what it refuses, and with which words."""

from itertools import permutations

import pytest

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.readers.counts.triples import read_triples
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.recognition import is_triple
from spca_core.errors import InputError

ROWS = [("b", "war", "5"), ("b", "tax", "2"), ("a", "peace", "1"), ("a", "tax", "7")]
DENSE = [[0, 2, 5], [1, 7, 0]]
HEADER = b"document,word,count\n"
BODY = "".join(",".join(row) + "\n" for row in ROWS).encode()
TEXT = HEADER + BODY


def read(content: bytes) -> Corpus:
    return read_triples(Upload("tiny.csv", content))


def test_a_small_corpus_is_read_with_its_words_in_order():
    corpus = read(TEXT)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.words, corpus.titles) == (("peace", "tax", "war"), ("b", "a"))
    assert (corpus.name, corpus.kind, corpus.warnings) == ("tiny", COUNTS, ())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(BODY, id="no header"),
        pytest.param(b"\n" + TEXT.replace(b"\n", b"\n\n"), id="blank lines"),
        pytest.param(TEXT.replace(b",", b"\t"), id="tabs"),
        pytest.param(TEXT.replace(b",", b";"), id="semicolons"),
        pytest.param(TEXT.replace(b",", b"  "), id="blanks"),
        pytest.param(TEXT.replace(b",", b" , "), id="blanks around"),
        pytest.param(TEXT.replace(b"tax", b'"tax"'), id="quotes"),
        pytest.param(HEADER.upper() + BODY, id="header in capitals"),
        pytest.param(HEADER.replace(b"count", b"n") + BODY, id="another name"),
        pytest.param(TEXT.replace(b"tax,7", b"tax,3\na,tax,4"), id="in two parts"),
        pytest.param(TEXT + b"a,war,0\n", id="a zero"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(TEXT).content_id


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_a_header_tells_the_order_of_the_columns(order):
    rows = [("doc_id", "term", "freq"), *ROWS]
    lines = (",".join(row[column] for column in order) for row in rows)
    assert read("\n".join(lines).encode()).content_id == read(TEXT).content_id


def test_a_header_of_unknown_names_is_left_out_with_a_warning():
    corpus = read(b"Dokument,Wort,Zahl\n" + BODY)
    assert corpus.content_id == read(TEXT).content_id
    assert corpus.warnings[0].startswith("tiny.csv, line 1 was left out as a header.")


def test_the_order_of_the_lines_changes_only_that_of_the_documents():
    lines = BODY.splitlines(keepends=True)
    turned = read(HEADER + b"".join(reversed(lines)))
    assert turned.words == read(TEXT).words
    assert turned.titles == ("a", "b")
    assert turned.observations.toarray().tolist() == DENSE[::-1]


def test_repeated_pairs_are_added_up_with_a_warning():
    corpus = read(TEXT + b"b,war,1\n")
    assert corpus.observations.toarray().tolist() == [[0, 2, 6], [1, 7, 0]]
    assert "1 pair of document and word repeats" in corpus.warnings[0]


def test_a_document_whose_counts_are_all_zero_is_dropped_and_counted():
    corpus = read(TEXT + b"c,war,0\n")
    assert (corpus.titles, corpus.report.empty_documents) == (("b", "a"), 1)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("a,war", "2 cells, but a document, a word and a count are 3"),
        ("a,war,1,1", "4 cells, but a document"),
        ("a,war,-1", r"'-1' is not a count from 0 to 2\^53"),
        ("a,war,nan", "'nan' is not a count"),
        ("a,war,", "'' is not a count"),
        ("a,war,1_0", "'1_0' is not a count"),
        ("a,war,1e300", r"'1e300' is not a count"),
        ("a,war,two", "'two' is not a count"),
        ("a,,1", "a word of 0 bytes"),
        (",war,1", "a document of 0 bytes"),
        ("a," + "x" * 10_000 + ",1", "a word of 10,000 bytes; it must have 1 to 1,000"),
        ("a," + "x" * 1_000_000 + ",1", "over 10,000 bytes, the most"),
        ('a,"war\n2",1', "a quote does not end where its cell ends"),
        ("a\rb,war,1", "a carriage return stands inside the line"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(line, fault):
    with pytest.raises(InputError, match=rf"^tiny\.csv, line 6:? .*{fault}") as refusal:
        read(TEXT + line.encode() + b"\n" + BODY)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("content", "fault"),
    [(HEADER, "tiny has 0 documents and 0 words"), (b"\n \n", "tiny.csv is empty")],
)
def test_a_file_without_triples_is_refused(content, fault):
    with pytest.raises(InputError, match=fault):
        read(content)


@pytest.mark.slow
def test_reading_needs_little_more_memory_than_the_counts(peak_bytes):
    lines = (b"%d,word%d,3\n" % (i // 100, i % 977) for i in range(100_000))
    file = b"".join(lines)
    assert peak_bytes(lambda: read(file)) < 8 * 100_000 * (8 + 4)


def test_a_triple_is_told_by_a_word_and_a_count():
    assert is_triple(["a", "war", "5"])
    assert is_triple(["1", "war", "0.5"])
    assert is_triple(["a", "war", "0"])
    assert not is_triple(["1", "2", "3"])
    assert not is_triple(["a", "war", "-5"])
    assert not is_triple(["a", "5"])
