"""What is made ready before a clock starts: nothing is compiled on the way."""

import subprocess
import sys
from textwrap import dedent

import pytest

from spca_core.problem.method import METHODS

# In processes of their own: in this one other tests have run all kernels already.
COUNT_KERNELS = dedent(
    """
    import gc, os, sys
    from dataclasses import replace
    import numpy as np
    from numba.core.registry import CPUDispatcher
    from spca_core.topics import solve
    from spca_core.methods.registry import warm
    from spca_core.problem.covariance import Covariance
    from spca_core.proof import certificate
    from tests.oracles import counts_of, random_corpus

    def ready():
        return {
            (one.__name__, str(types))
            for one in gc.get_objects()
            if isinstance(one, CPUDispatcher)
            for types in one.signatures
        }

    def warmed(method, corpus, is_sparse, centred):
        # What is made ready, and then all the rest.
        if method == "a proof":
            # No bound waits for the eigenvalues that come last, for comparison.
            certificate.leading_spectrum = lambda *of: (np.zeros(3), None)
            covariance = Covariance.of(corpus, centred=centred)
            yield from certificate.certificates(covariance, 3, 3)
            return
        yield warm(method, is_sparse=is_sparse, centred=centred)
        solve(corpus, 3, 3, method=method, centred=centred, candidates=300)

    def count(method):
        sparse = random_corpus(0, 60, 16)
        dense = replace(sparse, observations=counts_of(sparse))
        for corpus, is_sparse in ((sparse, True), (dense, False)):
            for centred in (False, True):
                run = warmed(method, corpus, is_sparse, centred)
                next(run)
                before = ready()
                assert before
                list(run)
                for kernel in sorted(ready() - before):
                    print(method, kernel, flush=True)

    for method in sys.argv[1:]:
        if os.fork() == 0:
            try:
                count(method)
                print(method, "is done", flush=True)
            finally:
                os._exit(0)
        os.wait()
    """
)


@pytest.mark.slow
def test_a_run_compiles_nothing_once_its_method_is_warm():
    ours = [name for name, method in METHODS.items() if not method.is_baseline]
    ours.append("a proof")
    counted = subprocess.run(
        [sys.executable, "-c", COUNT_KERNELS, *ours], capture_output=True, text=True
    )
    assert counted.stdout.splitlines() == [f"{name} is done" for name in ours], (
        counted.stderr
    )
