"""The words of a corpus."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings


def word_table(corpus: Corpus, settings: Settings) -> pd.DataFrame:
    """Return one row per word, greatest variance first: its figures and its rank.

    The count is the sum over all documents; `documents` is the number that have the
    word. Only the variance, its diagonal entry of A, is that of the settings. A
    covariance matrix has neither count nor documents.
    """
    covariance = covariance_of(corpus, settings)
    order = covariance.words_by_variance
    counts, _, frequencies = Covariance.of(corpus, centred=False).moments
    table = pd.DataFrame(
        {
            "word": [corpus.words[word] for word in order],
            "count": counts[order],
            "documents": frequencies[order].astype(int),
            "variance": covariance.in_units(covariance.variances[order]),
            "rank": np.arange(1, corpus.n_words + 1),
        }
    )
    absent = [] if corpus.kind.has_documents else ["count", "documents"]
    return table.drop(columns=absent)


def planted_topics(truth: tuple[tuple[str, ...], ...]) -> pd.DataFrame:
    """Return the words of planted topics: one row per rank, one column per topic."""
    columns = {f"Topic {topic}": words for topic, words in enumerate(truth, start=1)}
    return pd.DataFrame(columns)
