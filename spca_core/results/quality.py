"""How good topics are for a reader, whatever method found them.

Every measure is a function of counts and of topics as word indices. The counts may be
those that the topics were found on, or of documents that were held out. Whether words
are used together is in `coherence`.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.corpus.blocks import added
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.stored import Numbers
from spca_core.problem.covariance import Covariance
from spca_core.results.coherence import presence
from spca_core.results.pairing import pair, shared_words

# What the figures of a set of topics are called, on screen and in files.
MEASURES = {
    "held_out": "Coherence, held out",
    "coherence": "Coherence, all",
    "diversity": "Diversity",
    "evenness": "Evenness",
    "coverage": "Coverage",
    "stability": "Stability, halves",
    "spread": "Stability, ±",
    "reseeded": "Stability, seeds",
    "share": "Share of variance",
    "seconds": "Seconds",
}


def diversity(topics: np.ndarray) -> float:
    """Return the share of different words among all words of the topics: 1 if disjoint.

    With I_j the words of topic j of k, of s words each: |union of all I_j| / (k s).

    Dieng, Ruiz and Blei, "Topic modeling in embedding spaces", TACL 8, 2020.
    """
    return len(np.unique(topics)) / topics.size


def evenness(loadings: np.ndarray) -> np.ndarray:
    """Return each topic's effective number of words, 1 / sum of x_i^4, from 1 to s.

    The squared loadings of a topic are shares that add up to 1. If m words have equal
    shares and the others none, the evenness is m; near 1, the topic is one word.

    loadings : (k, s), rows of unit length

    The inverse participation ratio: Hill, "Diversity and evenness", Ecology 54, 1973,
    his N_2.
    """
    return 1.0 / (loadings**4).sum(axis=1)


def coverage(counts: Numbers, topics: np.ndarray) -> np.ndarray:
    """Return the share of documents that have at least two of each topic's words.

    With c_i(w) how often word w is in document i of n, and I the topic's words:

        |{i : |{w in I : c_i(w) > 0}| >= 2}| / n.

    One word alone does not tell its topic: a document of two has a pair of them, which
    is what `coherence` counts too.

    counts  : (n_documents, n_words)
    topics  : (k, s)
    returns : (k,)

    The support of a set of words that need not all be there: Yang, Fayyad and Bradley,
    "Efficient discovery of error-tolerant frequent itemsets in high dimensions", KDD
    2001.
    """
    covered = Covariance(counts, centred=False).by_block(_covered, topics)
    return added(covered) / counts.shape[0]


def distinctiveness(counts: Numbers, topics: np.ndarray) -> np.ndarray:
    """Return how much each word tells the documents of its topic from the others.

    The documents of the topic are, for each word, those with at least two of the
    topic's *other* words, so that it does not choose them itself. With p the share of
    them that have the word and q that of all other documents, this is p log(p / q):
    great for words that are frequent here and rare elsewhere.

    counts  : (n_documents, n_words)
    topics  : (k, s)
    returns : (k, s), 0 where there are no documents of the topic, or they have not the
              word

    The word's part in the Kullback-Leibler divergence, as in Chuang, Manning and
    Heer, "Termite", AVI 2012. Half a document is added to q, that it is never 0.
    """
    found = added(Covariance(counts, centred=False).by_block(_with_others, topics))
    of_topic, without, both, has = np.moveaxis(found, 1, 0)
    inside = of_topic - without
    here = both / np.maximum(inside, 1)
    elsewhere = (has - both + 0.5) / (counts.shape[0] - inside + 1)
    return here * np.log(np.where(here > 0, here, 1.0) / elsewhere)


def stability(topics: np.ndarray, others: np.ndarray) -> float:
    """Return the share of words found again, topics paired to share the most.

    With I_j and J_j the words of the topics, s each, this is over all ways p to pair
    the topics

        max_p sum_j |I_j & J_p(j)| / (k s):

    1 for the same topics in any order. `held_out` takes its mean over random halves of
    the documents, each searched with a seed of its own; `quality_table` also takes it
    over two seeds on all documents.

    topics, others : (k, s)

    Topics paired as here, by the Hungarian method, and the mean over samples: Greene,
    O'Callaghan and Cunningham, "How many topics? Stability analysis for topic models",
    ECML PKDD 2014. They compare ranked words; here a word counts in any place.
    """
    shared = shared_words(topics, others)
    return float(shared[pair(shared)].sum() / topics.size)


def halves(n_documents: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Divide the documents at random into two halves, as sorted rows."""
    order = np.random.default_rng(seed).permutation(n_documents)
    return np.sort(order[: n_documents // 2]), np.sort(order[n_documents // 2 :])


def _covered(rows: Matrix, topics: np.ndarray) -> np.ndarray:
    """Count the documents with at least two words of each topic, (k,)."""
    have = (present.sum(axis=1) for present in _presences(rows, topics))
    return np.array([(n_words >= 2).sum() for n_words in have])


def _with_others(rows: Matrix, topics: np.ndarray) -> np.ndarray:
    """Count documents by each word of the topics, (k, 4, s).

    They have two words of the topic; just two with this one; two besides this one, and
    it too; this one.
    """
    return np.array([_of_topic(present) for present in _presences(rows, topics)])


def _presences(rows: Matrix, topics: np.ndarray) -> Iterator[Matrix]:
    """Yield for each topic which documents have which of its words: 1 or 0."""
    words, places = np.unique(topics, return_inverse=True)
    present = presence(rows, words)
    return (present[:, columns] for columns in places.reshape(topics.shape))


def _of_topic(present: Matrix) -> np.ndarray:
    n_words = present.sum(axis=1)
    # With two words besides one of them: with three if it has that one too.
    three, two = (n_words >= 3).astype(float), (n_words == 2).astype(float)
    of_topic = np.full(present.shape[1], three.sum() + two.sum())
    has = present.sum(axis=0)
    return np.array([of_topic, present.T @ two, present.T @ three, has])
