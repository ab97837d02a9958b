"""Read a file and report progress: the share read so far, and finally the result."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any, NamedTuple, TypeVar

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import findings
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Source, Watched
from spca_core.corpus.readers.loading import read_corpus
from spca_core.running.stopping import cancel_scope, stopping_point

SECONDS_BETWEEN_LOOKS = 0.1


Tell = Callable[[float], None]
Result = TypeVar("Result")


class ReadingProgress(NamedTuple):
    """How far a file has been read."""

    share: float
    seconds: float
    result: Any = None  # at the end

    @property
    def sentence(self) -> str:
        read = f"{self.share:.0%} read after {self.seconds:.0f} s"
        goes_on = self.share == 1 and self.result is None
        return f"{read}; looking at words and repeated text" if goes_on else read


def progress_of(read: Callable[[Tell], Result]) -> Iterator[ReadingProgress]:
    """Yield how far `read` has come, several times a second; stop it if closed.

    read : takes a function to call with the share read so far; returns the result

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
        with cancel_scope(stopping.is_set):
            return read(tell)

    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(read_to_end)
        try:
            while not coming.done():
                wait([coming], timeout=SECONDS_BETWEEN_LOOKS)
                yield ReadingProgress(share, time.perf_counter() - start)
        finally:
            stopping.set()
    try:
        yield ReadingProgress(1.0, time.perf_counter() - start, coming.result())
    finally:
        del coming  # its error would keep itself, and the whole file, in memory


def readings(
    path: Source, words: Source | None, reading: Reading
) -> Iterator[ReadingProgress]:
    """Yield how far a file has been read, and at the end the corpus.

    What is repeated in it, and which are copies, is then known too.
    """

    def read(tell: Tell) -> Corpus:
        counted = partial(tell_while_counting, tell)
        corpus = read_corpus(Watched(path, tell), words, reading, counted)
        findings(corpus)
        return corpus

    return progress_of(read)


def tell_while_counting(tell: Tell, done: int, of: int) -> None:
    """Only ask whether to stop: words are counted once all is read."""
    tell(1.0)
