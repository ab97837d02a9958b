"""The transportation problem: prices that prove the matching is the best."""

import numpy as np
import pytest

from spca_core.steps.matching import match, no_prices
from spca_core.steps.transport import TIE_TOLERANCE, claim
from tests.oracles import total


def matched(seed: int, *, whole: bool):
    """A problem with words to spare: its weights, supports and final prices."""
    rng = np.random.default_rng(seed)
    shape = (5, 60)
    weights = rng.integers(0, 9, shape).astype(float) if whole else rng.random(shape)
    weights = np.vstack([weights, np.zeros(60)])
    prices = no_prices(5)
    supports = match(weights, 6, prices)
    return weights, supports, prices


# A path adds up at most k gains, each a tie within this much.
SLACK = 5 * TIE_TOLERANCE * 9


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_under_the_final_prices_every_owner_is_a_best_claimant(seed: int, whole: bool):
    weights, supports, prices = matched(seed, whole=whole)
    gains = weights - np.append(prices, 0.0)[:, None]
    owner = np.full(60, 5)
    for component, support in enumerate(supports):
        owner[support] = component
    assert (prices >= 0).all()
    assert (gains[owner, np.arange(60)] >= gains.max(axis=0) - SLACK).all()


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_the_final_prices_are_a_proof_of_the_optimum(seed: int, whole: bool):
    # Weak duality: no matching is above s * (sum of prices) + (what claimants gain).
    weights, supports, prices = matched(seed, whole=whole)
    gains = weights - np.append(prices, 0.0)[:, None]
    bound = 6 * prices.sum() + gains.max(axis=0).sum()
    assert total(weights[:-1], supports) == pytest.approx(bound, rel=0, abs=60 * SLACK)


@pytest.mark.parametrize("seed", range(20))
def test_a_claim_under_the_final_prices_is_short_of_nothing_but_ties(seed: int):
    weights, supports, prices = matched(seed, whole=False)
    ownership = claim(weights, 60, prices)
    gains = weights - np.append(prices, 0.0)[:, None]
    best_two = np.sort(gains, axis=0)[-2:]
    undisputed = best_two[1] - best_two[0] > SLACK
    owner = np.full(60, 5)
    for component, support in enumerate(supports):
        owner[support] = component
    np.testing.assert_array_equal(ownership.owner[undisputed], owner[undisputed])
    # Ties are where a path of exchanges ran: fewer than there are components.
    assert (~undisputed).sum() <= 5


@pytest.mark.parametrize("price", [-1.0, 0.0, 0.5, 2.0])
def test_a_claim_keeps_its_books(price: float):
    weights = np.vstack([np.random.default_rng(1).random((3, 40)), np.zeros(40)])
    ownership = claim(weights, 40, np.full(3, price))
    for component in range(3):
        members = ownership.members[component, : ownership.sizes[component]]
        assert (ownership.owner[members] == component).all()
        np.testing.assert_array_equal(ownership.place[members], np.arange(len(members)))
    n_claimed = 40 if price <= 0 else (weights.max(axis=0) > price).sum()
    assert ownership.sizes.sum() == n_claimed
