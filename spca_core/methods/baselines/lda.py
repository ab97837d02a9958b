"""scikit-learn's latent Dirichlet allocation, a baseline (JMLR 3, 2003)."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.methods.baselines.rounding import (
    NotNegative,
    best_so_far,
    decomposition,
    rounded,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.running.in_turn import on_worker
from spca_core.running.stopping import stopping_point

# Online (Hoffman, Blei and Bach, NIPS 2010): update t has the weight (t + 1)^-DECAY.
DECAY = 0.7
BATCH_SIZE = 512  # per update
PASSES, MIN_UPDATES = 5, 10  # per start
STARTS = 3  # one alone often ends where two topics are mixed
OWN_PASSES = 15  # over the documents, without rounding


@best_so_far
def lda(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[np.ndarray]:
    """Round latent Dirichlet allocation (Blei, Ng and Jordan, JMLR 3, 2003).

    It uses the same numbers as `nmf` but treats them as counts: unlike with all other
    methods, the unit changes the answer. It has many optima: try other seeds.
    raises : InputError if a number is negative
    """
    data = NotNegative(covariance, settings)
    n_documents = covariance.n_documents
    n_batches = -(-n_documents // BATCH_SIZE)
    for seed in np.random.SeedSequence(settings.seed).generate_state(STARTS):
        model = _start(settings.n_components, n_documents, n_batches, int(seed))
        for update in range(max(MIN_UPDATES, PASSES * n_batches)):
            # Spread over the whole corpus, which may be in chronological order.
            batch = data.rows(slice(update % n_batches, None, n_batches))
            model = on_worker(executor, model.partial_fit, batch)
            yield rounded(model.components_, settings.sparsity)


def _start(n_components: int, n_documents: int, n_batches: int, seed: int) -> Any:
    return decomposition().LatentDirichletAllocation(
        n_components,
        learning_offset=1.0,
        learning_decay=DECAY if n_batches > 1 else 0.0,  # one batch: plain EM
        batch_size=BATCH_SIZE,
        total_samples=n_documents,
        random_state=seed,
    )


def own_topics(data: sparse.csr_array, settings: Settings) -> Iterator[np.ndarray]:
    """Yield the words' weights in the topics, (k, n_words), after each pass."""
    model = decomposition().LatentDirichletAllocation(
        settings.n_components,
        learning_offset=1.0,
        total_samples=data.shape[0],
        random_state=settings.seed % 2**32,
    )
    n_batches = -(-data.shape[0] // BATCH_SIZE)
    for _ in range(OWN_PASSES):
        for batch in range(n_batches):
            stopping_point()
            model.partial_fit(data[batch::n_batches])
        yield model.components_
