"""Slow and obvious answers that the fast ones are held against, and small corpora."""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.problem.solution import Solution
from spca_core.steps.ascent import ascent_at
from spca_core.steps.perturbation import search_around
from spca_core.topics import Topics, solve

NO_PINS = np.empty((0, 2), dtype=np.int64)  # as the ascent takes them


def best_total(weights: np.ndarray, sparsity: int) -> float:
    """Match every slot with a word by scipy's assignment solver, on all words."""
    slots = np.repeat(weights, sparsity, axis=0)
    rows, columns = linear_sum_assignment(slots, maximize=True)
    return slots[rows, columns].sum()


def total(weights: np.ndarray, supports: np.ndarray) -> float:
    """Sum the weights of the words that each component has."""
    return np.take_along_axis(weights, supports, axis=1).sum()


def best_variance(matrix: np.ndarray, n_components: int, sparsity: int) -> float:
    """Try all disjoint supports; each captures the greatest eigenvalue of its block."""
    every_word = tuple(range(len(matrix)))
    captured = {
        support: np.linalg.eigvalsh(matrix[np.ix_(support, support)])[-1]
        for support in combinations(every_word, sparsity)
    }

    @cache
    def best(free: tuple[int, ...], n_left: int) -> float:
        if n_left == 0:
            return 0.0
        return max(
            captured[support]
            + best(tuple(word for word in free if word not in support), n_left - 1)
            for support in combinations(free, sparsity)
        )

    return best(every_word, n_components)


def solve_counts(data: Corpus, *sizes: int, **options: Any) -> Topics:
    """Solve on the counts as they are, unless a weighting is given.

    pinned : groups of columns, as in Settings
    """
    options.setdefault("weighting", "counts")
    groups = options.pop("pinned", ())
    pinned = [[data.words[column] for column in group] for group in groups]
    return solve(data, *sizes, pinned=pinned, **options)


def assert_sound(solution: Solution, corpus: Corpus) -> None:
    """Disjoint supports of s words, with the best loadings for them on the data."""
    settings = solution.settings
    matrix = second_moments(corpus, centred=settings.centred)
    supports = solution.supports
    assert supports.shape == (len(solution.variances), settings.sparsity)
    assert_disjoint(supports, len(supports), settings.sparsity, corpus.n_words)
    assert (np.diff(solution.variances) <= 0).all()
    np.testing.assert_allclose(np.linalg.norm(solution.loadings, axis=1), 1)
    for support, loading, variance in zip(
        supports, solution.loadings, solution.variances, strict=True
    ):
        block = matrix[np.ix_(support, support)]
        # Rounding of sums over some hundred documents, at the scale of A.
        slack = 1e-12 * matrix.trace()
        assert loading @ block @ loading == pytest.approx(variance, abs=slack)
        assert np.linalg.eigvalsh(block)[-1] == pytest.approx(variance, abs=slack)


def assert_disjoint(
    supports: np.ndarray, n_components: int, sparsity: int, n_words: float = np.inf
) -> None:
    assert supports.shape == (n_components, sparsity)
    assert len(np.unique(supports)) == supports.size
    assert supports.min() >= 0
    assert supports.max() < n_words


