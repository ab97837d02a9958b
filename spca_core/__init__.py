"""Disjoint sparse PCA for exploring topics.

The names below are imported when they are first used, so that reading the settings
does not load the solver.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spca_core.corpus.corpus import Corpus
    from spca_core.corpus.sources import open_corpus as load
    from spca_core.errors import InputError
    from spca_core.methods.solve import solve
    from spca_core.proof.certificate import certify

__all__ = ["Corpus", "InputError", "certify", "load", "solve"]

_PLACES = {
    "Corpus": ("spca_core.corpus.corpus", "Corpus"),
    "InputError": ("spca_core.errors", "InputError"),
    "certify": ("spca_core.proof.certificate", "certify"),
    "load": ("spca_core.corpus.sources", "open_corpus"),
    "solve": ("spca_core.methods.solve", "solve"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _PLACES[name]
    return getattr(import_module(module), original)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
