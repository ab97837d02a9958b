"""How similarly the words of a topic are spread over the documents."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import check_whole_number
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution

MAX_TOGETHER = 40  # words that a heat map can name


def word_similarities(
    corpus: Corpus, covariance: Covariance, solution: Solution, topic: int
) -> pd.DataFrame:
    """Return one row per pair of the topic's words, by rank: word, other, similarity.

    The similarity is A_ij / sqrt(A_ii A_jj): the correlation if centred, the cosine of
    the columns if not, and 0 for words that do not vary. Only the heaviest 40 words are
    paired.
    """
    check_whole_number("topic", topic, 1, len(solution.supports))
    support = solution.supports[topic - 1, :MAX_TOGETHER]
    block = covariance.block(support)
    scale = np.sqrt(np.maximum(np.diag(block), 0.0))
    scales = np.outer(scale, scale)
    similarity = np.divide(block, scales, np.zeros_like(block), where=scales > 0)
    words = np.array([corpus.words[word] for word in support], dtype=object)
    return pd.DataFrame(
        {
            "word": np.repeat(words, len(words)),
            "other": np.tile(words, len(words)),
            "similarity": np.clip(similarity, -1.0, 1.0).ravel(),
        }
    )
