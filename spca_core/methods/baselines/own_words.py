"""NMF and LDA as people use them: each topic's heaviest words, shared or not.

To compare variances, their topics are rounded to supports that share no word. A reader
of topics would take the heaviest words of each as they are.
"""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import weighted
from spca_core.methods.baselines.rounding import decomposition
from spca_core.problem.settings import Settings
from spca_core.running.stopping import stopping_anywhere

MAX_ITERATIONS = 200  # of NMF
PASSES = 15  # of LDA over the documents
DOCUMENTS_AT_ONCE = 512  # given to LDA, which updates its topics every 128


def own_words(
    corpus: Corpus, settings: Settings
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield each component's heaviest words and their loadings, as the fit goes on.

    The method is "nmf", which has one result, or "lda", which has one for each of
    fifteen passes over the documents. Both use the weighted numbers and do not centre
    them.

    yields : (k, s) word indices, heaviest first, and (k, s) loadings of unit length
    raises : InputError if there are negative numbers, which are not counts
    """
    fit = {"nmf": _nmf, "lda": _lda}[settings.method]
    # A copy: scikit-learn sorts a matrix in place, and the corpus is read-only.
    data = sparse.csr_array(weighted(corpus, settings.weighting), copy=True)
    for weights in fit(data, settings):
        words = np.argsort(-weights, axis=1, kind="stable")[:, : settings.sparsity]
        loadings = np.take_along_axis(weights, words, axis=1)
        lengths = np.linalg.norm(loadings, axis=1, keepdims=True)
        yield words, loadings / np.where(lengths > 0, lengths, 1.0)


def _nmf(data: sparse.csr_array, settings: Settings) -> Iterator[np.ndarray]:
    model = decomposition().NMF(
        settings.n_components,
        init="nndsvda",
        max_iter=MAX_ITERATIONS,
        tol=0.0,
        random_state=settings.seed % 2**32,
    )
    stopping_anywhere(model.fit, data)
    yield model.components_


def _lda(data: sparse.csr_array, settings: Settings) -> Iterator[np.ndarray]:
    model = decomposition().LatentDirichletAllocation(
        settings.n_components,
        learning_offset=1.0,
        total_samples=data.shape[0],
        random_state=settings.seed % 2**32,
    )
    n_batches = -(-data.shape[0] // DOCUMENTS_AT_ONCE)
    for _ in range(PASSES):
        for batch in range(n_batches):
            stopping_anywhere(model.partial_fit, data[batch::n_batches])
        yield model.components_
