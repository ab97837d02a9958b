"""The pruning: the heaviest words of each component, and a scan that stops early."""

import numpy as np
import pytest

from spca_core.steps.matching import best_words, scan


@pytest.mark.parametrize("n_best", [1, 2, 7, 31, 40])
@pytest.mark.parametrize("seed", range(10))
def test_the_best_words_are_the_heaviest_in_descending_order(seed: int, n_best: int):
    weights = np.random.default_rng(seed).random((3, 40))
    expected = np.argsort(-weights, axis=1)[:, :n_best]
    np.testing.assert_array_equal(best_words(weights, n_best), expected)


@pytest.mark.parametrize("seed", range(20))
def test_among_ties_any_of_the_equal_words_is_best_but_none_twice(seed: int):
    weights = np.random.default_rng(seed).integers(0, 3, (3, 40)).astype(float)
    words = best_words(weights, 15)
    found = np.take_along_axis(weights, words, axis=1)
    np.testing.assert_array_equal(found, -np.sort(-weights, axis=1)[:, :15])
    assert all(len(set(row)) == 15 for row in words.tolist())


def sorted_factor(seed: int, decay: float) -> tuple[np.ndarray, np.ndarray]:
    factor = np.random.default_rng(seed).standard_normal((2_000, 4))
    factor /= np.arange(1, 2_001)[:, None] ** decay
    squared_norms = (factor**2).sum(axis=1)
    order = np.argsort(-squared_norms)
    return factor[order], squared_norms[order]


def unit_rows(seed: int, n_rows: int, rank: int) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((n_rows, rank))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("decay", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(10))
def test_the_scan_finds_the_best_words_of_the_full_projection(seed: int, decay: float):
    factor, squared_norms = sorted_factor(seed, decay)
    directions = unit_rows(seed, 3, 4)
    weights = np.zeros((4, 2_000))
    scanned, words = scan(factor, squared_norms, directions, 12, weights)
    full = (directions @ factor.T) ** 2
    np.testing.assert_array_equal(words, np.argsort(-full, axis=1)[:, :12])
    # One product of four terms rounds by less than 1e-14 of the word's own weight.
    np.testing.assert_allclose(
        weights[:3, :scanned],
        full[:, :scanned],
        rtol=0,
        atol=1e-14 * squared_norms[0],
    )


@pytest.mark.parametrize("seed", range(10))
def test_the_scan_stops_early_when_norms_decay(seed: int):
    factor, squared_norms = sorted_factor(seed, decay=1.0)
    directions = unit_rows(seed, 3, 4)
    scanned, _ = scan(factor, squared_norms, directions, 12, np.zeros((4, 2_000)))
    # A word needs a norm above the 12th best projection; with norms like 1/i and
    # projections of a few tenths of them that is passed within a few hundred words.
    assert 12 <= scanned < 500


def test_the_scan_reads_words_of_no_norm_only_to_fill_the_shortlist():
    factor = np.zeros((50, 2))
    factor[:3] = [[3.0, 0.0], [0.0, 2.0], [1.0, 0.0]]
    squared_norms = (factor**2).sum(axis=1)
    scanned, words = scan(factor, squared_norms, np.eye(2), 6, np.zeros((3, 50)))
    assert scanned == 6
    assert (np.sort(words, axis=1) == np.arange(6)).all()


@pytest.mark.parametrize("more", [1e-12, 1e-6, 0.005, 0.02])
def test_the_scan_reads_a_word_that_is_heavier_by_ever_so_little(more: float):
    # The first word's norm is larger, its weight, 1, is not.
    factor = np.array([[1.0, 1.0], [np.sqrt(1 + more), 0.0]])
    squared_norms = np.array([2.0, 1 + more])
    scanned, words = scan(factor, squared_norms, np.eye(1, 2), 1, np.zeros((2, 2)))
    assert (scanned, words.tolist()) == (2, [[1]])


def test_the_scan_stops_at_a_word_that_can_be_no_heavier_than_the_best():
    factor = np.array([[1.0, 1.0], [1.0, 0.0]])
    squared_norms = np.array([2.0, 1.0])
    scanned, words = scan(factor, squared_norms, np.eye(1, 2), 1, np.zeros((2, 2)))
    assert (scanned, words.tolist()) == (1, [[0]])
