"""How similarly the words of a topic are spread over the documents."""

import numpy as np
import pandas as pd

from spca_core.errors import check_whole_number
from spca_core.results.figure import Figure, late
from spca_core.topics import Topics

MAX_TOGETHER = 40  # words that a heat map can name
MAX_NAMED = 3  # pairs


def word_similarities(topics: Topics, topic: int) -> pd.DataFrame:
    """Return one row per pair of the topic's words, by rank: word, other, similarity.

    The similarity is A_ij / sqrt(A_ii A_jj): the correlation if centred, the cosine of
    the columns if not, and 0 for words that do not vary. Only the heaviest 40 words are
    paired.
    """
    check_whole_number("topic", topic, 1, len(topics))
    support = topics.supports[topic - 1, :MAX_TOGETHER]
    block = topics.covariance.block(support)
    scale = np.sqrt(np.maximum(np.diag(block), 0.0))
    scales = np.outer(scale, scale)
    similarity = np.divide(block, scales, np.zeros_like(block), where=scales > 0)
    words = np.array(topics.words(MAX_TOGETHER)[topic - 1], dtype=object)
    return pd.DataFrame(
        {
            "word": np.repeat(words, len(words)),
            "other": np.tile(words, len(words)),
            "similarity": np.clip(similarity, -1.0, 1.0).ravel(),
        }
    )


def similarity_figure(pairs: pd.DataFrame, topic: int, name: str) -> Figure:
    """Return how alike each pair of words is distributed: the darker, the more alike.

    pairs : from `word_similarities`
    name  : of the topic
    """
    first = pairs.query("word < other").nlargest(MAX_NAMED, "similarity")
    listed = ", ".join(
        f"{pair.word} and {pair.other} {pair.similarity:.2f}"
        for pair in first.itertuples()
    )
    return Figure(
        name=f"words_of_topic_{topic}_together",
        title=f"How alike the words of “{name}” are distributed",
        table=pairs,
        text=f"Similarity of the topic's words; most similar: {listed or 'none'}.",
        draw=late("topics.charts:similarity"),
    )
