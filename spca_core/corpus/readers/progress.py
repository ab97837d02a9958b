"""Reading a file while its progress is told: shares of it, and finally the result."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any, NamedTuple, TypeVar

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, Watched
from spca_core.corpus.readers.loading import Reading, load
from spca_core.corpus.stopping import stopped_when, stopping_point

SECONDS_BETWEEN_LOOKS = 0.1


Tell = Callable[[float], None]
Result = TypeVar("Result")


class Progress(NamedTuple):
    """How far a file has been read."""

    share: float
    seconds: float
    result: Any = None  # at the end

    @property
    def sentence(self) -> str:
        return f"{self.share:.0%} read after {self.seconds:.0f} s"


def progress_of(read: Callable[[Tell], Result]) -> Iterator[Progress]:
    """Yield how far something has been read, several times a second; stop if closed.

    read : is given what it tells its share, and returns the result

    Raises
    ------
    InputError
        As `read` does.
    """
    start, share, stopping = time.perf_counter(), 0.0, threading.Event()

    def tell(read: float) -> None:
        nonlocal share
        share = read
        stopping_point()

    def read_to_end() -> Result:
        with stopped_when(stopping.is_set):
            return read(tell)

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(read_to_end)
        try:
            while not coming.done():
                wait([coming], timeout=SECONDS_BETWEEN_LOOKS)
                yield Progress(share, time.perf_counter() - start)
        finally:
            stopping.set()
    try:
        yield Progress(1.0, time.perf_counter() - start, coming.result())
    finally:
        del coming  # What it raises would hold itself, and all of the file, in memory.


def readings(
    path: Source, words: Source | None, reading: Reading
) -> Iterator[Progress]:
    """Yield how far a file has been read, and at the end the corpus."""

    def read(tell: Tell) -> Corpus:
        # What is counted has been read: only whether to stop is asked then.
        counted = partial(_count, tell)
        return load(Watched(path, tell), words, reading, counted)

    return progress_of(read)


def _count(tell: Tell, done: int, of: int) -> None:
    tell(1.0)
