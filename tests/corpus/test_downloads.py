"""Downloads arrive whole or not at all."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from spca_core.corpus import downloads, limits
from spca_core.corpus.downloads import (
    DOWNLOADS,
    Download,
    download,
    is_here,
)
from spca_core.corpus.readers.counts.uci import read_uci
from spca_core.errors import InputError

WORDS, COUNTS = "vocab.tiny.txt", "docword.tiny.txt.gz"
VOCABULARY = b"war\npeace\ntax\n"
# Level 0 does not shrink them, so that they come in several chunks.
LINES = b"".join(b"%d %d 1\n" % (i, j) for i in range(1, 30_001) for j in (1, 2, 3))
ZIPPED = gzip.compress(b"30000\n3\n90000\n" + LINES, compresslevel=0)


class Server(ThreadingHTTPServer):
    """A web server of a few files, with faults to be switched on."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {WORDS: VOCABULARY, COUNTS: ZIPPED}
        self.says_length = True
        self.breaks_after: int | None = None
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
        self.send_response(200)
        if self.server.says_length:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: self.server.breaks_after])

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
    with_words(tmp_path)
    assert not is_here("Tiny", tmp_path)
    folder = fetched(server, tmp_path)
    assert is_here("Tiny", tmp_path)
    assert names(tmp_path) == [COUNTS, WORDS]
    assert (folder / COUNTS).read_bytes() == ZIPPED
    corpus = read_uci(folder / COUNTS)
    assert (corpus.observations.nnz, corpus.words) == (90_000, ("war", "peace", "tax"))
    server.asked.clear()
    steps = list(download("Tiny", tmp_path, server.base))
    assert server.asked == []
    assert [step.received for step in steps] == [len(VOCABULARY), len(ZIPPED)]


def test_a_broken_download_leaves_nothing_and_begins_anew(server, tmp_path):
    with_words(tmp_path)
    server.breaks_after = 100_000
    text = refusal(server, tmp_path)
    ended = f"it ended after 100,000 of {len(ZIPPED):,} bytes. Start again"
    assert f"{COUNTS} cannot be fetched: {ended}" in text
    assert names(tmp_path) == [WORDS]
    server.breaks_after = None
    assert (fetched(server, tmp_path) / COUNTS).read_bytes() == ZIPPED
    assert names(tmp_path) == [COUNTS, WORDS]


def test_a_file_or_server_that_is_not_there_is_refused_by_address(server, tmp_path):
    del server.files[COUNTS]
    text = refusal(server, tmp_path)
    assert f"{server.base}{COUNTS} cannot be fetched: the server answers HTTP" in text
    assert "404: Not Found" in text
    assert "put the file into the data folder yourself" in text
    assert names(tmp_path) == [WORDS]
    with pytest.raises(
        InputError, match=r"127\.0\.0\.1.* cannot be fetched: .*refused"
    ):
        next(download("KOS", tmp_path, "http://127.0.0.1:9/"))


@pytest.mark.parametrize("half", [0, len(ZIPPED) // 2])
def test_a_server_that_falls_silent_is_given_up(server, tmp_path, monkeypatch, half):
    def send_half(self: Handler, content: bytes) -> None:
        if half:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content[:half])
        threading.Event().wait(0.5)

    with_words(tmp_path)
    monkeypatch.setattr(downloads, "TIMEOUT", 0.1)
    monkeypatch.setattr(Handler, "_send", send_half)
    assert f"{COUNTS} cannot be fetched: timed out" in refusal(server, tmp_path)
    assert names(tmp_path) == [WORDS]


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


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (WORDS, b"", ""),
        (WORDS, b"<html>sorry</html>", ""),
        (WORDS, b"\x89PNG\r\n\x1a\n", ""),
        (COUNTS, b"<html>sorry</html>", "it begins '<html>"),
        (COUNTS, b"", "it begins ' '"),
        (COUNTS, ZIPPED[:-5], "cut off or damaged"),
        (COUNTS, gzip.compress(b"7\n3\n1\n1 1 1\n"), "'7 3', not '30000 3'"),
    ],
    ids=range(7),
)
def test_something_else_in_place_of_a_file_is_removed(
    server, tmp_path, name, content, why
):
    server.files[name] = content
    text = refusal(server, tmp_path)
    assert text.startswith(f"The downloaded {name} is not valid")
    assert why in text
    assert names(tmp_path) == ([] if name == WORDS else [WORDS])


def test_a_gzip_bomb_is_stopped_at_the_cap(server, tmp_path, monkeypatch, peak_bytes):
    monkeypatch.setattr(limits, "TEXT", 1_000_000)
    server.files[COUNTS] = gzip.compress(b"30000\n3\n" + b"0" * 50_000_000)
    assert peak_bytes(lambda: refusal(server, tmp_path)) < 5_000_000
    assert names(tmp_path) == [WORDS]


def test_a_redirect_is_followed_to_a_web_address_and_refused_to_any_other(
    server, tmp_path
):
    for target in ("ftp://127.0.0.1/x", "file:///etc/passwd"):
        server.redirects[WORDS] = target
        text = refusal(server, tmp_path)
        assert ("redirects to" in text) or ("answers HTTP Error 302" in text)
        assert names(tmp_path) == []
    server.files["elsewhere"] = VOCABULARY
    server.redirects[WORDS] = f"{server.base}elsewhere"
    assert (fetched(server, tmp_path) / WORDS).read_bytes() == VOCABULARY


def test_a_second_download_of_the_same_corpus_has_to_wait(server, tmp_path):
    first = download("Tiny", tmp_path, server.base)
    next(first)
    assert "tiny is being downloaded already" in refusal(server, tmp_path)
    first.close()
    assert names(fetched(server, tmp_path).parent) == [COUNTS, WORDS]


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

    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    monkeypatch.setattr(Path, "open", open_or_fail)
    text = refusal(server, tmp_path)
    assert "cannot be written: No space left on device" in text
