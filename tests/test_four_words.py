"""The example of four words: its numbers are those of the bound and of enumeration."""

import numpy as np
import pytest

from spca_core import four_words
from tests.oracles import best_variance

PRICES = four_words.limit_by_price(0.0)["price"].tolist()


def test_its_matrix_can_be_that_of_a_corpus():
    matrix = four_words.together().to_numpy()
    assert (matrix == matrix.T).all()
    assert np.linalg.eigvalsh(matrix)[0] > 0


@pytest.mark.parametrize("price", PRICES)
def test_what_is_paid_and_what_is_left_add_up_and_nobody_pays_more_than_the_price(
    price: float,
):
    paid, left = four_words.paid(price), four_words.left(price)
    np.testing.assert_allclose(paid + left, four_words.together())
    assert (abs(paid) <= price + 1e-9).all(axis=None)  # rounded to nine digits
    assert (np.diag(paid) == pytest.approx(price)) or price == 0


@pytest.mark.parametrize("price", PRICES)
def test_the_limit_is_the_sum_of_its_terms_and_above_the_best_choice(price: float):
    *terms, limit = four_words.account(price)["value"]
    assert limit == pytest.approx(sum(terms))
    assert limit >= four_words.every_choice()["total"].max() - 1e-9  # rounding


def test_without_a_price_the_limit_is_that_of_the_eigenvalues():
    greatest = np.linalg.eigvalsh(four_words.MATRIX)[-2:].sum()
    assert four_words.account(0.0)["value"].iloc[-1] == pytest.approx(greatest)


def test_with_the_highest_price_the_limit_is_the_sum_of_the_variances():
    limit = four_words.account(four_words.HIGHEST_PRICE)["value"].iloc[-1]
    assert limit == pytest.approx(np.trace(four_words.MATRIX))


def test_the_best_choice_is_the_optimum_and_a_price_of_three_proves_it():
    choices = four_words.every_choice()
    assert len(choices) == 3
    assert choices["total"].is_monotonic_decreasing
    optimum = best_variance(four_words.MATRIX, 2, 2)
    assert choices["total"].iloc[0] == pytest.approx(optimum) == pytest.approx(20)
    assert four_words.account(3.0)["value"].tolist() == pytest.approx([12, 4, 4, 20])


def test_the_chosen_price_is_marked_once():
    table = four_words.limit_by_price(2.5)
    assert table.loc[table["chosen"], "price"].tolist() == [2.5]
    assert (table["best"] == 20).all()
    assert set(four_words.LABELS) >= set(four_words.every_choice())
