"""The certificate: a proven upper bound on what any topics can capture."""

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf
from typing import Any

from spca_core.corpus.conversion import as_corpus
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import as_usual
from spca_core.formatting import significant
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.spectrum import leading_spectrum
from spca_core.proof.turns import Paused, Reached, first_problem, lowered
from spca_core.running.bars import last_shown
from spca_core.running.parallel import one_blas_thread

PRECISION = 1e-6  # of eigenvectors that are not part of the proof
OPTIMAL = 1e-6  # relative to the bound: a gap of at most this counts as none


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Upper bounds on what any k components of s words can capture.

    All are in squared units of the data (as weighted), as a captured variance is.

    Attributes
    ----------
    upper_bound : float
        The lowest of the proven bounds.
    n_components, sparsity : int
        Number of components k, and of words in each, s.
    variances : float
        The sum of the k * s greatest variances: a bound.
    rows, optimised, columns : float
        The lowest bounds so far by rows of A, by eigenvalues, and by columns.
    eigenvalues : float
        The sum of the k greatest eigenvalues of A, what k dense components capture; by
        Lanczos's method, so for comparison only, not proven. Infinite until the end.
    steps : int
        Number of steps of the descents so far.
    seconds : float
        What they took.
    finished : bool
        Whether the proof has come to its end; Ctrl-C leaves it unfinished.
    pause : Paused or None
        Where the descents are, unless they have ended.
    """

    n_components: int
    sparsity: int
    variances: float
    eigenvalues: float = inf
    rows: float = inf
    optimised: float = inf
    columns: float = inf
    steps: int = 0
    seconds: float = 0.0
    finished: bool = False
    pause: Paused | None = field(default=None, repr=False, compare=False)

    @property
    def upper_bound(self) -> float:
        """The lowest of the proven bounds; in squared units of the data."""
        return min(self.variances, self.rows, self.optimised, self.columns)

    def gap(self, captured_variance: float) -> float:
        """Return how far a variance can be from the optimum, as a share of the bound.

        Zero if it reaches the bound to one part in a million: it is then optimal.

        Parameters
        ----------
        captured_variance : float
            What a solution captures.
        """
        if reaches(captured_variance, self.upper_bound):
            return 0.0
        return 1 - captured_variance / self.upper_bound


def reaches(captured_variance: float, bound: float) -> bool:
    """Tell whether the variance reaches the bound, and so is optimal."""
    return captured_variance >= bound * (1 - OPTIMAL)


def certify(
    data: Corpus | Any,
    n_components: int,
    sparsity: int,
    *,
    weighting: str | None = None,
    centred: bool | None = None,
    captured_variance: float = 0.0,
    cluster: Executor | None = None,
    progress: bool | None = None,
) -> Certificate:
    """Prove an upper bound on what any k components of s words can capture.

    Ctrl-C ends the proof and returns the lowest bound so far.

    Parameters
    ----------
    data : Corpus, or a matrix of shape (n_documents, n_words)
        As for `solve`.
    n_components, sparsity : int
        Number of components, and number of words in each.
    weighting, centred : optional
        As for `solve`; both must be the same as there.
    captured_variance : float
        Variance of a solution to judge; the proof ends early once it is proven optimal.
    cluster : concurrent.futures.Executor, optional
        As for `solve`.
    progress : bool, optional
        As for `solve`.

    Returns
    -------
    Certificate
        `upper_bound`, and `gap(captured_variance)`: the share of the bound that a
        solution may miss.

    Raises
    ------
    InputError
        If an option is outside its limits, or there are too few words.

    Examples
    --------
    >>> import numpy as np
    >>> import spca_core
    >>> counts = np.array([[3, 2, 0, 0], [2, 3, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> proof = spca_core.certify(counts, 2, 2, centred=False)
    >>> round(proof.upper_bound, 4)
    8.5
    """
    corpus = as_corpus(data)
    weighting, centred = as_usual(corpus.kind, weighting, centred)
    covariance = Covariance.of(
        corpus, centred=centred, weighting=weighting, executor=cluster
    )
    return proven(
        covariance,
        n_components,
        sparsity,
        captured_variance=captured_variance,
        progress=progress,
    )


def proven(
    covariance: Covariance,
    n_components: int,
    sparsity: int,
    *,
    captured_variance: float,
    progress: bool | None,
) -> Certificate:
    """Return the last of the certificates, or the best so far at Ctrl-C, under a bar.

    progress : as for `bar`
    """
    proofs = certificates(
        covariance, n_components, sparsity, captured_variance=captured_variance
    )
    return last_shown(proofs, "Proof", _limit, progress)


def _limit(proof: Certificate) -> str:
    return f"at most {significant(proof.upper_bound)} can be captured"


def certificates(
    covariance: Covariance,
    n_components: int,
    sparsity: int,
    *,
    captured_variance: float = 0.0,
    after: Certificate | None = None,
) -> Iterator[Certificate]:
    """Yield decreasing upper bounds on what k components of s words can capture.

    Each is valid for all words and any solution, and proven: in splitting.py within the
    working set, in bound.py for words outside and rounding, in rows.py and columns.py.
    The last is `finished`.

    captured_variance : of a solution to judge; the descent ends once its gap is closed
    after  : a certificate for the same question, to continue from; it comes first
    raises : InputError if there are too few words
    """
    settings = Settings(n_components=n_components, sparsity=sparsity)
    settings.check_fits(covariance.n_words)
    if after and after.finished:
        yield after
        return
    with one_blas_thread():
        yield from _certificates(covariance, settings, captured_variance, after)


def _certificates(
    covariance: Covariance,
    settings: Settings,
    captured_variance: float,
    after: Certificate | None,
) -> Iterator[Certificate]:
    seconds, pause = (after.seconds, after.pause) if after else (0.0, None)
    start = time.perf_counter() - seconds
    size = settings.n_components, settings.sparsity
    problem = first_problem(covariance, *size, pause)
    most = float(covariance.in_units(problem.variance_bound()))
    first = Certificate(n_components=size[0], sparsity=size[1], variances=most)
    certificate = after or first
    begun = Reached(inf, "optimised", pause)
    for reached in chain([begun], lowered(problem, pause)):
        least = float(covariance.in_units(reached.bound))
        kind = reached.kind
        lowest: dict[str, Any] = {kind: min(least, getattr(certificate, kind))}
        certificate = replace(
            certificate,
            steps=certificate.steps + reached.n_steps,
            seconds=time.perf_counter() - start,
            pause=reached.pause,
            **lowest,
        )
        if not certificate.gap(captured_variance):
            break
        yield certificate
    # Last, because it takes as long as a hundred passes over the documents.
    values, _ = leading_spectrum(covariance, settings.n_components, PRECISION)
    dense = float(covariance.in_units(values.sum()))
    yield replace(certificate, eigenvalues=dense, finished=True, pause=None)
