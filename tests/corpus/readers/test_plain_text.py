"""The reader of plain text: a document a line, and the lines that are none."""

import gzip
import re

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.documents.lines import read_plain_text
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError
from tests.fuzz import fuzzed

TEXT = b"War and peace.\nTaxes, taxes!\nPeace: no taxes\n"
AS_WRITTEN = Tokenisation(junk=(), languages=("en",), merging="off")
DENSE = [[1, 0, 1], [0, 2, 0], [1, 1, 0]]


def read(content: bytes, name: str = "essays.txt") -> Corpus:
    return count_words(read_plain_text(Upload(name, content)), AS_WRITTEN)


def test_each_line_is_a_document_with_its_text():
    corpus = read(TEXT)
    assert corpus.words == ("peace", "taxes", "war")
    assert corpus.observations.toarray().tolist() == DENSE
    assert corpus.texts == ("War and peace.", "Taxes, taxes!", "Peace: no taxes")
    assert (corpus.name, corpus.titles, corpus.groups) == ("essays", (), {})
    assert corpus.warnings == ()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + TEXT, id="byte order mark"),
        pytest.param(TEXT.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(TEXT.replace(b"\n", b"\r\r\n"), id="CR CR LF"),
        pytest.param(TEXT.removesuffix(b"\n"), id="no newline at the end"),
        pytest.param(b"\n" + TEXT.replace(b"\n", b"\n \n\t\r\n"), id="blank lines"),
        pytest.param(TEXT.replace(b"\n", b"  \n "), id="blanks around"),
        pytest.param(gzip.compress(TEXT), id="gzip under a plain name"),
    ],
)
def test_the_same_documents_are_read_from_every_way_of_writing_them(content):
    assert read(content).content_id == read(TEXT).content_id
    assert read(content).texts == read(TEXT).texts
    assert read(content).report == read(TEXT).report


@pytest.mark.parametrize("seed", range(10))
def test_lines_in_another_order_give_the_same_corpus_in_that_order(seed):
    lines = TEXT.splitlines(keepends=True)
    order = np.random.default_rng(seed).permutation(len(lines))
    shuffled = read(b"".join(lines[row] for row in order))
    assert shuffled.words == read(TEXT).words
    assert shuffled.observations.toarray().tolist() == [DENSE[row] for row in order]


def test_a_file_on_disk_is_read_as_an_upload_is(tmp_path):
    path = tmp_path / "essays.txt"
    path.write_bytes(TEXT)
    assert read_plain_text(path).texts == read(TEXT).texts


def test_one_document_of_one_word_is_a_corpus():
    assert read(b"taxes").observations.toarray().tolist() == [[1]]


def test_words_are_cut_as_is_asked():
    chosen = Tokenisation(
        lowercase=False, shortest=2, languages=(), stop_words=("taxes",)
    )
    corpus = count_words(read_plain_text(Upload("essays.txt", TEXT)), chosen)
    assert corpus.words == ("Peace", "War", "and", "no", "peace")


def test_only_a_line_feed_ends_a_line():
    corpus = read("war\rwar\x0cwar\u2028war\x85war\nwar".encode())
    assert corpus.observations.toarray().tolist() == [[5], [1]]


def test_lines_without_words_are_dropped_and_counted():
    corpus = read(b"taxes\n1914 - 1918\n\nthe\n")
    assert (corpus.n_documents, corpus.report.empty_documents) == (1, 2)


def test_strange_words_stay_mere_text():
    lines = (
        *("![x](http://example.org/a.png)", "<script>alert(1)</script>"),
        *('=HYPERLINK("http://example.org")', "שלום עולם", "x" * 10_000),
    )
    corpus = read("\n".join(lines).encode())
    assert corpus.texts == lines[:-1]
    assert corpus.report.empty_documents == 1
    assert set(corpus.words) == {
        *("http", "example", "org", "png", "script", "alert", "hyperlink"),
        *("שלום", "עולם"),
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no documents"),
        (b"\n \r\n", "has no documents"),
        (b"of the\n", "has 1 document, but no words to count"),
        (b"1 2 3\nof the\n", "has 2 documents, but no words to count"),
        ("tax\nliberté".encode("latin-1"), "line 2: byte 0xe9 is not UTF-8"),
        (
            "tax".encode("utf-16"),
            "line 1: a zero byte, .* in UTF-16 or UTF-32. .* save it as UTF",
        ),
        (b"tax\nt\0x\n", "line 2: a zero byte"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1: byte 0x89 is not UTF-8"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "line 1: a zero byte"),
        (b"GIF89a\x01\0\x01\0", "line 1: a zero byte"),
    ],
)
def test_what_is_no_text_is_refused_by_line_and_byte(content, message):
    with pytest.raises(InputError, match=rf"(?s)^essays.*{message}"):
        read(content)


def test_a_truncated_gzip_file_is_refused_by_name():
    with pytest.raises(
        InputError, match=r"^essays\.txt\.gz is a gzip file that is cut"
    ):
        read(gzip.compress(TEXT)[:-9], "essays.txt.gz")


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"none\.txt cannot be opened: No such file"):
        read_plain_text(tmp_path / "none.txt")


def test_a_line_that_is_too_long_is_left_out_and_the_next_is_read(monkeypatch):
    monkeypatch.setattr(limits, "JSON_LINE", 1_000)
    content = b"war\n" + b"tax " * 100_000 + b"\npeace\n" + b"x" * 1_001
    corpus = read(content)
    assert corpus.words == ("peace", "war")
    why = "over 1,000 bytes long"
    assert corpus.report.refused_lines == ((2, why), (4, why))
    assert corpus.warnings == (f"essays.txt: 2 lines were left out; line 2: {why}.",)


def test_a_line_of_just_the_longest_length_is_read(monkeypatch):
    monkeypatch.setattr(limits, "JSON_LINE", 9)
    assert read(b"war war \npeace xx").words == ("peace", "war")


def test_a_gzip_bomb_of_one_line_is_left_out_in_bounded_memory(peak_bytes):
    bomb = gzip.compress(b"tax " * 25_000_000)

    def refuse() -> None:
        with pytest.raises(InputError, match=r"line 1: over 10,000,000 bytes long"):
            read(bomb)

    assert peak_bytes(refuse) < 50_000_000  # a few copies of the longest line


@pytest.mark.parametrize(
    ("limit", "message"),
    [("TEXT", "1,000 bytes of text"), ("LINES", "1,000 lines")],
)
def test_a_gzip_bomb_of_many_lines_is_stopped_at_each_cap(
    monkeypatch, peak_bytes, limit, message
):
    monkeypatch.setattr(limits, limit, 1_000)
    bomb = gzip.compress(b"tax\n" + b"\n" * 20_000_000)

    def refuse() -> None:
        with pytest.raises(InputError, match=rf"essays\.txt .* over {message}"):
            read(bomb)

    assert peak_bytes(refuse) < 1_000_000  # blocks, whatever is in them


@fuzzed
def test_no_mangled_file_is_read_other_than_as_a_corpus(seed):
    rng = np.random.default_rng(seed)
    mangled = bytearray(TEXT)
    for place in rng.integers(len(TEXT), size=rng.integers(1, 6)):
        mangled[place] = rng.integers(256)
    try:
        corpus = read(bytes(mangled))
    except InputError as refusal:
        text = str(refusal)
        assert re.match(r"essays\.txt, line \d", text)
    else:
        assert (corpus.observations.data >= 1).all()
