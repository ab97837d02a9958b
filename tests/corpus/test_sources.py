"""A source is a bundled name or a file; all else is refused in one sentence."""

from pathlib import Path

import pytest

from spca_core.corpus.catalogue import bundled_names
from spca_core.corpus.sources import open_corpus
from spca_core.errors import InputError

BUNDLED = "state_of_the_union"
COUNTS = "2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts without words beside it."""
    path = tmp_path / "docword.tiny.txt"
    path.write_text(COUNTS)
    return path


def write_words(path: Path, words: str) -> str:
    path.write_text("\n".join(words.split()) + "\n")
    return str(path)


def test_a_bundled_name_opens_that_corpus_with_its_titles():
    corpus = open_corpus(BUNDLED)
    assert corpus.name == BUNDLED
    assert len(corpus.titles) == corpus.n_documents


def test_a_file_is_opened_with_the_words_beside_it(counts: Path):
    write_words(counts.with_name("vocab.tiny.txt"), "war peace tax")
    corpus = open_corpus(str(counts))
    assert (corpus.name, corpus.words) == ("tiny", ("war", "peace", "tax"))


def test_words_that_are_given_count_before_those_beside_the_file(counts: Path):
    write_words(counts.with_name("vocab.tiny.txt"), "war peace tax")
    given = write_words(counts.with_name("other.txt"), "one two three")
    assert open_corpus(str(counts), given).words == ("one", "two", "three")


def test_a_bundled_name_counts_before_a_file_of_that_name(
    counts: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(counts.parent)
    counts.rename(counts.with_name(BUNDLED))
    words = write_words(counts.with_name("words.txt"), "war peace tax")
    assert open_corpus(BUNDLED).n_words > 3
    assert open_corpus(f"./{BUNDLED}", words).n_words == 3


def test_words_given_to_a_bundled_corpus_are_refused_not_ignored(tmp_path: Path):
    words = write_words(tmp_path / "words.txt", "war peace tax")
    with pytest.raises(InputError, match="bundled corpus with words of its own"):
        open_corpus(BUNDLED, words)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("nowhere", id="no file"),
        pytest.param("", id="empty"),
        pytest.param(".", id="directory"),
        pytest.param("a" * 5_000, id="too long for a name"),
        pytest.param("a\0b", id="zero byte"),
    ],
)
def test_what_is_neither_a_name_nor_a_file_is_refused_with_the_names(source: str):
    with pytest.raises(InputError, match="neither a file nor a bundled") as refusal:
        open_corpus(source)
    for name in bundled_names():
        assert name in str(refusal.value)


def test_a_file_without_words_is_refused_with_the_way_out(counts: Path):
    with pytest.raises(InputError, match=r"no vocab.tiny.txt .*--vocabulary FILE"):
        open_corpus(str(counts))


def test_a_missing_file_of_words_is_refused_by_its_name(counts: Path):
    with pytest.raises(InputError, match=r"nowhere\.txt cannot be opened"):
        open_corpus(str(counts), "nowhere.txt")
