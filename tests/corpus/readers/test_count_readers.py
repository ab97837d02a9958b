"""What holds of every reader of counts or texts by lines, said once for all of them."""

import gzip

import numpy as np
import pytest

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.readers import limits
from spca_core.errors import InputError
from tests.corpus.readers.count_files import (
    BANNER,
    COUNT_TABLE,
    DENSE,
    LDA_C,
    MARKET,
    READERS,
    SVMLIGHT,
    TRIPLES,
    UCI,
    WORDS,
    Reader,
)
from tests.fuzz import fuzzed, in_one_test

HOSTILE = (
    *("![x](http://example.org/a.png)", "<script>alert(1)</script>", "$\\int$"),
    *("=HYPERLINK(1)", "NA", "שלום"),
)

WITH_A_LIST = {name: one for name, one in READERS.items() if one.takes_words}

of_every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
of_every_list = pytest.mark.parametrize("reader", WITH_A_LIST.values(), ids=WITH_A_LIST)


@in_one_test("reader", [LDA_C, SVMLIGHT, MARKET])
def test_a_small_corpus_is_read_as_it_is_written(reader):
    corpus = reader.read(reader.text)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.words, corpus.name) == (("war", "peace", "tax"), "tiny")
    assert (corpus.kind, corpus.warnings) == (COUNTS, ())


def assert_same(reader: Reader, content: bytes) -> Corpus:
    plain, written = reader.read(reader.text), reader.read(content)
    assert written.content_id == plain.content_id, content[:200]
    for names in ("words", "titles", "groups", "texts"):
        assert getattr(written, names) == getattr(plain, names)
    return written


@of_every_reader
def test_the_same_corpus_is_read_from_every_way_of_writing_it(reader):
    text = reader.text
    ways = [b"\xef\xbb\xbf" + text, text.replace(b"\n", b"\r\n")]
    ways += [text.removesuffix(b"\n"), gzip.compress(text)]
    ways += [gzip.compress(text[:9]) + gzip.compress(text[9:]), *reader.same]
    for content in ways:
        assert not assert_same(reader, content).warnings


@in_one_test("reader", [reader for reader in READERS.values() if reader.repeated])
def test_counts_in_two_parts_are_added_up_with_a_warning(reader):
    (warning,) = assert_same(reader, reader.repeated).warnings
    assert "1 pair of document and word repeats" in warning


@in_one_test("reader", [reader for reader in READERS.values() if reader.emptied])
def test_documents_without_words_are_dropped_and_counted(reader):
    found = assert_same(reader, reader.emptied).report.empty_documents
    assert found == reader.n_empty


@of_every_reader
def test_a_bad_line_is_refused_by_its_number_and_text(reader):
    before, after = reader.around
    place = f"{reader.file}, line {before.count(10) + 1}"
    for fault, lines in reader.bad.items():
        for line in lines:
            with pytest.raises(InputError) as refusal:
                reader.read(before + line.encode() + b"\n" + after)
            said = str(refusal.value)
            assert said.startswith(place), line[:99]
            assert fault.format(line=repr(line)) in said
            assert len(said) < 300


@of_every_reader
def test_a_bad_file_is_refused_by_what_is_wrong(reader):
    for content, fault in ((b"", reader.nothing), *reader.refused):
        with pytest.raises(InputError) as refusal:
            reader.read(content, WORDS if reader.needs_words else None)
        assert fault in str(refusal.value), content[:200]


