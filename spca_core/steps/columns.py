"""Topics as columns: supports worth having, grown from stars.

A column is a support I, worth v(I), the greatest eigenvalue of A[I, I]. It is grown by
exact steps: with x the leading eigenvector and w = A x / sqrt(v(I)), the next support
is the s words of greatest w_i^2 - p_i, for prices p >= 0 of words. Its reduced value
v(I) - p(I) never falls: the sum of w_i^2 over I is v(I), and over any J it is at most
v(J), as w_i is the product of word i's row in a factor of A with one unit vector. QED

Growth begins at stars: a word with the words that covary most with it. The greedy over
stars takes the words of its best column out each time: if one block of words has all
the strongest stars, the others are reached only so. From good columns, growth begins
again after an exchange of one word, which leads to columns that no star leads to.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from spca_core.running.compiled import compiled
from spca_core.running.stopping import slices
from spca_core.steps.heaps import empty_heaps, offer
from spca_core.steps.ownership import copy_all
from spca_core.steps.power_steps import improve, multiply

MAX_GROWTHS, MIN_GROWTH = 50, 1e-10  # of growth; most supports rest after five steps
STARS = 60  # the strongest stars left, of which the greedy takes the best column
# A pool has the columns of so many rounds of the greedy for each component; of fewer
# stars in a round if there were more columns than this in all.
ROUNDS, MAX_GREEDY = 3, 12_000
PRODUCTS_AT_ONCE = 200_000_000  # between two stopping points: a tenth of a second
TAKEN_PRICE = np.inf  # the price of a word that may not be used


class Columns(NamedTuple):
    """Different supports, and what each is worth."""

    supports: np.ndarray  # (n_columns, sparsity) word indices, ascending
    values: np.ndarray  # (n_columns,)

    def where(self, chosen: np.ndarray) -> "Columns":
        """Return some of the columns; `chosen` has booleans or indices."""
        return Columns(self.supports[chosen], self.values[chosen])

    def with_others(self, *others: "Columns") -> "Columns":
        """Return these columns, followed by the others that are new."""
        parts = zip(self, *others, strict=True)
        supports, values = (np.concatenate(part) for part in parts)
        _, first = np.unique(supports, axis=0, return_index=True)
        first.sort()
        return Columns(supports[first], values[first])


def no_columns(sparsity: int) -> Columns:
    """Return an empty pool."""
    return Columns(np.empty((0, sparsity), dtype=np.int64), np.empty(0))


def pool_of(
    gram: np.ndarray, n_components: int, sparsity: int
) -> tuple[Columns, np.ndarray]:
    """Return the columns grown from every star, and all that the greedy grows.

    gram    : (n_words, n_words), A on the working set
    returns : also the supports that the greedy takes first, (n_components, sparsity)
    """
    n_rounds = min(ROUNDS * n_components, len(gram) // sparsity)
    n_stars = min(max(MAX_GREEDY // n_rounds, 1), STARS)
    rounds = list(greedy(gram, n_rounds, sparsity, n_stars))
    taken = np.array([columns.supports[0] for columns in rounds[:n_components]])
    from_stars = grown(gram, np.zeros(len(gram)), sparsity)
    return from_stars.with_others(*rounds), taken


def grown(gram: np.ndarray, prices: np.ndarray, sparsity: int) -> Columns:
    """Return the different columns grown from each word's star, under the prices."""
    supports = np.empty((len(gram), sparsity), dtype=np.int64)
    set_stars(gram, prices, supports, np.empty(len(gram)))
    return no_columns(sparsity).with_others(_grown_from(gram, supports, prices))


