"""The methods by name: all take (covariance, settings) and yield incumbents."""

from collections.abc import Callable, Iterator

from spca_core.covariance import Covariance
from spca_core.methods.bipartite import bipartite
from spca_core.methods.joint import joint
from spca_core.methods.tpower import tpower
from spca_core.settings import Settings
from spca_core.solution import Incumbent

METHODS: dict[str, Callable[[Covariance, Settings], Iterator[Incumbent]]] = {
    "joint": joint,
    "bipartite": bipartite,
    "tpower": tpower,
}
