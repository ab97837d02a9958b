"""Stars as a sample of the documents shows them, where there are many words.

Reading every row of A takes as long as there are words. In a sample of sparse documents
only the words that stand together are multiplied. No estimate |A_il| is taken above
sqrt(A_ii A_ll), which is known of all documents: so a rare word that the sample holds
by chance is not overrated.
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

MAX_CELLS = 4_000_000  # of the documents in which the sample is sought
MAX_PRODUCTS = 100_000_000  # of two words of one document: half a second
AT_ONCE = 500  # words between two stopping points


def sampled_stars(
    covariance: Covariance, n_others: int, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return words, the strongest others of each, and their |A_il|, by the sample.

    most    : how many words, those of greatest variance; the others are among them
    returns : (most,), (most, n_others) and (most, n_others); a word that stands with
              fewer is its own other
    """
    asked = n_others, most
    known = _SAMPLED.setdefault(covariance, {})
    if asked not in known:
        known[asked] = _sampled_stars(covariance, *asked)
    return known[asked]


# What has been read, by what was asked for.
_SAMPLED: WeakKeyDictionary[Covariance, dict] = WeakKeyDictionary()


def _sampled_stars(
    covariance: Covariance, n_others: int, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    words = covariance.words_by_variance[:most]
    rows = _sample(covariance, words)
    columns = rows.tocsc()
    sides = [(part.indptr, part.indices, part.data) for part in (rows, columns)]
    means = rows.mean(axis=0) if covariance.centred else np.zeros(most)
    scales = means, np.sqrt(covariance.variances[words])
    read = partial(_strongest, sides, scales, n_others)
    with ThreadPoolExecutor(N_THREADS) as threads:
        found = list(in_order(threads, read, slices(most, AT_ONCE), 2 * N_THREADS))
    others, strengths = map(np.concatenate, zip(*found, strict=True))
    return words, words[others], strengths


def _sample(covariance: Covariance, words: np.ndarray) -> sparse.csr_array:
    """Return the weighted rows of documents that lie evenly, as many as are quick."""
    documents = _evenly(covariance.n_documents, MAX_CELLS, covariance.moments[2].sum())
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
                found = sums[other] / n_documents - means[word] * means[other]
                most = deviations[word] * deviations[other]
                offer(min(abs(found), most), other, strengths[i], others[i])
            sums[other], is_touched[other] = 0.0, False
