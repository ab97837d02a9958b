"""A source is a bundled name, a file, several that belong together, or nothing."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.sources import data_file, data_files, open_corpus, sort_out
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved

BUNDLED = "state_of_the_union"
COUNTS = Upload("docword.txt", b"2\n2\n3\n1 1 4\n1 2 1\n2 2 5\n")
WORDS = Upload("vocab.txt", b"tax\nwar\n")
MATRIX = Upload("counts.npz", saved(sparse.save_npz, sparse.csr_array(np.ones((2, 4)))))
ESSAYS = [Upload("a.txt", b"Of tea and tax"), Upload("b.md", b"Of war")]


@pytest.mark.slow
def test_a_bundled_name_counts_before_a_file_of_that_name_and_takes_no_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path(BUNDLED).write_text("1\n3\n1\n1 1 5\n")
    Path("words.txt").write_text("war\npeace\ntax\n")
    assert open_corpus(BUNDLED).n_documents > 2
    assert open_corpus(f"./{BUNDLED}", "words.txt").n_words == 3
    with pytest.raises(InputError, match="words of its own"):
        open_corpus(BUNDLED, "words.txt")
    for label in ("1", ""):
        with pytest.raises(InputError, match="titles of its own"):
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


def test_the_list_of_words_is_recognised_by_content_in_either_order():
    assert sort_out([COUNTS, WORDS]) == (COUNTS, WORDS)
    assert sort_out([WORDS, COUNTS]) == (COUNTS, WORDS)


@in_one_test(
    "words", [b"000\n10\n100\n1000\n", b"1 1:5\n2 1:3\n3 4:5\n4 4:4\n", b"{\n}\n[\n]\n"]
)
def test_beside_a_matrix_a_list_of_words_may_look_like_anything(words: bytes):
    listed = Upload("words.txt", words)
    counts, found = sort_out([listed, MATRIX])
    assert found == listed
    assert read_corpus(counts, found).words == tuple(words.decode().split("\n")[:-1])


def test_several_texts_are_documents_with_their_names_as_titles():
    together, words = sort_out([*ESSAYS, Upload("a.txt", b"Of peace")])
    assert words is None
    corpus = read_corpus(together)
    assert corpus.titles == ("3 a.txt", "a.txt", "b.md")
    assert corpus.texts == ("Of peace", "Of tea and tax", "Of war")


@in_one_test("files", [[COUNTS, COUNTS], [COUNTS, *ESSAYS]])
def test_files_that_do_not_belong_together_are_refused_by_name(files: list[Upload]):
    with pytest.raises(InputError, match=rf"{files[0].name} and .* list of its words"):
        sort_out(files)
