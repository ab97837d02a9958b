"""The bound: above the optimum by enumeration, whatever the splitting, and tight."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.proof.bound import Problem
from spca_core.proof.greatest import largest_sum
from spca_core.proof.splitting import Splitting, thresholded, without_split
from tests.methods.test_exact import DATA, SHAPES, gaussian
from tests.oracles import best_variance
from tests.problem.test_covariance import FORMS
from tests.proof.test_splitting import closest_splitting, random_splitting

N_WORDS = 8


def with_silent_words(rng: np.random.Generator) -> np.ndarray:
    """Some words are never used; others are always, to the same extent."""
    counts = rng.poisson(1.0, (20, N_WORDS))
    counts[:, 2:5], counts[:, 6] = 0, 3
    return counts


def of_many_sizes(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((20, N_WORDS)) * 10.0 ** -np.arange(N_WORDS)


each_draw = pytest.mark.parametrize(
    "draw", [*DATA, with_silent_words, of_many_sizes], ids=lambda draw: draw.__name__
)
either_centred = pytest.mark.parametrize("centred", [False, True])


def by_definition(observations: np.ndarray, centred: bool) -> np.ndarray:
    """Form A, dense."""
    means = observations.mean(axis=0) if centred else 0
    deviations = observations - means
    return deviations.T @ deviations / len(observations)


def splittings(rng: np.random.Generator, problem: Problem) -> Iterator[Splitting]:
    """Draw some that have nothing to do with the matrix, and some that fit it."""
    matrix = problem.matrix
    yield without_split(matrix)
    for _ in range(3):
        yield random_splitting(rng, len(matrix))
        yield closest_splitting(rng, matrix)
        shares = rng.choice([0.0, 0.1, 0.5, 1.0, 2.0], len(matrix))
        yield thresholded(matrix, np.sqrt(shares * np.diag(matrix)))


def shortfall(problem: Problem, splitting: Splitting, optimum: float) -> float:
    """Return by how much the bound is too low: above zero if it is wrong.

    No rounding is let be: the bound has paid for it.
    """
    return optimum - problem.bound(splitting)


@pytest.mark.parametrize("form", ["csr", "dense"])
@either_centred
@each_draw
def test_no_splitting_brings_the_bound_below_the_optimum_of_all_words(
    draw: Callable, centred: bool, form: str
):
    for shape in SHAPES:
        rng = np.random.default_rng(shape)
        observations = draw(rng).astype(float)
        covariance = Covariance(FORMS[form](observations), centred)
        optimum = best_variance(by_definition(observations, centred), *shape)
        for n_inside in (1, 3, 6, N_WORDS):  # of fewer words than k*s at times
            problem = Problem(covariance, *shape, n_inside)
            assert len(problem.matrix) == n_inside
            for splitting in splittings(rng, problem):
                assert shortfall(problem, splitting, optimum) <= 0
            assert problem.variance_bound() >= optimum


@pytest.mark.parametrize("factor", [1e-30, 1e30])  # A is that times itself
@pytest.mark.parametrize("n_inside", [3, N_WORDS])
def test_the_bound_holds_for_data_of_any_size(n_inside: int, factor: float):
    rng = np.random.default_rng(1)
    observations = gaussian(rng)
    optimum = best_variance(by_definition(observations, False), 2, 3)
    problem = Problem(Covariance(factor * observations, False), 2, 3, n_inside)
    for splitting in splittings(rng, problem):
        # The optimum of other numbers, rounded otherwise: by less than 1e-14.
        assert shortfall(problem, splitting, factor**2 * optimum) <= 1e-14 * factor**2


def fractions_of_one_and_a_half(problem: Problem, splitting: Splitting) -> Splitting:
    return splitting._replace(fractions=1.5 * splitting.fractions)


def prices_of_one_component(problem: Problem, splitting: Splitting) -> Splitting:
    problem.n_chosen = problem.sparsity
    return splitting


def charges_of_single_words(problem: Problem, splitting: Splitting) -> Splitting:
    problem.sparsity = 1
    return splitting


def one_eigenvalue(problem: Problem, splitting: Splitting) -> Splitting:
    problem.n_components = 1
    return splitting


@pytest.mark.parametrize(
    "spoil",
    [
        fractions_of_one_and_a_half,
        prices_of_one_component,
        charges_of_single_words,
        one_eigenvalue,
    ],
    ids=lambda spoil: spoil.__name__,
)
def test_a_wrong_bound_is_found_to_be_below_the_optimum(spoil: Callable):
    found, as_it_is = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        # Two groups of words that nearly go together, where the bound is nearly tight.
        groups = np.kron(np.eye(2), np.ones((1, 4)))
        observations = groups + 0.1 * rng.standard_normal(groups.shape)
        optimum = best_variance(by_definition(observations, False), 2, 4)
        covariance = Covariance(observations, False)
        size = rng.random() * np.ones(N_WORDS)
        matrix = Problem(covariance, 2, 4, N_WORDS).matrix
        roots = thresholded(matrix, np.sqrt(size * matrix.max()))
        levels = roots._replace(
            roots=0 * size, levels=roots.roots**2, ratios=np.full(N_WORDS, 2.0)
        )
        for splitting in (roots, levels):
            problem = Problem(covariance, 2, 4, N_WORDS)
            as_it_is.append(shortfall(problem, splitting, optimum))
            spoiled = spoil(problem, splitting)
            found.append(shortfall(problem, spoiled, optimum) / optimum)
    assert max(as_it_is) <= 0
    assert max(found) > 0.01  # no matter of rounding


@either_centred
def test_without_a_split_the_bound_is_the_sum_of_the_greatest_eigenvalues(
    centred: bool,
):
    for seed in range(5):
        observations = gaussian(np.random.default_rng(seed))
        values = np.linalg.eigvalsh(by_definition(observations, centred))
        problem = Problem(Covariance(observations, centred), 3, 2, N_WORDS)
        # What is added for rounding is some 1e-12.
        assert problem.bound(without_split(problem.matrix)) == pytest.approx(
            values[-3:].sum(), rel=1e-9
        )


@pytest.mark.parametrize("n_inside", [3, N_WORDS])
def test_prices_at_the_variances_give_the_bound_by_variances(n_inside: int):
    for seed in range(5):
        observations = gaussian(np.random.default_rng(seed))
        problem = Problem(Covariance(observations, False), 1, 3, n_inside)
        roots = np.sqrt(np.diag(problem.matrix))
        variances = np.sort(by_definition(observations, False).diagonal())
        # What is added for rounding is some 1e-12.
        expected = pytest.approx(variances[-3:].sum(), rel=1e-9)
        assert problem.variance_bound() == expected
        if problem.complete:
            # Fractions are in single precision: what they leave of A is some 1e-8.
            bound = problem.bound(thresholded(problem.matrix, roots))
            assert bound == pytest.approx(variances[-3:].sum(), rel=1e-7)


def test_two_pairs_of_words_by_hand():
    observations = np.array([[2.0, 2, 0, 0], [0, 0, 2, -2]])
    problem = Problem(Covariance(observations, False), 2, 2, 4)
    # A is 2 (1, 1) (1, 1)^T beside 2 (1, -1) (1, -1)^T, so each pair captures 4.
    assert problem.bound(without_split(problem.matrix)) == pytest.approx(8, rel=1e-9)
    # A quarter of all is paid for, and the rest is left.
    roots = np.full(4, np.sqrt(0.5 / problem.scale))
    bound = problem.bound(thresholded(problem.matrix, roots))
    assert bound == pytest.approx(4 * 0.5 + 2 * 3, rel=1e-9)


def test_a_problem_whose_working_set_has_grown_still_gives_the_same_bound():
    covariance = Covariance(gaussian(np.random.default_rng(3)), True)
    problem = Problem(covariance, 2, 2, 5)
    splitting = thresholded(problem.matrix, np.full(5, 0.1))
    before = problem.bound(splitting)
    problem.of_size(N_WORDS)
    assert problem.bound(splitting) == before


def test_the_working_set_is_the_words_of_greatest_variance_to_the_last_bit():
    covariance = Covariance(gaussian(np.random.default_rng(3)), True)
    problem = Problem(covariance, 2, 2, 5)
    words = covariance.words_by_variance[:5]
    mantissa, _ = np.frexp(problem.scale)
    assert mantissa == 0.5
    np.testing.assert_array_equal(
        problem.scale * problem.matrix, covariance.block(words)
    )
    assert not problem.complete
    assert problem.of_size(N_WORDS).complete
    least = np.concatenate([problem.inside_prices, problem.others])
    variances = covariance.variances[covariance.words_by_variance] / problem.scale
    assert (least > variances).all()
    assert (np.diff(least) <= 0).all()


@either_centred
@each_draw
def test_words_outside_never_cost_less_than_nothing(draw: Callable, centred: bool):
    rng = np.random.default_rng(4)
    covariance = Covariance(draw(rng).astype(float), centred)
    for n_inside in (2, 4, N_WORDS):
        problem = Problem(covariance, 2, 2, n_inside)
        for splitting in splittings(rng, problem):
            cost = problem.cost_of_others(splitting)
            # A difference of sums of order ten, in which nothing is paid for rounding.
            assert cost >= -1e-13 if not problem.complete else cost == 0


def test_the_largest_sum_is_of_all_values_if_there_are_no_more():
    values = np.array([3.0, -1, 2, 5])
    sums = [largest_sum(values, n_values) for n_values in (1, 2, 4, 9)]
    assert sums == [5, 8, 9, 9]
