"""Files of the data folder are chosen from a list, and nothing else is reached."""

import os
from pathlib import Path

import pytest

from spca_core.corpus import sources as module
from spca_core.corpus.keeping import keep
from spca_core.corpus.sources import data_file, data_files
from spca_core.errors import InputError
from tests.oracles import random_corpus


def written(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("1\n")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


def test_the_files_of_a_folder_come_before_those_of_its_folders(folder: Path):
    files = ["b.csv", "d.npz", "a/a/e.txt", "a/f.txt", "c/g.txt"]
    for file in files:
        written(folder / file)
    assert data_files(folder) == ["b.csv", "d.npz", "a/f.txt", "a/a/e.txt", "c/g.txt"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(".hidden.csv", id="hidden"),
        pytest.param(".hidden/counts.csv", id="in a hidden folder"),
        pytest.param("docword.nips.txt.gz.part", id="unfinished download"),
        pytest.param("vocab.kos.txt", id="words of UCI counts"),
        pytest.param("kos/vocab.kos.txt.gz", id="zipped words"),
        pytest.param("words.txt", id="words"),
        pytest.param("titles.kos.txt", id="titles"),
        pytest.param("a/b/c/counts.csv", id="three folders down"),
        pytest.param("counts\n.csv", id="a name of two lines"),
        pytest.param(os.fsdecode(b"caf\xe9.csv"), id="a name that is not UTF-8"),
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


def test_a_name_in_another_script_is_listed(folder: Path):
    written(folder / "שירים.csv")
    assert data_files(folder) == ["שירים.csv"]


def test_links_out_of_the_folder_are_left_out_and_those_inside_are_kept(folder: Path):
    outside = written(folder.parent / "secret.csv")
    inside = written(folder / "kept" / "real.csv")
    (folder / "file.csv").symlink_to(outside)
    (folder / "folder").symlink_to(outside.parent)
    (folder / "broken.csv").symlink_to(folder / "nothing")
    (folder / "again.csv").symlink_to(inside)
    assert data_files(folder) == ["again.csv", "kept/real.csv"]


def test_the_folder_may_itself_be_a_link(folder: Path):
    written(folder / "a.csv")
    (folder.parent / "linked").symlink_to(folder)
    assert data_files(folder.parent / "linked") == ["a.csv"]


def test_a_pipe_that_nobody_writes_to_is_not_listed(folder: Path):
    os.mkfifo(folder / "pipe.csv")
    assert data_files(folder) == []


def test_a_folder_that_is_not_there_has_no_files(folder: Path):
    assert data_files(folder / "nowhere") == []


def test_no_more_than_the_most_are_listed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MAX_FILES", 3)
    for number in range(5):
        written(folder / f"{number}.csv")
    assert data_files(folder) == ["0.csv", "1.csv", "2.csv"]


def test_every_listed_file_can_be_opened_by_its_name(folder: Path):
    written(folder / "kos" / "docword.kos.txt")
    (listed,) = data_files(folder)
    assert data_file(folder, listed).read_text() == "1\n"


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../secret.csv", "a/../a.csv", "./a.csv", "/etc/passwd", "\0"],
)
def test_no_path_leads_to_a_file_that_is_not_listed(folder: Path, name: str):
    written(folder / "a.csv")
    written(folder / "a" / "b.csv")
    written(folder.parent / "secret.csv")
    with pytest.raises(InputError, match=r"is not among .* Choose one of its list"):
        data_file(folder, name)


def test_an_absolute_path_to_a_listed_file_is_refused(folder: Path):
    with pytest.raises(InputError, match="not among"):
        data_file(folder, str(written(folder / "a.csv")))


def test_a_very_long_name_is_not_repeated_whole(folder: Path):
    with pytest.raises(InputError) as refusal:
        data_file(folder, "x" * 100_000)
    assert len(str(refusal.value)) < 300
