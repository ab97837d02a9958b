"""How many topics corpora have: python -m tests.benchmarks.numbers

Prints the seconds, the table by number of topics, the limit, and what is suggested.
"""

import argparse
import time
from collections import deque

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.weighting import matrix_options
from spca_core.problem.settings import Settings
from spca_core.results.comparison.number_of_topics import (
    NUMBERS,
    by_number_of_topics,
    most_beyond_chance,
    number_runs,
    suggestion,
)
from tests.benchmarks.quality import corpus_of

SPARSITY = {"state_of_the_union_in_24_words": 4, "kos": 15}  # others have 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", nargs="*", default=[*bundled_titles(), "kos"])
    parser.add_argument("--numbers", nargs="*", type=int, default=list(NUMBERS))
    options = parser.parse_args()
    for name in options.corpora:
        corpus = corpus_of(name)
        options_of_matrix = matrix_options(corpus.kind)
        settings = Settings(sparsity=SPARSITY.get(name, 10), **options_of_matrix)
        begun, worked = time.perf_counter(), time.process_time()
        growing = by_number_of_topics(corpus, number_runs(settings), options.numbers)
        (table,) = deque(growing, maxlen=1)
        took = time.perf_counter() - begun, time.process_time() - worked
        print(f"\n{name}: {took[0]:.0f} s ({took[1]:.0f} s of the processor)")
        print(table.round(3).to_string(index=False))
        most, (_, why) = most_beyond_chance(table), suggestion(table, corpus)
        print(f"limit {most}. {why}", flush=True)


if __name__ == "__main__":
    main()
