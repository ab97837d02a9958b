"""The ascent: no step lowers the objective, and the supports stay what they must be."""

import numpy as np
import pytest

from spca_core.steps.ascent import (
    MIN_GAIN,
    Ascent,
    ascent_at,
    climb,
    greatest_variance,
    moved,
    project,
    start_projected,
)
from spca_core.steps.matching import match_supports
from spca_core.steps.ownership import unowned
from spca_core.steps.transport import reassign
from tests.fuzz import in_one_test
from tests.oracles import NO_PINS, ascend, assert_disjoint, best_variance

# Sums of at most some hundred positive and negative terms of the greatest size.
ROUNDING = 1e-12


def factor_of(seed: int, n_words: int, rank: int) -> np.ndarray:
    """A random factor V with rows of very different norms."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n_words, rank)) * rng.gamma(0.5, size=(n_words, 1))


def random_supports(
    seed: int, n_words: int, n_components: int, sparsity: int
) -> np.ndarray:
    order = np.random.default_rng(seed).permutation(n_words)
    return order[: n_components * sparsity].reshape(n_components, sparsity)


def captured(gram: np.ndarray, supports: np.ndarray) -> float:
    """The greatest eigenvalues of the blocks, added up."""
    return sum(np.linalg.eigvalsh(gram[np.ix_(i, i)])[-1] for i in supports)


def grams() -> dict[str, np.ndarray]:
    factor = factor_of(7, 24, 6)
    rng = np.random.default_rng(8)
    counts = rng.integers(0, 3, (10, 12)).astype(float)
    duplicated = np.hstack([counts, counts])
    signs = rng.standard_normal(24)
    return {
        "zero": np.zeros((24, 24)),
        "diagonal": np.diag(np.arange(24.0)),
        "identity": np.eye(24),
        "rank one": np.outer(signs, signs),
        "duplicate words": duplicated.T @ duplicated / 10,
        "one word counts": np.diag([1.0] + [0.0] * 23),
        "low rank": factor @ factor.T,
        "tiny": factor @ factor.T * 1e-120,
        "huge": factor @ factor.T * 1e120,
    }


@in_one_test("shape", [(3, 5), (1, 6), (4, 1), (4, 6), (1, 24)])
@in_one_test("name", grams())
def test_the_ascent_ends_on_disjoint_supports_no_lower_than_it_began(
    name: str, shape: tuple[int, int]
):
    gram = grams()[name]
    for seed in range(20):
        start = random_supports(seed, 24, *shape)
        begun = projected(gram, start).variances.sum()
        objective, supports = ascend(gram, start, NO_PINS)
        assert_disjoint(supports, *shape)
        assert objective >= begun * (1 - ROUNDING)
        assert objective <= captured(gram, supports) * (1 + ROUNDING)


def projected(gram: np.ndarray, supports: np.ndarray) -> Ascent:
    """An ascent at its beginning: projected, and not matched yet."""
    shape = len(supports), len(gram)
    ascent = Ascent(
        gram,
        NO_PINS,
        greatest_variance(gram),
        supports.copy(),
        np.zeros(len(supports)),
        np.empty(shape),
        unowned(np.zeros((len(supports) + 1, len(gram)))),
    )
    for component in range(len(supports)):
        start_projected(ascent, component)
        project(ascent, component)
    return ascent


@in_one_test("seed", range(30))
def test_no_step_of_the_ascent_lowers_the_objective(seed: int):
    factor = factor_of(seed, 50, 8)
    ascent = projected(factor @ factor.T, random_supports(seed, 50, 4, 5))
    objectives, new = [ascent.variances.sum()], np.ones(4, dtype=bool)
    for _ in range(12):
        reassign(ascent.ownership, new, 5)
        if not moved(ascent, new):
            break
        for component in np.flatnonzero(new):
            project(ascent, component)
        objectives.append(ascent.variances.sum())
    # A component that keeps its words keeps its w_j, of a last power step's gain.
    assert (np.diff(objectives) >= -MIN_GAIN * objectives[-1]).all()
    assert objectives[-1] > objectives[0]


def assert_kept_is_right(ascent: Ascent) -> None:
    """Hold the weights that an ascent has kept against their definition."""
    for support, weights in zip(
        ascent.supports, ascent.ownership.weights, strict=False
    ):
        values, vectors = np.linalg.eigh(ascent.gram[np.ix_(support, support)])
        if values[-2] > 0.5 * values[-1]:
            continue  # Few power steps then tell little of two vectors.
        expected = (ascent.gram[:, support] @ vectors[:, -1]) ** 2 / values[-1]
        # They end where one gains 1e-9, so about the root of that from the limit.
        np.testing.assert_allclose(weights, expected, atol=1e-3 * expected.max())


def test_a_climb_from_a_few_changed_components_ends_as_one_that_does_all_again():
    alike = sum(climbs_alike(seed) for seed in range(15))
    # Where two eigenvalues of a block nearly tie, beginning again may find the other.
    assert alike >= 145


def climbs_alike(seed: int) -> int:
    """Shuffle two of six components ten times; count the climbs that end alike."""
    rng = np.random.default_rng(seed)
    factor = factor_of(seed, 80, 10)
    gram, alike = factor @ factor.T, 0
    ascent = ascent_at(gram, random_supports(seed, 80, 6, 5), NO_PINS)
    for _ in range(10):
        first, second = rng.permutation(6)[:2]
        shuffled = rng.permutation(ascent.supports[[first, second]].ravel())
        ascent.supports[[first, second]] = shuffled.reshape(2, 5)
        whole = ascent_at(gram, ascent.supports, NO_PINS)
        climb(ascent, np.isin(np.arange(6), [first, second]))
        assert_disjoint(ascent.supports, 6, 5)
        assert_kept_is_right(ascent)
        matched = match_supports(ascent.ownership.weights[:-1], 5)
        np.testing.assert_array_equal(matched, np.sort(ascent.supports, axis=1))
        captured = ascent.variances.sum(), whole.variances.sum()
        alike += abs(captured[0] - captured[1]) <= 1e-7 * captured[1]
    return alike


@in_one_test("seed", range(20))
def test_the_projection_is_the_best_direction_for_each_component(seed: int):
    # Over unit c, <V c, x> is greatest at c = V^T x / ||V^T x||: W = V C.
    factor = factor_of(seed, 30, 5)
    gram = factor @ factor.T
    supports = random_supports(seed, 30, 3, 4)
    ascent = projected(gram, supports)
    for support, row, variance in zip(
        supports, ascent.projected, ascent.variances, strict=True
    ):
        # w is A x / sqrt(x^T A x): on the support, x is its direction before a step.
        values, vectors = np.linalg.eigh(gram[np.ix_(support, support)])
        score = vectors[:, -1] @ factor[support]
        expected = factor @ (score / np.linalg.norm(score))
        sign = np.sign(expected @ row)
        np.testing.assert_allclose(row, sign * expected, atol=1e-3 * abs(factor).max())
        assert variance == pytest.approx(values[-1], rel=1e-6)


def test_the_best_of_many_ascents_is_the_optimum_of_a_small_problem():
    for seed in range(10):
        factor = factor_of(seed, 8, 4)
        gram = factor @ factor.T
        best = max(
            ascend(gram, random_supports(i, 8, 2, 3), NO_PINS)[0] for i in range(60)
        )
        # The ascent stops at gains of 1e-9, with some of the last per cent to come.
        assert best == pytest.approx(best_variance(gram, 2, 3), rel=1e-6)


def test_what_rounding_has_made_negative_captures_nothing():
    # Below zero, "1 + MIN_GAIN times the summit" lies under it: no end to the climb.
    ascent = projected(-1e-14 * np.eye(6), np.arange(4).reshape(2, 2))
    assert (ascent.variances == 0).all()
    assert (ascent.projected == 0).all()
