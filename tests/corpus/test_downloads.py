"""Downloads arrive whole or not at all."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from spca_core.corpus import downloads, limits
from spca_core.corpus.downloads import DOWNLOADS, Download, download, is_here
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.errors import InputError
from tests.fuzz import in_one_test

WORDS, COUNTS = "vocab.tiny.txt", "docword.tiny.txt.gz"
VOCABULARY = b"war\npeace\ntax\n"
# Level 0 does not shrink them, so that they come in several chunks.
LINES = b"".join(b"%d %d 1\n" % (i, j) for i in range(1, 30_001) for j in (1, 2, 3))
ZIPPED = gzip.compress(b"30000\n3\n90000\n" + LINES, compresslevel=0)
FILES = {WORDS: VOCABULARY, COUNTS: ZIPPED}


class Server(ThreadingHTTPServer):
    """A web server of a few files, with faults to be switched on."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = FILES
        self.says_length = True
        self.breaks_after: int | None = None
        self.is_silent = False  # from there on, and not at an end
        self.redirects: dict[str, str] = {}
        self.asked: list[str] = []

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients that hang up are what is tested."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        name = self.path.removeprefix("/")
        self.server.asked.append(name)
        if name in self.server.redirects:
            self.send_response(302)
            self.send_header("Location", self.server.redirects[name])
            self.end_headers()
        elif name not in self.server.files:
            self.send_error(404)
        else:
            self._send(self.server.files[name])

    def _send(self, content: bytes) -> None:
        if self.server.breaks_after != 0:
            self.send_response(200)
            if self.server.says_length:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: self.server.breaks_after])
        if self.server.is_silent:
            threading.Event().wait(0.5)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setitem(DOWNLOADS, "Tiny", Download(30_000, 3, 10_000_000))
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def fetched(server: Server, folder: Path) -> Path:
    """Download all of it; return the folder that it is in."""
    for _ in download("Tiny", folder, server.base):
        pass
    return folder / "tiny"


def refusal(server: Server, folder: Path) -> str:
    with pytest.raises(InputError) as refused:
        fetched(server, folder)
    return str(refused.value)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "tiny").iterdir())


def with_words(folder: Path) -> None:
    """Put the words there, so that the counts are what is fetched."""
    (folder / "tiny").mkdir()
    (folder / "tiny" / WORDS).write_bytes(VOCABULARY)


def test_a_corpus_comes_whole_can_be_read_and_is_not_fetched_again(server, tmp_path):
    assert not is_here("Tiny", tmp_path)
    server.files = {"elsewhere": VOCABULARY, COUNTS: ZIPPED}
    server.redirects = {WORDS: f"{server.base}elsewhere"}
    for _ in download("Tiny", tmp_path, server.base):
        assert not is_here("Tiny", tmp_path)
    assert is_here("Tiny", tmp_path)
    assert names(tmp_path) == [COUNTS, WORDS]
    corpus = read_uci(tmp_path / "tiny" / COUNTS)
    assert (corpus.observations.nnz, corpus.words) == (90_000, ("war", "peace", "tax"))
    server.asked.clear()
    steps = list(download("Tiny", tmp_path, server.base))
    assert server.asked == []
    assert [step.received for step in steps] == [len(VOCABULARY), len(ZIPPED)]


def served(name: str, content: bytes) -> dict[str, object]:
    return {"files": {**FILES, name: content}}


