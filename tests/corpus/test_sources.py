"""A source is a bundled name or a file; all else is refused in one sentence."""

import gzip
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.readers.loading import Reading
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.corpus.sources import open_corpus
from spca_core.errors import InputError
from tests.made_files import saved

BUNDLED = "state_of_the_union"
DENSE = [[1.5, 0, -2], [0, 3, 4]]
TRIPLES = "2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts without words beside it."""
    path = tmp_path / "docword.tiny.txt"
    path.write_text(TRIPLES)
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
    for name in bundled_titles():
        assert name in str(refusal.value)


def test_a_file_without_words_is_refused_with_the_way_out(counts: Path):
    with pytest.raises(InputError, match=r"no vocab.tiny.txt .*--vocabulary FILE"):
        open_corpus(str(counts))


def test_a_missing_file_of_words_is_refused_by_its_name(counts: Path):
    with pytest.raises(InputError, match=r"nowhere\.txt cannot be opened"):
        open_corpus(str(counts), "nowhere.txt")


@pytest.fixture
def write(tmp_path: Path):
    """Return a writer of bytes to a file of that name; it returns the file's path."""

    def write_bytes(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return write_bytes


TABLE = b"1.5 0 -2\n0 3 4\n"
ARRAY = saved(np.save, np.array(DENSE))
SPARSE = saved(sparse.save_npz, sparse.csr_array(DENSE))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TABLE, id="blanks"),
        pytest.param(TABLE.replace(b" ", b","), id="CSV"),
        pytest.param(gzip.compress(TABLE), id="zipped table"),
        pytest.param(b"\n" + TABLE, id="blank line first"),
        pytest.param(ARRAY, id="array"),
        pytest.param(gzip.compress(ARRAY), id="zipped array"),
        pytest.param(SPARSE, id="sparse"),
    ],
)
@pytest.mark.parametrize(
    "name", ["data.csv", "data", "data.npy", "data.npz", "data.gz"]
)
def test_a_matrix_is_told_by_its_content_and_not_by_its_name(write, content, name):
    corpus = open_corpus(write(name, content))
    found = corpus.observations
    dense = found if isinstance(found, np.ndarray) else found.toarray()
    assert dense.tolist() == DENSE
    assert corpus.words == ("feature_1", "feature_2", "feature_3")
    assert (corpus.name, corpus.kind.centred) == ("data", True)


@pytest.mark.parametrize("content", [TABLE, ARRAY, SPARSE])
def test_the_features_of_a_matrix_can_be_given_names(write, content):
    names = write("names.txt", b"a\nb\nc\n")
    assert open_corpus(write("data", content), names).words == ("a", "b", "c")


@pytest.mark.parametrize("label", ["kind", "2"])
def test_a_column_of_a_table_can_be_the_titles(write, label):
    corpus = open_corpus(
        write("data.csv", b"a,kind\n1,x\n2,y\n"), reading=Reading(label=label)
    )
    assert (corpus.titles, corpus.words) == (("x", "y"), ("a",))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("name", ["counts", "vocab.txt", "data.npy", "docword.x"])
def test_counts_are_told_by_their_content_too(write, pack, name):
    words = write("words.txt", b"war\npeace\ntax\n")
    corpus = open_corpus(write(name, pack(TRIPLES.encode())), words)
    assert corpus.observations.toarray().tolist() == [[5, 0, 2], [0, 1, 7]]
    assert not corpus.kind.centred


@pytest.mark.parametrize("content", [b"2\n3\n4\n", b"2\n3\n4\n1\n", b"2\n3\n4\n1.5\n"])
def test_a_column_of_whole_numbers_is_a_table(write, content):
    corpus = open_corpus(write("data.txt", content))
    assert corpus.observations.ravel().tolist() == [float(n) for n in content.split()]


@pytest.mark.parametrize("content", [TABLE, ARRAY, SPARSE, b"2\n3\n4\n1 1\n", b""])
@pytest.mark.parametrize("name", ["docword.tiny.txt", "docword.tiny.txt.gz"])
def test_what_is_called_docword_is_read_as_counts(write, content, name):
    write("vocab.tiny.txt", b"war\npeace\ntax\n")
    with pytest.raises(InputError, match=r"^docword\.tiny\.txt.*, line [134]: "):
        open_corpus(write(name, content))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("name", ["data.pkl", "data.csv", "data.npy", "data.joblib"])
