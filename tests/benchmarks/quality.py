"""How good the topics are, by method and weighting: python -m tests.benchmarks.quality

Topics found on one half of the documents are judged on the other, and the other way
round; the halves are weighted each by itself. `figures` holds the usual weighting
against NMF and LDA, each on the one of all weightings that is its best at the first
seed; a row shows medians over the seeds. `evenness` is of the topics that the app opens
with, `seconds` of the methods that the page Quality compares, on KOS.

Options, to run a part: --parts, --corpora, --sizes and --seeds with commas between.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.weighting import WEIGHTINGS, as_usual
from spca_core.methods.solve import solve
from spca_core.problem.settings import Settings
from spca_core.results.held_out import held_out
from spca_core.results.quality import diversity, evenness
from spca_core.results.quality_table import quality_runs, quality_table
from tests.benchmarks.data import read_published

SPARSITY = 10
RIVALS = {"nmf": 1.1, "lda": 1.3}  # how many times as coherent ours are to be
MIN_COHERENCE, MIN_EVENNESS, MAX_SECONDS = 0.05, 3, 60


def messages() -> Corpus:
    """Return the State of the Union with a document for each message."""
    corpus = read_bundled("state_of_the_union")
    names = [title.rpartition(", paragraph")[0] for title in corpus.titles]
    titles, message = np.unique(names, return_inverse=True)
    one = np.ones(len(message))
    sums = sparse.csr_array((one, (message, np.arange(len(message)))))
    counts = sparse.csr_array(sums @ corpus.observations)
    counts.sum_duplicates()
    return Corpus(
        name="messages",
        observations=counts,
        words=corpus.words,
        titles=tuple(titles),
    )


CORPORA: dict[str, Callable[[], Corpus]] = {
    "state_of_the_union": lambda: read_bundled("state_of_the_union"),
    "kos": lambda: read_published("KOS"),
    "docstrings": lambda: read_bundled("docstrings"),
    "messages": messages,
}


def main() -> None:
    options = parsed(__doc__)
    for part in options.parts.split(","):
        PARTS[part](options)


def parsed(description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--corpora", default="state_of_the_union,kos")
    parser.add_argument("--sizes", default="10,20")
    parser.add_argument("--seeds", default="0,1,2,3,4")
    return parser.parse_args()


def figures(options: argparse.Namespace) -> None:
    """Hold ours against the rivals, on every corpus and at every size."""
    for name in options.corpora.split(","):
        corpus = CORPORA[name]()
        for size in map(int, options.sizes.split(",")):
            seeds = [int(seed) for seed in options.seeds.split(",")]
            place = f"{name} k={size}"
            ours = medians(corpus, size, "joint", "tf-idf", seeds)
            show(f"{place} joint, tf-idf", ours)
            verdict(f"{place} least coherent topic", ours["least"], MIN_COHERENCE)
            for rival, times in RIVALS.items():
                best, theirs = best_of(corpus, size, rival, seeds)
                show(f"{place} {rival}, {best}", theirs)
                ratio = ours["coherence"] / theirs["coherence"]
                verdict(f"{place} ours / {rival}", ratio, times)


def best_of(
    corpus: Corpus, size: int, method: str, seeds: list[int]
) -> tuple[str, dict[str, float]]:
    """Return a rival's best weighting at the first seed, and its medians over all."""

    def first(weighting: str) -> float:
        return medians(corpus, size, method, weighting, seeds[:1])["coherence"]

    best = max(WEIGHTINGS, key=first)
    return best, medians(corpus, size, method, best, seeds)


def medians(
    corpus: Corpus, size: int, method: str, weighting: str, seeds: list[int]
) -> dict[str, float]:
    """Return the medians over the seeds of what is measured."""
    found = [measured(corpus, settings_of(size, method, weighting, s)) for s in seeds]
    return {key: float(np.median([one[key] for one in found])) for key in found[0]}


def settings_of(size: int, method: str, weighting: str, seed: int) -> Settings:
    _, centred = as_usual(COUNTS, weighting)
    return Settings(
        n_components=size,
        sparsity=SPARSITY,
        method=method,
        weighting=weighting,
        centred=centred,
        seed=seed,
    )


def measured(corpus: Corpus, settings: Settings) -> dict[str, float]:
    """Return the figures of one run on each half."""
    judged = last(held_out(corpus, settings))
    even = np.concatenate([evenness(one.loadings) for one in judged.found])
    return {
        "coherence": judged.coherence.mean(),
        "least": judged.coherence.min(),
        "diversity": np.mean([diversity(one.words) for one in judged.found]),
        "evenness": even.mean(),
        "stability": judged.stability,
        "seconds": np.mean([one.seconds for one in judged.found]),
    }


def last(steps):
    """Run a generator to its end and return what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def even(options: argparse.Namespace) -> None:
    """Show how even the topics are that the app opens with."""
    solution = solve(read_bundled("state_of_the_union"), 8, SPARSITY)
    verdict("least evenness, k=8", evenness(solution.loadings).min(), MIN_EVENNESS)


def seconds(options: argparse.Namespace) -> None:
    """Show how long the methods of the page Quality take on KOS, LDA last."""
    corpus = CORPORA["kos"]()
    runs = quality_runs(corpus, settings_of(8, "joint", "tf-idf", 0))
    start = time.perf_counter()
    *_, table = quality_table(corpus, runs)
    print(table.to_string(index=False))
    print(f"all {len(runs)} runs, on all documents and on two halves: ", end="")
    print(f"{time.perf_counter() - start:.1f} s (at most {MAX_SECONDS} s)")


def show(name: str, found: dict[str, float]) -> None:
    cells = "  ".join(f"{key} {value:.3f}" for key, value in found.items())
    print(f"{name:46s} {cells}", flush=True)


def verdict(name: str, value: float, least: float) -> None:
    said = "holds" if value >= least else "MISSED"
    print(f"{name:46s} {value:.3f}, at least {least}: {said}", flush=True)


PARTS = {"figures": figures, "evenness": even, "seconds": seconds}


if __name__ == "__main__":
    main()
