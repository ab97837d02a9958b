"""Coherence, coverage and stability on held-out documents."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError, check_whole_number
from spca_core.methods.baselines.own_words import own_words
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.topics.chance import sampled
from spca_core.results.topics.coverage import covered
from spca_core.results.topics.pairing import match_topics
from spca_core.results.topics.quality import coherence, halves, stability
from spca_core.topics import SPLITS, Topics

Shown = TypeVar("Shown")
Result = TypeVar("Result")
N_SPLITS = 2  # with more, the quality of five methods on KOS takes over a minute
MAX_SPLITS = 999  # to judge topics one by one


class FoundTopics(NamedTuple):
    """The topics that a method gives a reader.

    words    : (k, s) word indices; the topics of a baseline may share words
    loadings : (k, s), rows of unit length
    """

    words: np.ndarray
    loadings: np.ndarray
    seconds: float


class HeldOut(NamedTuple):
    """How well topics found on two halves of the documents hold.

    coherence : mean over the topics, each on the half that it was not found on
    least     : of the least coherent of these topics
    covered   : the share of a half's documents that carry a topic of the other half
    stability : the share of one half's words that the other half finds too
    topics    : those of each half
    """

    coherence: float
    least: float
    covered: float
    stability: float
    topics: tuple[FoundTopics, ...]


def find_topics(
    corpus: Corpus, settings: Settings
) -> Generator[None, None, FoundTopics]:
    """Return a method's topics; yield None now and then, so that it can be stopped.

    A method that was cut short by its cap of seconds may return fewer than k topics.
    """
    start = time.perf_counter()
    for topics in _topics_so_far(corpus, settings):
        latest = topics
        yield
    return FoundTopics(*latest, time.perf_counter() - start)


def _topics_so_far(
    corpus: Corpus, settings: Settings
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    if METHODS[settings.method].own_topics:
        covariance_of(corpus, settings).check_varies()
        yield from own_words(corpus, settings)
    else:
        for solution in solutions(corpus, settings):
            yield solution.supports, solution.loadings


def held_out(
    corpus: Corpus, settings: Settings
) -> Generator[None, None, dict[str, float]]:
    """Return figures of `in_halves`, over several splits; yield now and then.

    Each split has its own seed, drawn from the settings' seed. All are means; the
    standard deviation of the stability says how much of it is chance.

    Stability as the mean agreement of topics found on random samples: Greene,
    O'Callaghan and Cunningham, "How many topics?", ECML PKDD 2014. Disjoint halves as
    samples: Lange, Roth, Braun and Buhmann, "Stability-based validation of clustering
    solutions", Neural Computation 16, 2004.
    """
    splits = []
    for seed in split_seeds(settings, N_SPLITS):
        parts = halved(corpus, seed)
        split = yield from in_halves(parts, replace(settings, seed=seed))
        splits.append(split)
    stabilities = np.array([split.stability for split in splits])
    return {
        "held_out": float(np.mean([split.coherence for split in splits])),
        "covered": float(np.mean([split.covered for split in splits])),
        "stability": float(stabilities.mean()),
        "spread": float(stabilities.std()),
    }


def split_seeds(settings: Settings, n_splits: int) -> list[int]:
    """Return the seed of each split; the first ones stay if there are more splits."""
    return np.random.SeedSequence(settings.seed).generate_state(n_splits).tolist()


def halved(corpus: Corpus, seed: int) -> tuple[Corpus, Corpus]:
    """Divide the documents at random into two halves, without titles or texts."""
    corpus.check_has_documents()
    first, second = halves(corpus.n_documents, seed)
    return some_documents(corpus, first), some_documents(corpus, second)


def in_halves(
    parts: tuple[Corpus, Corpus], settings: Settings
) -> Generator[None, None, HeldOut]:
    """Find topics on two halves and judge each on the other; yield now and then.

    The settings' seed decides a seed for the search in each. So words found twice owe
    it neither to shared documents nor to a shared start. Anything that depends on all
    documents, such as the weighting, is computed for each half alone.

    parts : as `halved` gives them
    """
    seeds = np.random.SeedSequence(settings.seed).generate_state(2)
    by_half = []
    for part, seed in zip(parts, seeds, strict=True):
        topics = yield from find_topics(part, replace(settings, seed=seed))
        by_half.append(topics)
    words = [topics.words for topics in by_half]
    others = [part.observations for part in reversed(parts)]
    coherences = np.concatenate(list(map(coherence, others, words)))
    return HeldOut(
        coherence=float(coherences.mean()),
        least=float(coherences.min()),
        covered=float(np.mean(list(map(covered, others, words)))),
        stability=stability(*words),
        topics=tuple(by_half),
    )


def found_again(topics: Topics, splits: int = SPLITS) -> Iterator[pd.DataFrame]:
    """Yield the table so far, many times; leaving the loop stops the searches.

    It has one row per topic: topic, name, found_again (the share of its words, a mean
    over the splits so far, missing before the first) and splits (their number). A word
    is found again if both halves have it in the topic that is paired with this one. No
    word is pinned. Of more than 20,000 documents, 20,000 at random are used.

    Each half is a part of the documents that chose the word, so that *one* half finds
    many words again even if they are shuffled: a third of 8 topics of 10 words, where
    both find a tenth. With 3 topics of 4 of 24 words, both find 0.3
    (`python -m tests.benchmarks.chance --parts again`).

    raises : InputError if `splits` is not from 1 to 999, there are no documents, or the
        topics are those of another tool

    Topics judged one by one by those of parts of the data: Hennig, "Cluster-wise
    assessment of cluster stability", Computational Statistics and Data Analysis 52,
    2007.
    """
    check_whole_number("splits", splits, 1, MAX_SPLITS)
    corpus = topics.require_corpus()
    corpus.check_has_documents()
    if METHODS[topics.settings.method].search is None:
        raise InputError(
            "The search that found these topics is not known here, so it cannot be "
            "made again. Find topics with `solve`."
        )
    used = sampled(corpus, topics.settings.seed)
    shares: list[np.ndarray] = []
    for seed in split_seeds(topics.settings, splits):
        run = replace(topics.settings, seed=seed, pinned=())
        search = in_halves(halved(used, seed), run)
        judged = yield from showing(_of_topics(topics, shares), search)
        words = [half.words for half in judged.topics]
        shares.append(in_all(topics.supports, words).mean(axis=1))
        yield _of_topics(topics, shares)


def in_all(topics: np.ndarray, others: Sequence[np.ndarray]) -> np.ndarray:
    """Return which words of each topic all its partners have, (n_topics, sparsity).

    topics : (n_topics, sparsity) word indices
    others : in each, topics that are paired with these to share the most words
    """
    found = np.ones(topics.shape, dtype=bool)
    for words in others:
        here, there, _ = match_topics(topics, words)
        again = np.zeros(topics.shape, dtype=bool)
        again[here] = (topics[here][:, :, None] == words[there][:, None]).any(axis=2)
        found &= again
    return found


def _of_topics(topics: Topics, shares: Sequence[np.ndarray]) -> pd.DataFrame:
    unknown = np.full((1, len(topics)), np.nan)
    return pd.DataFrame(
        {
            "topic": np.arange(1, len(topics) + 1),
            "name": topics.names,
            "found_again": np.mean(shares or unknown, axis=0),
            "splits": len(shares),
        }
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
