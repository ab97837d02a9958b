"""What a page's quick parts take: python -m tests.benchmarks.parts

Each is asked for while somebody waits for a page, and is to stay unnoticed. Processor
seconds on a bundled corpus, the least of five.
"""

import time
from collections.abc import Callable

import numpy as np

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.preparation import Preparation, prepare
from spca_core.corpus.weighting import weighted
from spca_core.results.files.verification import stored_solution
from spca_core.results.quality import coherence_and_place

TURNS = 5


def main() -> None:
    messages, docstrings = map(read_bundled, ("state_of_the_union", "docstrings"))
    asked = Preparation(min_df=10, removed=("year",))
    rng = np.random.default_rng(0)
    topics = rng.permutation(docstrings.n_words)[:80].reshape(8, 10)
    show("messages weighted", lambda: weighted(messages, "tf-idf"))
    show("messages prepared", lambda: prepare(messages, asked))
    show("stored topics opened and checked", lambda: stored_solution(messages))
    show(
        "coherence of eight topics and its place",
        lambda: coherence_and_place(docstrings.observations, topics, rng),
    )


def show(name: str, part: Callable[[], object]) -> None:
    seconds = []
    for _ in range(TURNS):
        start = time.process_time()
        part()
        seconds.append(time.process_time() - start)
    print(f"{name}: {min(seconds):.3f} s")


if __name__ == "__main__":
    main()
