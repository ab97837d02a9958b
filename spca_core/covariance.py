"""The matrix A = S^T S / n through what can be asked of it; never d x d."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus

# Of sums over documents, relative to their terms: far above one rounding, far below
# any variance that matters.
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class Covariance:
    """The second moments of the words, about zero (raw) or about their means (centred).

    observations : (n_documents, n_words) CSR matrix S
    centred      : subtract each word's mean; done in the products, never in S itself

    With the means m, centring is A = S^T S / n - m m^T. Figures on bags of words in the
    paper are raw, those on its other data sets centred.
    """

    observations: sparse.csr_array
    centred: bool

    @staticmethod
    def of(corpus: Corpus, *, centred: bool) -> "Covariance":
        """Return the covariance of a corpus's counts."""
        return Covariance(corpus.counts.astype(np.float64), centred)

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
        return _without_noise(
            self._second_moments - self.means**2, self._second_moments
        )

    @cached_property
    def _second_moments(self) -> np.ndarray:
        """(n_words,) the diagonal of S^T S / n, centred or not."""
        return np.asarray(self.observations.power(2).mean(axis=0)).ravel()

    @cached_property
    def words_by_variance(self) -> np.ndarray:
        """(n_words,) word indices, greatest variance first."""
        return np.argsort(-self.variances, kind="stable")

    def products(self, vectors: np.ndarray) -> np.ndarray:
        """Return A X for X of shape (n_words, n_vectors)."""
        scores = self.observations @ vectors
        products = self.observations.T @ scores / self.n_documents
        return products - np.outer(self.means, self.means @ vectors)

    def product(self, support: np.ndarray, loading: np.ndarray) -> np.ndarray:
        """Return A x, (n_words,), for an x that is zero off its `support`."""
        scores = self._by_word[:, support] @ loading
        product = self.observations.T @ scores / self.n_documents
        return product - self.means * (self.means[support] @ loading)

    def block(self, words: np.ndarray) -> np.ndarray:
        """Return A restricted to some words, dense, (len(words), len(words))."""
        columns = self._by_word[:, words]
        second_moments = (columns.T @ columns).toarray() / self.n_documents
        scale = np.sqrt(self._second_moments[words])
        centred = second_moments - np.outer(self.means[words], self.means[words])
        return _without_noise(centred, np.outer(scale, scale))

    @cached_property
    def _by_word(self) -> sparse.csc_array:
        return self.observations.tocsc()


def _without_noise(moments: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Set to zero what is only the rounding of a difference of terms up to `scale`.

    Otherwise words that never vary would look as if they did, at random.
    """
    return np.where(abs(moments) > ROUNDING * scale, moments, 0.0)
