"""How good topics are for a reader, whatever method found them.

Every measure is a function of counts and of topics as word indices. The counts may be
those that the topics were found on, or those of documents that were held out.
"""

import numpy as np

from spca_core.corpus.blocks import Blocks
from spca_core.corpus.matrix import dense
from spca_core.corpus.occurrence import presence
from spca_core.corpus.stored import Numbers, StoredCounts
from spca_core.corpus.weighting import weighted_blocks
from spca_core.results.topics.pairing import match_topics

# As in Gensim: keeps the logarithm finite for words that are never together.
EPSILON = 1e-12
# Nonzero cells from which our product, which must be compiled, is faster than SciPy's.
MANY = 1_000_000


def diversity(topics: np.ndarray) -> float:
    """Return the share of different words among all words of the topics: 1 if disjoint.

    With the s words I_j of each topic j of k, this is |union of all I_j| / (k s).

    Dieng, Ruiz and Blei, "Topic modeling in embedding spaces", TACL 8, 2020.
    """
    return len(np.unique(topics)) / topics.size


def evenness(loadings: np.ndarray) -> np.ndarray:
    """Return each topic's effective number of words, 1 / sum of x_i^4, from 1 to s.

    The squared loadings of a topic are shares that add up to 1. If m words have equal
    shares and the others none, the evenness is m; near 1, the topic is one word.

    loadings : (k, s), rows of unit length

    This is the inverse participation ratio: Hill, "Diversity and evenness", Ecology 54,
    1973, his N_2.
    """
    return 1.0 / (loadings**4).sum(axis=1)


def stability(topics: np.ndarray, others: np.ndarray) -> float:
    """Return the share of words found again, with topics paired to share the most.

    If I_j and J_j are the words of the k topics, s each, and p runs over all ways to
    pair the topics, this is

        max_p sum_j |I_j & J_p(j)| / (k s).

    It is 1 for the same topics in any order. `held_out` takes its mean over random
    halves of the documents, each searched with its own seed; `quality_table` also
    computes it for two seeds on all documents.

    topics, others : (k, s)

    Topics paired as here, by the Hungarian method, and the mean over samples: Greene,
    O'Callaghan and Cunningham, "How many topics? Stability analysis for topic models",
    ECML PKDD 2014. They compare ranked words; here the rank of a word does not matter.
    """
    return float(match_topics(topics, others).shared.sum() / topics.size)


def halves(n_documents: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Divide the documents at random into two halves, as sorted rows."""
    order = np.random.default_rng(seed).permutation(n_documents)
    return np.sort(order[: n_documents // 2]), np.sort(order[n_documents // 2 :])


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
    shares = _together(counts, words) / counts.shape[0]
    return _mean_of_pairs(npmi(shares), places.reshape(topics.shape))


def npmi(together: np.ndarray) -> np.ndarray:
    """Return the NPMI of each pair of words or of topics, (n, n).

    It is 0 where one is in no document, or both are in all documents.

    together : (n, n), the share of the documents that have both
    """
    alone = together.diagonal()
    expected = np.outer(alone, alone)
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
    diagonal = np.trace(pairs, axis1=-2, axis2=-1)
    return (pairs.sum(axis=(-2, -1)) - diagonal) / max(n_words * (n_words - 1), 1)
