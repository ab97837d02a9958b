"""How good topics are for a reader, whatever method found them.

Every measure is a function of counts and of topics as word indices. The counts may be
those that the topics were found on, or of documents that were held out.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import document_frequencies
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.problem.covariance import Matrix, dense

WINDOW = 10  # words
# Gensim's: keeps the logarithm of words that are never together finite.
EPSILON = 1e-12
# The random sets: how many, of how many words for each place, among how many whose
# document frequencies are the nearest.
RANDOM_SETS, POOL, NEAREST = 200, 4, 20


def coherence(counts: Matrix, topics: np.ndarray) -> np.ndarray:
    """Return the mean NPMI of the pairs of words of each topic, from -1 to 1.

    With p(w) the share of documents that have the word w, and p(v, w) of those that
    have both,

        NPMI(v, w) = log(p(v, w) / (p(v) p(w))) / -log p(v, w):

    1 for words that are only ever together, 0 for independent ones, and -1 for words
    that are never together. A pair counts 0 if one word is in no document, or both are
    in every one.

    Parameters
    ----------
    counts : of shape (n_documents, n_words)
        Any number that is not 0 says that the document has the word. Take `windows`
        for coherence over windows, and rows that were held out for an honest figure.
    topics : of shape (k, s)
        Word indices.

    Returns
    -------
    of shape (k,)
        Equal to Gensim's ``c_npmi`` with the documents as windows (but for words in
        every document); 0 where s is 1.

    References
    ----------
    Bouma, "Normalized (pointwise) mutual information in collocation extraction",
    GSCL 2009. Röder, Both and Hinneburg, "Exploring the space of topic coherence
    measures", WSDM 2015.
    """
    words, places = np.unique(topics, return_inverse=True)
    return _mean_of_pairs(_npmi(counts, words), places.reshape(topics.shape))


def random_place(
    counts: Matrix, topics: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Return the share of random word sets that are less coherent than each topic.

    Coherence depends on how frequent words are. A random set therefore has, for each
    word of the topic, one of the twenty whose document frequencies are the nearest.

    Parameters
    ----------
    counts : of shape (n_documents, n_words)
    topics : of shape (k, s)

    Returns
    -------
    of shape (k,), from 0 to 1
    """
    pools = _pools(counts, topics, rng)
    drawn = rng.integers(POOL, size=(RANDOM_SETS, *topics.shape))
    sets = np.take_along_axis(pools[None], drawn[..., None], axis=-1)[..., 0]
    words, places = np.unique(sets, return_inverse=True)
    random = _mean_of_pairs(_npmi(counts, words), places.reshape(sets.shape))
    return (random < coherence(counts, topics)).mean(axis=0)


def diversity(topics: np.ndarray) -> float:
    """Return the share of different words among all words of the topics: 1 if disjoint.

    References
    ----------
    Dieng, Ruiz and Blei, "Topic modeling in embedding spaces", TACL 8, 2020.
    """
    return len(np.unique(topics)) / topics.size


def evenness(loadings: np.ndarray) -> np.ndarray:
    """Return each topic's effective number of words, 1 / sum of x_i^4, from 1 to s.

    The squared loadings of a topic are shares that add up to 1. If m words have equal
    shares and the others none, the evenness is m; near 1, the topic is one word.

    Parameters
    ----------
    loadings : of shape (k, s)
        Rows of unit length.

    References
    ----------
    The inverse participation ratio: Hill, "Diversity and evenness", Ecology 54, 1973,
    his N_2.
    """
    return 1.0 / (loadings**4).sum(axis=1)


def coverage(counts: Matrix, topics: np.ndarray) -> np.ndarray:
    """Return the share of documents that have at least two of each topic's words."""
    return np.array(
        [(_presence(counts, words).sum(axis=1) >= 2).mean() for words in topics]
    )


def distinctiveness(counts: Matrix, topics: np.ndarray) -> np.ndarray:
    """Return how much more often each word is in the documents of its topic.

    A word's documents of the topic are those with at least two of the topic's *other*
    words, so that it does not choose them itself. With p the share of them that have
    the word, and q that of all other documents, this is p - q, from -1 to 1; 0 if
    there are no documents of one kind.

    Parameters
    ----------
    counts : of shape (n_documents, n_words)
    topics : of shape (k, s)

    Returns
    -------
    of shape (k, s)

    References
    ----------
    Youden's J of the word as a test for the topic: Youden, Cancer 3, 1950.
    """
    return np.array([_distinctiveness(_presence(counts, words)) for words in topics])


