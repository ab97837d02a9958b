"""The words outside the working set: what is said of them holds for A as a whole."""

from collections.abc import Callable

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.proof import bound as outside_module
from spca_core.proof.bound import VARIANCE_SHARE, Outside, Problem
from spca_core.proof.greatest import largest_sum
from spca_core.proof.splitting import Splitting, remainder, thresholded
from tests.methods.test_exact import counts, gaussian
from tests.oracles import best_variance, random_corpus
from tests.proof.test_bound import (
    DATA,
    by_definition,
    of_many_sizes,
    shortfall,
    splittings,
    with_silent_words,
)
from tests.proof.test_splitting import most_that_can_be_taken

each_draw = pytest.mark.parametrize(
    "draw", [*DATA, with_silent_words, of_many_sizes], ids=lambda draw: draw.__name__
)
# Of A between 3 words inside and those outside: of none, of two and of all of them.
each_room = pytest.mark.parametrize("room", [0, 6, 10**7])


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


@each_room
@each_draw
def test_the_eigenvalues_inside_stand_for_those_of_all_words(
    draw: Callable, room: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outside_module, "MAX_KEPT", room)
    rng = np.random.default_rng(room)
    covariance = Covariance(draw(rng).astype(float), False)
    matrix = covariance.block(covariance.words_by_variance)
    size = np.trace(matrix)
    problem = Problem(covariance, 2, 2, 3)
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


@each_room
@each_draw
def test_the_bound_holds_however_little_of_what_is_shared_can_be_kept(
    draw: Callable, room: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outside_module, "MAX_KEPT", room)
    for shape in [(1, 3), (2, 2), (3, 2)]:
        rng = np.random.default_rng(shape)
        observations = draw(rng).astype(float)
        optimum = best_variance(by_definition(observations, True), *shape)
        for n_inside in (1, 3, 5):
            problem = Problem(Covariance(observations, True), *shape, n_inside)
            for splitting in splittings(rng, problem):
                assert shortfall(problem, splitting, optimum) <= 0


@each_draw
def test_words_read_two_at_a_time_give_the_same_bound(
    draw: Callable, monkeypatch: pytest.MonkeyPatch
):
    rng = np.random.default_rng(5)
    covariance = Covariance(draw(rng).astype(float), False)
    at_once = Problem(covariance, 2, 2, 3)
    drawn = list(splittings(rng, at_once))
    # One problem for each: what was read for a splitting is kept for the next.
    expected = [Problem(covariance, 2, 2, 3).bound(splitting) for splitting in drawn]
    kept = [at_once.bound(splitting) for splitting in drawn]
    monkeypatch.setattr(outside_module, "OUTSIDE_AT_ONCE", 2)
    in_pairs = Problem(covariance, 2, 2, 3)
    # Products of the same numbers in matrices of other shapes: rounded by some 1e-16.
    assert kept == pytest.approx(expected, rel=1e-12, abs=0)
    assert [in_pairs.bound(splitting) for splitting in drawn] == pytest.approx(
        expected, rel=1e-12, abs=0
    )


def test_the_bound_is_wrong_without_what_the_words_outside_add(
    monkeypatch: pytest.MonkeyPatch,
):
    rng = np.random.default_rng(6)
    observations = gaussian(rng)
    problem = Problem(Covariance(observations, False), 2, 2, 1)
    optimum = best_variance(by_definition(observations, False), 2, 2)
    splitting = thresholded(problem.matrix, 0.5 * np.sqrt(np.diag(problem.matrix)))
    assert shortfall(problem, splitting, optimum) <= 0
    nothing = np.zeros(7), np.zeros((1, 1))
    monkeypatch.setattr(Outside, "settle", lambda *_: nothing)
    assert shortfall(problem, splitting, optimum) > 0.1 * optimum


@pytest.mark.parametrize("n_chosen", [1, 3, 4])
@pytest.mark.parametrize("draw", [counts, gaussian, of_many_sizes])
def test_prices_outside_are_above_the_variances_and_below_no_price_that_is_paid(
    draw: Callable, n_chosen: int
):
    rng = np.random.default_rng(7)
    covariance = Covariance(draw(rng).astype(float), False)
    variances = covariance.variances[covariance.words_by_variance]
    for splitting in splittings(rng, Problem(covariance, 1, n_chosen, 3)):
        prices, _ = outside_of(covariance, 3).settle(splitting, n_chosen)
        assert prices.shape == (5,)
        assert (prices >= variances[3:] / VARIANCE_SHARE).all()
        if n_chosen <= 3:
            assert (prices >= np.sort(splitting.prices)[-n_chosen]).all()


def test_words_too_quiet_to_matter_are_never_read(monkeypatch: pytest.MonkeyPatch):
    corpus = random_corpus(1, 50, 40)
    covariance = Covariance.of(corpus, centred=False)
    outside = outside_of(covariance, 10)
    roots = np.sqrt(covariance.variances[covariance.words_by_variance[:10]])
    splitting = thresholded(np.zeros((10, 10)), roots)
    monkeypatch.setattr(Covariance, "cross_block", lambda *_: pytest.fail("read"))
    prices, correction = outside.settle(splitting, 10)
    assert prices.shape == (30,)
    assert not correction.any()


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


def test_the_correction_is_what_the_words_outside_add_by_their_margins():
    rng = np.random.default_rng(8)
    covariance = Covariance(gaussian(rng), False)
    matrix = covariance.block(covariance.words_by_variance)
    for splitting in splittings(rng, Problem(covariance, 2, 2, 3)):
        prices, correction = outside_of(covariance, 3).settle(splitting, 4)
        whole = on_all_words(matrix, splitting, prices)
        left = remainder(matrix, whole, 2)
        # Outside, T is at most its diagonal: eliminate it.
        apart = left[:3, 3:] / (prices - np.diag(matrix)[3:])
        # In single precision, of numbers of order ten.
        np.testing.assert_allclose(correction, apart @ left[3:, :3], atol=1e-5)
