"""The example of four chapters: eight words in the plane, two topics of two words.

A point C = [c_1 c_2] is then two angles in a half circle: c and -c give the same
topics. Its value is that of the paper's method (methods/bipartite.py):
Tr(X^T V V^T X) for the X matched to C, x_j = V[I_j] c_j / ||V[I_j] c_j||.
"""

from functools import cache

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.methods.bipartite import best_candidate
from spca_core.topics import solve

WORDS = ("tax", "money", "war", "army", "navy", "trade", "peace", "bank")
N_TOPICS = SPARSITY = RANK = 2
HALF_CIRCLE = 180.0  # degrees
# V, its longest rows first, as the matching requires. Both topics want *tax*, and the
# ascent has several ends, the best and lower ones.
_ROWS = [[5, 8], [7, 6], [-7, 5], [-7, 4], [-4, 7], [6, 5], [-3, 6], [2, 5]]
FACTOR = np.array(_ROWS) / 10
SQUARED_NORMS = (FACTOR**2).sum(axis=1)
MATRIX = FACTOR @ FACTOR.T


def candidate(points: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the best value among points (n, n_topics, rank), and its topics."""
    # In C's order: for another, the kernels would be compiled again.
    points = np.ascontiguousarray(points)
    return best_candidate(FACTOR, SQUARED_NORMS, points, SPARSITY)


def best_directions(supports: np.ndarray) -> np.ndarray:
    """Return the best C, (..., rank), for topics of these words, (..., sparsity).

    c = V^T x / ||V^T x|| for the best loadings x: the leading eigenvector of
    V[I]^T V[I].
    """
    rows = FACTOR[supports]
    _, vectors = np.linalg.eigh(np.swapaxes(rows, -1, -2) @ rows)
    return vectors[..., -1]


def directions(angles: np.ndarray) -> np.ndarray:
    """Return unit vectors (n, n_topics, rank) at angles (n, n_topics) in degrees."""
    radians = np.radians(angles)
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def projected(first_angle: float, second_angle: float) -> np.ndarray:
    """Return W = V C, (n_words, n_topics), for the directions at two angles."""
    (point,) = directions(np.array([[first_angle, second_angle]]))
    return FACTOR @ point.T


def degrees(points: np.ndarray) -> np.ndarray:
    """Return the angles (n, n_topics) of points (n, n_topics, rank), from 0 to 180."""
    angles = np.degrees(np.arctan2(points[..., 1], points[..., 0]))
    return angles.round(9) % HALF_CIRCLE  # makes 90 exactly 90


def words_as_text(supports: np.ndarray) -> dict[str, str]:
    """Return the words of both topics as text."""
    names = [", ".join(sorted(WORDS[word] for word in words)) for words in supports]
    return dict(zip(("first_topic", "second_topic"), names, strict=True))


@cache
def optimum() -> float:
    """Return the most variance of V V^T that two topics can capture (exact method)."""
    observations = FACTOR.T * np.sqrt(RANK)  # their second moments are V V^T
    corpus = Corpus(name="made up", observations=observations, words=WORDS)
    best = solve(corpus, N_TOPICS, SPARSITY, method="exact", weighting="counts")
    return best.captured_variance
