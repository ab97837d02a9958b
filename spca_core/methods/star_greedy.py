"""The greedy over stars: take the best topic that a strong star grows to, and again.

It is naive and strong where topics are separate groups of words, as under tf-idf; where
a few directions hold most of the variance, its first topics take what others need.
"""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.corpus.in_turn import on_worker
from spca_core.methods.pins import pins_of
from spca_core.methods.starts import working_size
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent
from spca_core.steps.ascent import ascent_at
from spca_core.steps.columns import greedy
from spca_core.steps.stars import star_words


def star_greedy(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components so far, and at the end one joint ascent from all of them."""
    shape = settings.n_components, settings.sparsity
    # Twice the words of the joint search, which goes on where this ends.
    words = star_words(covariance, settings.sparsity, 2 * working_size(settings))
    gram, supports = covariance.gram(words), np.empty((0, shape[1]), dtype=np.int64)
    candidates = 0
    for columns in greedy(gram, *shape):
        supports = np.append(supports, columns.supports[:1], axis=0)
        candidates += len(columns.values)
        yield Incumbent(words[supports], candidates)
    ascent = on_worker(executor, ascent_at, gram, supports, pins_of(()))
    yield Incumbent(words[ascent.supports], candidates + 1)
