"""Columns: what grows never loses worth, and the greedy is the obvious one."""

from itertools import combinations

import numpy as np

from spca_core.steps.columns import greedy, grown, pool_of, varied
from tests.fuzz import in_one_test
from tests.oracles import (
    greedy_over_stars,
    random_corpus,
    second_moments,
    values_of,
)


def moments(seed: int, n_words: int, *, centred: bool = True) -> np.ndarray:
    return second_moments(random_corpus(seed, 60, n_words), centred=centred)


@in_one_test("sparsity", [1, 2, 5])
@in_one_test("seed", range(5))
def test_columns_are_different_supports_and_worth_their_greatest_eigenvalues(
    seed: int, sparsity: int
):
    gram = moments(seed, 40)
    columns, _ = pool_of(gram, 3, sparsity)
    assert len(np.unique(columns.supports, axis=0)) == len(columns.supports)
    assert (np.diff(np.sort(columns.supports, axis=1), axis=1) > 0).all()
    np.testing.assert_allclose(
        columns.values, values_of(gram, columns.supports), rtol=1e-5
    )


@in_one_test("seed", range(10))
def test_a_support_that_has_grown_rests_under_its_prices(seed: int):
    """No exchange of one word raises what it is worth less its prices."""
    gram = moments(seed, 25)
    prices = np.random.default_rng(seed).random(25) * gram.diagonal().max()
    columns = grown(gram, prices, 3)
    reduced = columns.values - prices[columns.supports].sum(axis=1)
    best = columns.supports[reduced.argmax()]
    for place in range(3):
        for word in np.setdiff1d(np.arange(25), best):
            other = np.append(np.delete(best, place), word)[None]
            gain = values_of(gram, other)[0] - prices[other].sum()
            assert gain <= reduced.max() * (1 + 1e-6) + 1e-9


@in_one_test("sparsity", [2, 4])
@in_one_test("seed", range(10))
def test_columns_that_are_varied_are_worth_the_best_exchange_of_a_word(
    seed: int, sparsity: int
):
    """A new word and the leading eigenvector of the others limit it from below."""
    rng = np.random.default_rng(seed)
    gram = moments(seed, 25)
    prices = rng.random(25) * gram.diagonal().max()
    supports = np.array([rng.permutation(25)[:sparsity] for _ in range(3)])
    columns = varied(gram, supports, prices)
    np.testing.assert_allclose(
        columns.values, values_of(gram, columns.supports), rtol=1e-5
    )
    best = (columns.values - prices[columns.supports].sum(axis=1)).max()
    for support in supports:
        for others in combinations(support, sparsity - 1):
            held = list(others)
            values, vectors = np.linalg.eigh(gram[np.ix_(held, held)])
            for word in np.setdiff1d(np.arange(25), support):
                shared = vectors[:, -1] @ gram[held, word]
                pair = [[values[-1], shared], [shared, gram[word, word]]]
                worth = np.linalg.eigvalsh(pair)[-1] - prices[[*held, word]].sum()
                assert best >= worth - 1e-6 * abs(worth)


@in_one_test("centred", [False, True])
@in_one_test("seed", range(10))
def test_the_greedy_over_stars_is_the_obvious_one(seed: int, centred: bool):
    gram = moments(seed, 40, centred=centred)
    obvious = greedy_over_stars(gram, 4, 5)
    rounds = greedy(gram, 4, 5)
    found = [columns.values[0] for columns in rounds]
    np.testing.assert_allclose(found, values_of(gram, np.array(obvious)), rtol=1e-6)


def test_the_best_of_each_round_share_no_word_and_what_is_taken_is_in_no_column():
    rounds = greedy(moments(0, 20), 4, 5)
    best = np.array([columns.supports[0] for columns in rounds])
    assert len(np.unique(best)) == 20
    taken = np.arange(0, 40, 2)
    for columns in greedy(moments(1, 40), 3, 5, taken=taken):
        assert not np.isin(columns.supports, taken).any()
