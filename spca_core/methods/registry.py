"""The functions of the methods: all take the same arguments and yield incumbents."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor

from spca_core.methods.bipartite import bipartite
from spca_core.methods.exact import exact
from spca_core.methods.joint import joint
from spca_core.methods.power import em, tpower
from spca_core.methods.rivals.lda import lda
from spca_core.methods.rivals.nmf import nmf
from spca_core.methods.rivals.sparse_pca import sparse_pca
from spca_core.methods.span import span
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent

Search = Callable[[Covariance, Settings, Executor], Iterator[Incumbent]]

# By the names of their records in `spca_core.problem.method`.
SEARCHES: dict[str, Search] = {
    "joint": joint,
    "bipartite": bipartite,
    "tpower": tpower,
    "em": em,
    "span": span,
    "exact": exact,
    "nmf": nmf,
    "lda": lda,
    "sparse_pca": sparse_pca,
}
