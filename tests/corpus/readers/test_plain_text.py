"""The reader of plain text: a document a line, and the lines that are none."""

import gzip

import pytest

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.documents.reading import read_document
from spca_core.corpus.readers.documents.split import split_file
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

ENGLISH_LINES = Tokenisation(junk=(), languages=("en",), merging="off")


def read(content: bytes) -> Corpus:
    texts, _ = read_document(Upload("essays.txt", content), "plain_text")
    return count_words(split_file(texts, has_lines=True), ENGLISH_LINES)


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


@pytest.mark.parametrize(
    ("limit", "message"), [("CHARACTERS", "1,000 bytes"), ("LINES", "1,000 lines")]
)
def test_a_gzip_bomb_of_many_lines_is_stopped_at_each_cap(
    monkeypatch, peak_bytes, limit, message
):
    monkeypatch.setattr(limits, limit, 1_000)
    bomb = gzip.compress(b"tax\n" + b"\n" * 20_000_000)

    def refuse() -> None:
        with pytest.raises(InputError, match=rf"essays\.txt .* over {message}"):
            read(bomb)

    assert peak_bytes(refuse) < 1_500_000  # blocks, whatever is in them
