"""The scores of topics in documents.

The score of topic j in document i is s_ij = (row i of S) . x_j, where S is weighted as
in the run. Measurements are centred as in the run. Counts are not, so a document has
nothing of a topic if it has none of its words. Copies that the run left out are scored
like the others.
"""

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import in_memory
from spca_core.corpus.weighting import weights_of
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.kept_gram import KeptGram
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, loading_matrix

Scores = np.ndarray  # (n_documents, n_components)
# One for each corpus and weighting, kept as long as the corpus itself.
_WITH_COPIES: WeakKeyDictionary[Corpus, dict[str, Covariance]] = WeakKeyDictionary()


def scores(corpus: Corpus, solution: Solution) -> Scores:
    """Return S X, in the units of the data, for all documents."""
    covariance = scored_numbers(corpus, solution.settings)
    found = covariance.scores(loadings_of(covariance, solution))
    return np.ldexp(found, covariance.exponent)


def squared_lengths(corpus: Corpus, solution: Solution) -> np.ndarray:
    """Return the sum of squares of each row of S, in the units of the data."""
    covariance = scored_numbers(corpus, solution.settings)
    return covariance.in_units(covariance.squared_lengths)


def scored_numbers(corpus: Corpus, settings: Settings) -> Covariance:
    """Return S with all documents, also those that the run left out as copies."""
    if corpus.kind.weighting == "counts" or isinstance(corpus.observations, np.ndarray):
        centred = settings.centred and corpus.kind.weighting == "counts"
        return Covariance.of(corpus, centred=centred, weighting=settings.weighting)
    if corpus.whole is None:
        # The same numbers, without a copy.
        covariance = covariance_of(corpus, settings)
        return replace(covariance, centred=False, kept=KeptGram())
    known = _WITH_COPIES.setdefault(corpus, {})
    if settings.weighting not in known:
        counts = in_memory(corpus.whole.observations)
        weights = weights_of(corpus, settings.weighting)
        numbers = weights.applied(counts) if weights else counts
        known[settings.weighting] = Covariance(numbers, centred=False)
    return known[settings.weighting]


def loadings_of(covariance: Covariance, solution: Solution) -> np.ndarray:
    """Return X, (n_words, n_components)."""
    n_words = covariance.n_words
    return loading_matrix(solution.supports, solution.loadings, n_words)
