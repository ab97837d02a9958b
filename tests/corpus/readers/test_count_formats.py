"""What only one format of counts has; what all share is in `test_count_readers`."""

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import io as scipy_io
from scipy import sparse

from spca_core.corpus.readers import limits, lines
from spca_core.corpus.readers.counts.checks import look_like_counts
from spca_core.corpus.readers.counts.number_tables import read_count_table
from spca_core.corpus.readers.counts.pairs import lists_features, lists_pairs
from spca_core.corpus.readers.counts.rows import are_triples
from spca_core.corpus.readers.counts.uci import is_uci, read_uci
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from tests.corpus.readers.count_files import (
    ARRAY,
    BANNER,
    COUNT_TABLE,
    DENSE,
    LDA_C,
    MARKET,
    ROWS,
    SVMLIGHT,
    TRIPLES,
    UCI,
    WORDS,
)
from tests.fuzz import in_one_test


@in_one_test("reader", [LDA_C, SVMLIGHT])
def test_words_without_a_list_are_numbered(reader):
    assert reader.read(reader.text, None).words == ("word_1", "word_2", "word_3")


def test_ids_of_lda_c_from_1_are_taken_for_what_they_are_if_the_words_say_so():
    corpus = LDA_C.read(b"2 1:5 3:2\n2 2:1 3:7\n")
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.warnings == (
        "tiny.ldac: the ids count from 1, not from 0, to fit the words.",
    )


def test_the_first_of_a_line_of_svmlight_is_its_label_and_any_text():
    assert SVMLIGHT.read(SVMLIGHT.text).groups["label"] == ("+1", "-1")
    corpus = SVMLIGHT.read("שלום 1:1\n<script> 2:1\n1,2 3:1\n".encode())
    assert corpus.groups["label"] == ("שלום", "<script>", "1,2")


@in_one_test("seed", range(2))
@in_one_test("form", [sparse.coo_array, np.array])
def test_what_scipy_writes_is_read_back(seed, form):
    rng = np.random.default_rng(seed)
    dense = rng.integers(0, 3, (300, 200)) * (rng.random((300, 200)) < 0.3)
    dense[:, 0] = 1  # no document is empty
    file = io.BytesIO()
    scipy_io.mmwrite(file, form(dense))
    assert (MARKET.read(file.getvalue(), None).observations.toarray() == dense).all()


@in_one_test("end", [b" ", b"\t", b"\r", b" \n ", b"\n\n\t"])
@in_one_test("text", [MARKET.text, ARRAY])
def test_blanks_after_the_last_number_are_no_danger(text, end):
    """scipy alone reads past the end of such a file, and at times crashes."""
    for _ in range(50):
        assert MARKET.read(text.rstrip() + end).observations.toarray().tolist() == DENSE


def test_patterns_count_1_and_fractions_stay_whatever_is_promised():
    pattern = BANNER.replace(b"integer", b"pattern") + b"2 3 2\n1 1\n2 3\n"
    assert MARKET.read(pattern).observations.toarray().tolist() == [
        [1, 0, 0],
        [0, 0, 1],
    ]
    halves = MARKET.read(BANNER + b"2 3 2\n1 1 5.5\n2 3 2e-1\n").observations
    assert halves.toarray().tolist() == [[5.5, 0, 0], [0, 0, 0.2]]


def test_a_transposed_matrix_is_detected_by_its_words():
    expected = "2 rows and 3 columns, and words.txt has a word for each row.* Transpose"
    with pytest.raises(InputError, match=expected):
        MARKET.read(MARKET.text, b"war\npeace\n")


def test_numbers_are_counted_over_the_borders_of_blocks(monkeypatch):
    for size in range(1, 30):
        monkeypatch.setattr(lines, "BLOCK", size)
        found = MARKET.read(MARKET.text + b"\n" * 3).observations
        assert found.toarray().tolist() == DENSE


