"""Every method on KOS, Mfeat and Arcene, and the joint search on each weighting.

Seconds are by the clock; those of the processor beside them tell how busy the machine
was with something else. What is wanted in some seconds is meant on two quiet cores.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from spca_core import load, topics
from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.methods.solve import solutions
from spca_core.problem.settings import EFFORTS, MAX_RESTARTS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison.runs import default_methods
from tests.benchmarks.data import read_published
from tests.oracles import solve_counts as solve

SIZES = {"KOS": (8, 15, 5), "Mfeat Pix": (5, 40, 4), "Arcene train": (5, 40, 4)}
# The least and the most that is wanted; the best known is 62.90285 on KOS, 566.05829 on
# Mfeat, 1.11631e7 on Arcene.
WANTED = {
    ("KOS", "joint"): (62.84, math.inf),
    ("KOS", "bipartite"): (61.0, math.inf),
    ("KOS", "tpower"): (41.443, 41.445),
    ("KOS", "em"): (42.0, 44.6),
    ("KOS", "span"): (41.8, 42.9),
    ("Mfeat Pix", "joint"): (566.05, math.inf),
    ("Mfeat Pix", "bipartite"): (543, math.inf),
    ("Mfeat Pix", "tpower"): (500.07, 500.09),
    ("Mfeat Pix", "em"): (520, 533),
    ("Mfeat Pix", "span"): (507, 510),
    ("Arcene train", "joint"): (1.1163e7, math.inf),
    ("Arcene train", "bipartite"): (0, math.inf),
    ("Arcene train", "tpower"): (1.08285e7, 1.08295e7),
    ("Arcene train", "em"): (0, math.inf),
    ("Arcene train", "span"): (1.080e7, 1.082e7),
}
SEEDS = range(5)
NORM = "none"  # what is wanted was found on it
# Corpus, weighting, components, words in each, what is wanted in how many seconds.
SEARCHED = (
    ("State of the Union", "tf-idf-2.5", 8, 10, 136.20, 1.5),
    ("State of the Union", "tf-idf-2.5", 20, 10, 291.36, 5.0),
    ("State of the Union", "tf-idf-2.5", 50, 10, 631.24, 15.0),
    ("KOS", "tf-idf-2.5", 8, 15, 217.5, 2.5),
    ("docstrings", "tf-idf-2.5", 8, 10, 150.88, 2.0),
    ("State of the Union", "tf-idf", 8, 10, 9.519, 1.5),
    ("State of the Union", "tf-idf", 20, 10, 20.80, 5.0),
    ("State of the Union", "tf-idf", 50, 10, 43.73, 15.0),
    ("KOS", "tf-idf", 8, 15, 35.635, 2.5),
    ("docstrings", "tf-idf", 8, 10, 20.476, 2.0),
    ("KOS", "counts", 8, 15, 62.9028, 0.5),
    ("State of the Union", "counts", 20, 10, 6.817, 2.0),
    ("State of the Union", "counts", 50, 10, 10.485, 10.0),
    ("State of the Union", "counts", 100, 10, 14.28, 30.0),
    ("KOS", "counts", 50, 10, 106.3, 10.0),
    *(
        (name, weighting, *size, 0.0, math.inf)
        for weighting in ("log", "count-idf", "binary")
        for name, *size in (
            ("State of the Union", 8, 10),
            ("KOS", 8, 15),
            ("docstrings", 8, 10),
        )
    ),
)


# As they are loaded and weighted by default: corpus, components, words in each.
DEFAULTS = (
    ("state_of_the_union", 8, 10),
    ("state_of_the_union", 20, 10),
    ("docstrings", 8, 10),
    ("docstrings", 20, 10),
    ("KOS", 8, 15),
    ("KOS", 20, 10),
)
EQUAL_TIME, EQUAL_SEEDS = 2.0, range(4)  # processor seconds
WANTED_SHARE = 0.95  # of what the joint search captures in the same time, by TPower


def main(seeds: Iterable[int] = SEEDS) -> None:
    corpora = {name: read_published(name) for name in SIZES}
    for method in ("joint", "bipartite", "em"):  # compiles
        solve(corpora["KOS"], 2, 3, method=method, effort="quick", candidates=10)
    for name, method in WANTED:
        show(corpora[name], method)
    corpora["State of the Union"] = read_bundled("state_of_the_union")
    corpora["docstrings"] = read_bundled("docstrings")
    for name, *asked in SEARCHED:
        show_search(corpora[name], *asked, seeds=seeds)
    for asked in DEFAULTS:
        show_agreement(*asked, seeds=seeds)
    show_equal_time(corpora["State of the Union"])


def show(corpus: Corpus, method: str, **options: object) -> None:
    """Run a method and print a line."""
    n_components, sparsity, rank = SIZES[corpus.name]
    solution = solve(
        corpus, n_components, sparsity, method=method, rank=rank, **options
    )
    least, most = WANTED[corpus.name, method]
    met = "met" if least <= solution.captured_variance <= most else "NOT MET"
    best = solution.trace[-1]
    print(
        f"{corpus.name:12s} {method:9s} {solution.captured_variance:12.7g}  "
        f"wanted {least:.6g} to {most:.6g}: {met};  {solution.seconds:5.2f} s, "
        f"best after {best.seconds:5.2f} s  {options or ''}"
    )


def show_search(
    corpus: Corpus,
    weighting: str,
    n_components: int,
    sparsity: int,
    wanted: float,
    seconds: float,
    *,
    seeds: Iterable[int],
) -> None:
    """Print the joint search's worst answer of all seeds, and how long it took."""
    size = n_components, sparsity
    runs = [timed(corpus, *size, weighting, seed) for seed in seeds]
    captured = [solution.captured_variance for solution, _ in runs]
    reached = max(seconds_until(solution, wanted) for solution, _ in runs)
    met = "met" if reached <= seconds else "NOT MET"
    print(
        f"{corpus.name} {weighting} {n_components} x {sparsity}: "
        f"{min(captured):.6g} to {max(captured):.6g}; "
        f"wanted {wanted} in {seconds} s: {met}, after {reached:.2f} s; first after "
        f"{max(solution.trace[0].seconds for solution, _ in runs):.2f} s; "
        f"{max(solution.seconds for solution, _ in runs):.2f} s in all, "
        f"{max(processor for _, processor in runs):.2f} s of the processor",
        flush=True,
    )


