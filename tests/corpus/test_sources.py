"""A source is a bundled name, a file or one of the data folder, and nothing else."""

import gzip
import pickle
from pathlib import Path

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.sources import data_file, data_files, open_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test

BUNDLED = "state_of_the_union"
TRIPLES = "2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"


DENSE = [[1.5, 0, -2], [0, 3, 4]]


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts without words beside it."""
    path = tmp_path / "docword.tiny.txt"
    path.write_text(TRIPLES)
    return path


def write_words(path: Path, words: str) -> str:
    path.write_text("\n".join(words.split()) + "\n", encoding="utf-8")
    return str(path)


def test_a_chosen_word_list_is_used_and_not_the_one_beside_the_file(counts: Path):
    with pytest.raises(InputError, match=r"no vocab.tiny.txt .*--vocabulary FILE"):
        open_corpus(str(counts))
    with pytest.raises(InputError, match=r"nowhere\.txt cannot be opened"):
        open_corpus(str(counts), "nowhere.txt")
    write_words(counts.with_name("vocab.tiny.txt"), "war peace tax")
    corpus = open_corpus(str(counts))
    assert (corpus.name, corpus.words) == ("tiny", ("war", "peace", "tax"))
    given = write_words(counts.with_name("other.txt"), "one two three")
    assert open_corpus(str(counts), given).words == ("one", "two", "three")


@pytest.mark.slow
def test_a_bundled_name_counts_before_a_file_of_that_name_and_takes_no_options(
    counts: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(counts.parent)
    counts.rename(counts.with_name(BUNDLED))
    words = write_words(counts.with_name("words.txt"), "war peace tax")
    corpus = open_corpus(BUNDLED)
    assert corpus.name == BUNDLED
    assert len(corpus.titles) == corpus.n_documents > 2
    assert open_corpus(f"./{BUNDLED}", words).n_words == 3
    with pytest.raises(InputError, match="bundled corpus with words of its own"):
        open_corpus(BUNDLED, words)
    for label in ("1", ""):
        with pytest.raises(InputError, match="bundled corpus with titles of its own"):
            open_corpus(BUNDLED, reading=Reading(label=label))


def written(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("1\n", encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


def test_links_out_of_the_folder_are_ignored_and_those_inside_followed(folder: Path):
    outside = written(folder.parent / "secret.csv")
    inside = written(folder / "kept" / "real.csv")
    (folder / "file.csv").symlink_to(outside)
    (folder / "folder").symlink_to(outside.parent)
    (folder / "broken.csv").symlink_to(folder / "nothing")
    (folder / "again.csv").symlink_to(inside)
    assert data_files(folder) == ["again.csv", "kept/real.csv"]


@in_one_test(
    "name",
    ["", ".", "..", "../secret.csv", "a/../a.csv", "./a.csv", "/etc/passwd", "\0"],
)
def test_no_path_leads_to_a_file_that_is_not_listed(folder: Path, name: str):
    written(folder / "a.csv")
    written(folder / "a" / "b.csv")
    written(folder.parent / "secret.csv")
    for path in (name, str(folder / "a.csv"), "x" * 100_000):
        fault = r"is not among .* Choose one of its list"
        with pytest.raises(InputError, match=fault) as refusal:
            data_file(folder, path)
        assert len(str(refusal.value)) < 300


@in_one_test("name", ["data.pkl", "data.csv"])
@in_one_test("pack", [bytes, gzip.compress])
def test_a_pickle_is_refused_and_never_unpickled(pack, name, tmp_path):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "trap",)

    content = pickle.dumps([Trap(), DENSE])
    (tmp_path / name).write_bytes(pack(content))
    with pytest.raises(
        InputError, match=r"is a pickle, .* never unpickled here\. Save"
    ):
        open_corpus(str(tmp_path / name))
    assert not (tmp_path / "trap").exists()
    pickle.loads(content)
    (tmp_path / "trap").unlink()  # so the trap works