def varied(gram: np.ndarray, supports: np.ndarray, prices: np.ndarray) -> Columns:
    """Return the different columns grown from supports with one word exchanged.

    supports : (n_supports, sparsity), of two words or more; each of their words leaves
               in turn
    """
    n_words, sparsity = len(gram), supports.shape[1]
    begun = np.empty((len(supports), sparsity, sparsity), dtype=np.int64)
    at_once = max(PRODUCTS_AT_ONCE // (n_words * sparsity**2), 1)
    for part in slices(len(supports), at_once):
        exchange_all(gram, supports[part], prices, begun[part])
    columns = _grown_from(gram, begun.reshape(-1, sparsity), prices)
    return no_columns(sparsity).with_others(columns)


def greedy(
    gram: np.ndarray,
    n_rounds: int,
    sparsity: int,
    n_stars: int = STARS,
    taken: np.ndarray | None = None,
) -> Iterator[Columns]:
    """Yield the columns of each round, best first; the best's words are taken out.

    taken : words that are out from the beginning
    """
    prices, sums = np.zeros(len(gram)), np.empty(len(gram))
    if taken is not None:
        prices[taken] = TAKEN_PRICE
    stars = np.empty((len(gram), sparsity), dtype=np.int64)
    set_stars(gram, prices, stars, sums)
    for _ in range(n_rounds):
        leaders = np.argsort(-sums, kind="stable")[:n_stars]
        leaders = leaders[sums[leaders] > -TAKEN_PRICE]
        columns = _grown_from(gram, stars[leaders], prices)
        best_first = np.argsort(-columns.values, kind="stable")
        yield columns.where(best_first)
        prices[columns.supports[best_first[0]]] = TAKEN_PRICE
        renew_stars(gram, prices, stars, sums)


def _grown_from(gram: np.ndarray, supports: np.ndarray, prices: np.ndarray) -> Columns:
    """Grow columns from supports, which are overwritten."""
    values, n_words = np.empty(len(supports)), len(gram)
    at_once = max(PRODUCTS_AT_ONCE // (n_words * supports.shape[1] * 8), 1)
    for part in slices(len(supports), at_once):
        grow_all(gram, supports[part], prices, values[part])
    supports.sort()  # not above: numba takes a second to compile that
    return Columns(supports, values)


@compiled
def set_stars(gram, prices, stars, sums):
    """Set each word's star, and what a support that it leads is at most worth."""
    for leader in range(len(gram)):
        sums[leader] = set_star(gram, leader, prices, stars[leader])


@compiled
def renew_stars(gram, prices, stars, sums):
    """Set the stars again in which a word has been taken."""
    for leader in range(len(gram)):
        for word in stars[leader]:
            if prices[word] == TAKEN_PRICE and sums[leader] > -TAKEN_PRICE:
                sums[leader] = set_star(gram, leader, prices, stars[leader])
                break


@compiled
def set_star(gram, leader, prices, star):
    """Set `star` to a word and those that add most to it; return its sum.

    Without prices, a support that the word leads is worth at most its star's sum: the
    greatest eigenvalue is at most the greatest row sum of |A[I, I]| (Gershgorin 1931).
    """
    star[0], total = leader, gram[leader, leader] - prices[leader]
    if len(star) > 1:
        heaps, words = empty_heaps(1, len(star) - 1)
        heaps[:] = -np.inf
        for word in range(len(gram)):
            if word != leader:
                offer(abs(gram[leader, word]) - prices[word], word, heaps[0], words[0])
        copy_all(words[0], star[1:])
        total += heaps[0].sum()
    return total


@compiled
def exchange_all(gram, supports, prices, begun):
    """Set begun[i, j] to support i after the j-th of its words has left for another."""
    projected, is_in = np.empty(len(gram)), np.zeros(len(gram), dtype=np.bool_)
    for i in range(len(supports)):
        for place in range(supports.shape[1]):
            copy_all(supports[i], begun[i, place])
            exchange(gram, begun[i, place], place, prices, projected, is_in)


@compiled
def exchange(gram, support, place, prices, projected, is_in):
    """Exchange a support's word for that which seems to be worth most with the others.

    With x the leading eigenvector of the other words J, A on x and a word l is a 2 x 2
    matrix: its greatest eigenvalue is at most that of A on J and l.

    is_in : (n_words,) False, and False again at the end
    """
    leaver = support[place]
    support[place], support[-1] = support[-1], leaver
    others, best, most = support[:-1], leaver, -np.inf
    for word in support:
        is_in[word] = True
    loading = gram[others[0]][others]
    value = improve(gram, others, loading)
    multiply(gram, others, loading, 1.0, projected)
    for word in range(len(gram)):
        if not is_in[word]:
            variance = gram[word, word]
            half = (value - variance) / 2
            root = np.sqrt(half * half + projected[word] ** 2)
            worth = (value + variance) / 2 + root - prices[word]
            if worth > most:
                best, most = word, worth
    for word in support:
        is_in[word] = False
    support[-1] = best


@compiled
def grow_all(gram, supports, prices, values):
    """Grow each support in place, and set what it is worth."""
    projected = np.empty(len(gram))
    for i in range(len(supports)):
        values[i] = grow(gram, supports[i], prices, projected)


@compiled
def grow(gram, support, prices, projected):
    """Raise a support's reduced value until it rests; return what it is worth."""
    loading, next_ = gram[support[0]][support], support.copy()
    value, reached = 0.0, -np.inf
    for _ in range(MAX_GROWTHS):
        # Rounding may leave an A of zeros indefinite.
        raised = max(improve(gram, next_, loading), 0.0)
        reduced = raised - prices[next_].sum()
        if reduced <= reached + MIN_GROWTH * abs(reached):
            break
        copy_all(next_, support)
        value, reached = raised, reduced
        scale = 1.0 / np.sqrt(value) if value > 0.0 else 0.0
        multiply(gram, support, loading, scale, projected)
        choose_words(projected, prices, next_)
        copy_all(projected[next_], loading)
    return value


@compiled
def choose_words(projected, prices, support):
    """Set the support to the words of greatest w_i^2 - p_i."""
    heaps, words = empty_heaps(1, len(support))
    heaps[:] = -np.inf
    for word in range(len(projected)):
        offer(projected[word] ** 2 - prices[word], word, heaps[0], words[0])
    copy_all(words[0], support)
