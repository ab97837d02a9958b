"""In the plane, the s best words of every direction are among the supports."""

from itertools import combinations, islice

import numpy as np
import pytest

from spca_core.methods import span
from spca_core.methods.span import supports_in_plane
from spca_core.problem.solution import NO_REMARKS
from tests.fuzz import in_one_test

GRID = 20_000  # angles of the half circle: -c has the same words as c


def gaussian(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((30, 2))


def long_and_short(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((90, 2)) * rng.gamma(0.3, size=(90, 1))


def all_as_long(rng: np.random.Generator) -> np.ndarray:
    rows = rng.standard_normal((60, 2))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def on_a_grid(rng: np.random.Generator) -> np.ndarray:
    """Rows of whole numbers: many are equal, opposite, parallel, zero or as long."""
    return rng.integers(-2, 3, size=(30, 2)).astype(float)


def on_a_line(rng: np.random.Generator) -> np.ndarray:
    return np.outer(rng.standard_normal(30), rng.standard_normal(2))


def nearly_on_a_line(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((30, 2)) * [1, 1e-3]


def on_an_axis(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((30, 2)) * [0, 1]


FACTORS = (
    *(gaussian, long_and_short, all_as_long, on_a_grid),
    *(on_a_line, nearly_on_a_line, on_an_axis),
)


def all_supports(factor: np.ndarray, sparsity: int) -> np.ndarray:
    return np.vstack(list(supports_in_plane(factor, sparsity)))


def n_weighed(factor: np.ndarray, sparsity: int, most_sectors: int = 2_000) -> int:
    """Count the supports, and fail on a walk through the sectors that has no end."""
    sectors = list(islice(supports_in_plane(factor, sparsity), most_sectors))
    assert len(sectors) < most_sectors
    return sum(map(len, sectors))


def projected(factor: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """|v_i . c|, (n_angles, n_words)."""
    return abs(np.column_stack([np.cos(angles), np.sin(angles)]) @ factor.T)


def grid_of_angles() -> np.ndarray:
    """Off the multiples of pi / 2^n, at which sectors meet."""
    return (np.arange(GRID) + 0.3) * np.pi / GRID


def values(factor: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """lambda_max(V_I^T V_I) of each support."""
    rows = factor[supports]
    return np.linalg.eigvalsh(rows.transpose(0, 2, 1) @ rows)[:, -1]


@pytest.mark.parametrize("sparsity", [1, 4, 9])
@pytest.mark.parametrize("draw", FACTORS, ids=lambda draw: draw.__name__)
@pytest.mark.parametrize("seed", range(2))
def test_no_direction_has_better_words_than_the_best_of_them(
    seed: int, draw, sparsity: int
):
    factor = draw(np.random.default_rng(seed))
    directions = np.sort(projected(factor, grid_of_angles()), axis=1)[:, -sparsity:]
    most = (directions**2).sum(axis=1).max()
    # A gain of less than one part in 10^9 is none.
    assert values(factor, all_supports(factor, sparsity)).max() >= most * (1 - 1e-9)


@pytest.mark.parametrize("sparsity", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(10))
def test_the_best_of_all_supports_is_among_them(seed: int, sparsity: int):
    factor = np.random.default_rng(seed).standard_normal((10, 2))
    every = np.array(list(combinations(range(10), sparsity)))
    best = values(factor, every).max()
    found = values(factor, all_supports(factor, sparsity)).max()
    assert found == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_best_support_is_the_same_in_any_unit(unit: float):
    for seed in range(5):
        factor = np.random.default_rng(seed).standard_normal((40, 2))
        found, scaled = (
            span._best_in_plane(rows, 4, NO_REMARKS).support
            for rows in (factor, unit * factor)
        )
        np.testing.assert_array_equal(np.sort(found), np.sort(scaled))


@pytest.mark.parametrize("sparsity", [1, 4, 9])
def test_each_is_the_s_best_words_of_some_direction(sparsity: int):
    factor = gaussian(np.random.default_rng(4))
    # The order changes at right angles to v_i - v_j and v_i + v_j, and nowhere else.
    pairs = np.array(list(combinations(factor, 2)))
    normals = np.vstack([pairs[:, 0] - pairs[:, 1], pairs[:, 0] + pairs[:, 1]])
    borders = np.sort(np.arctan2(normals[:, 1], normals[:, 0]) % np.pi + np.pi / 2)
    borders = np.append(borders, borders[0] + np.pi)
    middles = (borders[1:] + borders[:-1]) / 2
    order = np.argsort(-projected(factor, middles), axis=1)[:, :sparsity]
    expected = {frozenset(support) for support in order.tolist()}
    found = {frozenset(one) for one in all_supports(factor, sparsity).tolist()}
    assert found <= expected


@pytest.mark.parametrize("draw", FACTORS, ids=lambda draw: draw.__name__)
def test_every_support_is_of_s_words_none_twice(draw):
    factor = draw(np.random.default_rng(5))
    for sparsity in (1, 7, len(factor)):
        supports = all_supports(factor, sparsity)
        assert supports.shape[1] == sparsity
        assert (np.diff(np.sort(supports, axis=1), axis=1) > 0).all()
        assert 0 <= supports.min() <= supports.max() < len(factor)


@pytest.mark.parametrize("sparsity", [1, 3, 5])
def test_where_there_is_no_choice_of_words_no_ties_are_looked_for(sparsity: int):
    factor = np.random.default_rng(sparsity).normal(size=(sparsity, 2))
    assert len(list(supports_in_plane(factor, sparsity))) == span.SECTORS


def test_the_longest_word_is_the_best_alone():
    factor = np.vstack([np.eye(2), [0.4, 0.4]])
    assert set(all_supports(factor, 1).ravel().tolist()) <= {0, 1}
    # Between the axes, and longer than they are.
    factor[2] = 0.8
    assert 2 in all_supports(factor, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("n_words", "spread"), [(200, 1e-7), (900, 1e-5), (900, 1e-3)])
def test_words_that_are_nearly_equal_do_not_keep_it_busy(n_words: int, spread: float):
    noise = np.random.default_rng(0).standard_normal((n_words, 2)) * spread
    # Up to 400 thousand pairs of them tie somewhere; 11 thousand supports were weighed.
    assert n_weighed(1 + noise, 15, most_sectors=20_000) <= 20_000


@pytest.mark.parametrize("sparsity", [5, 15, 40])
@pytest.mark.parametrize("seed", range(3))
def test_of_seven_thousand_random_words_few_supports_are_weighed(
    seed: int, sparsity: int
):
    factor = np.random.default_rng(seed).standard_normal((7_000, 2))
    weighed = n_weighed(factor, sparsity)
    # There are 49 million angles at which two words tie. Of the long words at the rim a
    # sector of 64 sees one set or a few: 88 to 294 in all were measured.
    assert 64 <= weighed <= 64 + 10 * sparsity


@pytest.mark.parametrize("sign", [1, -1])
def test_more_copies_of_a_word_than_a_support_can_hold_change_nothing(sign: int):
    rows = np.random.default_rng(0).standard_normal((20, 2))
    enough, many = (np.vstack([rows, *[sign * rows] * n]) for n in (2, 20))
    assert n_weighed(many, 3) == n_weighed(enough, 3)
    np.testing.assert_array_equal(all_supports(many, 3), all_supports(enough, 3))


# The rows of an SVD's factor for equal words differ by some roundings.
@pytest.mark.parametrize("rounding", [1e-16, 1e-14])
@pytest.mark.parametrize("sparsity", [1, 2])
def test_words_that_are_equal_but_for_rounding_do_not_keep_it_busy(
    sparsity: int, rounding: float
):
    noise = np.random.default_rng(0).standard_normal((12, 2)) * rounding
    # As many as there are sectors to begin with, or a few for each.
    assert n_weighed(1 + noise, sparsity) <= 1_000


@in_one_test("seed", range(10))
def test_between_any_two_ties_of_a_wide_sector_the_words_are_among_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(span, "SECTORS", 1)
    factor = gaussian(np.random.default_rng(seed))
    best = (np.sort(projected(factor, grid_of_angles()) ** 2)[:, -4:]).sum(axis=1)
    assert values(factor, all_supports(factor, 4)).max() >= best.max() * (1 - 1e-9)
