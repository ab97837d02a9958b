"""The search as a scikit-learn transformer."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
)
from sklearn.utils import check_array, check_random_state
from sklearn.utils.validation import (
    check_is_fitted,
    validate_data,  # pyrefly: ignore[missing-module-attribute]
)

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.readers.counts.covariances import as_covariance
from spca_core.corpus.weighting import matrix_options, weights_of
from spca_core.corpus.weightings import STANDARDISED
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.methods.pins import columns_of_groups
from spca_core.methods.registry import MethodFunction, name_of
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import DEFAULT_LIMITS, ProofLimits, Settings
from spca_core.problem.solution import loading_matrix
from spca_core.proof.certificate import proven
from spca_core.running.bars import last_shown

MAX_SEED = 2**31 - 1


class DisjointSparsePCA(
    ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator
):
    """Sparse principal components that share no feature, all found together.

    Finds k unit vectors with s nonzeros each, no feature in two, that maximise the
    captured variance, the sum of the x_j^T A x_j. They are orthonormal, so no variance
    is counted twice, each has its explained variance, and none is all zeros.

    Parameters are those of `spca_core.solve`, with the same defaults, but for three
    things. scikit-learn's names are used where it has one: `random_state` and `n_jobs`
    for `seed` and `executor`. Numbers stay as they are, and are centred, unless
    `weighting` and `centred` say otherwise, where `solve` takes whole numbers of which
    half are 0 for counts, and weights them by tf-idf: what a pipeline fits must not
    depend on how many zeros a fold has. And what only a study of the
    methods varies (`sketch`, `epsilon`) is in `solve` alone.

    Parameters
    ----------
    n_components : int, default=8
        Number of components k.
    sparsity : int, default=10
        Features in each, s; ``n_components * sparsity`` must not exceed the number of
        features.
    method : str or callable, default="joint"
        A method's name or a function, as for `spca_core.solve`.
    weighting : str, default="counts"
        What a count is worth, a name in `spca_core.corpus.weightings.WEIGHTINGS`;
        "counts" leaves the numbers as they are, "standardised" divides each feature by
        its standard deviation. That, and how rare each feature is, is learnt in `fit`
        and used in `transform`.
    norm : {"none", "half", "l2"}, default=None
        By what power of its Euclidean length each row is divided once it is weighted:
        0, 1/2 or 1. None means "half" with tf-idf, else "none".
    centred : bool, default=None
        Whether means are subtracted. None means True, as in PCA, for dense and sparse
        data alike (sparse data stay sparse). False takes second moments about zero, as
        the paper does for bags of words.
    precomputed : bool, default=False
        Whether `fit` gets the covariance or correlation matrix itself, of shape
        (n_features, n_features), instead of data. It is neither weighted nor centred;
        `transform` takes data, from which the user has subtracted the means.
    pinned : sequence of sequences of str, default=()
        Groups of features, by their names (``"x0"``, ``"x1"``, ... if they have none),
        that the joint search keeps together, each group in a component of its own.
    effort : {"quick", "normal", "thorough"}, default="normal"
        How long the joint search goes on without progress.
    rank : int, default=5
        Rank of the sketch, for the methods that use one.
    candidates : int, default=10_000
        Maximum number of points of the net that are tried, or of directions for each
        component.
    restarts : int, default=0
        How often the search is made again from other seeds, for the best of all.
    seconds : float, default=None
        Time limit of the search, after which the best so far is taken; None for no
        limit.
    random_state : int, RandomState instance or None, default=None
        Seed of the search. None is 0: the same data give the same components.
    n_jobs : int, default=None
        Number of threads, as joblib counts them: None is one, -1 one per processor. It
        never changes the answer.
    certify : bool, default=False
        Whether `fit` also proves `upper_bound_` and `gap_`.
    certify_seconds : float, default=30.0
        Time limit of the proof; None for no limit.
    certify_gap : float, default=0.0
        The proof ends once `gap_` is at most this, from 0 to 0.99.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Unit vectors, greatest explained variance first; the heaviest feature of each is
        positive.
    supports_ : ndarray of shape (n_components, sparsity)
        The features of each component, heaviest first.
    explained_variance_ : ndarray of shape (n_components,)
        x_j^T A x_j, in squared units of the data (as weighted): if centred, the
        variance of each score, divided by n_samples, as in `TruncatedSVD`. `PCA`
        divides by n_samples - 1, which makes each n_samples / (n_samples - 1) times as
        large; ratios are the same.
    explained_variance_ratio_ : ndarray of shape (n_components,)
        The same as shares of the total variance; they add up to at most 1.
    upper_bound_ : float
        No k components of s features explain more; only if ``certify=True``.
    gap_ : float
        How far from the best possible they can be, as a share of `upper_bound_`; only
        if ``certify=True``.
    proof_stopped_by_ : str
        "finished", or the limit that ended the proof, "seconds" or "gap", or "stop" for
        Ctrl-C; only if ``certify=True``.
    n_iter_ : int
        Number of supports that the search has weighed.
    mean_ : ndarray of shape (n_features,)
        What is subtracted from each feature, after weighting; zeros if not centred.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if they are all strings.

    Notes
    -----
    scikit-learn's `SparsePCA` controls the number of nonzeros by a penalty alone,
    reports no explained variance, and can return components of zeros alone.

    References
    ----------
    M. Asteris, D. Papailiopoulos, A. Kyrillidis, A. G. Dimakis, "Sparse PCA via
    Bipartite Matchings", NIPS 2015, arXiv:1508.00625.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from spca_core import DisjointSparsePCA
    >>> X, _ = load_digits(return_X_y=True)
    >>> pca = DisjointSparsePCA(n_components=4, sparsity=6).fit(X)
    >>> pca.transform(X).shape
    (1797, 4)
    >>> (pca.components_ != 0).sum(axis=1).tolist()
    [6, 6, 6, 6]
    >>> len(set(pca.supports_.ravel().tolist()))
    24
    >>> bool(pca.explained_variance_ratio_.sum() < 1)
    True
    """

    def __init__(
        self,
        n_components: int = 8,
        sparsity: int = 10,
        *,
        method: str | MethodFunction = "joint",
        weighting: str = "counts",
        norm: str | None = None,
        centred: bool | None = None,
        precomputed: bool = False,
        pinned: Iterable[Iterable[str]] = (),
        effort: str = "normal",
        rank: int = 5,
        candidates: int = 10_000,
        restarts: int = 0,
        seconds: float | None = None,
        random_state: object = None,
        n_jobs: int | None = None,
        certify: bool = False,
        certify_seconds: float | None = DEFAULT_LIMITS.seconds,
        certify_gap: float = 0.0,
    ) -> None:
        self.n_components = n_components
        self.sparsity = sparsity
        self.method = method
        self.weighting = weighting
        self.norm = norm
        self.centred = centred
        self.precomputed = precomputed
        self.pinned = pinned
        self.effort = effort
        self.rank = rank
        self.candidates = candidates
        self.restarts = restarts
        self.seconds = seconds
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.certify = certify
        self.certify_seconds = certify_seconds
        self.certify_gap = certify_gap

    def fit(
        self,
        X: object,
        y: object = None,  # noqa: ARG002
    ) -> "DisjointSparsePCA":
        """Find the components.

        Ctrl-C ends the search, and then the proof, with the best so far.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)
            The data; or their covariance matrix if it is precomputed.
        y : ignored
            There for the pipeline's sake.

        Raises
        ------
        InputError
            A ValueError: an option is outside its limits, there are too few features,
            the rows are all alike, negative numbers are to be weighted as counts, or a
            precomputed matrix is not square, symmetric and positive semidefinite, or is
            to be weighted.
        """
        settings = self._settings()
        try:
            limits = ProofLimits(seconds=self.certify_seconds, gap=self.certify_gap)
        except InputError as error:
            raise InputError(f"certify_{error}") from error
        numbers = validate_data(self, X, **_CHECKED, ensure_min_samples=2)
        corpus = _corpus(numbers, getattr(self, "feature_names_in_", ()))
        if self.precomputed:
            corpus = as_covariance(corpus)
        k, s = settings.n_components, settings.sparsity
        if k * s > corpus.n_words:
            raise InputError(
                "n_components * sparsity must be at most n_features = "
                f"{corpus.n_words:,}, got {k} * {s}. Lower one of the two."
            )
        pinned = columns_of_groups(corpus, self.pinned)
        solution = self._search(corpus, replace(settings, pinned=pinned))
        self._weights = weights_of(corpus, settings.weighting, settings.norm)
        covariance = covariance_of(corpus, settings)
        self.supports_ = solution.supports
        self.components_ = loading_matrix(
            solution.supports, solution.loadings, corpus.n_words
        ).T
        self.explained_variance_ = solution.variances
        total = covariance.in_units(covariance.variances.sum())
        shares: np.ndarray = solution.variances / (total or 1.0)
        self.explained_variance_ratio_ = shares
        self.n_iter_ = max(solution.candidates, 1)
        self.mean_ = np.zeros(corpus.n_words)
        if settings.centred and not self.precomputed:
            weighted = self._weighted(corpus.observations)
            self.mean_ = np.asarray(weighted.mean(axis=0))
        if self.certify:
            proof = proven(
                covariance,
                settings.n_components,
                settings.sparsity,
                supports=solution.supports,
                limits=limits,
                progress=False,
            )
            self.upper_bound_ = proof.upper_bound
            self.gap_ = proof.gap(solution.captured_variance)
            self.proof_stopped_by_ = proof.stopped_by
        return self

    def transform(self, X: object) -> np.ndarray:
        """Return the scores (X - mean) C^T, of shape (n_samples, n_components).

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)
            New data, weighted as was learnt in `fit`.
        """
        weighted = self._checked(X)
        return weighted @ self.components_.T - self.mean_ @ self.components_.T

    def inverse_transform(self, X: object) -> np.ndarray:
        """Return the data, as weighted, that have these scores and nothing else.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_components)
            Scores.

        Raises
        ------
        InputError
            If there is not one score for each component.
        """
        check_is_fitted(self)
        scores: Any = check_array(X, **_CHECKED)
        if scores.shape[1] != len(self.components_):
            raise InputError(
                f"X has {counted(scores.shape[1], 'columns')}, and the model has "
                f"{counted(len(self.components_), 'components')}. Give one score for "
                "each."
            )
        return scores @ self.components_ + self.mean_

    def score(self, X: object, y: object = None) -> float:  # noqa: ARG002
        """Return the share of the variance of X that the components capture.

        It is 1 - ||X - reconstruction||^2 / ||X - mean||^2, for data held out too, so
        `GridSearchCV` can choose by it.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)
            The data.
        y : ignored
            There for the pipeline's sake.
        """
        weighted, scores = self._checked(X), self.transform(X)
        # Sums of (x - m)^2 without forming the difference, which would be dense.
        squares = np.asarray((weighted * weighted).sum(axis=0))
        sums, n = np.asarray(weighted.sum(axis=0)), weighted.shape[0]
        total = (squares - 2 * sums * self.mean_ + n * self.mean_**2).sum()
        return float((scores**2).sum() / total) if total > 0 else 0.0

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def _settings(self) -> Settings:
        seed = 0 if self.random_state is None else self.random_state
        if not isinstance(seed, Integral):
            seed = check_random_state(seed).randint(MAX_SEED)
        return Settings(
            n_components=self.n_components,
            sparsity=self.sparsity,
            method=name_of(self.method),
            seed=int(seed),
            effort=self.effort,
            rank=self.rank,
            candidates=self.candidates,
            restarts=self.restarts,
            seconds=self.seconds,
            **matrix_options(MEASUREMENTS, self.weighting, self.centred, self.norm),
        )

    def _search(self, corpus: Corpus, settings: Settings) -> Any:
        """Return the solution, or the best so far at Ctrl-C."""
        with ThreadPoolExecutor(effective_n_jobs(self.n_jobs)) as workers:
            running = solutions(corpus, settings, workers)
            return last_shown(running, settings.method, lambda _: "", False)

    def _checked(self, X: object) -> Matrix:
        check_is_fitted(self)
        return self._weighted(_matrix(validate_data(self, X, **_CHECKED, reset=False)))

    def _weighted(self, numbers: Any) -> Matrix:
        return self._weights.applied(numbers) if self._weights else numbers

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # pyrefly: ignore[missing-attribute]
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self.weighting not in ("counts", STANDARDISED)
        return tags


_CHECKED: dict[str, Any] = {"accept_sparse": "csr", "dtype": np.float64}


def _corpus(numbers: object, names: Iterable[str]) -> Corpus:
    matrix = _matrix(numbers)
    if isinstance(matrix, np.ndarray):
        kind, matrix = MEASUREMENTS, matrix.copy()
    else:
        kind, matrix = COUNTS, matrix.copy()
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    words = tuple(map(str, names))
    if len({*words}) < matrix.shape[1]:  # no names, or the same ones
        words = tuple(f"x{number}" for number in range(matrix.shape[1]))
    return Corpus(name="X", observations=matrix, words=words, kind=kind)


def _matrix(numbers: Any) -> Matrix:
    return numbers if isinstance(numbers, np.ndarray) else sparse.csr_array(numbers)
