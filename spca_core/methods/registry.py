"""The functions of the methods, which take the same arguments and yield incumbents.

They are also warmed up here, before the clock of their first run starts.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.methods.bipartite import bipartite
from spca_core.methods.exact import exact
from spca_core.methods.joint import joint
from spca_core.methods.power import em, tpower
from spca_core.methods.rivals.lda import lda
from spca_core.methods.rivals.nmf import nmf
from spca_core.methods.rivals.sparse_pca import sparse_pca
from spca_core.methods.span import span
from spca_core.methods.varimax import varimax
from spca_core.problem.covariance import Covariance
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
}

N_DOCUMENTS, N_WORDS = 40, 12  # of the data for the warm-up


@cache
def warm(method: str, *, is_sparse: bool, centred: bool) -> None:
    """Run a method on a few made-up words, once per process.

    On the first call for data of this form, numba compiles its kernels or reads them
    from disk. That takes seconds, which must not count towards the first run.
    """
    counts = np.random.default_rng(0).poisson(1.0, (N_DOCUMENTS, N_WORDS)).astype(float)
    # As a corpus, whose arrays are read-only: numba compiles other kernels for them.
    data = Corpus(
        name="made up",
        observations=sparse.csr_array(counts) if is_sparse else counts,
        words=tuple(map(str, range(N_WORDS))),
    )
    settings = Settings(
        n_components=2,
        sparsity=2,
        method=method,
        centred=centred,
        effort="quick",
        candidates=100,
    )
    covariance = Covariance.of(data, centred=centred)
    with ThreadPoolExecutor(1) as executor:
        for found in SEARCHES[method](covariance, settings, executor):
            leading_components(covariance, found.supports)
