"""Finding and writing many documents: python -m tests.benchmarks.exports

How long each takes, and how much memory beyond that of the corpus (on Linux).
--documents makes so many, with a hundred words, a title, a date and a group each.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.results.documents.concordance import find
from spca_core.results.files.tables import TABLE_FORMATS, write_table
from spca_core.topics import solve

N_WORDS, LENGTH = 5_000, 100
STATUS, PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def made(n_documents: int) -> Corpus:
    """Draw texts by Zipf's law, with a theme of ten words in one of four."""
    rng = np.random.default_rng(0)
    words = rng.zipf(1.2, (n_documents, LENGTH)) % N_WORDS
    themed = rng.random(n_documents) < 0.25
    themes = 100 + 10 * rng.integers(0, 10, n_documents)
    words[themed, :10] = (themes[:, None] + rng.integers(0, 10, (n_documents, 10)))[
        themed
    ]
    rows = np.repeat(np.arange(n_documents), LENGTH)
    cells = (np.ones(words.size), (rows, words.ravel()))
    counts = sparse.coo_array(cells, (n_documents, N_WORDS)).tocsr()
    names = [f"word{number}" for number in range(N_WORDS)]
    numbers = range(n_documents)
    return Corpus(
        name=f"{n_documents:,} made",
        observations=counts,
        words=tuple(names),
        texts=tuple(" ".join(names[word] for word in row.tolist()) for row in words),
        titles=tuple(f"Speech {n % 997}, paragraph {n // 997}" for n in numbers),
        dates=tuple(f"{1900 + n % 100}-0{1 + n % 9}" for n in numbers),
        groups={"party": tuple("abcde"[n % 5] for n in numbers)},
    )


def measured(name: str, work: Callable[[], object]) -> None:
    """Do something, and print how long it took and what memory it needed at most."""
    before = _memory("VmRSS")
    PEAK.write_text("5")  # from here on the peak is that of what follows
    begun = time.perf_counter()
    work()
    seconds, more = time.perf_counter() - begun, _memory("VmHWM") - before
    print(f"{name:<28} {seconds:7.1f} s {more:7.0f} MB more")


def _memory(name: str) -> float:
    """Return a number of megabytes from what Linux says of this process."""
    lines = STATUS.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=300_000)
    options = parser.parse_args()
    corpus = made(options.documents)
    topics = solve(corpus, 5, 5, effort="quick")
    print(f"{corpus.name}: {_memory('VmRSS'):.0f} MB")
    for sought in ("word77", "word7 word8", "word77*"):
        measured(f"find {sought}", partial(find, corpus, sought))
    found = find(corpus, "word77*")
    print(found.summary)
    measured("its lines by before", partial(found.order, "before"))
    with TemporaryDirectory() as folder:
        for ending in TABLE_FORMATS:
            path = Path(folder, f"table{ending}")
            write = partial(write_table, path, topics.documents_table())
            measured(f"documents{ending}", write)
            print(f"{'':<28} {path.stat().st_size / 2**20:7.0f} MB on disk")


if __name__ == "__main__":
    main()
