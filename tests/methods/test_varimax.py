"""Varimax: its rotation is orthogonal, and towards sparse loadings that are there."""

import numpy as np
import pytest

from spca_core.methods.varimax import rotate
from tests.fuzz import in_one_test


def criterion(loadings: np.ndarray) -> float:
    """Kaiser's: how much the squared loadings of each component vary."""
    return (loadings**2).var(axis=0).sum()


def random_basis(seed: int, n_words: int, n_components: int) -> np.ndarray:
    normals = np.random.default_rng(seed).standard_normal((n_words, n_components))
    return np.linalg.qr(normals).Q


@in_one_test("seed", range(10))
def test_it_keeps_the_subspace_and_raises_the_criterion(seed: int):
    basis = random_basis(seed, 40, 5)
    rotated = rotate(basis)
    np.testing.assert_allclose(rotated.T @ rotated, np.eye(5), atol=1e-12)
    np.testing.assert_allclose(basis @ (basis.T @ rotated), rotated, atol=1e-12)
    assert criterion(rotated) >= criterion(basis)


@in_one_test("seed", range(10))
def test_it_finds_disjoint_components_that_were_turned(seed: int):
    sparse = np.kron(np.eye(4), np.ones((6, 1))) / np.sqrt(6)
    rotated = rotate(sparse @ random_basis(seed, 4, 4))
    # It ends where a step raises the criterion by less than 1e-4 of it.
    np.testing.assert_allclose(
        np.sort(abs(rotated), axis=1), np.sort(sparse, axis=1), atol=0.02
    )


@in_one_test("shape", [(5, 1), (3, 3), (4, 2)])
def test_zeros_stay_zeros(shape: tuple[int, int]):
    assert (rotate(np.zeros(shape)) == 0).all()


def test_it_ends_as_soon_as_a_step_raises_the_criterion_no_more(
    monkeypatch: pytest.MonkeyPatch,
):
    steps = []
    decompose = np.linalg.svd
    monkeypatch.setattr(
        np.linalg, "svd", lambda matrix: steps.append(1) or decompose(matrix)
    )
    rotate(np.zeros((5, 2)))
    assert len(steps) == 1
    rotate(np.eye(5)[:, :2])  # as sparse as it can be: the second step is no higher
    assert len(steps) == 3
