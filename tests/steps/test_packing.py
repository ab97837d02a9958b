"""The packing: as good as trying every choice of columns, as its prices prove."""

from itertools import combinations

import numpy as np
import pytest

from spca_core.steps.columns import Columns, pool_of
from spca_core.steps.packing import packed, priced, repacked
from tests.fuzz import in_one_test
from tests.oracles import best_variance, random_corpus, second_moments, values_of


def random_columns(seed: int, n_words: int, n_columns: int) -> Columns:
    rng = np.random.default_rng(seed)
    supports = [np.sort(rng.permutation(n_words)[:3]) for _ in range(n_columns)]
    supports = np.unique(supports, axis=0)
    return Columns(supports, rng.random(len(supports)))


def best_choice(columns: Columns, n_components: int) -> float:
    """Try every choice of at most so many columns."""
    return max(
        sum(columns.values[list(chosen)])
        for size in range(1, n_components + 1)
        for chosen in combinations(range(len(columns.values)), size)
        if len(np.unique(columns.supports[list(chosen)])) == 3 * size
    )


@in_one_test("seed", range(30))
def test_columns_share_no_word_and_are_the_best_where_the_program_takes_them_whole(
    seed: int,
):
    columns = random_columns(seed, 10, 18)
    prices = priced(columns, 10, 3)
    chosen = packed(columns, prices, 10, 3)
    assert len(np.unique(chosen)) == chosen.size
    worth = {tuple(row): value for row, value in zip(*columns, strict=True)}
    total, best = sum(worth[tuple(row)] for row in chosen), best_choice(columns, 3)
    assert 0.75 * best <= total <= best * (1 + 1e-9)
    assert best <= prices.optimum * (1 + 1e-9)
    if np.allclose(prices.shares, prices.shares.round()):
        assert total == pytest.approx(best)


@in_one_test("seed", range(10))
def test_no_column_is_worth_more_than_its_prices_and_they_add_up_to_the_optimum(
    seed: int,
):
    columns = random_columns(seed, 12, 40)
    prices = priced(columns, 12, 3)
    assert (prices.words >= 0).all()
    assert (prices.reduced(columns) <= prices.slot_price + 1e-9).all()
    assert prices.words.sum() + 3 * prices.slot_price == pytest.approx(prices.optimum)


@in_one_test("seed", range(10))
def test_of_prices_as_good_the_nearest_to_others_are_found(seed: int):
    rng = np.random.default_rng(seed)
    # Of supports that share no word, each may divide its value in any way.
    wished = rng.random((3, 3))
    columns = Columns(rng.permutation(12)[:9].reshape(3, 3), wished.sum(axis=1))
    near = np.zeros(12)
    near[columns.supports] = wished
    prices = priced(columns, 12, 3, near)
    assert prices.optimum == pytest.approx(wished.sum())
    np.testing.assert_allclose(prices.words, near, atol=1e-9)


@in_one_test("seed", range(10))
def test_packed_topics_share_no_word_and_are_worth_nearly_the_optimum(seed: int):
    gram = second_moments(random_corpus(seed, 40, 10), centred=True)
    columns, _ = pool_of(gram, 2, 3)
    best = best_variance(gram, 2, 3)
    for _ in range(3):
        columns, _, supports = repacked(gram, columns, 2)
        assert supports.shape == (2, 3)
        assert len(np.unique(supports)) == 6
        captured = values_of(gram, supports).sum()
        assert 0.75 * best <= captured <= best * (1 + 1e-9)


def test_topics_that_no_column_is_left_for_are_grown_from_the_other_words():
    one = Columns(np.array([[0, 1, 2]]), np.array([5.0]))
    *_, supports = repacked(np.eye(9), one, 3)
    assert supports.shape == (3, 3)
    assert len(np.unique(supports)) == 9


@in_one_test("seed", range(10))
def test_no_choice_with_a_topic_is_worth_more_than_the_program_says(seed: int):
    gram = second_moments(random_corpus(seed, 40, 10), centred=True)
    pool, _ = pool_of(gram, 2, 3)
    few, *others = (pool.where([place]) for place in range(len(pool.values)))
    for column in others:
        most = priced(few, 10, 2).most_with(column).item()
        shares_no_word = ~np.isin(few.supports, column.supports).any(axis=1)
        beside = few.values[shares_no_word].max(initial=0.0)
        assert column.values.item() + beside <= most * (1 + 1e-9)
        few = few.with_others(column)
