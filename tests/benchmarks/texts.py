"""Tables of texts: seconds from a CSV to topics, megabytes a second, and peak memory.

The texts are the paragraphs of the State of the Union, over and over.
"""

import csv
import io
import time
import tracemalloc
from itertools import cycle, islice

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import load
from spca_core.methods.solve import solve

N_DOCUMENTS, N_BYTES = 5_000, 50_000_000


def main() -> None:
    table = table_of(N_DOCUMENTS)
    solve(load(table), 8, 10)  # kernels are compiled once
    start = time.perf_counter()
    solve(load(table), 8, 10)
    print(f"topics  {time.perf_counter() - start:6.2f} s (wanted: at most 5 s)")
    large = table_of(N_BYTES // 550)
    megabytes = len(large.content) / 1e6
    start = time.perf_counter()
    load(large)
    seconds = time.perf_counter() - start
    print(f"read    {megabytes / seconds:6.1f} MB/s (wanted: 10 MB/s)")
    tracemalloc.start()
    load(large)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    print(f"peak    {peak / megabytes:6.2f} x text (wanted: at most 3)")


def table_of(n_documents: int) -> Upload:
    """Return a CSV of so many paragraphs, with title, date and text."""
    corpus = read_bundled("state_of_the_union")
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(["title", "date", "text"])
    paragraphs = zip(cycle(corpus.titles), cycle(corpus.texts), strict=False)
    for title, text in islice(paragraphs, n_documents):
        rows.writerow([title, title[:4], text])
    return Upload("speeches.csv", written.getvalue().encode())


if __name__ == "__main__":
    main()
