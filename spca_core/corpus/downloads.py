"""The UCI bags of words of the paper, downloaded into the data folder on request."""

import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.files import open_bounded
from spca_core.corpus.readers.lines import quote, read_line, read_names
from spca_core.errors import InputError, check_choice
from spca_core.formatting import counted

BASE = "https://archive.ics.uci.edu/ml/machine-learning-databases/bag-of-words/"
CHUNK = 1 << 16  # bytes
TIMEOUT = 30  # seconds without a byte


class Download(NamedTuple):
    """A corpus of the archive: its size, and the most bytes of a file as downloaded."""

    documents: int
    words: int
    max_bytes: int


DOWNLOADS = {
    "KOS": Download(3_430, 6_906, 10_000_000),
    "NIPS": Download(1_500, 12_419, 20_000_000),
    "Enron": Download(39_861, 28_102, 100_000_000),
    "NYTimes": Download(300_000, 102_660, 1_000_000_000),
}


class DownloadProgress(NamedTuple):
    """Progress of a download: bytes received of a file, and its total if known."""

    file: str
    number: int
    n_files: int
    received: int
    total: int | None

    @property
    def share(self) -> float:
        """The share of the file that has been received; 0 if its size is unknown."""
        return min(self.received / self.total, 1.0) if self.total else 0.0

    @property
    def sentence(self) -> str:
        file = f"{self.file}, file {self.number} of {self.n_files}"
        total = self.total or self.received
        share = f"{self.received:,} of " if self.total else ""
        return f"{file}: {share}{counted(total, 'bytes')}"


def download(name: str, folder: Path, base: str = BASE) -> Iterator[DownloadProgress]:
    """Fetch the words and counts of a corpus into folder/name, chunk by chunk.

    Existing files stay. A file gets its final name after it has been read whole,
    because the archive publishes no checksums; until then, its name ends in .part.
    """
    check_choice("The download", name, DOWNLOADS)
    place = folder / name.lower()
    files = _files(name)
    with _own_folder(place):
        for number, file in enumerate(files, start=1):
            steps = _bring(base + file, place / file, DOWNLOADS[name])
            yield from (
                DownloadProgress(file, number, len(files), *step) for step in steps
            )


def is_here(name: str, folder: Path) -> bool:
    """Return whether all files of a corpus have been downloaded into the folder."""
    return all((folder / name.lower() / file).is_file() for file in _files(name))


def _files(name: str) -> tuple[str, str]:
    return f"vocab.{name.lower()}.txt", f"docword.{name.lower()}.txt.gz"


_locks: dict[Path, Lock] = {}


@contextmanager
def _own_folder(place: Path) -> Generator[None]:
    # Two downloads into the same file would mix their bytes.
    lock = _locks.setdefault(place, Lock())
    if not lock.acquire(blocking=False):
        raise InputError(f"{place.name} is being downloaded already. Wait for that.")
    try:
        place.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise InputError(
            f"The folder {place.name} of the data folder cannot be written: "
            f"{error.strerror}. Fix this and start again."
        ) from error
    finally:
        lock.release()


def _bring(url: str, path: Path, corpus: Download) -> Iterator[tuple[int, int | None]]:
    """Download one file unless it exists; yield bytes received and in total."""
    if path.exists():
        yield path.stat().st_size, path.stat().st_size
        return
    part = path.with_name(f"{path.name}.part")
    try:
        yield from _fetch(url, part, corpus.max_bytes)
        _check(part, corpus)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _fetch(url: str, part: Path, max_bytes: int) -> Iterator[tuple[int, int | None]]:
    received = 0
    with _open(url) as response, part.open("wb") as file:
        length = response.headers.get("Content-Length", "")
        total = int(length) if length.isdigit() else None
        for chunk in _chunks(response, url):
            file.write(chunk)
            received += len(chunk)
            if max(received, total or 0) > max_bytes:
                raise InputError(
                    f"{url} has over {counted(max_bytes, 'bytes')}, the most that is "
                    "fetched. Put the file into the data folder yourself."
                )
            yield received, total
    if received < (total or 0):
        raise _failure(url, f"it ended after {received:,} of {counted(total, 'bytes')}")


def _open(url: str) -> HTTPResponse:
    try:
        return urllib.request.build_opener(_Redirects).open(url, timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        error.close()
        raise _failure(url, f"the server answers {error}") from error
    except (OSError, HTTPException) as error:
        raise _failure(url, getattr(error, "reason", error)) from error


class _Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):
        if newurl.startswith(("https:", f"{req.type}:")):
            return super().redirect_request(req, fp, code, msg, headers, newurl)
        fp.close()
        fault = f"it redirects to {newurl}, which is not a secure address"
        raise _failure(req.full_url, fault)


def _chunks(response: HTTPResponse, url: str) -> Iterator[bytes]:
    try:
        yield from iter(lambda: response.read1(CHUNK), b"")
    except (OSError, HTTPException) as error:
        raise _failure(url, str(error) or type(error).__name__) from error


def _failure(url: str, fault: object) -> InputError:
    return InputError(
        f"{url} cannot be fetched: {fault}. Start again, or put the file into the data "
        "folder yourself."
    )


def _check(part: Path, corpus: Download) -> None:
    """Read the whole file, and check that it has the corpus's words or counts."""
    try:
        if part.name.startswith("vocab."):
            read_names(part, "word", corpus.words)
        else:
            _check_header(part, b"%d %d" % corpus[:2])
    except InputError as error:
        raise InputError(
            f"The downloaded {part.stem} is not valid: {error} It was removed; start "
            "again, or put the file into the data folder yourself."
        ) from error


def _check_header(part: Path, expected: bytes) -> None:
    with open_bounded(part, limits.TEXT) as file:
        header = b" ".join(read_line(file, part.stem).strip() for _ in range(2))
        # Read to the end, where gzip compares its checksum.
        while file.read(CHUNK):
            pass
    if header != expected:
        raise InputError(f"it begins {quote(header)}, not {quote(expected)}.")