def show_agreement(
    name: str, n_components: int, sparsity: int, *, seeds: Iterable[int]
) -> None:
    """Print how much each seed's answer, with every effort, is below the best."""
    corpus = load(name) if name in bundled_titles() else read_published(name)
    search = partial(topics.solve, corpus, n_components, sparsity)
    runs = {
        effort: [search(seed=seed, effort=effort) for seed in seeds]
        for effort in EFFORTS
    }
    best = max(run.captured_variance for several in runs.values() for run in several)
    print(f"{name} {n_components} x {sparsity}, best {best:.8g}; millionths below it:")
    for effort, several in runs.items():
        below = [round(1e6 * (1 - run.captured_variance / best)) for run in several]
        seconds = np.median([run.processor_seconds for run in several])
        print(f"  {effort:8s} {below}; median {seconds:.2f} s of the processor")


def show_equal_time(corpus: Corpus) -> None:
    """Print what each method captures in equal time, as shares of the joint search."""
    runs = {
        method: [spent(corpus, method, seed) for seed in EQUAL_SEEDS]
        for method in default_methods(corpus.n_words, 10)
    }
    print(f"{corpus.name} tf-idf 8 x 10, {EQUAL_TIME} processor seconds each")
    for method, made in runs.items():
        shares = [
            run.captured_variance / joint.captured_variance
            for run, joint in zip(made, runs["joint"], strict=True)
        ]
        starts = [run.settings.n_starts_in_all for run in made]
        met = "met" if min(shares) >= WANTED_SHARE else "NOT MET"
        print(
            f"  {method:12s} {', '.join(f'{share:.2%}' for share in shares)}; "
            f"{min(starts)} to {max(starts)} starts"
            + f"; at least {WANTED_SHARE:.0%} wanted: {met}"
            * (method == "tpower")
        )


def spent(corpus: Corpus, method: str, seed: int) -> Solution:
    """Return a run that is made again, at random, until the time is used."""
    options = {"weighting": "tf-idf", "centred": True, "restarts": MAX_RESTARTS}
    settings = Settings(sparsity=10, method=method, seed=seed, **options)
    *_, last = solutions(corpus, settings, spend=EQUAL_TIME)
    return last


def timed(
    corpus: Corpus, n_components: int, sparsity: int, weighting: str, seed: int
) -> tuple[Solution, float]:
    """Return the joint search's solution and its seconds of the processor."""
    fresh = replace(corpus)  # nothing is remembered of it
    began = time.process_time()
    form = {"weighting": weighting, "norm": NORM}
    form = {"weighting": weighting, "norm": NORM}
    solution = solve(fresh, n_components, sparsity, seed=seed, **form)
    return solution, time.process_time() - began


def seconds_until(solution: Solution, wanted: float) -> float:
    reached = (
        point.seconds for point in solution.trace if point.captured_variance >= wanted
    )
    return next(reached, math.inf)


if __name__ == "__main__":
    main()