def stability(topics: np.ndarray, others: np.ndarray) -> float:
    """Return the share of words found again, topics paired to share the most.

    Parameters
    ----------
    topics, others : of shape (k, s)
        Found on two halves of the documents, or with two seeds.

    References
    ----------
    Greene, O'Callaghan and Cunningham, "How many topics?", ECML PKDD 2014.
    """
    shared = [[len(np.intersect1d(a, b)) for b in others] for a in topics]
    rows, columns = linear_sum_assignment(shared, maximize=True)
    return float(np.asarray(shared)[rows, columns].sum() / topics.size)


def halves(n_documents: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Divide the documents at random into two halves, as sorted rows."""
    order = np.random.default_rng(seed).permutation(n_documents)
    return np.sort(order[: n_documents // 2]), np.sort(order[n_documents // 2 :])


def windows(
    corpus: Corpus, tokeniser: Tokeniser = DEFAULT, size: int = WINDOW
) -> sparse.csr_array:
    """Return which words are in which window of the texts, 1 or 0.

    A window slides over a text's words one by one; a shorter text is one window. Words
    that are not in the corpus take a place in it; stop words take none.

    Returns
    -------
    of shape (n_windows, n_words)
    """
    columns = {word: column for column, word in enumerate(corpus.words)}
    rows = [
        sorted({columns[word] for word in window if word in columns})
        for text in corpus.texts
        for window in _sliding(tokeniser.words(text), size)
    ]
    ends = np.cumsum([0, *map(len, rows)])
    members = np.array([column for row in rows for column in row], dtype=int)
    parts = (np.ones(len(members)), members, ends)
    return sparse.csr_array(parts, shape=(len(rows), corpus.n_words))


def _sliding(words: Sequence[str], size: int) -> list[Sequence[str]]:
    return [words[at : at + size] for at in range(max(len(words) - size, 0) + 1)]


def _npmi(counts: Matrix, words: np.ndarray) -> np.ndarray:
    """Return the NPMI of each pair of words, (len(words), len(words))."""
    present = _presence(counts, words)
    together = dense(present.T @ present).astype(np.float64) / present.shape[0]
    alone = together.diagonal()
    expected = np.outer(alone, alone)
    # Words of no document, or both of every one, say nothing about each other.
    known = (expected > 0) & (together < 1)
    lifts = np.log((together + EPSILON) / np.where(known, expected, 1.0))
    return np.where(known, lifts / -np.log(together + EPSILON), 0.0)


def _mean_of_pairs(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the means over the pairs of different words, of places (..., s)."""
    pairs = values[places[..., :, None], places[..., None, :]]
    n_words = places.shape[-1]
    own = np.trace(pairs, axis1=-2, axis2=-1)
    return (pairs.sum(axis=(-2, -1)) - own) / max(n_words * (n_words - 1), 1)


def _pools(counts: Matrix, topics: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw, for each word of the topics, some that are about as frequent: (k, s, POOL).

    The order of the words by frequency is cut so that a window of the nearest fits.
    """
    order = np.argsort(document_frequencies(counts), kind="stable")
    ranks = np.empty(len(order), dtype=int)
    ranks[order] = np.arange(len(order))
    n_nearest = min(NEAREST, len(order))
    first = np.clip(ranks[topics] - n_nearest // 2, 0, len(order) - n_nearest)
    return order[first[..., None] + rng.integers(n_nearest, size=(*topics.shape, POOL))]


def _distinctiveness(present: Matrix) -> np.ndarray:
    others = np.asarray(present.sum(axis=1)).reshape(-1, 1) - dense(present)
    of_topic = others >= 2
    has = dense(present)
    inside = (has * of_topic).sum(axis=0) / np.maximum(of_topic.sum(axis=0), 1)
    outside = (has * ~of_topic).sum(axis=0) / np.maximum((~of_topic).sum(axis=0), 1)
    both_kinds = of_topic.any(axis=0) & ~of_topic.all(axis=0)
    return np.where(both_kinds, inside - outside, 0.0)


def _presence(counts: Matrix, words: np.ndarray) -> Matrix:
    """Tell which documents have which of some words: 1 or 0."""
    return (counts[:, words] != 0).astype(np.float32)
