"""Coherence: whether the words of a topic are used together."""

from typing import Any

import numpy as np

from spca_core.corpus.blocks import Blocks, document_frequencies
from spca_core.corpus.matrix import Matrix, dense
from spca_core.corpus.stored import Numbers, StoredCounts
from spca_core.corpus.weighting import weighted_blocks

# As in Gensim: keeps the logarithm finite for words that are never together.
EPSILON = 1e-12
# The number of random sets, of words drawn for each place, and of words of the nearest
# document frequencies that these are drawn from.
RANDOM_SETS, POOL, NEAREST = 200, 4, 20
# Nonzero cells from which our product, which must be compiled, is faster than SciPy's.
MANY = 1_000_000


def coherence(counts: Numbers, topics: np.ndarray) -> np.ndarray:
    """Return the mean NPMI of the pairs of words of each topic, from -1 to 1.

    With p(w) the share of documents that have the word w, and p(v, w) of those that
    have both,

        NPMI(v, w) = log(p(v, w) / (p(v) p(w))) / -log p(v, w):

    1 for words that are only ever together, 0 for independent ones, and -1 for words
    that are never together. A pair counts as 0 if one of its words is in no document,
    or if both are in all documents.

    This equals Gensim's ``c_npmi`` with documents as windows (except for words in all
    documents). It is 0 if s is 1.

    counts  : (n_documents, n_words); any number but 0 means that the document has the
              word. For an honest figure, take documents that were held out
    topics  : (..., k, s), word indices
    returns : (..., k)

    Bouma, "Normalized (pointwise) mutual information in collocation extraction", GSCL
    2009. Röder, Both and Hinneburg, "Exploring the space of topic coherence measures",
    WSDM 2015.
    """
    words, places = np.unique(topics, return_inverse=True)
    return _mean_of_pairs(_npmi(counts, words), places.reshape(topics.shape))


def coherence_and_place(
    counts: Numbers, topics: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return each topic's coherence, and the share of random word sets with less.

    Coherence depends on how frequent words are. A random set therefore has, for each
    word of the topic, one of the twenty words with the nearest document frequencies.

    counts  : (n_documents, n_words)
    topics  : (k, s)
    returns : (k,) as `coherence`, and (k,) from 0 to 1
    """
    pools = _pools(counts, topics, rng)
    drawn = rng.integers(POOL, size=(RANDOM_SETS, *topics.shape))
    sets = np.take_along_axis(pools[None], drawn[..., None], axis=-1)[..., 0]
    # All at once, because each pass through the documents takes time.
    values = coherence(counts, np.concatenate([topics[None], sets]))
    return values[0], (values[1:] < values[0]).mean(axis=0)


def presence(counts: Matrix, words: np.ndarray) -> Matrix:
    """Return 1 where a document has a word, else 0: (n_documents, len(words))."""
    present: Any = counts[:, words] != 0
    return present.astype(np.float64)


def _npmi(counts: Numbers, words: np.ndarray) -> np.ndarray:
    """Return the NPMI of each pair of words, (len(words), len(words))."""
    together = _together(counts, words) / counts.shape[0]
    alone = together.diagonal()
    expected = np.outer(alone, alone)
    # A word in no document, or two words in all documents, tell us nothing.
    known = (expected > 0) & (together < 1)
    lifts = np.log((together + EPSILON) / np.where(known, expected, 1.0))
    return np.where(known, lifts / -np.log(together + EPSILON), 0.0)


def _together(counts: Numbers, words: np.ndarray) -> np.ndarray:
    """Count the documents that have both words of each pair."""
    if isinstance(counts, StoredCounts):
        return weighted_blocks(counts, "binary").gram(words)
    present = presence(counts, words)
    if isinstance(present, np.ndarray) or present.nnz < MANY:
        return dense(present.T @ present)
    return Blocks.of(present.tocsr()).gram(np.arange(present.shape[1]))


def _mean_of_pairs(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the mean over pairs of different words, for each topic in `places`."""
    pairs = values[places[..., :, None], places[..., None, :]]
    n_words = places.shape[-1]
    own = np.trace(pairs, axis1=-2, axis2=-1)
    return (pairs.sum(axis=(-2, -1)) - own) / max(n_words * (n_words - 1), 1)


def _pools(counts: Numbers, topics: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw, for each word of the topics, POOL words about as frequent: (k, s, POOL).

    They come from a window in the order by frequency, around the word or at an end.
    """
    order = np.argsort(document_frequencies(counts), kind="stable")
    ranks = np.empty(len(order), dtype=int)
    ranks[order] = np.arange(len(order))
    n_nearest = min(NEAREST, len(order))
    first = np.clip(ranks[topics] - n_nearest // 2, 0, len(order) - n_nearest)
    return order[first[..., None] + rng.integers(n_nearest, size=(*topics.shape, POOL))]
