"""Files of results: whole or not at all, and never written over what they are about."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import spca_core
from spca_core import InputError
from spca_core.cli.command_line import main
from spca_core.cli.output import RUNS, TOPICS, Runs
from spca_core.results.files.writing import write_file
from tests.made import planted_texts

# Of invented words no language is recognised.
pytestmark = pytest.mark.filterwarnings("ignore::spca_core.ReadingWarning")
ROOT = Path(__file__).resolve().parents[3]
SMALL = ("-k", "2", "-s", "2", "--effort", "quick")
OLDER = b"an older result"
FULL = 64  # bytes, of which no file may have more


def made(folder: Path) -> Path:
    path = folder / "source.csv"
    rows = [f"{number},{text}" for number, text in enumerate(planted_texts(0, 60))]
    path.write_text("\n".join(["title,text", *rows]))
    return path


def spelled_alike(path: Path) -> list[Path]:
    """Other paths and links that lead to a file."""
    others = path.parent / "others"
    others.mkdir()
    (others / "link.csv").symlink_to(path)
    (others / "hard.csv").hardlink_to(path)
    (others / "folder").symlink_to(path.parent)
    dotted = Path(path.parent, "others", "..", path.name)
    linked = others / "folder" / path.name
    return [path, dotted, linked, others / "link.csv", others / "hard.csv"]


@pytest.mark.slow
def test_no_result_is_written_over_its_source_however_it_is_spelled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    source = made(tmp_path)
    before = source.read_bytes()
    topics = spca_core.solve(spca_core.load(source), 2, 2, effort="quick")
    monkeypatch.setattr("spca_core.cli.commands._found", pytest.fail)
    for path in spelled_alike(source):
        for command in ("topics", "compare"):
            assert main([command, str(source), *SMALL, "-o", str(path)]) == 2
            (line,) = capsys.readouterr().err.splitlines()[-1:]
            assert f"{path} cannot be written: it is what the result is made" in line
        for save in (topics.save, topics.to_html):
            with pytest.raises(InputError, match="it is what the result is made from"):
                save(path)
    assert source.read_bytes() == before


def test_a_folder_is_no_file_to_write_nor_is_a_link_to_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    source, loop, folder = made(tmp_path), tmp_path / "loop.csv", tmp_path / "d.csv"
    loop.symlink_to(loop.name)
    folder.mkdir()
    assert main(["topics", str(source), *SMALL, "-o", str(loop)]) == 2
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert f"{loop} cannot be written: Too many levels of symbolic links" in line
    assert loop.is_symlink()
    monkeypatch.setattr("spca_core.cli.commands.open_source", pytest.fail)
    assert main(["topics", str(source), *SMALL, "-o", str(folder)]) == 2
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert f"{folder} cannot be written: it is a folder." in line


@pytest.mark.slow
def test_a_results_words_folder_store_and_input_are_not_written_over_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    texts, store = tmp_path / "texts", tmp_path / "store"
    texts.mkdir()
    made(texts)
    counts = tmp_path / "docword.tiny.txt"
    counts.write_text("3\n3\n5\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n3 1 1\n")
    listed, beside = tmp_path / "words.csv", tmp_path / "vocab.tiny.txt"
    for path in (listed, beside):
        path.write_text("war\npeace\ntax\n")
    assert main(["keep", str(counts), str(store)]) == 0
    (store / "more.json").write_text("{}")
    (tmp_path / "link.csv").symlink_to(beside)
    capsys.readouterr()
    for arguments, path in (
        (("topics", str(texts)), texts / "source.csv"),
        (("topics", str(store)), store / "more.json"),
        (("topics", str(counts), "--words", str(listed)), listed),
        (("topics", str(counts)), tmp_path / "link.csv"),
    ):
        before = path.read_bytes()
        assert main([*arguments, "-o", str(path)]) == 2
        assert "would be lost" in capsys.readouterr().err
        assert path.read_bytes() == before
    with pytest.raises(InputError, match="would be lost"):
        spca_core.solve(spca_core.load(counts), 1, 2).save(beside)
    # As a shell has it: topics - -o source.csv < source.csv
    source = made(tmp_path)
    before = source.read_bytes()
    command = [sys.executable, "-m", "spca_core", "topics", "-", "-o", str(source)]
    with source.open("rb") as file:
        ended = subprocess.run(command, cwd=ROOT, stdin=file, capture_output=True)
    assert (ended.returncode, source.read_bytes()) == (2, before)


@pytest.fixture
def on_a_full_disk():
    """Return a function that calls another one while no file may grow."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)

    def call(save: Callable[[], object]) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (FULL, usual[1]))
        try:
            save()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)

    return call


@pytest.mark.slow
def test_a_disk_that_is_full_leaves_the_older_result_and_nothing_else(
    tmp_path: Path, on_a_full_disk: Callable
):
    corpus = spca_core.load(planted_texts(0, 60))
    topics = spca_core.solve(corpus, 2, 2, effort="quick")
    runs = Runs([topics], None)
    for result, known in ((topics, TOPICS), (runs, RUNS)):
        # A workbook is put together in temporary files, which would fail before.
        for ending in {*known} - {".xlsx"}:
            path = tmp_path / f"result{ending}"
            save = partial(known[ending], result, str(path))
            save()
            assert path.stat().st_size > FULL
            path.write_bytes(OLDER)
            with pytest.raises(InputError, match="cannot be written: File too large"):
                on_a_full_disk(save)
            assert path.read_bytes() == OLDER
            assert list(tmp_path.iterdir()) == [path]
            path.unlink()


def test_links_are_followed_and_permissions_are_as_for_any_file(tmp_path: Path):
    def mode(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    new, shared, link = (tmp_path / name for name in ("new", "shared", "link"))
    plain = tmp_path / "plain"
    plain.touch()
    write_file(new, "new")
    assert mode(new) == mode(plain)
    shared.touch()
    shared.chmod(0o664)
    link.symlink_to(shared.name)
    write_file(link, "through the link")
    assert (link.is_symlink(), shared.read_text("utf-8")) == (True, "through the link")
    assert mode(shared) == 0o664
    link.unlink()
    link.symlink_to("nothing yet")
    write_file(link, "made by the link")
    assert (tmp_path / "nothing yet").read_text("utf-8") == "made by the link"


def test_what_is_no_file_is_written_to_as_it_comes(tmp_path: Path):
    write_file("/dev/null", "nothing")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write_file(pipe, "through the pipe")
    reader.join()
    assert read == ["through the pipe"]
    code = (
        "from spca_core.results.files import writing; "
        "writing.write_file('/dev/stdout', 'out')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True)
    assert done.stdout == b"out"


def test_a_folder_that_exists_is_refused_before_it_is_read_or_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    source = made(tmp_path)
    monkeypatch.setattr("spca_core.cli.keep.open_source", pytest.fail)
    for arguments in ((source, source), (source, tmp_path), (tmp_path, tmp_path)):
        assert main(["keep", *map(str, arguments)]) == 2
        assert "is there already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [source.name]
