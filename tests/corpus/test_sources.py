"""A source is a bundled name, a file or one of the data folder, and nothing else."""

import gzip
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import sources
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.matrix import dense
from spca_core.corpus.options import Reading
from spca_core.corpus.sources import data_file, data_files, open_corpus
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved
from tests.oracles import random_corpus

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


@in_one_test("source", ["nowhere", "", ".", "a" * 5_000, "a\0b"])
def test_what_is_neither_a_name_nor_a_file_is_refused_with_the_names(source: str):
    with pytest.raises(InputError, match="neither a file nor a bundled") as refusal:
        open_corpus(source)
    for name in bundled_titles():
        assert name in str(refusal.value)


TABLE = b"1.5 0 -2\n0 3 4\n"
ARRAY = saved(np.save, np.array(DENSE))
SPARSE = saved(sparse.save_npz, sparse.csr_array(DENSE))


@in_one_test("content", [TABLE, gzip.compress(TABLE), ARRAY, SPARSE])
@in_one_test("name", ["data"])
def test_a_matrix_is_recognised_by_content_and_can_be_named(name, content, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    corpus = open_corpus(str(path))
    assert dense(corpus.observations).tolist() == DENSE
    assert corpus.words == ("feature_1", "feature_2", "feature_3")
    assert (corpus.name, corpus.kind.centred) == ("data", True)
    words = write_words(tmp_path / "names.txt", "a b c")
    assert open_corpus(str(path), words).words == ("a", "b", "c")


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


def written(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("1\n", encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


def test_the_first_files_come_before_those_of_folders_and_no_more_than_the_most(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    files = ["b.csv", "d.npz", "שירים.csv", "a/f.txt", "a/a/e.txt", "c/g.txt"]
    for file in reversed(files):
        written(folder / file)
    monkeypatch.setattr(sources, "MAX_FILES", len(files))
    written(folder / "z" / "one_more.txt")
    os.mkfifo(folder / "pipe.csv")  # nobody writes to it
    (folder.parent / "linked").symlink_to(folder)
    assert data_files(folder) == data_files(folder.parent / "linked") == files
    assert data_file(folder, "a/a/e.txt").read_text("utf-8") == "1\n"
    assert data_files(folder / "nowhere") == []


@in_one_test(
    "name",
    [
        *(".hidden.csv", ".hidden/counts.csv", "a/b/c/counts.csv"),
        "docword.nips.txt.gz.part",  # a download that is not finished
        *("vocab.kos.txt", "kos/vocab.kos.txt.gz", "words.txt", "titles.kos.txt"),
        *("counts\n.csv", os.fsdecode(b"caf\xe9.csv")),
    ],
)
def test_what_is_no_data_or_not_to_be_shown_is_not_listed(folder: Path, name: str):
    written(folder / name)
    written(folder / "shown.csv")
    assert data_files(folder) == ["shown.csv"]
    with pytest.raises(InputError, match="not among the files"):
        data_file(folder, name)


def test_a_store_is_listed_as_one_and_its_files_are_not(folder: Path):
    keep(random_corpus(0, 20, 10), folder / "a" / "kept")
    written(folder / "a" / "other.csv")
    keep(random_corpus(0, 20, 10), folder.parent / "outside")
    (folder / "linked").symlink_to(folder.parent / "outside")
    assert data_files(folder) == ["a/kept", "a/other.csv"]
    assert data_file(folder, "a/kept") == folder / "a" / "kept"


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
