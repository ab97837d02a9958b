"""Topics found on some of the documents and judged on the rest: the honest figures."""

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

OWN_WORDS = ("nmf", "lda")  # their topics may share words: they are not rounded
Shown = TypeVar("Shown")
Result = TypeVar("Result")
SPLITS = 2  # into halves: with more, Quality of five methods on KOS takes over a minute


class Topics(NamedTuple):
    """The topics that a method gives a reader.

    words    : (k, s) word indices; NMF's and LDA's topics may share words
    loadings : (k, s), rows of unit length
    """

    words: np.ndarray
    loadings: np.ndarray
    seconds: float


class HeldOut(NamedTuple):
    """How well topics found on halves of the documents hold, in one or several splits.

    coherence : of all topics, each on the half that it was not found on
    stability : (n_splits,) the share of one half's words that the other half finds too
    found     : the topics of each half, two for each split
    """

    coherence: np.ndarray
    stability: np.ndarray
    found: tuple[Topics, ...]

    @property
    def figures(self) -> dict[str, float]:
        """The figures to show, by their names in `quality.MEASURES`."""
        return {
            "held_out": float(self.coherence.mean()),
            "stability": float(self.stability.mean()),
            "spread": float(self.stability.std()),
        }


def find(
    corpus: Corpus, settings: Settings, executor: Executor | None = None
) -> Generator[None, None, Topics]:
    """Return a method's topics; yield None now and then, so that it can be stopped.

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
    """Return the results of `in_halves` for several splits; yield now and then.

    Each split has its own seed, drawn from the settings' seed. The mean of their
    `stability` is the figure that is shown; the standard deviation says how much of it
    is chance.

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
    """Find topics on two random halves and judge them; yield now and then.

    The settings' seed decides the halves and a seed for the search in each. So words
    found twice owe it neither to shared documents nor to a shared start. Anything that
    depends on all documents, such as the weighting, is computed for each half alone.
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
    """Run the steps, yield `shown` after each, and return what they return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield shown


def some_documents(corpus: Corpus, rows: np.ndarray) -> Corpus:
    """Return the corpus with only these documents: counts, without titles or texts."""
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

    If the columns of X are the best loadings on each topic's words, the variance within
    their span is tr((X^T X)^-1 X^T A X). If no word is in two topics, X^T X is the
    identity, and this is the paper's sum.
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