def values_of(matrix: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """The greatest eigenvalue of A on each of some supports."""
    blocks = matrix[supports[:, :, None], supports[:, None, :]]
    return np.linalg.eigvalsh(blocks)[:, -1]


def all_supports(n_words: int, sparsity: int) -> np.ndarray:
    return np.array(list(combinations(range(n_words), sparsity)))


def ascend(
    gram: np.ndarray, supports: np.ndarray, pins: np.ndarray
) -> tuple[float, np.ndarray]:
    """Return where an ascent from some supports ends: its objective and supports."""
    ascent = ascent_at(gram, supports, pins)
    return ascent.variances.sum(), ascent.supports


def search_near(
    gram: np.ndarray,
    supports: np.ndarray,
    pins: np.ndarray,
    n_perturbations: int,
    seed: int,
) -> tuple[float, np.ndarray, int]:
    """Return the best objective near an optimum, its supports, and failures in a row.

    No whole topics are brought in.
    """
    none = np.empty((0, supports.shape[1]), dtype=np.int64)
    ascent, failures = search_around(gram, pins, none, supports, n_perturbations, seed)
    return ascent.variances.sum(), ascent.supports, failures


def greedy_over_stars(
    matrix: np.ndarray, n_components: int, sparsity: int, n_stars: int = 60
) -> list[list[int]]:
    """Take the best of the topics that the strongest stars grow to, again and again.

    matrix : (n_words, n_words), A
    """
    free, topics = list(range(len(matrix))), []
    for _ in range(n_components):
        block = matrix[np.ix_(free, free)]
        members = np.argsort(-abs(block - np.diag(np.diag(block))), axis=1)
        members = members[:, : sparsity - 1]
        shared = np.take_along_axis(abs(block), members, axis=1).sum(axis=1)
        leaders = np.argsort(-(np.diag(block) + shared))[:n_stars]
        grown = [_grown(block, [i, *members[i]]) for i in leaders]
        _, best = max(grown, key=lambda topic: topic[0])
        topics.append([free[i] for i in best])
        free = [word for word in free if word not in topics[-1]]
    return topics


def _grown(block: np.ndarray, support: list[int]) -> tuple[float, list[int]]:
    """Keep the s greatest of A x, from one support, until its value rests."""
    reached, kept = -1.0, support
    while True:
        values, vectors = np.linalg.eigh(block[np.ix_(support, support)])
        if values[-1] <= reached * (1 + 1e-12):
            return reached, kept
        reached, kept = values[-1], support
        product = block[:, support] @ vectors[:, -1]
        support = list(np.argsort(-abs(product))[: len(support)])


def second_moments(corpus: Corpus, *, centred: bool = False) -> np.ndarray:
    """Form A whole, (n_words, n_words), by its definition."""
    observations = counts_of(corpus)
    if centred:
        observations = observations - observations.mean(axis=0)
    return observations.T @ observations / len(observations)


def counts_of(corpus: Corpus) -> np.ndarray:
    """The numbers of a small corpus as a dense array of its own."""
    return dense(corpus.observations).astype(float)


def corpus_of(counts: np.ndarray) -> Corpus:
    """Name the columns of a table of counts word_0, word_1, ..."""
    words = tuple(f"word_{column}" for column in range(counts.shape[1]))
    return Corpus(
        name="made up",
        observations=sparse.csr_array(np.asarray(counts, dtype=float)),
        words=words,
    )


def random_corpus(seed: int, n_documents: int, n_words: int) -> Corpus:
    """Draw documents of two random themes each, so that words do vary together."""
    rng = np.random.default_rng(seed)
    themes = rng.gamma(0.5, size=(4, n_words))
    shares = rng.dirichlet(np.full(4, 0.3), size=n_documents)
    counts = rng.poisson(3 * shares @ themes)
    counts[0] += 1  # No word is without a count.
    return corpus_of(counts)


def planted_corpus(seed: int, n_components: int, sparsity: int) -> Corpus:
    """Let each document use the words of one theme, on a floor of rare noise.

    Theme j is the words j * sparsity to (j + 1) * sparsity - 1; half the words are
    noise.
    """
    rng = np.random.default_rng(seed)
    n_slots = n_components * sparsity
    counts = rng.poisson(0.1, size=(60 * n_components, 2 * n_slots))
    for document, row in enumerate(counts):
        first = document % n_components * sparsity
        row[first : first + sparsity] += rng.poisson(4, size=sparsity)
    return corpus_of(counts)


def reordered(corpus: Corpus, order: np.ndarray) -> Corpus:
    """The same corpus with its words, and their names, in another order."""
    return Corpus(
        name=corpus.name,
        observations=sparse.csr_array(counts_of(corpus)[:, order]),
        words=tuple(corpus.words[word] for word in order),
    )


def scaled(corpus: Corpus, factor: float) -> Corpus:
    """The same corpus with every count times `factor`."""
    return Corpus(
        name=corpus.name,
        observations=sparse.csr_array(counts_of(corpus) * factor),
        words=corpus.words,
    )


def word_sets(corpus: Corpus, supports: np.ndarray) -> set[frozenset[str]]:
    """The components as sets of words by name: what no order changes."""
    return {frozenset(corpus.words[word] for word in support) for support in supports}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG 2 defines it."""
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])