def test_a_pickle_is_refused_and_never_unpickled(write, tmp_path, protocol, pack, name):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "trap",)

    content = pickle.dumps([Trap(), DENSE], protocol)
    with pytest.raises(
        InputError, match=r"is a pickle, .* never unpickled here\. Save"
    ):
        open_corpus(write(name, pack(content)))
    assert not (tmp_path / "trap").exists()
    pickle.loads(content)
    assert (tmp_path / "trap").exists(), "the trap works"


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("data", ARRAY, "npy"),
        ("data", SPARSE, "npz"),
        ("data", TRIPLES.encode(), "uci"),
        ("docword.tiny.txt", TRIPLES.encode(), "uci"),
        ("data", b"2 0:5 2:2\n2 1:1 2:7\n", "lda_c"),
    ],
)
@pytest.mark.parametrize("label", ["kind", "1", ""])
def test_labels_of_what_is_no_table_are_refused(write, name, content, what, label):
    expected = rf"^{name} is read as {re.escape(FORMATS[what])}, which has no column"
    with pytest.raises(InputError, match=expected):
        open_corpus(write(name, content), reading=Reading(label=label))


@pytest.mark.parametrize("label", ["1", ""])
def test_labels_given_to_a_bundled_corpus_are_refused_not_ignored(label):
    with pytest.raises(InputError, match="bundled corpus with titles of its own"):
        open_corpus(BUNDLED, reading=Reading(label=label))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "data is empty"),
        (b"\x89PNG\r\n\x1a\n", "data is a PNG picture"),
        (b"PK\x05\x06" + bytes(18), "data is a zip archive of nothing, no sparse"),
        (gzip.compress(TABLE)[:-3], "data is a gzip file that is cut off or damaged"),
        (saved(np.savez, np.array(DENSE)), "data is a zip archive of 'arr_0.npy', no"),
        (b"two\n3\n4\n1 1 5\n", "data, line 4 has 3 cells, but line 1 has 1"),
    ],
)
def test_what_is_no_matrix_is_refused_by_its_name(write, content, fault):
    with pytest.raises(InputError, match=rf"^{fault}"):
        open_corpus(write("data", content))


def test_telling_a_bomb_costs_no_memory(write, peak_bytes):
    bomb = write("data", gzip.compress(b"1" * 50_000_000))

    def refuse():
        with pytest.raises(InputError, match="over 30,000,000 bytes"):
            open_corpus(bomb)

    assert peak_bytes(refuse) < 100_000_000  # the longest line, a few times


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"1 0:5\n2 1:1 2:7\n", id="LDA-C"),
        pytest.param(b"x 1:5\ny 2:1 3:7\n", id="SVMlight"),
        pytest.param(b"a,war,5\nb,peace,1\nb,tax,7\n", id="triples"),
        pytest.param(b'{"war": 5}\n{"peace": 1, "tax": 7}\n', id="JSON lines"),
        pytest.param(b"war war war war war\npeace" + b" tax" * 7, id="plain text"),
    ],
)
def test_every_other_format_is_told_too_and_read_as_counts(write, content):
    corpus = open_corpus(write("data", content))
    found = sorted(sorted(row) for row in corpus.observations.toarray().tolist())
    assert found == [[0, 0, 5], [0, 1, 7]]
    assert not corpus.kind.centred


def test_a_table_of_counts_is_read_as_counts_unless_asked_otherwise(write):
    path = write("data.csv", b"war,peace\n5,0\n0,1\n0,0\n")
    counted, measured = open_corpus(path), open_corpus(path, None, Reading("table"))
    assert (counted.kind, measured.kind) == (COUNTS, MEASUREMENTS)
    assert (counted.n_documents, measured.n_documents) == (2, 3)


@pytest.mark.parametrize("content", [b"a,kind,b\n1,x,2\n3,y,4\n", b"kind,b\nx,4\n"])
def test_what_has_a_column_of_labels_is_a_table_whatever_it_looks_like(write, content):
    corpus = open_corpus(write("data.csv", content), reading=Reading(label="kind"))
    assert corpus.titles[0] == "x"
    assert corpus.kind.centred
