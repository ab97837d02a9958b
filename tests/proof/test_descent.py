"""The descent: it goes down, by steps each of which is a splitting."""

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.proof.bound import BoundProblem
from spca_core.proof.descent import Descent
from spca_core.proof.greatest import capped_weights
from spca_core.proof.splitting import extended
from tests.fuzz import in_one_test
from tests.methods.test_exact import Draw, counts, gaussian, in_blocks, of_low_rank
from tests.oracles import best_variance, random_corpus

# A threshold is found by 60 halvings of the interval of the values, down to the last
# bit; a change of it counts 1 / width times in each weight.
CLOSE = 1e-9


@in_one_test("width", [1e-3, 0.1, 10.0])
@in_one_test("seed", range(5))
def test_weights_sum_up_and_are_no_smaller_for_larger_values(seed: int, width: float):
    values = np.random.default_rng(seed).standard_normal(12)
    values[3] = values[4]
    for total in (1, 5, 11):
        weights = capped_weights(values, total, width)
        assert weights.sum() == pytest.approx(total, abs=CLOSE)
        assert (weights >= 0).all()
        assert (weights <= 1).all()
        assert (np.diff(weights[np.argsort(values)]) >= 0).all()
        assert weights[3] == weights[4]


@in_one_test("seed", range(5))
def test_weights_are_the_best_for_the_smoothed_sum(seed: int):
    rng = np.random.default_rng(seed)
    values, width = rng.standard_normal(9), 0.3

    def smoothed(weights: np.ndarray) -> float:
        return float(weights @ values - width / 2 * weights @ weights)

    best = smoothed(capped_weights(values, 3, width))
    for _ in range(100):
        # Any weights of sum 3 are means of choices of three values.
        choices = rng.permuted(np.tile(np.arange(9) < 3, (4, 1)), axis=1)
        assert smoothed(choices.mean(axis=0)) <= best + CLOSE


PROBLEMS = [(seed, *shape) for seed in range(3) for shape in [(1, 6), (2, 5), (4, 3)]]


@in_one_test("seed, n_components, sparsity", PROBLEMS)
def test_sixty_steps_lower_the_bound(seed: int, n_components: int, sparsity: int):
    covariance = Covariance.of(random_corpus(seed, 60, 30), centred=bool(seed % 2))
    problem = BoundProblem(covariance, n_components, sparsity, 30)
    descent = Descent.of(problem)
    before = problem.bound(descent.point)
    for _ in range(60):
        descent.step()
    assert descent.n_steps == 60
    # By more than a hundredth, wherever it began.
    assert problem.bound(descent.point) < 0.99 * before


@pytest.mark.parametrize("n_inside", [4, 8])
@pytest.mark.parametrize("draw", [counts, gaussian, of_low_rank, in_blocks])
def test_every_step_ends_at_a_splitting_whose_bound_holds(draw: Draw, n_inside: int):
    observations = draw(np.random.default_rng(n_inside)).astype(float)
    optimum = best_variance(observations.T @ observations / len(observations), 2, 3)
    problem = BoundProblem(Covariance(observations, False), 2, 3, n_inside)
    descent = Descent.of(problem)
    for _ in range(40):
        descent.step()
        roots, levels, ratios, fractions = descent.point
        assert (roots > 0).all()
        assert (levels >= 0).all()
        assert (ratios > 0).all()
        assert (abs(fractions) <= 1).all()
        # Its vectors' products, rounded, come into it again and again.
        np.testing.assert_allclose(fractions, fractions.T, rtol=0, atol=CLOSE)
        assert problem.bound(descent.point) >= optimum


def descended(seed: int, n_inside: int) -> Descent:
    covariance = Covariance.of(random_corpus(seed, 40, 40), centred=bool(seed % 2))
    descent = Descent.of(BoundProblem(covariance, 2, 3, n_inside))
    for _ in range(20):
        descent.step()
    return descent


@in_one_test("n_inside", [8, 14, 20])
@in_one_test("seed", range(3))
def test_more_words_inside_at_their_prices_outside_leave_the_bound_no_higher(
    seed: int, n_inside: int
):
    descent = descended(seed, n_inside)
    problem = descent.problem
    settled = problem._outside.settle(descent.point, problem.n_chosen)
    before = problem.bound(descent.point)
    for n_words in (n_inside + 3, 2 * n_inside, 40):
        larger, n_new = problem.of_size(n_words), n_words - n_inside
        roots = np.sqrt(settled[0][:n_new])
        point = extended(descent.point, larger.matrix, roots)
        # What is added for rounding grows with the words, to some 1e-12.
        assert larger.bound(point) <= before * (1 + 1e-9)


@in_one_test("n_inside", [8, 14, 20])
@in_one_test("seed", range(3))
def test_a_descent_goes_on_with_more_words_about_where_it_was(seed: int, n_inside: int):
    descent = descended(seed, n_inside)
    before = descent.problem.bound(descent.point)
    for n_words in (n_inside + 3, 2 * n_inside, 40):
        larger = descent.extended(descent.problem.of_size(n_words))
        assert larger.n_steps == 20
        assert len(larger.point.roots) == n_words
        # The least prices: below those of outside, so it may rise by 0.2 % or so.
        assert larger.problem.bound(larger.point) <= 1.01 * before
