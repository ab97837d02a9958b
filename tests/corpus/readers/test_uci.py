"""The reader of UCI counts: what it takes, what it refuses, and with which words."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.corpus.readers.recognition import holds_uci
from spca_core.errors import InputError

WORDS = b"war\npeace\ntax\n"
COUNTS = b"2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"
DENSE = [[5, 0, 2], [0, 1, 7]]


@pytest.fixture
def read(tmp_path: Path):
    """Return a reader of bytes: it writes the two files and reads them back."""

    def read_bytes(counts: bytes, words: bytes = WORDS, suffix: str = "") -> Corpus:
        path = tmp_path / f"docword.tiny.txt{suffix}"
        path.write_bytes(counts)
        (tmp_path / "vocab.tiny.txt").write_bytes(words)
        return read_uci(path)

    return read_bytes


def counts_of(*lines: str, header: str = "2 3 4") -> bytes:
    return "\n".join([*header.split(), *lines, ""]).encode()


def written(n_documents: int, n_words: int, n_triples: int) -> bytes:
    """Return random counts in order, as the UCI files are."""
    rng = np.random.default_rng(0)
    cells = np.sort(rng.choice(n_documents * n_words, n_triples, replace=False))
    lines = (
        f"{cell // n_words + 1} {cell % n_words + 1} {count}"
        for cell, count in zip(cells, rng.integers(1, 9, n_triples), strict=True)
    )
    return counts_of(*lines, header=f"{n_documents} {n_words} {n_triples}")


def vocabulary(n_words: int) -> bytes:
    return b"".join(b"word%d\n" % i for i in range(n_words))


def test_a_small_corpus_is_read_as_it_is_written(read):
    corpus = read(COUNTS)
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.words == ("war", "peace", "tax")
    assert (corpus.name, corpus.titles, corpus.warnings) == ("tiny", (), ())


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param(COUNTS.replace(b"\n", b"\r\r\n"), id="CR CR LF"),
        pytest.param(COUNTS + b"\n \n\n", id="blank lines at the end"),
        pytest.param(COUNTS.replace(b"1 3 2\n", b"\n1 3 2\n\t\n"), id="blank lines"),
        pytest.param(COUNTS.replace(b"1 3 2", b" 1\t 3  2 "), id="wide spaces"),
    ],
)
def test_the_same_counts_are_read_from_every_way_of_writing_them(read, counts):
    assert read(counts).content_id == read(COUNTS).content_id
    assert read(counts).observations.toarray().tolist() == DENSE


def test_a_corpus_of_one_document_and_one_word_is_read(read):
    assert read(b"1\n1\n1\n1 1 9\n", b"war\n").observations.toarray().tolist() == [[9]]


def test_a_document_and_a_word_without_counts_keep_their_place(read):
    corpus = read(counts_of("1 1 5", "3 3 2", header="3 3 2"))
    assert corpus.observations.toarray().tolist() == [[5, 0, 0], [0, 0, 0], [0, 0, 2]]


def test_lines_in_any_order_give_the_same_corpus(read):
    shuffled = counts_of("2 3 7", "1 3 2", "2 2 1", "1 1 5")
    assert read(shuffled).content_id == read(COUNTS).content_id


def test_repeated_pairs_of_document_and_word_are_summed_with_a_warning(read):
    corpus = read(counts_of("1 1 5", "2 3 7", "1 1 2", "1 1 1"))
    assert corpus.observations.toarray().tolist() == [[8, 0, 0], [0, 0, 7]]
    assert corpus.warnings == (
        "docword.tiny.txt: 2 pairs of document and word repeat an earlier one. "
        "Their counts were added up.",
    )


def test_words_are_found_beside_the_counts_or_where_they_are_said_to_be(tmp_path):
    counts = tmp_path / "docword.tiny.txt.gz"
    counts.write_bytes(gzip.compress(COUNTS))
    (tmp_path / "vocab.tiny.txt.gz").write_bytes(gzip.compress(WORDS))
    (tmp_path / "others.txt").write_bytes(b"one\ntwo\nthree\n")
    assert read_uci(counts).words == ("war", "peace", "tax")
    assert read_uci(counts, tmp_path / "others.txt").words == ("one", "two", "three")


@pytest.mark.parametrize(
    ("header", "place", "value"),
    [
        ("two 3 4", "line 1", "'two' is not a whole number"),
        ("2 3.0 4", "line 2", "'3.0' is not a whole number"),
        ("2 3 4e0", "line 3", "'4e0' is not a whole number"),
        ("2 -3 4", "line 2", "'-3' is not a whole number"),
        ("0 3 4", "line 1", "0 documents. Check that"),
        ("2 0 4", "line 2", "0 words. Check that"),
        ("2 3 0", "line 3", "0 nonzeros. Check that"),
        ("2 5000001 4", "line 2", "over 5,000,000 words, .* here. Check the header"),
        ("2 3 200000001", "line 3", "over 200,000,000 nonzeros, .* A store may"),
        (f"{10**12} 3 4", "line 1", "over 20,000,000 documents"),
        ("9" * 10_000 + " 3 4", "line 1", "over 20,000,000 documents"),
    ],
)
def test_a_header_out_of_order_is_refused_by_line_and_value(read, header, place, value):
    lines = ("1 1 5", "1 3 2", "2 2 1", "2 3 7")
    with pytest.raises(InputError, match=rf"^docword\.tiny\.txt, {place}:? .*{value}"):
        read(counts_of(*lines, header=header))


def test_more_lines_than_the_bytes_can_hold_are_refused_at_the_header(read):
    triples = [f"{row} {word} 1" for row in range(1, 10) for word in range(1, 10)]
    # The three lines of the header have room for another line of triples, not for two.
    with pytest.raises(InputError, match=r"line 3.*the file is too small for them"):
        read(counts_of(*triples, header="9 9 83"), vocabulary(9))


def test_a_header_on_one_line_is_refused(read):
    with pytest.raises(InputError, match=r"docword\.tiny\.txt, line 1: '2 3 4' is not"):
        read(b"2 3 4\n1 1 5\n")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("3 1 1", ": the document must be from 1 to 2"),
        ("0 1 1", ": the document must be from 1 to 2"),
        ("-1 1 1", ": the document must be from 1 to 2"),
        ("1 4 1", ": the word must be from 1 to 3"),
        ("1 0 1", ": the word must be from 1 to 3"),
        ("1 1 0", ": the count must be from 1 to 2,147,483,647"),
        ("1 1 -2", ": the count must be from 1 to 2,147,483,647"),
        ("1 1 2147483648", ": the count must be from"),
        ("1 1 99999999999999999999", ": the count must be from"),
        ("1 1 1.5", " is not `document word count` in whole numbers"),
        ("1 1 2.0", " is not `document word count` in whole numbers"),
        ("1 1 2e3", " is not `document word count` in whole numbers"),
        ("1 1 nan", " is not `document word count` in whole numbers"),
        ("1 1 1_0", " is not `document word count` in whole numbers"),
        ("1 1 +-1", " is not `document word count` in whole numbers"),
        ("1 1", " is not `document word count`"),
        ("1 1 1 1", " is not `document word count`"),
        ("1,1,1", " is not `document word count`"),
        ("1 1 1 # one", " is not `document word count`"),
        ("=1+1", " is not `document word count`"),
        ("1 1\x1c1", " is not `document word count`"),
    ],
)
def test_a_bad_line_is_refused_by_its_number_and_text(read, line, fault):
    expected = rf"^docword\.tiny\.txt, line 6: {re.escape(repr(line))}{fault}"
    with pytest.raises(InputError, match=expected):
        read(counts_of("1 1 5", "1 3 2", line, "2 3 7"))


def test_bytes_that_are_not_text_are_shown_escaped(read):
    with pytest.raises(InputError, match=r"line 4: '1 1 .{1,2}xa05.{1,2}xff' is not"):
        read(b"2\n3\n1\n1 1 \xa05\xff\n")


def test_a_carriage_return_alone_ends_no_line(read):
    with pytest.raises(InputError, match=r"line 4: '1 1 5.r1 3 2' is not"):
        read(counts_of("1 1 5\r1 3 2", "2 2 1", "2 3 7"))


@pytest.mark.parametrize("filler", ["1", "0", " ", "1 "])
def test_a_very_long_line_is_refused_in_a_short_message(read, filler):
    with pytest.raises(InputError, match=r"^docword\.tiny\.txt, line 5 ") as refusal:
        read(counts_of("1 1 5", "1 3 " + filler * 3_000_000 + "x", "2 2 1", "2 3 7"))
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("nonzeros", "truth"), [(3, "more follow"), (5, "only 4 follow")]
)
def test_a_count_of_lines_that_the_header_contradicts_is_refused(read, nonzeros, truth):
    expected = rf"line 3: the header declares {nonzeros} lines of numbers, but {truth}"
    with pytest.raises(InputError, match=expected):
        read(COUNTS.replace(b"3\n4\n", b"3\n%d\n" % nonzeros))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_more_nonzeros_than_a_file_of_its_size_can_hold_are_refused(read, pack):
    counts = pack(COUNTS.replace(b"3\n4\n", b"3\n200000000\n"))
    with pytest.raises(InputError, match=r"line 3: .* 200,000,000 lines .* too small"):
        read(counts)


def test_a_header_of_a_million_million_documents_costs_no_memory(read, peak_bytes):
    def refuse():
        with pytest.raises(InputError, match="over 20,000,000 documents"):
            read(COUNTS.replace(b"2\n3\n", b"%d\n3\n" % 10**12))

    assert peak_bytes(refuse) < 1_000_000  # the file's buffer, and Python's own


def test_a_bomb_of_good_lines_is_stopped_at_the_promised_number(read, peak_bytes):
    bomb = gzip.compress(COUNTS + b"1 1 1\n" * 5_000_000)

    def refuse():
        with pytest.raises(InputError, match=r"4 lines of numbers, but more follow"):
            read(bomb, suffix=".gz")

    assert peak_bytes(refuse) < 10_000_000  # one block; all lines would be 120 MB


def test_a_bomb_of_words_is_stopped_at_the_promised_number(tmp_path, peak_bytes):
    (tmp_path / "docword.tiny.txt").write_bytes(COUNTS)
    bomb = gzip.compress(b"".join(b"%d\n" % i for i in range(1_000_000)))
    (tmp_path / "vocab.tiny.txt").write_bytes(bomb)

    def refuse():
        with pytest.raises(InputError, match=r"vocab\.tiny\.txt has over 3 words"):
            read_uci(tmp_path / "docword.tiny.txt")

    assert peak_bytes(refuse) < 1_000_000  # buffers; all words would be over 50 MB


def test_a_word_that_stands_twice_is_merged_with_a_warning(read):
    corpus = read(COUNTS, b"war\npeace\nwar \r\n")
    assert corpus.words == ("war", "peace")
    assert corpus.observations.toarray().tolist() == [[7, 0], [7, 1]]
    assert corpus.report.merged_words == 1
    assert corpus.warnings == (
        "vocab.tiny.txt: 1 word repeats an earlier one. Their counts were added up.",
    )


def test_documents_without_words_are_kept_and_not_counted_as_dropped(read):
    corpus = read(counts_of("1 1 5", header="9 3 1"))
    assert (corpus.n_documents, corpus.report.empty_documents) == (9, 0)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([b"2", b"3", b"4\r", b"1 1 5"], True),
        ([b"2", b"3", b"4", b"1"], False),
        ([b"2", b"3", b"4"], False),
        ([b"2 3 4", b"1 1 5", b"1 3 2", b"2 2 1"], False),
    ],
)
def test_counts_are_told_by_their_header_and_first_line(lines, told):
    assert holds_uci(lines) == told


def test_counts_without_words_are_refused_by_the_name_of_what_is_missing(tmp_path):
    (tmp_path / "docword.tiny.txt").write_bytes(COUNTS)
    with pytest.raises(
        InputError, match=r"docword\.tiny\.txt: there is no vocab\.tiny"
    ):
        read_uci(tmp_path / "docword.tiny.txt")


@pytest.mark.parametrize(
    ("make", "reason"), [(Path.mkdir, "Is a directory"), (Path.exists, "No such file")]
)
def test_a_folder_or_nothing_in_place_of_the_counts_is_refused(tmp_path, make, reason):
    make(tmp_path / "docword.tiny.txt")
    expected = rf"docword\.tiny\.txt cannot be opened: {reason}"
    with pytest.raises(InputError, match=expected):
        read_uci(tmp_path / "docword.tiny.txt")


@pytest.mark.slow
def test_reading_needs_at_most_three_times_the_memory_of_the_matrix(
    tmp_path, peak_bytes
):
    path = tmp_path / "docword.large.txt"
    path.write_bytes(written(3_000, 5_000, 300_000))
    (tmp_path / "vocab.large.txt").write_bytes(vocabulary(5_000))
    counts = read_uci(path).observations
    matrix = counts.data.nbytes + counts.indices.nbytes + counts.indptr.nbytes
    assert peak_bytes(lambda: read_uci(path)) <= 3 * matrix


def test_kos_is_read_whole(kos):
    assert kos.observations.shape == (3_430, 6_906)
    assert kos.observations.nnz == 353_160
    assert kos.observations.sum() == 467_714  # words in all, as the UCI page says
    assert kos.warnings == ()
