"""A bound by columns: supports are priced, and few of them are worth their price.

For any price p >= 0 of each word, let g_i be at least the reduced value

    lambda(A_II) - p(I)

of every support I of s words that word i leads (see branching.py). Then k components of
s words that share no word capture at most

    (the sum of the k*s highest prices) + (the sum of the k greatest g_i).

Proof. Each captures its reduced value and the prices of its words. No two components
share a word: none is paid for twice, and no word leads twice. QED

The g_i begin as in rows.py, and come down by branch and bound, level by level, towards
the greatest reduced value, mu, of a pool of supports. Good prices make the sum of p and
k mu small. The first are those where the descent by rows ends: the bound begins there,
and falls soon, as few words lead more than mu. Once a search does not end soon, the
best follow: those of a packing, the linear program over the pool. Many are as good, and
under some of them far more supports are worth nearly mu: those nearest to the first are
taken. The pool has the supports of the solution to judge, so the program is worth at
least as much as that. It grows under the program's prices, once in a round, before the
first level there.

Each level has scales of its own, for which few words lead more than the level by rows;
what was proven of all supports before limits every g_i, whichever word leads. When
prices change, it is raised by the most that the prices of s words have fallen.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from spca_core.corpus.blocks import N_THREADS
from spca_core.problem.solution import leading_eigenpairs
from spca_core.proof.bound import BoundProblem
from spca_core.proof.branching import IN, MAX_WORTH, OUT, search_choices
from spca_core.proof.greatest import largest_sum
from spca_core.proof.rows import RowBounds, Scales, rows_of
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import lent_threads
from spca_core.steps.columns import Columns, grow_all, no_columns, pool_of
from spca_core.steps.packing import grown_near, priced
from spca_core.steps.stars import star_words

POOL_WORDS, GROWTHS = 1_000, 10  # of the pool before the first level
N_SCANNED = 128  # words looked at one by one in a search
# Products that a search for a word may take; if one failed, so many times more.
FIRST_BUDGET, MORE, MAX_BUDGET = 1 << 23, 4, 1 << 31
PIECE, PIECES = 1 << 24, 8  # products of a search in a round, and searches in a round
MAX_GROWN, NEIGHBOURS = 300, 24  # supports grown in a round; neighbours they may take
NEXT = 0.5  # the next level's share of what the greatest g_i are above mu
CLOSE = 1e-7  # relative: values so near count as equal


# Words that a support must have, the word that leads it first, and cannot have.
Question = tuple[np.ndarray, np.ndarray]


class Search(NamedTuple):
    """What is known of the supports that a word leads, and what is left to ask."""

    most: float  # none is worth more than this, but for those that are left
    questions: list[Question]
    work: int = 0
    supports: tuple[np.ndarray, ...] = ()  # found last: words of those worth more

    @staticmethod
    def of(leader: int, level: float) -> "Search":
        """Begin with all supports that a word leads."""
        return Search(level, [(np.array([leader]), np.empty(0, dtype=np.int64))])


class ColumnDescent:
    """The state of a proof by columns; each of its bounds is proven for all words."""

    def __init__(
        self,
        problem: BoundProblem,
        point: tuple[np.ndarray, np.ndarray],
        supports: np.ndarray | None = None,
    ) -> None:
        """Begin at prices, and factors of the rows' scales, each (n_words,).

        supports : of a solution: the program is worth no less with them in the pool
        """
        self._problem, self._sparsity = problem, problem.sparsity
        self._first_rows = rows_of(problem)
        self._n_components, self._n_chosen = problem.n_components, problem.n_chosen
        known = no_columns(problem.sparsity)
        if supports is not None:
            values, _ = leading_eigenpairs(problem.covariance, supports)
            known = Columns(np.sort(supports), values / problem.scale)
        self._pool, self._growths_left = first_pool(problem, known), GROWTHS
        self._near, self._factors = point
        self._is_near, self._prices = True, self._near
        self._most = np.inf
        self._budget = FIRST_BUDGET
        self.goes_on = True  # whether another round may lower the bound
        self._move()

    def round(self) -> float:
        """Grow the pool, begin a level, or search; return the bound."""
        if self._growths_left and not self._is_near:
            self._grow()
        elif not self._has_level:
            self._begin()
        else:
            return self._search()
        return self.bound()

    def _grow(self) -> None:
        """Grow the pool under the program's prices.

        The words are those of the first pool.
        """
        words = pool_words(self._problem, self._pool)
        gram = self._gram(words)
        places = np.searchsorted(words, self._pool.supports)
        program = self._program._replace(words=self._program.words[words])
        new = grown_near(gram, Columns(places, self._pool.values), program)
        columns, n_before = Columns(words[new.supports], new.values), self._n_columns
        self._pool = self._pool.with_others(columns)
        has_grown = self._n_columns > n_before
        self._growths_left = self._growths_left - 1 if has_grown else 0
        self._move()

    def _search(self) -> float:
        """Bring the greatest g_i to a level, as far as a round goes."""
        leaders, level = self._open()[:PIECES], self._level
        begun = [self._searches.get(i) or Search.of(i, level) for i in leaders]
        ask = partial(limited, level, self._prices, self._rows, self._sparsity, PIECE)
        with lent_threads(N_THREADS) as threads:
            searches = list(in_order(threads, ask, begun))
        self._searches |= dict(zip(leaders, searches, strict=True))
        ended = [i for i in leaders if not self._searches[i].questions]
        most = [self._searches[i].most for i in ended]
        self._worth[ended] = np.minimum(self._worth[ended], most)
        bound = self.bound()
        supports = [support for search in searches for support in search.supports]
        self._has_new |= self._add(supports[:MAX_GROWN])
        if not self._open():
            self._go_on()
        return bound

    def _open(self) -> list[int]:
        """Return the words whose search has not ended within the budget, best first.

        None if so many have not that the bound cannot fall.
        """
        above = (self._worth > self._level) & (self._rows.scales > 0)
        leaders = np.flatnonzero(above)
        greatest = np.argsort(-self._worth[leaders], kind="stable")
        ordered = leaders[greatest].tolist()
        unspent = [i for i in ordered if self._is_open(i)]
        is_stuck = len(ordered) - len(unspent) >= self._n_components
        return [] if is_stuck else unspent

    def _is_open(self, leader: int) -> bool:
        search = self._searches.get(leader)
        if search is None:
            return True
        is_spent = search.work >= self._budget or len(search.supports) >= MAX_WORTH
        return bool(search.questions) and not is_spent

    def bound(self) -> float:
        """Return the bound where the descent is, with what rounding may hide."""
        total = self._paid + largest_sum(self._worth, self._n_components)
        return self._problem.with_margin(total, total + 2 * self._paid)

    def _go_on(self) -> None:
        """Choose other prices, a larger budget for this level, or the next one.

        A word above the level limits all g_i at the next one, whose scales differ.
        """
        self._most = min(self._most, float(self._worth.max()))
        is_spent, is_last = self._most > self._level, self._next() >= self._level
        if self._is_near and (is_spent or is_last):
            self._is_near = False
            self._move()
        elif self._has_new:
            self._move()
        elif is_spent and self._budget < MAX_BUDGET:
            self._budget *= MORE
        elif not is_last:
            self._has_level = False
        else:
            self.goes_on = False

    def _move(self) -> None:
        """Go to the program's prices, if the first have served.

        A reduced value rises by no more than the prices of its words fall.
        """
        before, n_words = self._prices, len(self._first_rows.words)
        if not self._is_near:
            self._program = priced(self._pool, n_words, self._n_components, self._near)
            self._prices = self._program.words
        self._has_new = self._has_level = False
        fall = np.maximum(before - self._prices, 0.0)
        self._most += largest_sum(fall, self._sparsity)
        self._paid = largest_sum(self._prices, self._n_chosen)
        self._mu = max(float(self._reduced(self._pool).max()), 0.0)
        self._scales = Scales(self._first_rows, self._prices, self._factors)
        self._worth = self._scales.worth
        self._most = min(self._most, float(self._worth.max()))

    def _begin(self) -> None:
        """Begin with the next level, at scales for it."""
        self._level, self._has_level = self._next(), True
        self._rows, self._searches = self._scales.fit(self._level), {}
        self._worth = np.minimum(self._scales.worth, self._most)

    def _next(self) -> float:
        """Return the level below the greatest g_i."""
        greatest = largest_sum(self._worth, self._n_components) / self._n_components
        span = NEXT * (greatest - self._mu)
        return self._mu + (span if span > 4 * self._close else self._close)

    @property
    def _close(self) -> float:
        return CLOSE * (self._mu + self._paid / self._n_components)

    def _reduced(self, columns: Columns) -> np.ndarray:
        return columns.values - self._prices[columns.supports].sum(axis=1)

    def _add(self, supports: Sequence[np.ndarray]) -> bool:
        """Grow supports under the prices; add those worth more than any in the pool."""
        near = [self._rows.words[support[0], :NEIGHBOURS] for support in supports]
        words = np.unique(np.concatenate([*supports, *near, np.empty(0, np.int64)]))
        if len(words) < self._sparsity:
            return False
        gram = self._gram(words)
        begun = np.stack([_whole(held, words, self._sparsity) for held in supports])
        values = np.empty(len(begun))
        grow_all(gram, begun, self._prices[words], values)
        columns = Columns(np.sort(words[begun]), values)
        better = self._reduced(columns) > self._mu + self._close
        n_before = self._n_columns
        self._pool = self._pool.with_others(columns.where(better))
        return self._n_columns > n_before

    def _gram(self, words: np.ndarray) -> np.ndarray:
        return self._problem.covariance.block(words) / self._problem.scale

    @property
    def _n_columns(self) -> int:
        return len(self._pool.values)


def first_pool(problem: BoundProblem, known: Columns) -> Columns:
    """Return supports grown from the strongest stars, and those that are known."""
    words = pool_words(problem, known)
    gram = problem.covariance.block(words) / problem.scale
    pool, _ = pool_of(gram, problem.n_components, problem.sparsity)
    return Columns(words[pool.supports], pool.values).with_others(known)


def pool_words(problem: BoundProblem, columns: Columns) -> np.ndarray:
    """Return the words of the strongest stars and of columns, ascending."""
    size = max(POOL_WORDS, problem.n_chosen)
    words = star_words(problem.covariance, problem.sparsity, size)
    return np.union1d(words, columns.supports)


def _whole(support: np.ndarray, words: np.ndarray, sparsity: int) -> np.ndarray:
    """Return the places in `words` of a support, with any others that it lacks."""
    held = np.searchsorted(words, support)
    others = np.setdiff1d(np.arange(len(words)), held)
    return np.append(held, others[: sparsity - len(held)])


def limited(
    level: float,
    prices: np.ndarray,
    rows: RowBounds,
    sparsity: int,
    budget: int,
    search: Search,
) -> Search:
    """Go on with a search for supports worth more than a level, within a budget."""
    most, questions, work = search.most, list(search.questions), 0
    supports: list[np.ndarray] = []
    while questions and work < budget and len(supports) < MAX_WORTH:
        forced, excluded = questions.pop()
        took, words, (states, values, is_open) = search_choices(
            forced, excluded, level, prices, rows, sparsity, N_SCANNED, budget - work
        )
        work += took
        for state, value, again in zip(states, values, is_open, strict=True):
            held = words[state == IN]
            if again:
                left_out = np.concatenate([excluded, words[state == OUT]])
                questions.append((held, left_out))
            else:
                most = max(most, float(value))
                supports.append(held)
    return Search(most, questions, search.work + work, tuple(supports))
