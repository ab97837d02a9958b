"""How soon the bound comes near the topics that are found, and on small problems.

    python -m tests.benchmarks.certificate [CASE ...]

A case is the number of a line in CASES; all of them, and the small problems, else.
Seconds are by the clock; those of the processor beside them tell how busy the machine
was with something else. What is wanted in some seconds is meant on two quiet cores.
"""

import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.proof.certificate import certificates
from spca_core.topics import solve
from tests.benchmarks.data import read_published
from tests.oracles import corpus_of, random_corpus
from tests.proof.test_certificate import random_problem


class Case(NamedTuple):
    """A question, and the greatest gaps wanted of the topics that are found."""

    name: str
    n_components: int
    sparsity: int
    options: dict[str, Any]  # of the matrix
    wanted: dict[int, float]  # by seconds


DIRECTIONS = "Twelve directions and noise"
COUNTS = {"weighting": "counts", "centred": False}
MEASURED = {"weighting": "counts", "centred": True}
SECONDS = (1, 2, 5, 10, 20, 60)
CASES = [
    Case("state_of_the_union", 8, 10, {}, {2: 0.05, 60: 0.005}),
    Case("state_of_the_union", 20, 10, {}, {}),
    Case("docstrings", 8, 10, {}, {2: 0.05, 60: 0.01}),
    Case("KOS", 8, 15, {}, {60: 0.01}),
    Case("KOS", 8, 15, COUNTS, {2: 0.05, 60: 0.0388}),
    Case("Arcene train", 5, 40, MEASURED, {5: 0.006}),
    Case("Mfeat Pix", 5, 40, MEASURED, {1: 0.085, 10: 0.045}),
    Case(DIRECTIONS, 5, 20, MEASURED, {10: 0.15}),
]
N_PROBLEMS, WORDS = 300, (8, 12)  # small ones, of so many words


def main(numbers: list[int]) -> None:
    tiny = Covariance.of(random_corpus(0, 40, 20), centred=False)
    for _ in certificates(tiny, 2, 3):  # compiles
        pass
    for number in numbers or range(len(CASES)):
        show(CASES[number])
    if not numbers:
        show_small_problems()


def show(case: Case) -> None:
    """Print the gaps after some seconds, and the longest round."""
    size = case.n_components, case.sparsity
    topics = solve(read(case.name), *size, **case.options)
    covariance = covariance_of(topics.corpus, topics.settings)
    began, points = time.process_time(), []
    for one in certificates(covariance, *size, supports=topics.supports):
        points.append((one.seconds, one.gap(topics.captured_variance)))
        if one.seconds > max(SECONDS):
            break
    seconds, gaps = np.array(points).T
    weighting = topics.settings.weighting
    print(f"{case.name} {weighting} {size[0]} x {size[1]}: {topics.captured_variance}")
    for limit in SECONDS:
        gap, wanted = gaps[seconds <= limit].min(initial=1.0), ""
        if most := case.wanted.get(limit):
            wanted = f", wanted {most:.1%}: {'met' if gap <= most else 'NOT MET'}"
        print(f"  within {limit:2} s: gap {gap:.2%}{wanted}")
    print(
        f"  last: {gaps[-1]:.2%} after {seconds[-1]:.1f} s, "
        f"{time.process_time() - began:.1f} s of the processor; first bound after "
        f"{seconds[0]:.2f} s, longest round {np.diff(seconds, prepend=0.0).max():.1f} s"
    )


def read(name: str) -> Corpus:
    """Read a corpus, or draw 3,000 columns that all vary together."""
    if name == DIRECTIONS:
        rng = np.random.default_rng(0)
        directions = rng.standard_normal((400, 12)) @ rng.standard_normal((12, 3_000))
        return corpus_of(directions + 2 * rng.standard_normal((400, 3_000)))
    return read_bundled(name) if name in bundled_titles() else read_published(name)


def show_small_problems() -> None:
    gaps, seconds = np.array(list(proofs_of_small_problems())).T
    print(
        f"{N_PROBLEMS:,} random problems of {WORDS[0]} to {WORDS[1]} words: gap 0 in "
        f"{np.mean(gaps == 0):.1%}, greatest {gaps.max():.2%}; median "
        f"{np.median(seconds):.2f} s, longest {seconds.max():.2f} s"
    )


def proofs_of_small_problems() -> Iterator[tuple[float, float]]:
    """Yield the gap of the optimum at the end, and the seconds of the proof."""
    for seed in range(N_PROBLEMS):
        covariance, n_components, sparsity, optimum = random_problem(seed, *WORDS)
        *_, last = certificates(covariance, n_components, sparsity)
        yield last.gap(optimum), last.seconds


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]])
