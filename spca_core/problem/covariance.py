"""The matrix A = S^T S / n through what can be asked of it; never d x d."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.problem.blocks import Blocks, Whole

# Of sums over documents, relative to their terms: far above one rounding, far below
# any variance that matters.
ROUNDING = 1e-13


Matrix = sparse.csr_array | sparse.csc_array | np.ndarray


@dataclass(frozen=True, eq=False)
class Covariance:
    """The second moments of the words, about zero (raw) or about their means (centred).

    observations : (n_documents, n_words) CSR, CSC or dense matrix S
    centred      : subtract each word's mean; done in the products, never in S itself
    executor     : where sums over blocks of documents are computed; threads if None

    With the means m, centring is A = S^T S / n - m m^T.
    """

    observations: Matrix
    centred: bool
    executor: Executor | None = None

    @staticmethod
    def of(
        corpus: Corpus, *, centred: bool, executor: Executor | None = None
    ) -> "Covariance":
        """Return the covariance of a corpus, made once while the corpus is in use.

        A dense matrix is centred at once: that costs no more memory than its copy, and
        nothing is lost where the means are large beside what varies.
        """
        known = _KNOWN.setdefault(corpus, {})
        key = centred, executor
        if key not in known:
            known[key] = _made(corpus, centred, executor)
        return known[key]

    @property
    def n_documents(self) -> int:
        return self.observations.shape[0]

    @property
    def n_words(self) -> int:
        return self.observations.shape[1]

    @cached_property
    def means(self) -> np.ndarray:
        """(n_words,) what is subtracted from each word: zeros when raw."""
        if not self.centred:
            return np.zeros(self.n_words)
        return self.moments[0] / self.n_documents

    @cached_property
    def variances(self) -> np.ndarray:
        """(n_words,) the diagonal of A."""
        return _without_noise(self.second_moments - self.means**2, self.second_moments)

    @cached_property
    def second_moments(self) -> np.ndarray:
        """(n_words,) the diagonal of S^T S / n, centred or not."""
        # The sum first: equal counts then give equal variances, to the last bit.
        return self.moments[1] / self.n_documents

    @cached_property
    def words_by_variance(self) -> np.ndarray:
        """(n_words,) word indices, greatest variance first."""
        return np.argsort(-self.variances, kind="stable")

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, ...), for X (n_words, ...); centred if A is."""
        columns = vectors.reshape(self.n_words, -1)
        found = self._sums.scores(columns) - self.means @ columns
        return found.reshape(-1, *vectors.shape[1:])

    @cached_property
    def squared_lengths(self) -> np.ndarray:
        """(n_documents,) the sum of squares of each row of S, centred if A is."""
        squares = self._sums.squares(self.means) + self.means @ self.means
        return np.maximum(squares, 0.0)

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, ...), for Y (n_documents, ...); centred likewise."""
        columns = scores.reshape(self.n_documents, -1)
        centres = np.multiply.outer(self.means, columns.sum(axis=0))
        found = self._sums.gather(columns) - centres
        return found.reshape(-1, *scores.shape[1:])

    def products(self, vectors: np.ndarray) -> np.ndarray:
        """Return A X for X of shape (n_words, ...)."""
        columns = vectors.reshape(self.n_words, -1)
        # Less their means before they are spread: what cancels leaves no rounding.
        sums = self._sums.gather_scores(columns, self.means @ columns)
        found = sums[:-1] - np.multiply.outer(self.means, sums[-1])
        return found.reshape(vectors.shape) / self.n_documents

    def product(self, support: np.ndarray, loading: np.ndarray) -> np.ndarray:
        """Return A x, (n_words,), for an x that is zero off its `support`."""
        scores = self._by_word[:, support] @ loading
        product = self._by_word.T @ scores / self.n_documents
        return product - self.means * (self.means[support] @ loading)

    def block(self, words: np.ndarray) -> np.ndarray:
        """Return A restricted to some words, dense, (len(words), len(words)).

        The documents are not touched if the words are among those of the last `gram`.
        """
        kept = self._kept.get("gram")
        if kept and kept.holds(words):
            return kept.matrix[np.ix_(kept.places[words], kept.places[words])]
        return self._shared(self._sums.gram(words), words, words)

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return `block`, not to be written to, and keep it for what is asked next.

        Searches for a few more or fewer components have the same working set, and
        their answers are words of it.
        """
        kept = self._kept.get("gram")
        if kept and np.array_equal(kept.words, words):
            return kept.matrix
        gram = self.block(words)
        if not (kept and kept.holds(words)):
            places = np.full(self.n_words, -1)
            places[words] = np.arange(len(words))
            self._kept["gram"] = _Gram(words, places, gram)
        return gram

    @cached_property
    def _kept(self) -> dict[str, "_Gram"]:
        return {}

    def cross_block(self, words: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return what `words` share with `others`, dense, (len(words), len(others))."""
        return self._shared(self._sums.cross(words, others), words, others)

    def _shared(
        self, sums: np.ndarray, words: np.ndarray, others: np.ndarray
    ) -> np.ndarray:
        """Turn sums of products into what words share, in their place."""
        scale = np.sqrt(self.second_moments)
        # Row by row: a table of some thousand words is too large for the caches.
        for row, word in zip(sums, words, strict=True):
            row /= self.n_documents
            if self.centred:
                row -= self.means[word] * self.means[others]
            row[abs(row) <= ROUNDING * scale[word] * scale[others]] = 0.0
        return sums

    def restricted(self, words: np.ndarray) -> "Covariance":
        """Return the covariance of some words alone, in the order given."""
        return Covariance(self._by_word[:, words], self.centred, self.executor)

    @cached_property
    def moments(self) -> np.ndarray:
        """(3, n_words) sums, sums of squares, and in how many documents a word is."""
        return self._sums.moments()

    @cached_property
    def _sums(self) -> Blocks | Whole:
        if isinstance(self.observations, np.ndarray):
            return Whole(np.asfortranarray(self.observations))
        return Blocks.of(self.observations.tocsr(), self.executor)

    @cached_property
    def _by_word(self) -> Matrix:
        if isinstance(self.observations, np.ndarray):
            return np.asfortranarray(self.observations)
        return self.observations.tocsc().astype(np.float64, copy=False)


class _Gram(NamedTuple):
    """A on some words, and where each word of the corpus stands there; -1 if not."""

    words: np.ndarray
    places: np.ndarray
    matrix: np.ndarray

    def holds(self, words: np.ndarray) -> bool:
        return bool((self.places[words] >= 0).all())


# The covariances of each corpus, raw and centred, for as long as there is the corpus.
_Key = tuple[bool, Executor | None]
_KNOWN: WeakKeyDictionary[Corpus, dict[_Key, Covariance]] = WeakKeyDictionary()


def _made(corpus: Corpus, centred: bool, executor: Executor | None) -> Covariance:
    observations = corpus.observations
    if centred and isinstance(observations, np.ndarray):
        return Covariance(_deviations(observations.astype(np.float64)), centred=False)
    return Covariance(observations, centred, executor)


def _deviations(values: np.ndarray) -> np.ndarray:
    """Subtract each column's mean; a column that never varies becomes exact zeros."""
    constant = values.max(axis=0) == values.min(axis=0)
    return np.where(constant, 0.0, values - values.mean(axis=0))


def _without_noise(moments: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Set to zero what is only the rounding of a difference of terms up to `scale`.

    Otherwise words that never vary would look as if they did, at random.
    """
    return np.where(abs(moments) > ROUNDING * scale, moments, 0.0)