@pytest.mark.slow
@in_one_test("filler", [b"\n", b"% x\n", b"1 1 1\n", b"1", b" "])
@in_one_test("place", [len(BANNER), len(MARKET.text)])
def test_a_bomb_of_matrix_market_is_stopped(monkeypatch, peak_bytes, filler, place):
    monkeypatch.setattr(limits, "MATRIX_MARKET", 300_000)
    text = MARKET.text
    bomb = gzip.compress(
        text[:place] + filler * (10_000_000 // len(filler)) + text[place:]
    )
    peak = peak_bytes(refusal(lambda: MARKET.read(bomb, None), r"^tiny\.mtx"))
    assert peak < 5_000_000  # some blocks


def refusal(read: Callable[[], object], fault: str) -> Callable[[], None]:
    def refuse() -> None:
        with pytest.raises(InputError, match=fault):
            read()

    return refuse


@pytest.mark.parametrize(
    ("reader", "content", "fault", "most"),
    [
        (LDA_C, gzip.compress(LDA_C.text + b" " * 50_000_000), "30,000,000 by", 10**8),
        (SVMLIGHT, b"1" + b" 1:1" * 1_000_000 + b" x\n", "is not `label", 30_000_000),
        (UCI, UCI.text.replace(b"2", b"%d" % 10**12, 1), "20,000,000 docum", 1_000_000),
        (UCI, gzip.compress(UCI.text + b"1 1 1\n" * 5_000_000), "more follow", 10**7),
    ],
    ids=["LDA-C", "SVMlight", "UCI's header", "UCI's lines"],
)
def test_what_is_endless_is_given_up_in_bounded_memory(
    peak_bytes, reader, content, fault, most
):
    reader.read(reader.text)  # compiles what it needs
    assert peak_bytes(refusal(lambda: reader.read(content), fault)) < most


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "start", "cell", "share"),
    [
        (MARKET, b"%s2000 1000 200000\n" % BANNER, "{} {} 1.2345\n", 6),
        (UCI, b"2000\n1000\n200000\n", "{} {} 5\n", 3),
        (TRIPLES, b"", "{},word{},3\n", 8),
        (LDA_C, b"", "{1}:1 ", 6),
    ],
)
def test_reading_needs_little_more_memory_than_the_counts(
    peak_bytes, reader, start, cell, share
):
    rows = (
        "".join(cell.format(row + 1, word) for word in range(1, 1_000, 10))
        for row in range(2_000)
    )
    ends = (f"100 {row}\n" for row in rows) if reader is LDA_C else rows
    file = start + "".join(ends).encode()
    words = b"".join(b"%d\n" % i for i in range(1_000)) if reader is UCI else None
    reader.read(reader.text)  # compiles what it needs
    assert peak_bytes(lambda: reader.read(file, words)) < share * 200_000 * (8 + 4)


def test_a_small_file_of_triples_is_read_with_its_words_in_order():
    corpus = TRIPLES.read(TRIPLES.text)
    assert corpus.observations.toarray().tolist() == [[0, 2, 5], [1, 7, 0]]
    assert (corpus.words, corpus.titles) == (("peace", "tax", "war"), ("b", "a"))
    turned = TRIPLES.read(b"".join(reversed(ROWS.splitlines(keepends=True))))
    assert (turned.words, turned.titles) == (corpus.words, ("a", "b"))
    assert turned.observations.toarray().tolist() == [[1, 7, 0], [0, 2, 5]]


def test_a_header_of_unknown_names_is_left_out_with_a_warning():
    corpus = TRIPLES.read(b"Dokument,Wort,Zahl\n" + ROWS)
    assert corpus.content_id == TRIPLES.read(TRIPLES.text).content_id
    assert corpus.warnings[0].startswith("tiny.csv, line 1 was left out as a header.")


def read_table(content: bytes, label: str | None = None):
    return read_count_table(Upload("tiny.csv", content), label)


@in_one_test("label", [None, "1"])
@in_one_test("name", [b"name", b"", b'""', b'"a name"'])
def test_a_first_column_of_names_is_taken_for_the_titles(name, label):
    corpus = read_table(COUNT_TABLE.text.replace(b"name", name), label)
    assert isinstance(corpus.observations, sparse.csr_array)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.titles, corpus.words) == (("a", "b"), ("war", "peace", "tax"))


def test_numbers_in_a_column_are_titles_only_without_a_name():
    for name in (b"", b'""'):
        assert read_table(name + b",war\n0,1\n1,2\n").titles == ("0", "1")
    for delimiter in (b",", b"\t", b" "):
        corpus = read_table(b"war,tax\n0,1\n2,3\n".replace(b",", delimiter))
        assert (corpus.titles, corpus.words) == ((), ("war", "tax"))


def test_several_columns_of_text_before_the_numbers_are_titles_and_groups():
    corpus = read_table(b"name,party,war,tax\na,Whig,5,0\nb,Tory,0,1\nc,Whig,0,2\n")
    assert (corpus.words, corpus.titles) == (("war", "tax"), ("a", "b", "c"))
    assert corpus.groups == {"party": ("Whig", "Tory", "Whig")}


def write_uci(folder: Path, counts: bytes = UCI.text, words: bytes = WORDS) -> Path:
    (folder / "vocab.tiny.txt").write_bytes(words)
    path = folder / "docword.tiny.txt"
    path.write_bytes(counts)
    return path


