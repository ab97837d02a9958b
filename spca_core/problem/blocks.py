"""Sums over documents, taken block by block: everything that is asked of S is one.

A block is some documents' rows. Which documents are in which block depends on the data
alone, and partial sums are added in the order of the blocks: any number of workers, in
this process or elsewhere, gives the same bits.
"""


import numpy as np

from spca_core.corpus.compiled import compiled

BLOCK_CELLS = 1 << 21  # numbers in a block: some 10 ms of work


def bounds(row_pointers: np.ndarray) -> np.ndarray:
    """Return where blocks of documents begin, and the end: (n_blocks + 1,) rows."""
    n_cells = int(row_pointers[-1])
    marks = np.arange(0, max(n_cells, 1), BLOCK_CELLS)
    first = np.searchsorted(row_pointers, marks, side="right") - 1
    return np.unique(np.append(first, len(row_pointers) - 1))


@compiled
def word_moments(row_pointers, columns, values, n_words):
    """Return sums, sums of squares and document frequencies: (3, n_words)."""
    moments = np.zeros((3, n_words))
    for cell in range(row_pointers[0], row_pointers[-1]):
        value, word = float(values[cell]), columns[cell]
        moments[0, word] += value
        moments[1, word] += value * value
        moments[2, word] += 1.0
    return moments


@compiled
def gram(row_pointers, columns, values, place, n_places):
    """Return S_W^T S_W, (n_places, n_places): each document's outer product, added up.

    place : (n_words,), where a word stands in W; -1 for a word that is not in W
    """
    total = np.zeros((n_places, n_places))
    inside = np.empty(n_places, dtype=np.int64)
    numbers = np.empty(n_places)
    for document in range(len(row_pointers) - 1):
        n_inside = 0
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            where = place[columns[cell]]
            if where >= 0:
                inside[n_inside], numbers[n_inside] = where, float(values[cell])
                n_inside += 1
        for i in range(n_inside):
            row, number = total[inside[i]], numbers[i]
            for j in range(n_inside):
                row[inside[j]] += number * numbers[j]
    return total


@compiled
def cross(row_pointers, columns, values, place, others, n_places, n_others):
    """Return S_W^T S_V, (n_places, n_others), for two lists of words."""
    total = np.zeros((n_places, n_others))
    inside = np.empty(n_places, dtype=np.int64)
    numbers = np.empty(n_places)
    for document in range(len(row_pointers) - 1):
        n_inside = 0
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            where = place[columns[cell]]
            if where >= 0:
                inside[n_inside], numbers[n_inside] = where, float(values[cell])
                n_inside += 1
        if n_inside == 0:
            continue
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            other = others[columns[cell]]
            if other >= 0:
                number = float(values[cell])
                for i in range(n_inside):
                    total[inside[i], other] += number * numbers[i]
    return total


@compiled
def scores(row_pointers, columns, values, vectors, centre):
    """Return S X less a row `centre`, (n_documents, n_vectors)."""
    n_vectors = vectors.shape[1]
    found = np.empty((len(row_pointers) - 1, n_vectors))
    for document in range(len(row_pointers) - 1):
        row = found[document]
        for j in range(n_vectors):
            row[j] = -centre[j]
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            value, weights = float(values[cell]), vectors[columns[cell]]
            for j in range(n_vectors):
                row[j] += value * weights[j]
    return found


@compiled
def gathered(row_pointers, columns, values, document_scores, n_words):
    """Return S^T Y, (n_words, n_vectors), for the block's rows of Y."""
    n_vectors = document_scores.shape[1]
    total = np.zeros((n_words, n_vectors))
    for document in range(len(row_pointers) - 1):
        row = document_scores[document]
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            value, sums = float(values[cell]), total[columns[cell]]
            for j in range(n_vectors):
                sums[j] += value * row[j]
    return total
