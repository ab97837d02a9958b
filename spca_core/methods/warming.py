"""Kernels made ready before a clock starts: who runs first does not pay for all."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from scipy import sparse

from spca_core.methods.registry import METHODS
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings

N_DOCUMENTS, N_WORDS = 40, 12


@cache
def warm(method: str, *, is_sparse: bool, centred: bool) -> None:
    """Run a method on a few made-up words, once in a process.

    Its kernels are then compiled, or read from disk, for data of that form: numba does
    so when one is first called, which takes seconds.
    raises : InputError if the method needs a package that is missing
    """
    counts = np.random.default_rng(0).poisson(1.0, (N_DOCUMENTS, N_WORDS)).astype(float)
    data = sparse.csr_array(counts) if is_sparse else counts
    settings = Settings(
        n_components=2,
        sparsity=2,
        method=method,
        centred=centred,
        effort="quick",
        candidates=100,
    )
    with ThreadPoolExecutor(1) as executor:
        for _ in METHODS[method](Covariance(data, centred), settings, executor):
            pass
