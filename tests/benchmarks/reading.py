"""One million triples: seconds to read, and peak memory over the final matrix."""

import tempfile
import time
import tracemalloc
from pathlib import Path

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.uci import read_uci

N_TRIPLES, N_DOCUMENTS, N_WORDS = 1_000_000, 20_000, 8_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = write_corpus(Path(folder))
        start = time.perf_counter()
        corpus = read_uci(path)
        print(f"read    {time.perf_counter() - start:6.3f} s (wanted: under 0.5 s)")
        tracemalloc.start()
        read_uci(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(f"peak    {peak / matrix_bytes(corpus):6.2f} x final (wanted: at most 3)")


def write_corpus(folder: Path) -> Path:
    rng = np.random.default_rng(0)
    documents = np.sort(rng.integers(1, N_DOCUMENTS + 1, N_TRIPLES))
    words = rng.integers(1, N_WORDS + 1, N_TRIPLES)
    counts = rng.integers(1, 9, N_TRIPLES)
    path = folder / "docword.made_up.txt"
    header = f"{N_DOCUMENTS}\n{N_WORDS}\n{N_TRIPLES}"
    triples = np.column_stack([documents, words, counts])
    np.savetxt(path, triples, fmt="%d", header=header, comments="")
    names = "\n".join(f"word_{number}" for number in range(N_WORDS))
    (folder / "vocab.made_up.txt").write_text(names)
    return path


def matrix_bytes(corpus: Corpus) -> int:
    counts = corpus.observations
    return counts.data.nbytes + counts.indices.nbytes + counts.indptr.nbytes


if __name__ == "__main__":
    main()
