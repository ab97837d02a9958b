"""A source is a bundled name, a file or one of the data folder, and nothing else."""

from pathlib import Path

import pytest

from spca_core.corpus.options import Reading
from spca_core.corpus.sources import data_file, data_files, open_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test

BUNDLED = "state_of_the_union"


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