@of_every_reader
def test_a_gzip_file_that_is_cut_off_or_damaged_is_refused_by_name(reader):
    packed = gzip.compress(reader.text * 100)
    wrong = bytearray(gzip.compress(reader.text))
    wrong[-6] ^= 0xFF  # its check sum: all lines are good
    for content in (packed[:2], packed[: len(packed) // 2], packed[:-1], bytes(wrong)):
        expected = rf"^{reader.file} is a gzip file that is cut off or damaged"
        with pytest.raises(InputError, match=expected):
            reader.read(content)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "filler"),
    [(LDA_C, b"\n"), (SVMLIGHT, b"# \n"), (UCI, b" "), (TRIPLES, b"x")],
)
def test_a_gzip_bomb_is_stopped_at_the_cap(
    monkeypatch, peak_bytes, reader: Reader, filler: bytes
):
    monkeypatch.setattr(limits, "TEXT", 100_000)
    bomb = gzip.compress(reader.text + filler * (50_000_000 // len(filler)))

    def refuse():
        with pytest.raises(InputError, match=rf"^{reader.file} holds over 100,000 byt"):
            reader.read(bomb)

    # Some blocks; of triples also the lines of a block, one by one.
    assert peak_bytes(refuse) < (40_000_000 if reader is TRIPLES else 2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "header", "line", "bad", "fault"),
    [
        (MARKET, BANNER + b"2 3 200000\n", b"1 1 5", b"1 1 x", "'1 1 x' is not"),
        (UCI, b"2\n3\n200000\n", b"1 1 5", b"1 9 5", "'1 9 5': the word must be"),
        (
            TRIPLES,
            b"document,word,count\n",
            b"a,war,5",
            b"a,war,x",
            "'x' is not a count",
        ),
        (LDA_C, b"", b"1 0:5", b"1 0:x", "'1 0:x' is not `M id:count"),
        (SVMLIGHT, b"", b"1 1:5", b"1 1:x", "'1 1:x' is not `label id:value"),
    ],
)
def test_a_bad_line_far_down_is_named_by_its_number(reader, header, line, bad, fault):
    text = [*header.splitlines(), *[line] * 200_000]  # several blocks
    text[150_000 - 1] = bad
    with pytest.raises(InputError, match=f"^{reader.file}, line 150000: {fault}"):
        reader.read(b"\n".join(text))


@pytest.mark.parametrize(
    ("reader", "start", "line"),
    [
        (LDA_C, "", "1 0:{count}\n"),
        (SVMLIGHT, "", "{name} 1:{count}\n"),
        (MARKET, BANNER.decode() + "1 1 1\n", "1 1 {count}\n"),
        (TRIPLES, "", "{name},{name},{count}\n"),
        (COUNT_TABLE, "name,war\n", "{name},{count}\n"),
    ],
    ids=["LDA-C", "SVMlight", "Matrix Market", "triples", "table of counts"],
)
def test_the_largest_count_and_the_longest_name_are_read_and_no_more(
    reader, start, line
):
    def read(count: int, n_bytes: int) -> Corpus:
        written = start + line.format(count=count, name="x" * n_bytes)
        return reader.read(written.encode(), b"war\n")

    assert read(2**53, 1_000).observations.toarray().tolist() == [[2**53]]
    with pytest.raises(InputError, match=r"2\^53|to 9,007,199,254,740,992"):
        read(2**53 + 2, 1)
    if "name" in line:
        with pytest.raises(InputError, match=r"of 1,001 bytes|over 1,000 bytes"):
            read(1, 1_001)


@of_every_list
def test_words_that_look_like_markup_or_like_nothing_stay_as_they_are(reader):
    for words in (HOSTILE[:3], HOSTILE[3:]):
        assert reader.read(reader.text, "\n".join(words).encode()).words == words
    lines = "".join(f"a\t{word}\t1\n" for word in HOSTILE)
    assert set(TRIPLES.read(lines.encode()).words) == set(HOSTILE)


@of_every_list
def test_a_list_of_words_that_are_none_is_refused_by_line(reader):
    for listed, fault in (
        ("war\nliberté\ntax\n".encode("latin-1"), "byte 0xe9 is not UTF-8"),
        (b"war\n" + b"x" * 10_000 + b"\ntax\n", "a word of over 1,000"),
    ):
        with pytest.raises(InputError, match=rf"^words\.txt, line 2: {fault}"):
            reader.read(reader.text, listed)


@in_one_test(
    "reader, n_words, found",
    [
        *((reader, 0, "0") for reader in WITH_A_LIST.values()),
        *((reader, 1, "1") for reader in WITH_A_LIST.values()),
        *((reader, 2, "2") for reader in (LDA_C, SVMLIGHT, UCI)),
        *((reader, 4, "over 3") for reader in (MARKET, UCI)),
    ],
)
def test_a_list_of_words_of_another_length_is_refused(reader, n_words, found):
    expected = rf"^words\.txt has {found} words, but the counts are of 3\. Give the lis"
    with pytest.raises(InputError, match=expected):
        reader.read(reader.text, b"".join(b"word%d\n" % i for i in range(n_words)))


@of_every_reader
@fuzzed
def test_no_mangled_file_gets_past_a_reader_other_than_as_a_corpus(reader, seed):
    """Whatever bytes are changed: a valid corpus or an InputError, nothing else."""
    rng = np.random.default_rng(seed)
    mangled = bytearray(reader.text)
    signs = b"0123456789-+.e \t\r\n\x00\x0b\x1c\xa0\xff" + reader.signs
    for place in rng.integers(len(mangled), size=rng.integers(1, 4)):
        mangled[place] = rng.choice(list(signs))
    try:
        corpus = reader.read(bytes(mangled), WORDS if reader.needs_words else None)
    except InputError as refusal:
        text = str(refusal)
        assert text.startswith(("tiny", "words.txt"))
    else:
        counts = corpus.observations.data
        assert (counts > 0).all()
        assert not reader.are_whole or (counts % 1 == 0).all()
