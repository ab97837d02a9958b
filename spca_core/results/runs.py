"""Several methods on one corpus: the runs to make, and their topics side by side."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spca_core.errors import InputError
from spca_core.methods.exact import fits_exact
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.steps.matching import match_supports

MOST_RUNS = 250


def methods_that_fit(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Return the methods that can be run: the exact one if there are few words."""
    unfit = () if fits_exact(n_words, sparsity) else ("exact",)
    return tuple(name for name in METHODS if name not in unfit)


def usual_methods(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Return those of them that are compared unless others are named: no rivals."""
    fit = methods_that_fit(n_words, sparsity)
    return tuple(name for name in fit if not METHODS[name].is_rival)


def runs_by_method(settings: Settings, methods: tuple[str, ...]) -> list[Settings]:
    """Return one run a method, all else equal."""
    return [replace(settings, method=method) for method in methods]


def runs_by_seed(
    settings: Settings, methods: tuple[str, ...], n_seeds: int
) -> list[Settings]:
    """Return one run a method and seed, the first seed of all methods first."""
    return [
        run
        for seed in range(settings.seed, settings.seed + n_seeds)
        for run in runs_by_method(replace(settings, seed=seed), methods)
    ]


def check_number(runs: Sequence[Settings]) -> None:
    """Raise InputError if there are more runs than can be kept at a time."""
    if len(runs) > MOST_RUNS:
        raise InputError(
            f"That is {len(runs):,} runs; at most {MOST_RUNS:,} can be compared. "
            "Choose fewer seeds, methods or topics."
        )


def runs_by_size(settings: Settings, methods: tuple[str, ...]) -> list[Settings]:
    """Return the runs with fewer components: 1 to k - 1 by each method."""
    return [
        replace(run, n_components=n_components)
        for n_components in range(1, settings.n_components)
        for run in runs_by_method(settings, methods)
    ]


def full_size(solutions: Sequence[Solution]) -> list[Solution]:
    """Return those with the most components asked for: the comparison proper."""
    most = max(solution.settings.n_components for solution in solutions)
    return [found for found in solutions if found.settings.n_components == most]


def complete(solutions: Sequence[Solution]) -> list[Solution]:
    """Return those that have all components asked for: totals of others mislead."""
    return [
        found
        for found in solutions
        if len(found.supports) == found.settings.n_components
    ]


def align(solution: Solution, reference: Solution) -> Solution:
    """Reorder components so that they share the most words with the reference's.

    Those without a partner, where it has more components, come last; where it has
    fewer, only as many of the reference's count, from the first.
    """
    shared = shared_words(reference, solution)[: len(solution.supports)]
    partners = match_supports(shared, sparsity=1).ravel()
    others = np.setdiff1d(np.arange(len(solution.supports)), partners)
    order = np.concatenate([partners, others])
    return replace(
        solution,
        supports=solution.supports[order],
        loadings=solution.loadings[order],
        variances=solution.variances[order],
    )


def shared_words(first: Solution, second: Solution) -> np.ndarray:
    """Count the words that each pair of components shares, (n_first, n_second)."""
    pairs = first.supports[:, None, :, None] == second.supports[:, None, :]
    return pairs.sum(axis=(2, 3))
