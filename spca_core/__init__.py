"""Disjoint sparse PCA for exploring topics."""

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.uci import read_uci
from spca_core.errors import InputError
from spca_core.settings import Settings
from spca_core.solution import Solution
from spca_core.solve import solutions, solve

__all__ = [
    "Corpus",
    "InputError",
    "Settings",
    "Solution",
    "read_bundled",
    "read_uci",
    "solutions",
    "solve",
]
