"""Disjoint supports of greatest total weight, exactly (paper, Algorithms 2 and 3).

The paper matches k * s slots with d words. The s slots of a component are alike, so
this is a transportation problem: k components of capacity s, each word used at most
once; `transport` solves it on the few words that `pruning` leaves.

Which words can matter to a matching: each component's k * s best, found early.

The other components' slots use fewer than k * s words, so one of a component's own
k * s best words is always free: no worse word is ever needed, whatever d is.
"""

import numpy as np

from spca_core.corpus.compiled import compiled
from spca_core.errors import InputError
from spca_core.steps.transport import assign


def match_supports(weights: np.ndarray, sparsity: int) -> np.ndarray:
    """Give each component `sparsity` words of its own, at greatest total weight.

    weights : (n_components, n_words), finite and non-negative
    returns : (n_components, sparsity) word indices, ascending, no index twice
    raises  : InputError if there are too few words or a weight is unusable
    """
    weights = np.asarray(weights, dtype=np.float64)
    n_components, n_words = weights.shape
    if n_components * sparsity > n_words:
        raise InputError(
            f"{n_components} components of {sparsity} words need "
            f"{n_components * sparsity} words; there are {n_words}. "
            "Lower one of the two."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise InputError("Weights must be finite and not negative.")
    with_nobody = np.vstack([weights, np.zeros(n_words)])
    return np.sort(match(with_nobody, sparsity, no_prices(n_components)))


@compiled
def no_prices(n_components):
    """Return the prices of a cold start, to be filled by the first match."""
    return np.full(n_components, np.nan)


@compiled
def match(weights, sparsity, prices):
    """Match weights whose last row is nobody's zeros; starts from and updates `prices`.

    weights : (n_components + 1, n_words) -> supports (n_components, sparsity)
    """
    n_components = len(weights) - 1
    shortlist = best_words(weights[:n_components], n_components * sparsity)
    return assign(weights, weights.shape[1], shortlist, sparsity, prices)


@compiled
def project_and_match(factor, squared_norms, directions, sparsity, weights):
    """Match the squared projections of `factor` on `directions`, with the early stop.

    See `scan` for the shapes; `weights` is a workspace whose last row is zero.
    """
    n_components = len(directions)
    scanned, shortlist = scan(
        factor, squared_norms, directions, n_components * sparsity, weights
    )
    return assign(weights, scanned, shortlist, sparsity, no_prices(n_components))


@compiled
def best_words(weights, n_best):
    """Return each row's `n_best` heaviest columns, heaviest first.

    weights : (n_components, n_words) -> (n_components, n_best) word indices
    """
    n_components, n_words = weights.shape
    heaps, words = empty_heaps(n_components, n_best)
    for component in range(n_components):
        for word in range(n_words):
            offer(weights[component, word], word, heaps[component], words[component])
    sort_descending(heaps, words)
    return words


@compiled
def scan(factor, squared_norms, directions, n_best, weights):
    """Project words on `directions` until no later one can be among the best.

    By Cauchy-Schwarz a word's weight (v . c)^2 is at most ||v||^2 for a unit c, so with
    the rows of `factor` in descending norm the rest cannot enter once the norm is no
    greater than the worst weight kept.

    factor     : (n_words, rank), rows in descending norm
    directions : (n_components, rank), unit rows
    weights    : (at least n_components, n_words), filled up to the last word scanned
    returns    : the number of words scanned, and their `best_words`
    """
    n_words, rank = factor.shape
    n_components = len(directions)
    heaps, words = empty_heaps(n_components, n_best)
    scanned = 0
    while scanned < n_words and squared_norms[scanned] > lightest(heaps):
        for component in range(n_components):
            projection = 0.0
            for axis in range(rank):
                projection += factor[scanned, axis] * directions[component, axis]
            weight = projection * projection
            weights[component, scanned] = weight
            offer(weight, scanned, heaps[component], words[component])
        scanned += 1
    sort_descending(heaps, words)
    return scanned, words


@compiled
def empty_heaps(n_heaps, size):
    """Return min-heaps of weights below any real one, and the words they belong to."""
    return np.full((n_heaps, size), -1.0), np.zeros((n_heaps, size), dtype=np.int64)


@compiled
def lightest(heaps):
    """Return the least weight that any heap still keeps."""
    least = np.inf
    for row in range(len(heaps)):
        least = min(least, heaps[row, 0])
    return least


@compiled
def offer(weight, word, heap, words):
    """Put the word in place of the lightest kept, if it is heavier."""
    if weight > heap[0]:
        heap[0], words[0] = weight, word
        sift_down(heap, words, len(heap))


@compiled
def sift_down(heap, words, size):
    """Let the root of a min-heap sink to its place among the first `size`."""
    weight, word = heap[0], words[0]
    root, child = 0, 1
    while child < size:
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= weight:
            break
        heap[root], words[root] = heap[child], words[child]
        root, child = child, 2 * child + 1
    heap[root], words[root] = weight, word


@compiled
def sort_descending(heaps, words):
    """Turn each min-heap into a list, heaviest first: heapsort."""
    for row in range(len(heaps)):
        heap, word = heaps[row], words[row]
        for last in range(len(heap) - 1, 0, -1):
            heap[0], heap[last] = heap[last], heap[0]
            word[0], word[last] = word[last], word[0]
            sift_down(heap, word, last)
