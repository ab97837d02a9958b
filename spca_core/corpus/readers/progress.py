"""Reading a file while its progress is told: shares of it, and finally the corpus."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, Watched
from spca_core.corpus.readers.loading import Reading, load

SECONDS_BETWEEN_LOOKS = 0.1


class Progress(NamedTuple):
    """How far a file has been read."""

    share: float
    seconds: float
    corpus: Corpus | None = None  # at the end

    @property
    def sentence(self) -> str:
        return f"{self.share:.0%} read after {self.seconds:.0f} s"


class _Stopped(Exception):
    """Ends the thread that reads when nobody waits for it any more."""


def readings(path: Path, words: Source | None, reading: Reading) -> Iterator[Progress]:
    """Yield how far the file has been read, several times a second; stop if closed.

    Raises
    ------
    InputError
        As `load` does.
    """
    start, share, stopping = time.perf_counter(), 0.0, threading.Event()

    def note(read: float) -> None:
        nonlocal share
        share = read
        if stopping.is_set():
            raise _Stopped

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(load, Watched(path, note), words, reading)
        try:
            while not coming.done():
                wait([coming], timeout=SECONDS_BETWEEN_LOOKS)
                yield Progress(share, time.perf_counter() - start)
        finally:
            stopping.set()
    yield Progress(1.0, time.perf_counter() - start, coming.result())
