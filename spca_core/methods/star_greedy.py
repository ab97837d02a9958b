"""The greedy over stars: take the best topic that a strong star grows to, and again.

It is naive and strong where topics are separate groups of words, as under tf-idf; where
a few directions hold most of the variance, its first topics take what others need. So a
restart is a randomised greedy (Feo and Resende, J. Global Optimization 6, 1995): some
words are not to be had until the ascent.
"""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.methods.pins import pins_of
from spca_core.methods.working_set import working_size
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate
from spca_core.running.in_turn import on_worker
from spca_core.steps.ascent import ascent_at
from spca_core.steps.columns import Columns, greedy
from spca_core.steps.stars import star_words

HELD_BACK = 10  # a restart's greedy lacks one word in so many


def star_greedy(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield what the greedy takes, and where one joint ascent from there ends."""
    # Twice the words of the joint search, which goes on where this ends.
    words = star_words(covariance, settings.sparsity, 2 * working_size(settings))
    shape, gram = (settings.n_components, settings.sparsity), covariance.gram(words)
    rounds = on_worker(executor, _all_rounds, gram, *shape, _held_back(settings, words))
    supports = np.array([columns.supports[0] for columns in rounds])
    candidates = sum(len(columns.values) for columns in rounds)
    yield Candidate(words[supports], candidates)
    ascent = on_worker(executor, ascent_at, gram, supports, pins_of(()))
    yield Candidate(words[ascent.supports], candidates + 1)


def _held_back(settings: Settings, words: np.ndarray) -> np.ndarray:
    """Return the places of the words that the greedy may not take: none at first."""
    n_spare = len(words) - settings.n_components * settings.sparsity
    n_held = min(len(words) // HELD_BACK, n_spare) if settings.restarts else 0
    rng = np.random.default_rng(settings.seed)
    return rng.choice(len(words), n_held, replace=False)


def _all_rounds(
    gram: np.ndarray, n_components: int, sparsity: int, held_back: np.ndarray
) -> list[Columns]:
    return list(greedy(gram, n_components, sparsity, taken=held_back))
