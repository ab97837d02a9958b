"""The reader of plain text: a document a line, and the lines that are none."""

import gzip

import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.plain_text import read_plain_text
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

ENGLISH_LINES = Tokenisation(junk=(), languages=("en",), merging="off")


def read(content: bytes) -> Corpus:
    return count_words(read_plain_text(Upload("essays.txt", content)), ENGLISH_LINES)


def test_only_a_line_feed_ends_a_line():
    corpus = read("war\rwar\x0cwar\u2028war\x85war\nwar".encode())
    assert corpus.observations.toarray().tolist() == [[5], [1]]


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


def test_a_line_that_is_too_long_is_left_out_and_the_next_is_read(monkeypatch):
    monkeypatch.setattr(limits, "JSON_LINE", 1_000)
    content = b"war\n" + b"tax " * 100_000 + b"\npeace\n" + b"x" * 1_001 + b"\n"
    corpus = read(content + b"sea " * 250)  # just the longest
    assert corpus.words == ("peace", "sea", "war")
    why = "over 1,000 bytes long"
    assert corpus.report.refused_lines == ((2, why), (4, why))
    assert corpus.warnings == (f"essays.txt: 2 lines were left out; line 2: {why}.",)


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
