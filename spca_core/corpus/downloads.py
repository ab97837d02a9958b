"""The UCI bags of words of the paper, fetched into the data folder on request."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from spca_core.corpus.fetching import CHUNK, Useless, fetch
from spca_core.corpus.readers.files import open_bounded
from spca_core.corpus.readers.lines import read_names
from spca_core.errors import InputError

BASE = "https://archive.ics.uci.edu/ml/machine-learning-databases/bag-of-words/"
MOST_TEXT = 4_000_000_000  # bytes of counts, unzipped
MOST_VOCABULARY = 20_000_000  # bytes
LONGEST_LINE = 64  # bytes, of the header


class Download(NamedTuple):
    """A corpus of that archive, its numbers of documents and words, and a cap."""

    documents: int
    words: int
    most_bytes: int  # of the counts, zipped


DOWNLOADS = {
    "KOS": Download(3_430, 6_906, 10_000_000),
    "NIPS": Download(1_500, 12_419, 20_000_000),
    "Enron": Download(39_861, 28_102, 100_000_000),
    "NYTimes": Download(300_000, 102_660, 1_000_000_000),
}


class Progress(NamedTuple):
    """How far a download is: bytes of a file so far, and in all if the server says."""

    file: str
    number: int
    n_files: int
    received: int
    total: int | None

    @property
    def share(self) -> float:
        """How much of the file is here, from 0 to 1; 0 if its size is not known."""
        return min(self.received / self.total, 1.0) if self.total else 0.0

    @property
    def sentence(self) -> str:
        """How far it is, in words."""
        of_total = f" of {self.total:,}" if self.total else ""
        return (
            f"{self.file}, file {self.number} of {self.n_files}: "
            f"{self.received:,}{of_total} bytes"
        )


def download(name: str, folder: Path, base: str = BASE) -> Iterator[Progress]:
    """Fetch the words and counts of a corpus into folder/name, saying how far it is.

    What is there already is kept. Who stops iterating, or loses the connection, leaves
    a file that ends in .part, with which the next download goes on.
    raises : InputError if there is no such corpus, the server or the disk fails, or
             what comes is too large or is not the corpus
    """
    if name not in DOWNLOADS:
        raise InputError(
            f"There is no download {name!r}; choose one of {', '.join(DOWNLOADS)}."
        )
    place = folder / name.lower()
    files = _files(name)
    with _alone(place), _disk_errors(place):
        place.mkdir(parents=True, exist_ok=True)
        for number, (file, most_bytes) in enumerate(files.items(), start=1):
            steps = _bring(base + file, place / file, most_bytes, DOWNLOADS[name])
            for received, total in steps:
                yield Progress(file, number, len(files), received, total)


def is_here(name: str, folder: Path) -> bool:
    """Tell whether a corpus has been downloaded into the folder, whole."""
    return all((folder / name.lower() / file).is_file() for file in _files(name))


def _files(name: str) -> dict[str, int]:
    """Return the names of the files, the words first, and how large they may be."""
    corpus = name.lower()
    return {
        f"vocab.{corpus}.txt": MOST_VOCABULARY,
        f"docword.{corpus}.txt.gz": DOWNLOADS[name].most_bytes,
    }


_running: dict[Path, object] = {}


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Let nobody else write there: two downloads would mix their bytes."""
    owner = object()
    # One step, so that of two threads only one comes first.
    if _running.setdefault(place, owner) is not owner:
        raise InputError(
            f"{place.name} is being downloaded already. Wait until that has finished."
        )
    try:
        yield
    finally:
        del _running[place]


@contextmanager
def _disk_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"The folder {place.name} of the data folder cannot be written: "
            f"{error.strerror}. Mend that and start again: what came is kept."
        ) from error


def _bring(
    url: str, path: Path, most_bytes: int, corpus: Download
) -> Iterator[tuple[int, int | None]]:
    """Bring one file to its place, unless it is there, by way of a .part."""
    if path.exists():
        yield path.stat().st_size, path.stat().st_size
        return
    part = path.with_name(f"{path.name}.part")
    try:
        yield from fetch(url, part, most_bytes)
        _check(part, corpus)
    except Useless as error:
        part.unlink(missing_ok=True)
        raise InputError(str(error)) from error
    part.replace(path)


def _check(part: Path, corpus: Download) -> None:
    """Read all that came, and see that it is the words or counts of that corpus."""
    try:
        if part.name.startswith("vocab."):
            read_names(part, "word", corpus.words)
            return
        with open_bounded(part, MOST_TEXT) as file:
            header = [file.readline(LONGEST_LINE).strip() for _ in range(3)]
            _skip_to_the_end(file)
    except InputError as error:
        raise Useless(_not_the_corpus(part, str(error))) from error
    found, expected = b" ".join(header[:2]), b"%d %d" % corpus[:2]
    if found != expected:
        raise Useless(_not_the_corpus(part, f"it begins {found!r}, not {expected!r}."))


def _skip_to_the_end(file: IO[bytes]) -> None:
    """Let gzip compare its checksum, which comes last."""
    while file.read(CHUNK):
        pass


def _not_the_corpus(part: Path, why: str) -> str:
    return (
        f"What came as {part.stem} is not that file: {why} "
        "It was removed; start again, or put the file into the data folder yourself."
    )
