"""The bound: above the optimum by enumeration, whatever the splitting, and tight."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from scipy import sparse

from spca_core.problem.covariance import Covariance
from spca_core.proof import bound as module
from spca_core.proof.bound import VARIANCE_SHARE, BoundProblem, Outside
from spca_core.proof.greatest import largest_sum
from spca_core.proof.splitting import Splitting, remainder, thresholded, without_split
from tests.fuzz import in_one_test, slowly
from tests.methods.test_exact import DATA, SHAPES, Draw, counts, gaussian
from tests.oracles import best_variance, corpus_of
from tests.proof.test_splitting import (
    closest_splitting,
    most_that_can_be_taken,
    random_splitting,
)

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
either_centred = pytest.mark.parametrize("centred", [True, slowly(False)])


def by_definition(observations: np.ndarray, centred: bool) -> np.ndarray:
    """Form A, dense."""
    means = observations.mean(axis=0) if centred else 0
    deviations = observations - means
    return deviations.T @ deviations / len(observations)


def splittings(rng: np.random.Generator, problem: BoundProblem) -> Iterator[Splitting]:
    """Draw some that have nothing to do with the matrix, and some that fit it."""
    matrix = problem.matrix
    yield without_split(matrix)
    for _ in range(3):
        yield random_splitting(rng, len(matrix))
        yield closest_splitting(rng, matrix)
        shares = rng.choice([0.0, 0.1, 0.5, 1.0, 2.0], len(matrix))
        yield thresholded(matrix, np.sqrt(shares * np.diag(matrix)))


def shortfall(problem: BoundProblem, splitting: Splitting, optimum: float) -> float:
    """Return by how much the bound is too low: above zero if it is wrong.

    No rounding is let be: the bound has paid for it.
    """
    return optimum - problem.bound(splitting)


@either_centred
@each_draw
def test_no_splitting_brings_the_bound_below_the_optimum_of_all_words(
    draw: Draw, centred: bool
):
    for number, shape in enumerate(SHAPES):
        rng = np.random.default_rng(shape)
        observations = draw(rng).astype(float)
        form = [np.asarray, sparse.csr_array][number % 2]
        covariance = Covariance(form(observations), centred)
        optimum = best_variance(by_definition(observations, centred), *shape)
        for n_inside in (1, 3, 6, N_WORDS):  # of fewer words than k*s at times
            problem = BoundProblem(covariance, *shape, n_inside)
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
    problem = BoundProblem(Covariance(factor * observations, False), 2, 3, n_inside)
    for splitting in splittings(rng, problem):
        # The optimum of other numbers, rounded otherwise: by less than 1e-14.
        assert shortfall(problem, splitting, factor**2 * optimum) <= 1e-14 * factor**2


def fractions_of_one_and_a_half(
    problem: BoundProblem, splitting: Splitting
) -> Splitting:
    return splitting._replace(fractions=1.5 * splitting.fractions)


def prices_of_one_component(problem: BoundProblem, splitting: Splitting) -> Splitting:
    problem.n_chosen = problem.sparsity
    return splitting


def charges_of_single_words(problem: BoundProblem, splitting: Splitting) -> Splitting:
    problem.sparsity = 1
    return splitting


def one_eigenvalue(problem: BoundProblem, splitting: Splitting) -> Splitting:
    problem.n_components = 1
    return splitting


def test_a_huge_constant_beside_tiny_words_overflows_nothing():
    counts = np.zeros((2, 5))  # sparse, so that means are subtracted from the moments
    counts[:, 0], counts[1, 1:3] = 1, 1e-120
    covariance = Covariance.of(corpus_of(counts), centred=True)
    for n_inside in (3, 5):
        problem = BoundProblem(covariance, 1, 2, n_inside)
        bound = problem.bound(without_split(problem.matrix))
        assert best_variance(covariance.block(np.arange(5)), 1, 2) <= bound < np.inf


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
        matrix = BoundProblem(covariance, 2, 4, N_WORDS).matrix
        roots = thresholded(matrix, np.sqrt(size * matrix.max()))
        levels = roots._replace(
            roots=0 * size, levels=roots.roots**2, ratios=np.full(N_WORDS, 2.0)
        )
        for splitting in (roots, levels):
            problem = BoundProblem(covariance, 2, 4, N_WORDS)
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
        problem = BoundProblem(Covariance(observations, centred), 3, 2, N_WORDS)
        # What is added for rounding is some 1e-12.
        assert problem.bound(without_split(problem.matrix)) == pytest.approx(
            values[-3:].sum(), rel=1e-9
        )


@either_centred
@each_draw
def test_words_outside_never_cost_less_than_nothing(draw: Draw, centred: bool):
    rng = np.random.default_rng(4)
    covariance = Covariance(draw(rng).astype(float), centred)
    for n_inside in (2, 4, N_WORDS):
        problem = BoundProblem(covariance, 2, 2, n_inside)
        for splitting in splittings(rng, problem):
            cost = problem.cost_of_others(splitting)
            # A difference of sums of order ten, in which nothing is paid for rounding.
            assert cost >= -1e-13 if not problem.complete else cost == 0


# The words outside the working set: what is said of them holds for A as a whole.

# Of A between 3 words inside and those outside: of none, of two and of all of them.
ROOMS = [0, 6, 10**7]


def outside_of(covariance: Covariance, n_inside: int) -> Outside:
    words = covariance.words_by_variance
    return Outside(
        covariance, words[:n_inside], words[n_inside:], covariance.variances[words], 1.0
    )


def on_all_words(
    matrix: np.ndarray, splitting: Splitting, prices: np.ndarray
) -> Splitting:
    """Extend U to the words outside as the module says, with the whole of A at hand."""
    n_inside, n_others = len(splitting.roots), len(prices)
    whole = Splitting(
        np.concatenate([splitting.roots, np.sqrt(prices)]),
        np.concatenate([splitting.levels, np.zeros(n_others)]),
        np.concatenate([splitting.ratios, np.ones(n_others)]),
        np.ones_like(matrix),
    )
    most = most_that_can_be_taken(whole)
    fractions = np.clip(matrix, -most, most) / np.where(most > 0, most, 1)
    np.fill_diagonal(fractions, 1)
    fractions[:n_inside, :n_inside] = splitting.fractions
    return whole._replace(fractions=fractions)


@in_one_test("room", ROOMS)
@each_draw
def test_the_eigenvalues_inside_replace_those_of_all_words(
    draw: Draw, room: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MAX_SHARED_NUMBERS", room)
    rng = np.random.default_rng(room)
    covariance = Covariance(draw(rng).astype(float), False)
    matrix = covariance.block(covariance.words_by_variance)
    size = np.trace(matrix)
    problem = BoundProblem(covariance, 2, 2, 3)
    for splitting in splittings(rng, problem):
        paid = splitting.prices.sum() + splitting.charges(2).sum()
        prices, correction = outside_of(covariance, 3).settle(splitting, 4)
        whole = on_all_words(matrix, splitting, prices)
        left = remainder(matrix, whole, 2)
        inside = np.linalg.eigvalsh(left[:3, :3] + correction)
        every = np.linalg.eigvalsh(left)
        assert (abs(whole.fractions) <= 1).all()
        for n_components in (1, 2, 3, 4):
            stand_in = largest_sum(np.maximum(inside, 0), n_components)
            # T is A less what is paid for, inside and outside: even where A is zero,
            # its eigenvalues are rounded by some 1e-16 of all of these.
            slack = 1e-12 * (size + np.trace(correction) + paid + prices.sum())
            assert largest_sum(every, n_components) <= stand_in + slack


@in_one_test("room", ROOMS)
@each_draw
def test_the_bound_holds_however_few_covariances_fit_in_memory(
    draw: Draw, room: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MAX_SHARED_NUMBERS", room)
    for shape in [(1, 3), (2, 2), (3, 2)]:
        rng = np.random.default_rng(shape)
        observations = draw(rng).astype(float)
        optimum = best_variance(by_definition(observations, True), *shape)
        for n_inside in (1, 3, 5):
            problem = BoundProblem(Covariance(observations, True), *shape, n_inside)
            for splitting in splittings(rng, problem):
                assert shortfall(problem, splitting, optimum) <= 0


def test_the_bound_is_wrong_without_what_the_words_outside_add(
    monkeypatch: pytest.MonkeyPatch,
):
    rng = np.random.default_rng(6)
    observations = gaussian(rng)
    problem = BoundProblem(Covariance(observations, False), 2, 2, 1)
    optimum = best_variance(by_definition(observations, False), 2, 2)
    splitting = thresholded(problem.matrix, 0.5 * np.sqrt(np.diag(problem.matrix)))
    assert shortfall(problem, splitting, optimum) <= 0
    nothing = np.zeros(7), np.zeros((1, 1))
    monkeypatch.setattr(Outside, "settle", lambda *_: nothing)
    assert shortfall(problem, splitting, optimum) > 0.1 * optimum


@pytest.mark.parametrize("n_chosen", [1, 3, 4])
@pytest.mark.parametrize("draw", [counts, gaussian, of_many_sizes])
def test_prices_outside_are_above_the_variances_and_below_no_price_that_is_paid(
    draw: Draw, n_chosen: int
):
    rng = np.random.default_rng(7)
    covariance = Covariance(draw(rng).astype(float), False)
    variances = covariance.variances[covariance.words_by_variance]
    for splitting in splittings(rng, BoundProblem(covariance, 1, n_chosen, 3)):
        prices, _ = outside_of(covariance, 3).settle(splitting, n_chosen)
        assert prices.shape == (5,)
        assert (prices >= variances[3:] / VARIANCE_SHARE).all()
        if n_chosen <= 3:
            assert (prices >= np.sort(splitting.prices)[-n_chosen]).all()


def test_one_word_inside_and_one_outside_by_hand():
    # A is [[4, 2], [2, 2]] and q^2 is 0.36: the price outside is 2 / 0.9, so of what
    # is shared 0.6 sqrt(2 / 0.9) is taken.
    covariance = Covariance(
        np.array([[np.sqrt(8), np.sqrt(2)], [0, np.sqrt(2)]]), False
    )
    splitting = thresholded(np.array([[4.0]]), np.array([0.6]))
    prices, correction = outside_of(covariance, 1).settle(splitting, 2)
    left = 2 - 0.6 * np.sqrt(2 / 0.9)
    assert prices == pytest.approx([2 / 0.9])
    assert correction == pytest.approx(np.array([[left**2 / (2 / 0.9 - 2)]]))