@in_one_test(
    "name, faults, said",
    [
        (COUNTS, {"breaks_after": 100_000}, "ended after 100,000 of"),
        (COUNTS, {"breaks_after": 0, "is_silent": True}, "timed out"),
        (COUNTS, {"breaks_after": 100_000, "is_silent": True}, "timed out"),
        (COUNTS, {"files": {}}, "404: Not Found"),
        (WORDS, {"redirects": {WORDS: "ftp://127.0.0.1/x"}}, "redirects to"),
        (WORDS, {"redirects": {WORDS: "file:///etc/passwd"}}, "HTTP Error 302"),
        (WORDS, served(WORDS, b""), "is not valid"),
        (WORDS, served(WORDS, b"<html>sorry</html>"), "is not valid"),
        (COUNTS, served(COUNTS, b"<html>sorry</html>"), "it begins '<html>"),
        (COUNTS, served(COUNTS, b""), "it begins ' '"),
        (COUNTS, served(COUNTS, ZIPPED[:-5]), "cut off or damaged"),
        (COUNTS, served(COUNTS, gzip.compress(b"7\n3\n1\n1 1 1\n")), "'7 3', not '30"),
    ],
)
def test_what_goes_wrong_is_said_and_leaves_nothing_and_the_download_begins_anew(
    name, faults, said, server, tmp_path_factory, monkeypatch
):
    folder = tmp_path_factory.mktemp("data")
    before = [WORDS] * (name == COUNTS)
    if before:
        with_words(folder)
    with monkeypatch.context() as patch:
        for attribute, value in faults.items():
            patch.setattr(server, attribute, value)
        if server.is_silent:
            patch.setattr(downloads, "TIMEOUT", 0.1)
        text = refusal(server, folder)
    assert name in text
    assert said in text
    assert names(folder) == before
    assert (fetched(server, folder) / COUNTS).read_bytes() == ZIPPED
    assert names(folder) == [COUNTS, WORDS]


def test_a_server_that_is_not_there_is_refused_by_address(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(
        InputError, match=r"127\.0\.0\.1.* cannot be fetched: .*refused"
    ):
        next(download("KOS", tmp_path, "http://127.0.0.1:9/"))


@pytest.mark.parametrize("says_length", [True, False])
def test_a_file_of_the_most_bytes_is_fetched_and_a_larger_one_refused_and_removed(
    server, tmp_path, monkeypatch, says_length
):
    server.says_length, most = says_length, len(ZIPPED)
    with_words(tmp_path)
    monkeypatch.setitem(DOWNLOADS, "Tiny", Download(30_000, 3, most - 1))
    text = refusal(server, tmp_path)
    assert f"{COUNTS} has over {most - 1:,} bytes, the most that is fetched" in text
    assert names(tmp_path) == [WORDS]
    monkeypatch.setitem(DOWNLOADS, "Tiny", Download(30_000, 3, most))
    assert (fetched(server, tmp_path) / COUNTS).read_bytes() == ZIPPED


def test_a_gzip_bomb_is_stopped_at_the_cap(server, tmp_path, monkeypatch, peak_bytes):
    monkeypatch.setattr(limits, "TEXT", 1_000_000)
    server.files = {**FILES, COUNTS: gzip.compress(b"30000\n3\n" + b"0" * 50_000_000)}
    assert peak_bytes(lambda: refusal(server, tmp_path)) < 5_000_000
    assert names(tmp_path) == [WORDS]


def test_a_second_download_of_the_same_corpus_has_to_wait(server, tmp_path):
    first = download("Tiny", tmp_path, server.base)
    next(first)
    assert "tiny is being downloaded already" in refusal(server, tmp_path)
    first.close()
    assert names(fetched(server, tmp_path).parent) == [COUNTS, WORDS]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_folder_or_disk_that_cannot_be_written_is_an_input_error(
    server, tmp_path, monkeypatch
):
    (tmp_path / "tiny").write_text("a file in place of the folder")
    text = refusal(server, tmp_path)
    assert text.startswith("The folder tiny of the data folder cannot be written: File")
    (tmp_path / "tiny").unlink()
    opened = Path.open

    def open_or_fail(self: Path, mode: str = "r", **options):
        if self.name == f"{COUNTS}.part" and mode == "wb":
            return opened(Path("/dev/full"), mode, buffering=0)
        return opened(self, mode, **options)

    monkeypatch.setattr(Path, "open", open_or_fail)
    text = refusal(server, tmp_path)
    assert "cannot be written: No space left on device" in text
