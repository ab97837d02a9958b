"""The example of the net: eight words in two dimensions, two topics of two words.

A point C = [c_1 c_2] is then two angles in a half circle: c and -c give the same
topics. Its value is that of the paper's method (methods/bipartite.py):
Tr(X^T V V^T X) for the X matched to C, x_j = V[I_j] c_j / ||V[I_j] c_j||.
"""

from functools import cache

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.methods.bipartite import best_candidate
from spca_core.steps.power_steps import improve
from spca_core.topics import solve

WORDS = tuple("ABCDEFGH")
N_TOPICS = SPARSITY = RANK = 2
HALF_CIRCLE = 180.0  # degrees
# V, its longest rows first, as the matching requires. The seed is one of few for which
# the ascent has seven ends, the best and lower ones.
_DRAWN = np.random.default_rng(84).normal(size=(len(WORDS), RANK)).round(1)
FACTOR = _DRAWN[np.argsort(-(_DRAWN**2).sum(axis=1), kind="stable")]
SQUARED_NORMS = (FACTOR**2).sum(axis=1)
MATRIX = FACTOR @ FACTOR.T


def candidate(points: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the best value among points (n, n_topics, rank), and its topics."""
    return best_candidate(FACTOR, SQUARED_NORMS, points, SPARSITY)


def turned(directions: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """Return the next C, (n_topics, rank): c_j = V^T x_j / ||V^T x_j||.

    X has the loadings of this C on these topics, after the power steps of ascent.py.
    """
    loadings = np.take_along_axis(directions @ FACTOR.T, supports, axis=1)
    for support, loading in zip(supports, loadings, strict=True):
        improve(MATRIX, support, loading)
    carried = np.einsum("jir,ji->jr", FACTOR[supports], loadings)
    return carried / np.linalg.norm(carried, axis=1, keepdims=True)


def directions(angles: np.ndarray) -> np.ndarray:
    """Return unit vectors (n, n_topics, rank) at angles (n, n_topics) in degrees."""
    radians = np.radians(angles)
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def degrees(points: np.ndarray) -> np.ndarray:
    """Return the angles (n, n_topics) of points (n, n_topics, rank), from 0 to 180."""
    angles = np.degrees(np.arctan2(points[..., 1], points[..., 0]))
    return angles.round(9) % HALF_CIRCLE  # makes 90 exactly 90


def topics(supports: np.ndarray) -> dict[str, str]:
    """Return the words of both topics as text."""
    names = [", ".join(sorted(WORDS[word] for word in words)) for words in supports]
    return dict(zip(("first_topic", "second_topic"), names, strict=True))


@cache
def optimum() -> float:
    """Return the most variance of V V^T that two topics can capture (exact method)."""
    observations = FACTOR.T * np.sqrt(RANK)  # their second moments are V V^T
    corpus = Corpus(name="made up", observations=observations, words=WORDS)
    found = solve(corpus, N_TOPICS, SPARSITY, method="exact", weighting="counts")
    return found.captured_variance
