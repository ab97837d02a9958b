"""The functions of the methods, which take the same arguments and yield incumbents.

They are also warmed up here, before the clock of their first run starts.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.methods.baselines.lda import lda
from spca_core.methods.baselines.nmf import nmf
from spca_core.methods.baselines.sparse_pca import sparse_pca
from spca_core.methods.bipartite import bipartite
from spca_core.methods.exact import exact
from spca_core.methods.joint import joint
from spca_core.methods.power import em, tpower
from spca_core.methods.span import span
from spca_core.methods.star_greedy import star_greedy
from spca_core.methods.varimax import varimax
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import ELSEWHERE, METHODS, enter
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent, leading_components

Search = Callable[[Covariance, Settings, Executor], Iterator[Incumbent]]

# The keys are the names of the methods' records in `spca_core.problem.method`.
SEARCHES: dict[str, Search] = {
    "joint": joint,
    "bipartite": bipartite,
    "tpower": tpower,
    "em": em,
    "span": span,
    "exact": exact,
    "varimax": varimax,
    "nmf": nmf,
    "lda": lda,
    "sparse_pca": sparse_pca,
    "star_greedy": star_greedy,
}


def name_of(method: str | Search) -> str:
    """Return a method's name; a function becomes a method of this process by its own.

    A function that has the name of one entered before takes its place.
    """
    if isinstance(method, str):
        return method
    name = getattr(method, "__name__", type(method).__name__)
    enter(name)
    SEARCHES[name] = partial(_checked, method, name)
    return name


def _checked(
    search: Search, name: str, covariance: Covariance, settings: Settings, workers: Any
) -> Iterator[Incumbent]:
    """Yield what a user's function yields, once it is known to be feasible."""
    incumbent = None
    for incumbent in search(covariance, settings, workers):
        supports = np.asarray(incumbent.supports)
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
        yield incumbent._replace(supports=supports)
    if incumbent is None:
        raise InputError(f"{name} yielded nothing; it has to yield an Incumbent.")


N_DOCUMENTS, N_WORDS = 40, 12  # of the data for the warm-up


@cache
def warm(method: str, *, is_sparse: bool, centred: bool) -> None:
    """Run a method on a few made-up words, once per process.

    A user's own function is not: it may not be made for them.
    On the first call for data of this form, numba compiles its kernels or reads them
    from disk. That takes seconds, which must not count towards the first run.
    """
    if METHODS[method].source == ELSEWHERE:
        return
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
        for incumbent in SEARCHES[method](covariance, settings, executor):
            leading_components(covariance, incumbent.supports)


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
