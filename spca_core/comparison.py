"""Several methods on one corpus: the runs to make, and their topics side by side."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spca_core.matching import match_supports
from spca_core.methods.exact import fits_exact
from spca_core.settings import METHOD_NAMES, Settings
from spca_core.solution import Solution


def methods_that_fit(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Return the methods that can be run on so many words: the exact one if few."""
    fits = fits_exact(n_words, sparsity)
    return tuple(name for name in METHOD_NAMES if name != "exact" or fits)


def runs_by_method(settings: Settings, methods: tuple[str, ...]) -> list[Settings]:
    """Return one run a method, all else equal."""
    return [replace(settings, method=method) for method in methods]


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
    """Count the words that each pair of components has in common."""
    return np.array(
        [[np.isin(a, b).sum() for b in second.supports] for a in first.supports]
    )
