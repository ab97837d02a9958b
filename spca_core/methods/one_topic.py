"""The one topic of greatest variance: what a search for a single component finds.

Columns grow from the star of each word, and again after exchanges of a word of the best
of them, until that finds none better (`steps.columns`). Nothing is random. In tables
without topics it finds no less than the joint search does for any of its topics, which
may share no word, and takes a tenth of the time:
`python -m tests.benchmarks.chance --parts one`.
"""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.steps.columns import MIN_GROWTH, grown, varied
from spca_core.steps.stars import star_words

WORKING_SET = 1_000  # words; in shuffled counts 4,000 give no more than a thousandth
N_BEST = 20  # columns of which a word is exchanged


def greatest_topic(covariance: Covariance, sparsity: int) -> float:
    """Return the most variance that one support is found to capture.

    A topic of counts that are independent has words of great variance. Measurements are
    often scaled to the same variance: there, the words are those of the greatest stars.
    """
    words = (
        star_words(covariance, sparsity, WORKING_SET)
        if covariance.is_dense
        else covariance.words_by_variance[:WORKING_SET]
    )
    gram = covariance.gram(words)
    unpriced = np.zeros(len(gram))
    columns, reached = grown(gram, unpriced, sparsity), -np.inf
    # A word of one is exchanged for nothing: its star is the word.
    while sparsity > 1 and columns.values.max() > reached * (1 + MIN_GROWTH):
        reached = columns.values.max()
        best = columns.where(np.argsort(-columns.values, kind="stable")[:N_BEST])
        columns = columns.with_others(varied(gram, best.supports, unpriced))
    return float(columns.values.max())
