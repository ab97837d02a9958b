"""Min-heaps that keep the few heaviest of many words during a scan."""

import numpy as np

from spca_core.running.compiled import compiled


@compiled
def empty_heaps(n_heaps, size):
    """Return min-heaps of weights below any real one, and the words that have them."""
    return np.full((n_heaps, size), -1.0), np.zeros((n_heaps, size), dtype=np.int64)


@compiled
def lightest(heaps):
    """Return the smallest weight in any heap."""
    least = np.inf
    for row in range(len(heaps)):
        least = min(least, heaps[row, 0])
    return least


@compiled
def offer(weight, word, heap, words):
    """Replace the lightest word of a heap by this one if it is heavier."""
    if weight > heap[0]:
        heap[0], words[0] = weight, word
        sift_down(heap, words)


@compiled
def sift_down(heap, words):
    """Move the root of a min-heap down to its place."""
    weight, word = heap[0], words[0]
    root, child = 0, 1
    while child < len(heap):
        if child + 1 < len(heap) and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= weight:
            break
        heap[root], words[root] = heap[child], words[child]
        root, child = child, 2 * child + 1
    heap[root], words[root] = weight, word
