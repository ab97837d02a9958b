"""The greedy over stars: take the best topic that a strong star grows to, and again.

It is naive and strong where topics are separate groups of words, as under tf-idf; where
a few directions hold most of the variance, its first topics take what others need.
"""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.methods.pins import pins_of
from spca_core.methods.working_set import working_size
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent
from spca_core.running.in_turn import on_worker
from spca_core.steps.ascent import ascent_at
from spca_core.steps.columns import Columns, greedy
from spca_core.steps.stars import star_words


def star_greedy(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield what the greedy takes, and where one joint ascent from there ends."""
    # Twice the words of the joint search, which goes on where this ends.
    words = star_words(covariance, settings.sparsity, 2 * working_size(settings))
    shape, gram = (settings.n_components, settings.sparsity), covariance.gram(words)
    rounds = on_worker(executor, _all_rounds, gram, *shape)
    supports = np.array([columns.supports[0] for columns in rounds])
    candidates = sum(len(columns.values) for columns in rounds)
    yield Incumbent(words[supports], candidates)
    ascent = on_worker(executor, ascent_at, gram, supports, pins_of(()))
    yield Incumbent(words[ascent.supports], candidates + 1)


def _all_rounds(gram: np.ndarray, n_components: int, sparsity: int) -> list[Columns]:
    return list(greedy(gram, n_components, sparsity))