def test_words_of_uci_are_found_beside_the_counts_or_in_the_named_file(
    tmp_path,
):
    corpus = read_uci(write_uci(tmp_path))
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.name, corpus.titles, corpus.warnings) == ("tiny", (), ())
    counts = tmp_path / "docword.tiny.txt.gz"
    counts.write_bytes(gzip.compress(UCI.text))
    (tmp_path / "vocab.tiny.txt.gz").write_bytes(gzip.compress(WORDS))
    (tmp_path / "others.txt").write_bytes(b"one\ntwo\nthree\n")
    assert read_uci(counts).words == ("war", "peace", "tax")
    assert read_uci(counts, tmp_path / "others.txt").words == ("one", "two", "three")
    for list_of_words in tmp_path.glob("vocab*"):
        list_of_words.unlink()
    with pytest.raises(
        InputError, match=r"docword\.tiny\.txt: there is no vocab\.tiny"
    ):
        read_uci(tmp_path / "docword.tiny.txt")


def test_documents_of_uci_and_words_without_counts_keep_their_place():
    corpus = UCI.read(b"4\n3\n2\n1 1 5\n3 3 2\n")
    dense = [[5, 0, 0], [0, 0, 0], [0, 0, 2], [0, 0, 0]]
    assert corpus.observations.toarray().tolist() == dense
    assert corpus.report.empty_documents == 0
    assert LDA_C.read(LDA_C.text, WORDS + "שלום\n".encode()).words[3] == "שלום"
    largest = UCI.read(b"1\n1\n1\n1 1 2147483647\n", b"war\n").observations
    assert largest.toarray().tolist() == [[2**31 - 1]]


def test_a_repeated_word_is_merged_with_a_warning():
    corpus = UCI.read(UCI.text, b"war\npeace\nwar \r\n")
    assert corpus.words == ("war", "peace")
    assert corpus.observations.toarray().tolist() == [[7, 0], [7, 1]]
    assert corpus.report.merged_words == 1
    assert corpus.warnings == (
        "words.txt: 1 word repeats an earlier one. Their counts were added up.",
    )


def test_a_bomb_of_words_is_stopped_at_the_promised_number(peak_bytes):
    bomb = gzip.compress(b"".join(b"%d\n" % i for i in range(200_000)))
    read = refusal(lambda: UCI.read(UCI.text, bomb), r"words\.txt has over 3 words")
    assert peak_bytes(read) < 1_000_000  # buffers; all words would be over 10 MB


def test_a_folder_or_nothing_in_place_of_the_counts_is_refused(tmp_path):
    path = tmp_path / "docword.tiny.txt"
    for reason in ("No such file", "Is a directory"):
        expected = rf"docword\.tiny\.txt cannot be opened: {reason}"
        with pytest.raises(InputError, match=expected):
            read_uci(path)
        path.mkdir(exist_ok=True)


def test_kos_is_read_whole(kos):
    assert kos.observations.shape == (3_430, 6_906)
    assert kos.observations.nnz == 353_160
    assert kos.observations.sum() == 467_714  # words in all, as the UCI page says
    assert kos.warnings == ()


@in_one_test(
    "told, of, not_of",
    [
        (lists_pairs, [b"2 0:5 2:2"], [b"3 0:5 2:2", b"0", b"2 years"]),
        (
            lists_features,
            [b"sports 1:5 2:2 # x", b"# x"],
            [b"sports", b"Genesis 1:1 In the beginning"],
        ),
        (
            are_triples,
            [
                [["doc_id", "term", "n"], ["a", "war", "1"]],
                [["", "document", "word", "count"], ["0", "a", "war", "1"]],
            ],
            [
                [["film", "genre", "rating"], ["Alien", "horror", "8"]],
                [["a", "war", "5"], ["b", "tax", "2"]],
                [["id", "word", "n"], ["a", "a whole long sentence here", "1"]],
            ],
        ),
        (
            lambda lines: is_uci(Start(Upload("docword", b""), b"\n".join(lines))),
            [[b"2", b"3", b"4\r", b"1 1 5"]],
            [
                [b"2", b"3", b"4", b"1"],
                [b"2", b"3", b"4"],
                [b"2 3 4", b"1 1 5", b"1 3 2", b"2 2 1"],
            ],
        ),
        (
            look_like_counts,
            [np.array([0, 0, 3, 1])],
            list(map(np.array, ([0, 0, 3, 1, 2], [0, 0, 0.5, 1], [0, -3]))),
        ),
    ],
)
def test_a_format_is_recognised_by_its_first_lines_or_numbers(told, of, not_of):
    assert [bool(told(each)) for each in of] == [True] * len(of)
    assert [bool(told(each)) for each in not_of] == [False] * len(not_of)
