"""Made-up corpora of any size: Zipf's words, and a theme for a quarter of a document.

With the usual numbers one of 300,000 documents has 80 million counts: the size of the
NYTimes corpus of UCI. One of 8.2 million has PubMed's 483 million with SHORT documents.
"""

import gzip
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy import sparse

from spca_core.corpus.store_manifest import Description
from spca_core.corpus.store_writer import keep_chunks

N_THEMES, THEME_WORDS, AT_ONCE = 50, 300, 20_000
NEWS = 5.65  # the logarithm of a document's usual number of words
SHORT = 4.05
SPREAD = 0.55


def chunks(
    n_documents: int, n_words: int, length: float = NEWS, seed: int = 0
) -> Iterator[sparse.csr_array]:
    """Yield the counts of some thousand documents at a time."""
    rng = np.random.default_rng(seed)
    background = _cumulative(1 / np.arange(10, n_words + 10) ** 1.02)
    within = _cumulative(1 / np.arange(3, THEME_WORDS + 3))
    themes = rng.integers(0, min(20_000, n_words), (N_THEMES, THEME_WORDS))
    for first in range(0, n_documents, AT_ONCE):
        n_here = min(AT_ONCE, n_documents - first)
        lengths = np.maximum(20, rng.lognormal(length, SPREAD, n_here)).astype(int)
        documents = np.repeat(np.arange(n_here), lengths)
        theme = np.repeat(rng.integers(0, N_THEMES, n_here), lengths)
        drawn = np.searchsorted(background, rng.random(len(documents)))
        place = np.searchsorted(within, rng.random(len(documents)))
        themed = rng.random(len(documents)) < 0.25
        words = np.where(themed, themes[theme, place], drawn)
        cells = (np.ones(len(words)), (documents, words))
        yield sparse.coo_array(cells, (n_here, n_words)).tocsr()


def write_store(
    folder: Path,
    n_documents: int,
    n_words: int,
    length: float,
    titles: Sequence[str] = (),
) -> None:
    """Write a corpus as a store, in bounded memory."""
    description = Description(folder.name, _words(n_words), titles)
    keep_chunks(description, chunks(n_documents, n_words, length), folder)


def write_uci(
    folder: Path, n_documents: int, n_words: int, length: float = NEWS
) -> Path:
    """Write docword.large.txt.gz and its words; it is made twice, to be counted."""
    n_counts = sum(chunk.nnz for chunk in chunks(n_documents, n_words, length))
    path, first = folder / "docword.large.txt.gz", 1
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(f"{n_documents}\n{n_words}\n{n_counts}\n".encode())
        for chunk in chunks(n_documents, n_words, length):
            cells = chunk.tocoo()
            numbers = np.array([cells.row + first, cells.col + 1, cells.data])
            text = np.empty(40 * chunk.nnz, dtype=np.uint8)
            file.write(text[: _format(numbers.astype(np.int64), text)].data)
            first += chunk.shape[0]
    words = "\n".join(_words(n_words))
    (folder / "vocab.large.txt").write_text(f"{words}\n")
    return path


MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


class Used(NamedTuple):
    """What a process took."""

    seconds: float
    processor_seconds: float
    megabytes: float  # at its peak


def run(*arguments: str) -> Used:
    """Run the command line in a process of its own.

    A small process starts it: a child's peak begins with what its parent had.
    """
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "spca_core"]
    start = time.perf_counter()
    done = subprocess.run(
        [*command, *arguments], stdout=subprocess.PIPE, text=True, check=True
    )
    seconds = time.perf_counter() - start
    *said, used = done.stdout.splitlines(keepends=True)
    sys.stdout.write("".join(said))
    processor_seconds, kilobytes = map(float, used.split())
    return Used(seconds, processor_seconds, kilobytes / 1024)


def _cumulative(weights: np.ndarray) -> np.ndarray:
    """Return cumulated shares whose last is above any random number."""
    shares = np.cumsum(weights)
    return np.append(shares[:-1] / shares[-1], 1.0)


def _words(n_words: int) -> list[str]:
    return [f"word{number:06d}" for number in range(n_words)]


@njit
def _format(numbers, text):
    """Write triples, (3, n_lines), as lines into `text`; return their length."""
    length, digits = 0, np.empty(20, dtype=np.uint8)
    for line in range(numbers.shape[1]):
        for field in range(3):
            number, n_digits = numbers[field, line], 0
            while number > 0:
                digits[n_digits] = 48 + number % 10
                number //= 10
                n_digits += 1
            for i in range(n_digits):
                text[length + i] = digits[n_digits - 1 - i]
            length += n_digits + 1
            text[length - 1] = 32 if field < 2 else 10
    return length
