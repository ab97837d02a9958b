"""The functions of the methods, which take the same arguments and yield candidates.

They are also warmed up here, before the clock of their first run starts.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache, partial
from pkgutil import resolve_name
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS, REGISTERED, built_in, register
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, leading_components
from spca_core.running.compiled import are_compiled

LOGGER = logging.getLogger(__name__)
MethodFunction = Callable[[Covariance, Settings, Executor], Iterator[Candidate]]


def search_of(method: str) -> MethodFunction:
    """Return the function of a method, whose module is imported when first used."""
    search: Any = METHODS[method].search
    return resolve_name(search) if isinstance(search, str) else search


def fits(method: str, n_words: int, sparsity: int) -> bool:
    """Return whether a method can be run on so many words."""
    place = METHODS[method].fits
    return not place or resolve_name(place)(n_words, sparsity)


def name_of(method: str | MethodFunction) -> str:
    """Return a method's name; a function becomes a method of this process by its own.

    A function that has the name of one registered before takes its place.
    """
    if isinstance(method, str):
        if method in METHODS and METHODS[method].search is None:
            raise InputError(
                f"method {method!r} is what topics of another tool are called, which "
                "has no search here. Choose one of "
                f"{', '.join(built_in())}, or give a function."
            )
        return method
    name = getattr(method, "__name__", type(method).__name__)
    register(name, partial(_checked, method, name))
    return name


def _checked(
    search: MethodFunction,
    name: str,
    covariance: Covariance,
    settings: Settings,
    workers: Any,
) -> Iterator[Candidate]:
    """Yield what a user's function yields, once it is known to be feasible."""
    candidate = None
    for candidate in search(covariance, settings, workers):
        if not isinstance(candidate, Candidate):
            raise InputError(
                f"{name} yielded {type(candidate).__name__}; it has to yield a "
                "Candidate."
            )
        supports = np.asarray(candidate.supports)
        k, s = settings.n_components, settings.sparsity
        fits = supports.dtype.kind in "iu" and supports.ndim == 2
        if not (fits and 1 <= len(supports) <= k and supports.shape[1] == s):
            raise InputError(
                f"{name} yielded supports of shape {supports.shape} and type "
                f"{supports.dtype}; give whole numbers of shape ({k}, {s})."
            )
        words = np.unique(supports)
        if len(words) < supports.size or not 0 <= words[0] <= words[-1] < (
            covariance.n_words
        ):
            raise InputError(
                f"{name} yielded supports that share a word, or have a number that is "
                f"not from 0 to {covariance.n_words - 1:,}. Give each word once."
            )
        yield candidate._replace(supports=supports)
    if candidate is None:
        raise InputError(f"{name} yielded nothing; it has to yield a Candidate.")


N_DOCUMENTS, N_WORDS = 40, 12  # of the data for the warm-up


@cache
def warm(method: str, *, is_sparse: bool, centred: bool) -> None:
    """Run a method on a few made-up words, once per process.

    A user's own function is not: it may not be made for them.
    On the first call for data of this form, numba compiles its kernels or reads them
    from disk. That takes seconds, which must not count towards the first run.
    """
    if METHODS[method].source == REGISTERED:
        return
    if not are_compiled():
        LOGGER.warning(
            "The first search in an installation compiles for up to a minute, once."
        )
    settings = Settings(
        n_components=2,
        sparsity=2,
        method=method,
        centred=centred,
        effort="quick",
        candidates=100,
    )
    covariance = made_up(is_sparse=is_sparse, centred=centred)
    with ThreadPoolExecutor(1) as executor:
        for candidate in search_of(method)(covariance, settings, executor):
            leading_components(covariance, candidate.supports)


def made_up(*, is_sparse: bool, centred: bool) -> Covariance:
    """Return data of this form, of a few words, on which kernels are compiled."""
    counts = np.random.default_rng(0).poisson(1.0, (N_DOCUMENTS, N_WORDS)).astype(float)
    # As a corpus, whose arrays are read-only: numba compiles other kernels for them.
    data = Corpus(
        name="made up",
        observations=sparse.csr_array(counts) if is_sparse else counts,
        words=tuple(map(str, range(N_WORDS))),
    )
    return Covariance.of(data, centred=centred)
