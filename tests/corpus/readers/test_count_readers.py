"""What holds of every reader of counts or texts by lines, said once for all of them."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.matrix_market import read_matrix_market
from spca_core.corpus.readers.counts.pairs import read_lda_c, read_svmlight
from spca_core.corpus.readers.counts.table import read_count_table
from spca_core.corpus.readers.counts.triples import read_triples
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.corpus.readers.documents.lines import read_mallet
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError
from tests.fuzz import fuzzed

WORDS = b"war\npeace\ntax\n"
DENSE = [[5, 0, 2], [0, 1, 7]]  # what the small files of most readers hold
HOSTILE = (
    *("![x](http://example.org/a.png)", "<script>alert(1)</script>", "$\\int$"),
    *("=HYPERLINK(1)", "NA", "שלום"),
)
MATRIX_MARKET = b"%%MatrixMarket matrix coordinate integer general\n"


@dataclass(frozen=True)
class Reader:
    """A reader, and a small file that it reads.

    nothing     : what is said of an empty file
    signs       : that a file of this kind has beside numbers and blanks
    takes_words : whether there may be a list of words; needs_words: there must be
    are_whole   : whether only whole counts are read
    """

    function: Callable[..., Corpus]
    file: str
    text: bytes
    nothing: str
    signs: bytes = b""
    takes_words: bool = False
    needs_words: bool = False
    are_whole: bool = False

    def read(self, content: bytes, words: bytes | None = WORDS) -> Corpus:
        has_list = self.takes_words and words is not None
        lists = [Upload("words.txt", words)] if has_list else []
        return self.function(Upload(self.file, content), *lists)


LDA_C = Reader(
    read_lda_c,
    "tiny.ldac",
    b"2 0:5 2:2\n2 1:1 2:7\n",
    "0 documents and 0 words",
    signs=b":",
    takes_words=True,
    are_whole=True,
)
SVMLIGHT = Reader(
    read_svmlight,
    "tiny.svm",
    b"+1 1:5 3:2\n-1 2:1 3:7\n",
    "0 documents and 0 words",
    signs=b":#",
    takes_words=True,
)
MARKET = Reader(
    read_matrix_market,
    "tiny.mtx",
    MATRIX_MARKET + b"% made by hand\n2 3 4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n",
    "tiny.mtx, line 1 is not",
    signs=b"%",
    takes_words=True,
)
UCI = Reader(
    read_uci,
    "tiny.txt",
    b"2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n",
    "tiny.txt, line 1: '' is not a whole number",
    takes_words=True,
    needs_words=True,
    are_whole=True,
)
TRIPLES = Reader(
    read_triples,
    "tiny.csv",
    b"document,word,count\nb,war,5\nb,tax,2\na,peace,1\na,tax,7\n",
    "tiny.csv is empty",
    signs=b',;"',
)
COUNT_TABLE = Reader(
    partial(read_count_table, label="name"),
    "tiny.csv",
    b"name,war,peace,tax\na,5,0,2\nb,0,1,7\n",
    "tiny.csv is empty",
    signs=b',;"',
)
ENGLISH = Tokenisation(languages=("en",), merging="off")
MALLET = Reader(
    lambda source: count_words(read_mallet(source), ENGLISH),
    "tiny.tsv",
    b"1914/a\twar\tWar and peace\n1920/b\tmoney\tTaxes, taxes!\n",
    "tiny.tsv has no documents",
    signs=b"xX!,'",
)
READERS = {
    "LDA-C": LDA_C,
    "SVMlight": SVMLIGHT,
    "Matrix Market": MARKET,
    "UCI": UCI,
    "triples": TRIPLES,
    "table of counts": COUNT_TABLE,
    "MALLET": MALLET,
}
WITH_A_LIST = {name: one for name, one in READERS.items() if one.takes_words}

of_every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
of_every_list = pytest.mark.parametrize("reader", WITH_A_LIST.values(), ids=WITH_A_LIST)


@pytest.mark.parametrize("reader", [LDA_C, SVMLIGHT, MARKET], ids=lambda one: one.file)
def test_a_small_corpus_is_read_as_it_is_written(reader):
    corpus = reader.read(reader.text)
    assert corpus.observations.toarray().tolist() == DENSE
    assert (corpus.words, corpus.name) == (("war", "peace", "tax"), "tiny")
    assert (corpus.kind, corpus.warnings) == (COUNTS, ())


@of_every_reader
@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="byte order mark"),
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda text: text.removesuffix(b"\n"), id="no newline at the end"),
        pytest.param(gzip.compress, id="gzip under a plain name"),
        pytest.param(
            lambda text: gzip.compress(text[:9]) + gzip.compress(text[9:]),
            id="gzip in parts",
        ),
    ],
)
def test_the_same_corpus_is_read_from_every_way_of_writing_it(reader, write):
    plain, written = reader.read(reader.text), reader.read(write(reader.text))
    assert written.content_id == plain.content_id
    assert (
        written.observations.toarray().tolist() == plain.observations.toarray().tolist()
    )
    for names in ("words", "titles", "groups", "warnings"):
        assert getattr(written, names) == getattr(plain, names)


@of_every_reader
def test_an_empty_file_is_refused(reader):
    with pytest.raises(InputError, match=reader.nothing):
        reader.read(b"", WORDS if reader.needs_words else None)


@of_every_reader
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_gzip_file_that_is_cut_off_is_refused_by_name(reader, share):
    packed = gzip.compress(reader.text * 100)
    kept = 2 + round(share * (len(packed) - 3))  # from its first mark to all but a byte
    with pytest.raises(InputError, match=rf"^{reader.file} is a gzip file that is cut"):
        reader.read(packed[:kept])


@of_every_reader
def test_a_gzip_file_whose_check_sum_is_wrong_is_refused_by_name(reader):
    packed = bytearray(gzip.compress(reader.text))
    packed[-6] ^= 0xFF  # all lines are good
    with pytest.raises(InputError, match=rf"^{reader.file} is a .* cut off or damaged"):
        reader.read(bytes(packed))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "filler"),
    [
        (LDA_C, b"\n"),
        (SVMLIGHT, b"# \n"),
        (UCI, b"\n"),
        (UCI, b" "),
        (TRIPLES, b"\n"),
        (TRIPLES, b"x"),
    ],
)
def test_a_gzip_bomb_is_stopped_at_the_cap(
    monkeypatch, peak_bytes, reader: Reader, filler: bytes
):
    monkeypatch.setattr(limits, "TEXT", 300_000)
    bomb = gzip.compress(reader.text + filler * (50_000_000 // len(filler)))

    def refuse():
        with pytest.raises(InputError, match=rf"^{reader.file} holds over 300,000 byt"):
            reader.read(bomb)

    # Some blocks; of triples also the lines of a block, one by one.
    assert peak_bytes(refuse) < (40_000_000 if reader is TRIPLES else 2_000_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "header", "line", "bad", "fault"),
    [
        (MARKET, MATRIX_MARKET + b"2 3 200000\n", b"1 1 5", b"1 1 x", "'1 1 x' is not"),
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
    ("reader", "line"),
    [
        (SVMLIGHT, "été 1:1\n"),
        (TRIPLES, "a,liberté,1\n"),
        (COUNT_TABLE, "été,0,1,0\n"),
    ],
)
def test_latin_1_is_refused_by_line_and_byte(reader, line):
    number = reader.text.count(b"\n") + 1
    expected = f"^{reader.file}, line {number}: byte 0xe9 is not UTF-8"
    with pytest.raises(InputError, match=expected):
        reader.read(reader.text + line.encode("latin-1"))


@pytest.mark.parametrize(
    ("reader", "start", "line"),
    [
        (LDA_C, "", "1 0:{count}\n"),
        (SVMLIGHT, "", "{name} 1:{count}\n"),
        (MARKET, MATRIX_MARKET.decode() + "1 1 1\n", "1 1 {count}\n"),
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
@pytest.mark.parametrize("words", [HOSTILE[:3], HOSTILE[3:]])
def test_words_that_look_like_markup_or_like_nothing_stay_as_they_are(reader, words):
    assert reader.read(reader.text, "\n".join(words).encode()).words == words


def test_triples_of_words_that_look_like_markup_or_like_nothing_are_read_too():
    lines = "".join(f"a\t{word}\t1\n" for word in HOSTILE)
    assert set(TRIPLES.read(lines.encode()).words) == set(HOSTILE)


@pytest.mark.parametrize(
    ("reader", "n_words", "found"),
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


@of_every_list
def test_a_list_of_words_that_is_not_utf8_is_refused_by_line_and_byte(reader):
    with pytest.raises(InputError, match=r"^words\.txt, line 2: byte 0xe9 is not UTF-"):
        reader.read(reader.text, "war\nliberté\ntax\n".encode("latin-1"))


@of_every_list
def test_a_word_of_ten_thousand_characters_is_refused_by_line(reader):
    with pytest.raises(InputError, match=r"^words\.txt, line 2: a word of over 1,000"):
        reader.read(reader.text, b"war\n" + b"x" * 10_000 + b"\ntax\n")


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
