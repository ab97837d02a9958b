"""From sums of products over documents to entries of A."""

from spca_core.running.compiled import compiled

# Of sums, relative to their terms: far above rounding errors, far below what matters.
ROUNDING = 1e-13


@compiled
def share(sums, n_documents, rows, columns):
    """Divide sums by n, and subtract products of means; mere rounding becomes zero.

    rows, columns : the words' means, and the roots of their second moments
    """
    (means, scale), (their_means, their_scale) = rows, columns
    for i in range(len(sums)):
        row, mean, least = sums[i], means[i], ROUNDING * scale[i]
        for j in range(len(row)):
            entry = row[j] / n_documents - mean * their_means[j]
            row[j] = entry if abs(entry) > least * their_scale[j] else 0.0
