"""Stars: candidate topics, found from single rows of A.

The star of a word is the word with the s - 1 words that covary most with it. Its sum
g_i = A_ii + (the sum of their |A_il|) bounds what any support led by the word captures:
the greatest eigenvalue of A[I, I] is at most the greatest row sum of |A[I, I]|
(Gershgorin 1931). A word's variance alone does not tell: under tf-idf the words of the
best topics may rank low in its order.

Of very many words in sparse documents, the stars are those of a sample: good enough to
choose words, but no bound. Only words of the same documents are multiplied there. No
estimate |A_il| is taken above sqrt(A_ii A_ll), which is known of all documents: so a
rare word that the sample holds by chance is not overrated.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import N_THREADS
from spca_core.problem.covariance import Covariance
from spca_core.running.compiled import compiled
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import slices
from spca_core.steps.heaps import empty_heaps, offer
from spca_core.steps.neighbours import all_neighbours

MAX_READ = 20_000  # words whose rows of A are read in a few seconds
MAX_SAMPLED_CELLS = 4_000_000  # of the documents in which the sample is sought
MAX_PRODUCTS = 100_000_000  # of two words of one document: half a second
WORDS_AT_ONCE = 500  # words between two stopping points

# Words, (n,), the strongest others of each, (n, n_others), and their |A_il|.
Stars = tuple[np.ndarray, np.ndarray, np.ndarray]


def star_words(
    covariance: Covariance, sparsity: int, most: int, least_sum: float = 0.0
) -> np.ndarray:
    """Return the words of the stars of greatest sums, in their order.

    most      : how many words at most; if there are no more, all are returned
    least_sum : of a star whose words count
    """
    if covariance.n_words <= most:
        return covariance.words_by_variance
    leaders, others, strengths = _stars(covariance, sparsity - 1)
    sums = covariance.variances[leaders] + strengths.sum(axis=1)
    order = np.argsort(-sums, kind="stable")
    order = order[sums[order] >= least_sum]
    members = np.column_stack([leaders[order], others[order]])
    words, first = np.unique(members, return_index=True)
    return words[np.argsort(first)][:most].astype(np.int64)


def _stars(covariance: Covariance, n_others: int) -> Stars:
    if covariance.n_words > MAX_READ and not covariance.is_dense:
        sampled = _SAMPLED.setdefault(covariance, {})
        if n_others not in sampled:
            sampled[n_others] = sampled_stars(covariance, n_others, MAX_READ)
        return sampled[n_others]
    listed = all_neighbours(covariance, n_others + 1)
    others, covariances = listed.words[:, :n_others], listed.covariances[:, :n_others]
    return np.arange(covariance.n_words), others, abs(covariances)


# The samples that have been read, by the number of others.
_SAMPLED: WeakKeyDictionary[Covariance, dict[int, Stars]] = WeakKeyDictionary()


def sampled_stars(covariance: Covariance, n_others: int, n_words: int) -> Stars:
    """Return the stars of the words of greatest variance, among them, by a sample.

    A word that occurs with fewer than `n_others` is its own other.
    """
    words = covariance.words_by_variance[:n_words]
    rows = _sample(covariance, words)
    columns = rows.tocsc()
    sides = [(part.indptr, part.indices, part.data) for part in (rows, columns)]
    means = rows.mean(axis=0) if covariance.centred else np.zeros(n_words)
    scales = means, np.sqrt(covariance.variances[words])
    read = partial(_strongest, sides, scales, n_others)
    with ThreadPoolExecutor(N_THREADS) as threads:
        parts = list(
            in_order(threads, read, slices(n_words, WORDS_AT_ONCE), 2 * N_THREADS)
        )
    others, strengths = map(np.concatenate, zip(*parts, strict=True))
    return words, words[others], strengths


def _sample(covariance: Covariance, words: np.ndarray) -> sparse.csr_array:
    """Return the weighted rows of documents that lie evenly, as many as are quick."""
    documents = _evenly(
        covariance.n_documents, MAX_SAMPLED_CELLS, covariance.moments[2].sum()
    )
    rows = sparse.csr_array(covariance.rows(documents)[:, words])
    n_products = (np.diff(rows.indptr).astype(np.float64) ** 2).sum()
    return rows[_evenly(rows.shape[0], MAX_PRODUCTS, n_products)]


def _evenly(n: int, most: int, cost: float) -> np.ndarray:
    """Return some of n things, as many as cost at most `most` where all have `cost`."""
    return np.arange(0, n, max(1, int(np.ceil(cost / most))))


def _strongest(
    sides: list, scales: tuple, n_others: int, words: slice
) -> tuple[np.ndarray, np.ndarray]:
    chosen = np.arange(words.start, words.stop)
    strengths, others = empty_heaps(len(chosen), n_others)
    set_strongest(*sides, *scales, chosen, strengths, others)
    return others, np.maximum(strengths, 0.0)


@compiled
def set_strongest(rows, columns, means, deviations, words, strengths, others):
    """Set the heaps of some words to the others that covary most with each."""
    starts, members, values = rows
    firsts, documents, counts = columns
    n_documents, n_words = len(starts) - 1, len(means)
    sums, is_touched = np.zeros(n_words), np.zeros(n_words, dtype=np.bool_)
    touched = np.empty(n_words, dtype=np.int64)
    for i in range(len(words)):
        word, n_touched = words[i], 0
        others[i] = word
        for j in range(firsts[word], firsts[word + 1]):
            document = documents[j]
            for cell in range(starts[document], starts[document + 1]):
                other = members[cell]
                sums[other] += counts[j] * values[cell]
                if not is_touched[other]:
                    is_touched[other] = True
                    touched[n_touched] = other
                    n_touched += 1
        for j in range(n_touched):
            other = touched[j]
            if other != word and strengths.shape[1] > 0:
                covaried = sums[other] / n_documents - means[word] * means[other]
                most = deviations[word] * deviations[other]
                offer(min(abs(covaried), most), other, strengths[i], others[i])
            sums[other], is_touched[other] = 0.0, False
