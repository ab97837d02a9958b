"""The matrix A = S^T S / n through what can be asked of it; never d x d."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import weighted
from spca_core.problem.settings import Settings

# Of sums over documents, relative to their terms: far above one rounding, far below
# any variance that matters.
ROUNDING = 1e-13


# The data are scaled where the largest is above 2^64 or below 2^-64: products of a few
# variances of others overflow and underflow nowhere.
COMFORT = 64

Matrix = sparse.csr_array | sparse.csc_array | np.ndarray


@dataclass(frozen=True, eq=False)
class Covariance:
    """The second moments of the words, about zero (raw) or about their means (centred).

    observations : (n_documents, n_words) CSR, CSC or dense matrix S
    centred      : subtract each word's mean; done in the products, never in S itself
    exponent     : S is the data over 2^exponent, and A is theirs over 4^exponent; it
                   is 0 unless their numbers are near the edge of what a double holds

    With the means m, centring is A = S^T S / n - m m^T.
    """

    observations: Matrix
    centred: bool
    exponent: int = 0

    @staticmethod
    def of(corpus: Corpus, *, centred: bool, weighting: str = "counts") -> "Covariance":
        """Return the covariance of a corpus, made once while the corpus is in use.

        The corpus keeps its counts; here they are weighted, if that is asked for.
        A dense matrix is centred at once: that costs no more memory than its copy, and
        nothing is lost where the means are large beside what varies.
        """
        known = _KNOWN.setdefault(corpus, {})
        if (centred, weighting) not in known:
            known[centred, weighting] = _made(corpus, centred, weighting)
        return known[centred, weighting]

    def in_units(self, variances: Any) -> Any:
        """Return what is of the size of A, as it is for the data before scaling."""
        return np.ldexp(variances, 2 * self.exponent)

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
        return np.asarray(self.observations.mean(axis=0)).ravel()

    @cached_property
    def variances(self) -> np.ndarray:
        """(n_words,) the diagonal of A."""
        return _without_noise(self.second_moments - self.means**2, self.second_moments)

    @cached_property
    def second_moments(self) -> np.ndarray:
        """(n_words,) the diagonal of S^T S / n, centred or not."""
        squares = self.observations**2
        # The sum first: equal counts then give equal variances, to the last bit.
        return np.asarray(squares.sum(axis=0)).ravel() / self.n_documents

    @cached_property
    def words_by_variance(self) -> np.ndarray:
        """(n_words,) word indices, greatest variance first."""
        return np.argsort(-self.variances, kind="stable")

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, ...), for X (n_words, ...); centred if A is."""
        return self.observations @ vectors - self.means @ vectors

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, ...), for Y (n_documents, ...); centred likewise."""
        centres = np.multiply.outer(self.means, scores.sum(axis=0))
        return self._transposed @ scores - centres

    def products(self, vectors: np.ndarray) -> np.ndarray:
        """Return A X for X of shape (n_words, n_vectors)."""
        return self.gather(self.scores(vectors)) / self.n_documents

    def product(self, support: np.ndarray, loading: np.ndarray) -> np.ndarray:
        """Return A x, (n_words,), for an x that is zero off its `support`."""
        scores = self._columns(support) @ loading
        product = self._transposed @ scores / self.n_documents
        return product - self.means * (self.means[support] @ loading)

    def block(self, words: np.ndarray) -> np.ndarray:
        """Return A restricted to some words, dense, (len(words), len(words))."""
        return self.cross_block(words, words)

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return `block`, not to be written to; kept for who asks for the same next.

        Searches for a few more or fewer components have the same working set.
        """
        key = words.tobytes()
        gram = self._last_gram.get(key)
        if gram is None:
            gram = self.block(words)
            self._last_gram.clear()
            self._last_gram[key] = gram
        return gram

    @cached_property
    def _last_gram(self) -> dict[bytes, np.ndarray]:
        return {}

    def cross_block(self, words: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return what `words` share with `others`, dense, (len(words), len(others))."""
        columns = self._columns(words)
        partners = columns if others is words else self._columns(others)
        block = dense(columns.T @ partners)
        scale = np.sqrt(self.second_moments)
        # Row by row: a table of some thousand words is too large for the caches.
        for row, word in zip(block, words, strict=True):
            row /= self.n_documents
            if self.centred:
                row -= self.means[word] * self.means[others]
            row[abs(row) <= ROUNDING * scale[word] * scale[others]] = 0.0
        return block

    def restricted(self, words: np.ndarray) -> "Covariance":
        """Return the covariance of some words alone, in the order given."""
        return Covariance(self._columns(words), self.centred, self.exponent)

    def _columns(self, words: np.ndarray) -> Matrix:
        return self._by_word[:, words]

    @cached_property
    def _by_word(self) -> Matrix:
        if isinstance(self.observations, np.ndarray):
            return np.asfortranarray(self.observations)
        return self.observations.tocsc()

    @cached_property
    def _transposed(self) -> Matrix:
        return self._by_word.T


def covariance_of(corpus: Corpus, settings: Settings) -> Covariance:
    """Return what a run with these settings is about: weighted, and centred or not."""
    return Covariance.of(corpus, centred=settings.centred, weighting=settings.weighting)


# The covariances of each corpus, raw and centred and of each weighting, for as long as
# there is the corpus.
_KNOWN: WeakKeyDictionary[Corpus, dict[tuple[bool, str], Covariance]]
_KNOWN = WeakKeyDictionary()


def _made(corpus: Corpus, centred: bool, weighting: str) -> Covariance:
    observations = weighted(corpus, weighting).astype(np.float64)
    exponent = _scale(observations)
    if centred and isinstance(observations, np.ndarray):
        return Covariance(_deviations(observations), False, exponent)
    return Covariance(observations, centred, exponent)


def _scale(observations: Matrix) -> int:
    """Divide by a power of two, which rounds nothing, if need be; return its exponent.

    observations : overwritten
    """
    is_dense = isinstance(observations, np.ndarray)
    values: Any = observations if is_dense else observations.data
    largest = max(values.max(initial=0.0), -values.min(initial=0.0))
    exponent = int(np.frexp(largest)[1])
    if abs(exponent) <= COMFORT:
        return 0
    np.ldexp(values, -exponent, out=values)
    return exponent


def dense(matrix: Any) -> np.ndarray:
    """Return a sparse or dense matrix as an array: for small ones only."""
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def _deviations(values: np.ndarray) -> np.ndarray:
    """Subtract each column's mean; a column that never varies becomes exact zeros."""
    constant = values.max(axis=0) == values.min(axis=0)
    return np.where(constant, 0.0, values - values.mean(axis=0))


def _without_noise(moments: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Set to zero what is only the rounding of a difference of terms up to `scale`.

    Otherwise words that never vary would look as if they did, at random.
    """
    return np.where(abs(moments) > ROUNDING * scale, moments, 0.0)
