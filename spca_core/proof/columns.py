"""A bound by columns: supports are priced, and few of them are worth their price.

For any price p >= 0 of each word, let g_i be at least the reduced value

    lambda(A_II) - p(I)

of every support I of s words that word i leads (see branching.py). Then k components of
s words that share no word capture at most

    (the sum of the k*s highest prices) + (the sum of the k greatest g_i).

Proof. Each captures its reduced value and the prices of its words. No two components
share a word: none is paid for twice, and no word leads twice. QED

The g_i begin as in rows.py, and come down by branch and bound, level by level, as far
as the greatest reduced value, mu, of a pool of supports. Good prices make the sum of p
and k mu small: the best are those of a packing, the linear program over the pool, but
they leap when a support is new to it. So prices begin where the descent by rows ends,
and go half the way to those of the program each time: when a support is found to be
worth more than mu, and when the g_i are near mu (Wentges 1997). The supports of the
solution to judge, with which the program is worth at least as much as that, come late
to the pool: the leap to their prices makes the first bounds higher.
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
from spca_core.proof.rows import RowBounds
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import lent_threads
from spca_core.steps.columns import Columns, grow_all, grown, no_columns, pool_of
from spca_core.steps.packing import priced
from spca_core.steps.stars import star_words

POOL_WORDS, POOL_ROUNDS = 1_000, 4  # of the first pool
N_SCANNED = 128  # words looked at one by one in a search
# Products that a search for a word may take; if one failed, so many times more.
FIRST_BUDGET, MORE, MAX_BUDGET = 1 << 25, 4, 1 << 31
PIECE, PIECES = 1 << 25, 16  # products of a search in a round, and searches in a round
MAX_GROWN, NEIGHBOURS = 300, 24  # supports grown in a round; neighbours they may take
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
        rows: RowBounds,
        prices: np.ndarray,
        supports: np.ndarray | None = None,
    ) -> None:
        """Begin with some prices, (n_words,), and with the scales of the rows.

        supports : of a solution: the program is worth no less with them in the pool
        """
        # The problem is not stored: it holds the data, and a paused descent is kept.
        self._rows, self._sparsity = rows, problem.sparsity
        self._n_components, self._n_chosen = problem.n_components, problem.n_chosen
        self._pool = first_pool(problem)
        self._known = no_columns(problem.sparsity)
        if supports is not None:
            values, _ = leading_eigenpairs(problem.covariance, supports)
            self._known = Columns(np.sort(supports), values / problem.scale)
        self._budget = FIRST_BUDGET
        self.goes_on = True  # whether another round may lower the bound
        self._searches: dict[int, Search]  # for this level, by the word that leads
        self._best = np.inf, prices
        self._move()

    def round(self, problem: BoundProblem) -> tuple[float, int]:
        """Bring the greatest g_i to a level; return the bound then, and the work."""
        level = self._mu + max(self._span, self._close)
        leaders = self._open(level)[:PIECES]
        begun = [self._searches.get(i) or Search.of(i, level) for i in leaders]
        ask = partial(limited, level, self._prices, self._rows, self._sparsity, PIECE)
        with lent_threads(N_THREADS) as threads:
            searches = list(in_order(threads, ask, begun))
        self._searches |= dict(zip(leaders, searches, strict=True))
        ended = [i for i in leaders if not self._searches[i].questions]
        most = [self._searches[i].most for i in ended]
        self._worth[ended] = np.minimum(self._worth[ended], most)
        bound = self.bound(problem)
        self._best = min(self._best, (bound, self._prices), key=lambda pair: pair[0])
        supports = [support for search in searches for support in search.supports]
        self._has_new |= self._add(problem, supports[:MAX_GROWN])
        if not self._open(level):
            self._go_on(level * (1 + CLOSE))
        work = sum(
            now.work - before.work for now, before in zip(searches, begun, strict=True)
        )
        return bound, work

    def _open(self, level: float) -> list[int]:
        """Return the words whose search has not ended within the budget, best first."""
        above = (self._worth > level) & (self._rows.scales > 0)
        leaders = np.flatnonzero(above)
        greatest = np.argsort(-self._worth[leaders], kind="stable")
        return [i for i in leaders[greatest].tolist() if self._is_open(i)]

    def _is_open(self, leader: int) -> bool:
        search = self._searches.get(leader)
        if search is None:
            return True
        is_spent = search.work >= self._budget or len(search.supports) >= MAX_WORTH
        return bool(search.questions) and not is_spent

    def bound(self, problem: BoundProblem) -> float:
        """Return the bound where the descent is, with what rounding may hide."""
        total = self._paid + largest_sum(self._worth, self._n_components)
        return problem.with_margin(total, total + 2 * self._paid)

    def _go_on(self, level: float) -> None:
        """Choose other prices, the next level, or a larger budget for this one."""
        n_open, n_components = int((self._worth > level).sum()), self._n_components
        gap = self._paid + n_components * self._mu - self._program.optimum
        stuck, near = n_open >= n_components, n_components * self._span < gap / 2
        better = self._has_new or (near and self._best[1] is self._prices)
        if (stuck or near) and better:
            self._move()
        elif not stuck and self._span > self._close:
            self._span = self._span / 2 if self._span > 4 * self._close else 0.0
            self._searches = {}
        elif n_open and len(self._known.values):
            self._pool = self._pool.with_others(self._known)
            self._known = no_columns(self._sparsity)
            self._move()
        elif n_open and self._budget < MAX_BUDGET:
            self._budget *= MORE
        else:
            self.goes_on = False

    def _move(self) -> None:
        """Move the prices half the way from the best so far to those of the packing."""
        n_words = len(self._rows.words)
        self._program = priced(self._pool, n_words, self._n_components)
        self._has_new, self._searches = False, {}
        self._prices = (self._best[1] + self._program.words) / 2
        self._paid = largest_sum(self._prices, self._n_chosen)
        self._mu = max(float(self._reduced(self._pool).max()), 0.0)
        self._worth = self._by_rows()
        greatest = float(np.sort(self._worth)[-self._n_components])
        self._span = max((greatest - self._mu) / 2, 0.0)

    @property
    def _close(self) -> float:
        return CLOSE * self._program.optimum / self._n_components

    def _reduced(self, columns: Columns) -> np.ndarray:
        return columns.values - self._prices[columns.supports].sum(axis=1)

    def _by_rows(self) -> np.ndarray:
        """Return the g_i of rows.py, with the rows' scales."""
        rows = self._rows
        scales = np.maximum(rows.scales, np.finfo(float).tiny)[:, None]
        given = rows.shared * rows.scales[rows.words] / scales
        unlisted = rows.unlisted[:, None] / scales
        given = np.maximum(given - self._prices[rows.words], unlisted)
        strongest = -np.sort(-given, axis=1)[:, : self._sparsity - 1]
        return rows.variances - self._prices + strongest.sum(axis=1)

    def _add(self, problem: BoundProblem, supports: Sequence[np.ndarray]) -> bool:
        """Grow supports under the prices; add those worth more than any in the pool."""
        near = [self._rows.words[support[0], :NEIGHBOURS] for support in supports]
        words = np.unique(np.concatenate([*supports, *near, np.empty(0, np.int64)]))
        if len(words) < self._sparsity:
            return False
        gram = problem.covariance.block(words) / problem.scale
        begun = np.stack([_whole(held, words, self._sparsity) for held in supports])
        values = np.empty(len(begun))
        grow_all(gram, begun, self._prices[words], values)
        columns = Columns(np.sort(words[begun]), values)
        better = self._reduced(columns) > self._mu + self._close
        n_before = len(self._pool.values)
        self._pool = self._pool.with_others(columns.where(better))
        return len(self._pool.values) > n_before


def first_pool(problem: BoundProblem) -> Columns:
    """Return supports of the words of the strongest stars, worth their price."""
    covariance, size = problem.covariance, max(POOL_WORDS, problem.n_chosen)
    words = star_words(covariance, problem.sparsity, size)
    gram = covariance.block(words) / problem.scale
    pool, _ = pool_of(gram, problem.n_components, problem.sparsity)
    for _ in range(POOL_ROUNDS):
        program = priced(pool, len(words), problem.n_components)
        columns = grown(gram, program.words, problem.sparsity)
        better = columns.where(program.reduced(columns) > program.place)
        pool = pool.with_others(better)
    return Columns(np.sort(words[pool.supports], axis=1), pool.values)


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
