"""What a component would lose if a word took the place of one of its own."""

import numpy as np

from spca_core.problem.covariance import Covariance

# Exchanges tried for each word, times the s^3 steps that an eigenvalue takes.
MOST_STEPS = 20_000_000


def cheapest_exchanges(
    covariance: Covariance, support: np.ndarray, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the member that each word would replace at least cost, and what is left.

    What is left is the greatest eigenvalue of A on the support after the exchange.
    Where supports are so long that not every member can be tried, the last are.

    support : (sparsity,), heaviest word first
    words   : (n_words,), none in the support
    returns : the members, (n_words,), and the variances, (n_words,)
    """
    sparsity = len(support)
    places = np.arange(sparsity)[-max(1, MOST_STEPS // sparsity**3) :]
    tried = np.arange(len(places))
    block = covariance.block(np.append(support, words))
    # A row an exchange: the members' places, and the newcomer's in that of one.
    rows = np.tile(np.arange(sparsity), (len(places), 1))
    members, variances = np.empty(len(words), dtype=np.int64), np.empty(len(words))
    for i in range(len(words)):
        rows[tried, places] = sparsity + i
        exchanged = block[rows[:, :, None], rows[:, None, :]]
        left = np.linalg.eigvalsh(exchanged)[:, -1]
        members[i], variances[i] = support[places[left.argmax()]], left.max()
    return members, np.maximum(variances, 0.0)
