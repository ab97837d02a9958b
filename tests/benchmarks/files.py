"""Large files of texts: seconds to read and count them, and memory at its peak.

    python -m tests.benchmarks.files [FILE ...]

The files are `table` (50 MB of CSV), `lines` and `short` (300,000 documents of plain
text and of CSV) and `records` (50 MB of XML). Each is read by a process of its own;
`apart` is the peak of the process that unpacks strangers' files for it.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np

from spca_core.corpus.readers.load import read_corpus

SIZE, N_DOCUMENTS, N_WORDS = 50_000_000, 300_000, 20_000


def main(names: list[str]) -> None:
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            with path.open("w", encoding="utf-8") as file:
                file.writelines(FILES[name]())
            command = [sys.executable, "-m", __spec__.name, str(path)]
            subprocess.run(command, check=True)


def measure(path: Path) -> None:
    begun, of_processor = time.perf_counter(), _processor_seconds()
    corpus = read_corpus(path)
    seconds = time.perf_counter() - begun
    of_processor = _processor_seconds() - of_processor
    here, apart = (
        resource.getrusage(who).ru_maxrss / 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(
        f"{path.name:8} {path.stat().st_size / 1e6:4.0f} MB"
        f" {corpus.n_documents:8,} documents {seconds:6.1f} s"
        f" ({of_processor:5.1f} s of processors)"
        f" {here:6.0f} MB here {apart:6.0f} MB apart"
    )


def _processor_seconds() -> float:
    uses = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _texts(n_words: int) -> Iterator[str]:
    """Yield texts without end, of words as frequent as those of a language."""
    rng = np.random.default_rng(0)
    syllables = [f"{a}{b}" for a in "bcdfgklmnprstvz" for b in "aeiou"]
    words = np.array(list(map("".join, islice(product(syllables, repeat=3), N_WORDS))))
    chances = 1 / np.arange(1, N_WORDS + 1)
    chances /= chances.sum()
    while True:
        for text in rng.choice(words, (1_000, n_words), p=chances):
            yield " ".join(text)


def _until(size: int, rows: Iterator[str]) -> Iterator[str]:
    for row in rows:
        yield row
        size -= len(row)
        if size < 0:
            return


def _table() -> Iterator[str]:
    yield "title,year,text\n"
    numbered = enumerate(_texts(150))
    yield from _until(SIZE, (f'T {i},{1900 + i % 90},"{it}"\n' for i, it in numbered))


def _records() -> Iterator[str]:
    yield '<?xml version="1.0"?>\n<records>\n'
    yield from _until(
        SIZE,
        (
            f'<record id="{i}"><title>T {i}</title><date>{1900 + i % 90}</date>'
            f"<text>{it}</text></record>\n"
            for i, it in enumerate(_texts(150))
        ),
    )
    yield "</records>\n"


def _lines() -> Iterator[str]:
    return (
        f"{text}\n" for text, _ in zip(_texts(20), range(N_DOCUMENTS), strict=False)
    )


def _short() -> Iterator[str]:
    yield "id,text\n"
    yield from (f"{i},{line}" for i, line in enumerate(_lines()))


FILES = {"table": _table, "lines": _lines, "short": _short, "records": _records}

if __name__ == "__main__":
    arguments = sys.argv[1:] or list(FILES)
    if arguments[0] in FILES:
        main(arguments)
    else:
        measure(Path(arguments[0]))
