"""What a block of documents adds to a sum: one compiled function for each sum.

A block is in CSR form: row pointers (n_documents + 1,), which need not begin at 0, with
the columns and values that they point to. Word indices are unsigned in the inner loops:
numba tests whether a signed one is negative, because NumPy then counts from the end,
and the tests take as long as the sum itself.
"""

import numpy as np

from spca_core.running.compiled import compiled


@compiled
def block_moments(row_pointers, columns, values, n_words):
    moments = np.zeros((3, n_words))
    for cell in range(row_pointers[0], row_pointers[-1]):
        value, word = float(values[cell]), columns[cell]
        moments[0, word] += value
        moments[1, word] += value * value
        moments[2, word] += value != 0.0
    return moments


@compiled
def _places(words, n_words):
    """Return each corpus word's place in a list of words; -1 if it is not listed."""
    places = np.full(n_words, -1)
    for place in range(len(words)):
        places[words[place]] = place
    return places


@compiled
def _pick(first, end, columns, values, places, picked, numbers):
    """Collect the words of one document that have a place; return how many."""
    n_picked = 0
    for cell in range(first, end):
        place = places[np.uint32(columns[cell])]
        if place >= 0:
            picked[n_picked], numbers[n_picked] = place, float(values[cell])
            n_picked += 1
    return n_picked


@compiled
def block_gram(row_pointers, columns, values, words, n_words):
    """Add up the documents' outer products, but only one of two mirrored entries.

    Which one depends on the order of words in the corpus, so it is always the same.
    """
    places, size = _places(words, n_words), len(words)
    total = np.zeros((size, size))
    picked, numbers = np.empty(size, dtype=np.uint32), np.empty(size)
    for document in range(len(row_pointers) - 1):
        first, end = row_pointers[document], row_pointers[document + 1]
        n_picked = _pick(first, end, columns, values, places, picked, numbers)
        for i in range(n_picked):
            row, number = picked[i], numbers[i]
            for j in range(i + 1):
                total[row, picked[j]] += number * numbers[j]
    return total


@compiled
def block_cross(row_pointers, columns, values, words, others, n_words):
    """Return S_V^T S_W, (len(others), len(words)), so that a cell adds to one row."""
    places, other_places = _places(words, n_words), _places(others, n_words)
    total = np.zeros((len(others), len(words)))
    picked, numbers = np.empty(len(words), dtype=np.uint32), np.empty(len(words))
    for document in range(len(row_pointers) - 1):
        first, end = row_pointers[document], row_pointers[document + 1]
        n_picked = _pick(first, end, columns, values, places, picked, numbers)
        if n_picked == 0:
            continue
        for cell in range(first, end):
            place = other_places[np.uint32(columns[cell])]
            if place >= 0:
                row, value = np.uint32(place), float(values[cell])
                for i in range(n_picked):
                    total[row, picked[i]] += value * numbers[i]
    return total


@compiled
def _score(row_pointers, columns, values, document, vectors, row):
    """Set `row` to one document's scores.

    Words are added in order, four at a time, so that the sum is written once for four.
    """
    first, end = row_pointers[document], row_pointers[document + 1]
    words, counts = columns[first:end], values[first:end]
    n_fours = len(words) // 4 * 4
    row[:] = 0.0
    for i in range(0, n_fours, 4):
        a, b = np.uint32(words[i]), np.uint32(words[i + 1])
        c, d = np.uint32(words[i + 2]), np.uint32(words[i + 3])
        of_a, of_b = float(counts[i]), float(counts[i + 1])
        of_c, of_d = float(counts[i + 2]), float(counts[i + 3])
        for j in range(len(row)):
            with_b = row[j] + of_a * vectors[a, j] + of_b * vectors[b, j]
            row[j] = with_b + of_c * vectors[c, j] + of_d * vectors[d, j]
    for i in range(n_fours, len(words)):
        word, count = np.uint32(words[i]), float(counts[i])
        for j in range(len(row)):
            row[j] += count * vectors[word, j]


@compiled
def _spread(row_pointers, columns, values, document, row, total):
    """Add one document's counts times its scores to `total`."""
    first, end = row_pointers[document], row_pointers[document + 1]
    words, counts = columns[first:end], values[first:end]
    for i in range(len(words)):
        count, word = float(counts[i]), np.uint32(words[i])
        for j in range(len(row)):
            total[word, j] += count * row[j]


@compiled
def block_scores(row_pointers, columns, values, vectors):
    n_documents = len(row_pointers) - 1
    scores = np.empty((n_documents, vectors.shape[1]))
    for document in range(n_documents):
        _score(row_pointers, columns, values, document, vectors, scores[document])
    return scores


@compiled
def block_gather(row_pointers, columns, values, scores, n_words):
    total = np.zeros((n_words, scores.shape[1]))
    for document in range(len(row_pointers) - 1):
        _spread(row_pointers, columns, values, document, scores[document], total)
    return total


@compiled
def block_gather_scores(row_pointers, columns, values, vectors, centres):
    n_words, n_vectors = vectors.shape
    total, row = np.zeros((n_words + 1, n_vectors)), np.empty(n_vectors)
    for document in range(len(row_pointers) - 1):
        _score(row_pointers, columns, values, document, vectors, row)
        for j in range(n_vectors):  # numba takes seconds to compile `row -= centres`
            row[j] -= centres[j]
            total[n_words, j] += row[j]
        _spread(row_pointers, columns, values, document, row, total)
    return total


@compiled
def block_squares(row_pointers, columns, values, means):
    n_documents = len(row_pointers) - 1
    squares = np.empty(n_documents)
    for document in range(n_documents):
        total = 0.0
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            value = float(values[cell])
            total += value * (value - 2.0 * means[columns[cell]])
        squares[document] = total
    return squares


@compiled
def block_chosen(row_pointers, columns, values, places):
    """Return the rows with only the words that have a place, their new number."""
    size = row_pointers[-1] - row_pointers[0]  # what is not written to takes no memory
    pointers = np.zeros(len(row_pointers), dtype=row_pointers.dtype)
    words, counts = np.empty(size, dtype=columns.dtype), np.empty(size, values.dtype)
    n_chosen = 0
    for document in range(len(row_pointers) - 1):
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            place = places[np.uint32(columns[cell])]
            if place >= 0:
                words[n_chosen], counts[n_chosen] = place, values[cell]
                n_chosen += 1
        pointers[document + 1] = n_chosen
    return pointers, words[:n_chosen], counts[:n_chosen]


@compiled
def block_weighted(row_pointers, columns, values, worth, rarity, places):
    """Return rows as `block_chosen` does, with each count replaced by what it is worth
    in a table, times the rarity of its word.
    """
    size = row_pointers[-1] - row_pointers[0]  # what is not written to takes no memory
    pointers = np.zeros(len(row_pointers), dtype=row_pointers.dtype)
    words, weighted, n_chosen = np.empty(size, dtype=columns.dtype), np.empty(size), 0
    for document in range(len(row_pointers) - 1):
        for cell in range(row_pointers[document], row_pointers[document + 1]):
            word = columns[cell]
            if places[word] >= 0:
                words[n_chosen] = places[word]
                weighted[n_chosen] = worth[values[cell]] * rarity[word]
                n_chosen += 1
        pointers[document + 1] = n_chosen
    return pointers, words[:n_chosen], weighted[:n_chosen]
