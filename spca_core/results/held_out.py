"""Topics of a part of the documents, judged on the rest: the honest figures."""

import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.methods.rivals.own_words import own_words
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import leading_eigenpairs
from spca_core.results.coherence import coherence
from spca_core.results.quality import halves, stability

OWN_WORDS = ("nmf", "lda")  # not rounded to words that no other topic has
Shown = TypeVar("Shown")
Result = TypeVar("Result")
SPLITS = 2  # into halves: with more, Quality of five methods on KOS takes over a minute


class Topics(NamedTuple):
    """What a method gives a reader.

    words    : (k, s) word indices; NMF's and LDA's topics may share words
    loadings : (k, s), rows of unit length
    """

    words: np.ndarray
    loadings: np.ndarray
    seconds: float


class HeldOut(NamedTuple):
    """What halves of the documents say of each other, in one split or in several.

    coherence : of the topics of both halves of each split, each on the other half
    stability : (n_splits,) the share of the words of one half found again in the other
    found     : the topics of each half, two for each split
    """

    coherence: np.ndarray
    stability: np.ndarray
    found: tuple[Topics, ...]

    @property
    def figures(self) -> dict[str, float]:
        """What is shown of them, by the names in `quality.MEASURES`."""
        return {
            "held_out": float(self.coherence.mean()),
            "stability": float(self.stability.mean()),
            "spread": float(self.stability.std()),
        }


def find(
    corpus: Corpus, settings: Settings, executor: Executor | None = None
) -> Generator[None, None, Topics]:
    """Return a method's topics; yield None now and then, so that one may stop it.

    A method that was cut short by its cap of seconds may return fewer than k topics.
    """
    start = time.perf_counter()
    for found in _found(corpus, settings, executor):
        latest = found
        yield
    return Topics(*latest, time.perf_counter() - start)


def _found(
    corpus: Corpus, settings: Settings, executor: Executor | None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    if settings.method in OWN_WORDS:
        yield from own_words(corpus, settings)
    else:
        for solution in solutions(corpus, settings, executor):
            yield solution.supports, solution.loadings


def held_out(
    corpus: Corpus, settings: Settings, executor: Executor | None = None
) -> Generator[None, None, HeldOut]:
    """Return what `in_halves` gives in several splits; yield now and then.

    The splits have seeds of their own, drawn from the settings' seed. The mean of
    their `stability` is the figure that is shown, and the standard deviation says how
    much of it is chance.

    Stability as the mean agreement of topics found on random samples: Greene,
    O'Callaghan and Cunningham, "How many topics?", ECML PKDD 2014. Disjoint halves as
    samples: Lange, Roth, Braun and Buhmann, "Stability-based validation of clustering
    solutions", Neural Computation 16, 2004.
    """
    splits = []
    for seed in np.random.SeedSequence(settings.seed).generate_state(SPLITS):
        one = yield from in_halves(corpus, replace(settings, seed=seed), executor)
        splits.append(one)
    return HeldOut(
        np.concatenate([one.coherence for one in splits]),
        np.concatenate([one.stability for one in splits]),
        tuple(topics for one in splits for topics in one.found),
    )


def in_halves(
    corpus: Corpus, settings: Settings, executor: Executor | None = None
) -> Generator[None, None, HeldOut]:
    """Return what `find` gives on two random halves; yield now and then.

    The settings' seed chooses the halves, and the seed of the search in each: what is
    found again depends neither on the documents nor on where a search begins. Whatever
    depends on all documents, as the weighting does, is computed in each half by itself.
    """
    rows = halves(corpus.n_documents, settings.seed)
    seeds = np.random.SeedSequence(settings.seed).generate_state(2)
    found = []
    for half, seed in zip(rows, seeds, strict=True):
        own = replace(settings, seed=seed)
        topics = yield from find(some_documents(corpus, half), own, executor)
        found.append(topics)
    counts = corpus.observations
    first, second = (topics.words for topics in found)
    judged = [coherence(counts[rows[1]], first), coherence(counts[rows[0]], second)]
    return HeldOut(
        np.concatenate(judged),
        np.array([stability(first, second)]),
        tuple(found),
    )


def showing(
    shown: Shown, steps: Generator[None, None, Result]
) -> Generator[Shown, None, Result]:
    """Yield what is shown at each step; return what the steps return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield shown


def some_documents(corpus: Corpus, rows: np.ndarray) -> Corpus:
    """Return the corpus with some of its documents alone, as counts without names."""
    return replace(
        corpus,
        observations=corpus.observations[rows],
        titles=(),
        groups={},
        dates=(),
        texts=(),
    )


def share_of_variance(covariance: Covariance, words: np.ndarray) -> float:
    """Return the share of tr(A) that topics capture; what they share counts once.

    With the best loadings of each topic's words as the columns of X this is
    tr((X^T X)^-1 X^T A X) / tr(A), the variance within their span; where no word is in
    two topics, X^T X is the identity, and it is the paper's sum.
    """
    union, places = np.unique(words, return_inverse=True)
    loadings = np.zeros((len(union), len(words)))
    _, vectors = leading_eigenpairs(covariance, words)
    for topic, columns in enumerate(places.reshape(words.shape)):
        loadings[columns, topic] = vectors[topic]
    overlaps = loadings.T @ loadings
    moments = loadings.T @ covariance.block(union) @ loadings
    captured = np.trace(np.linalg.pinv(overlaps) @ moments)
    return float(captured / (covariance.variances.sum() or 1.0))
