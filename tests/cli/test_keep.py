"""The command keep: what it writes is a source, and it says how far it is."""

from pathlib import Path

import pytest

import spca_core
from spca_core.cli import keep as keep_module
from spca_core.cli.command_line import main
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.store import open_store

TRIPLES = "2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "words").write_text("war\npeace\ntax\n")
    (tmp_path / "docword.tiny.txt").write_text(TRIPLES)
    return tmp_path / "docword.tiny.txt"


def test_a_kept_file_is_a_source(path, tmp_path, capsys):
    words, kept = str(tmp_path / "words"), str(tmp_path / "kept")
    assert main(["keep", str(path), kept, "--vocabulary", words]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("now holds the corpus; use it as SOURCE")
    assert read_corpus(kept).content_id == read_corpus(path, words).content_id
    assert main(["topics", kept, "-k", "1", "-s", "2"]) == 0
    assert "tiny: 2 documents, 3 words" in capsys.readouterr().out


@pytest.mark.slow
def test_a_bundled_corpus_and_a_store_can_be_kept_too(tmp_path):
    bundled, first, second = "state_of_the_union", tmp_path / "a", tmp_path / "b"
    assert main(["keep", bundled, str(first)]) == 0
    assert main(["keep", str(first), str(second)]) == 0
    assert open_store(second).content_id == spca_core.load(bundled).content_id


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("{file}", "{there}"), "is there already"),
        (("{file}", "{file}/kept"), "cannot be written: Not a directory"),
        (("nowhere", "{new}"), "neither a file nor"),
        (("{there}", "{new}"), "a folder without text files"),
        (("{file}", "{new}", "--label", "1"), "no column to take out"),
        (("{file}", "{new}", "--format", "npz"), "docword.tiny.txt"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_one_line(
    path, tmp_path, capsys, arguments, fault
):
    (tmp_path / "there").mkdir()
    names = {"file": path, "there": tmp_path / "there", "new": tmp_path / "new"}
    given = [argument.format(**names) for argument in arguments]
    words = ("--vocabulary", str(tmp_path / "words"))
    assert main(["keep", *given, *words]) == 2
    assert fault in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("options", [(), ("--format", "uci")], ids=["found", "named"])
def test_a_uci_file_is_never_read_as_a_whole(path, tmp_path, monkeypatch, options):
    def refuse(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(keep_module, "load", refuse)
    words, kept = str(tmp_path / "words"), str(tmp_path / "kept")
    assert main(["keep", str(path), kept, "--vocabulary", words, *options]) == 0
    assert read_corpus(kept).n_documents == 2


def test_a_bundled_corpus_is_kept_though_a_file_has_its_name(
    path, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    name = "state_of_the_union_in_24_words"
    path.rename(name)
    assert main(["keep", name, "kept"]) == 0
    assert read_corpus("kept").content_id == read_bundled(name).content_id
