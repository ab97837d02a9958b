"""NMF and LDA as people use them: each topic's heaviest words, shared or not.

To compare variances, their topics are rounded to supports that share no word. A reader
of topics would take the heaviest words of each as they are.
"""

from collections.abc import Iterator
from pkgutil import resolve_name

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import weighted
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings


def own_words(
    corpus: Corpus, settings: Settings
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield each component's heaviest words and their loadings, as the fit goes on.

    The method is one that has `own_topics` in its record. It uses the weighted numbers
    and does not centre them.

    yields : (k, s) word indices, heaviest first, and (k, s) loadings of unit length
    raises : InputError if there are negative numbers, which are not counts
    """
    own_topics = resolve_name(METHODS[settings.method].own_topics)
    # A copy: scikit-learn sorts a matrix in place, and the corpus is read-only.
    numbers = weighted(corpus, settings.weighting, settings.norm)
    data = sparse.csr_array(numbers, copy=True)
    for weights in own_topics(data, settings):
        words = np.argsort(-weights, axis=1, kind="stable")[:, : settings.sparsity]
        loadings = np.take_along_axis(weights, words, axis=1)
        lengths = np.linalg.norm(loadings, axis=1, keepdims=True)
        yield words, loadings / np.where(lengths > 0, lengths, 1.0)
