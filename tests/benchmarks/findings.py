"""What is found in corpora, and how long it takes: python -m tests.benchmarks.findings

--corpora takes any files; --documents makes a corpus of so many, with a footer in one
of twenty: 300,000 have 60 million counts.
"""

import argparse
import time

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import about_repeated, findings
from spca_core.corpus.sources import open_corpus
from spca_core.paper.data_sets import data_folder, data_set, find_file, read
from spca_core.results.corpus.reading import what_was_read


def made(n_documents: int, n_words: int = 100_000) -> Corpus:
    """Draw documents of some 240 words, with a footer of 40 in one of twenty."""
    rng = np.random.default_rng(0)
    rates = 1 / np.arange(10, n_words + 10)
    words = rng.choice(n_words, 240 * n_documents, p=rates / rates.sum())
    rows = np.repeat(np.arange(n_documents), 240)
    with_footer = np.arange(0, n_documents, 20)
    rows = np.concatenate([rows, np.repeat(with_footer, 40)])
    footers = np.tile(np.arange(30_000, 30_040), len(with_footer))
    places = rows, np.concatenate([words, footers])
    cells = sparse.csr_array((np.ones(len(rows)), places), (n_documents, n_words))
    cells.sum_duplicates()
    names = tuple(f"word_{number}" for number in range(n_words))
    return Corpus(name=f"{n_documents:,} made", observations=cells, words=names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", nargs="*", default=list(bundled_titles()))
    parser.add_argument("--documents", type=int, default=0)
    options = parser.parse_args()
    corpora = [open_corpus(name) for name in options.corpora]
    if find_file(data_set("KOS"), data_folder()):
        corpora.append(read(data_set("KOS"), data_folder()))
    if options.documents:
        corpora.append(made(options.documents))
    for corpus in corpora:
        begun, worked = time.perf_counter(), time.process_time()
        findings(corpus)
        took = time.perf_counter() - begun, time.process_time() - worked
        print(f"{corpus.name}: {took[0]:.2f} s ({took[1]:.2f} s of the processor)")
        print("   ", what_was_read(corpus))
        print("   ", about_repeated(corpus, left_out=True) or "No repeated text.")


if __name__ == "__main__":
    main()
