"""The example of four words: its numbers are those of the bound and of enumeration."""

from itertools import product

import numpy as np
import pytest

from spca_core.lessons import four_words
from tests.fuzz import in_one_test
from tests.oracles import best_variance

OPTIMUM = best_variance(four_words.MATRIX, four_words.N_TOPICS, four_words.SPARSITY)
ROUNDING = 1e-9
# All combinations of a few prices, the lowest and the highest among them.
GRID = list(product((0.0, 1.0, 2.5, 4.0, four_words.MAX_PRICE), repeat=4))
SOME = GRID[::60]


def test_whatever_the_prices_no_choice_of_topics_is_above_the_limit():
    lowest = min(four_words.proven_limit(prices) for prices in GRID)
    assert lowest >= OPTIMUM - ROUNDING


def test_equal_prices_do_not_prove_it():
    table = four_words.fixed_limits()
    same = table.loc[table["prices"] == four_words.SAME, "limit"].iloc[0]
    every = [four_words.proven_limit((price,) * 4) for price in np.arange(0, 6.1, 0.5)]
    assert same == pytest.approx(min(every))
    assert same > OPTIMUM + 1


def test_the_certificate_of_the_core_is_no_higher_than_the_best_prices_and_valid():
    certified = four_words.certified()
    lowest = min(map(four_words.proven_limit, [*GRID, four_words.BEST_PRICES]))
    assert OPTIMUM - ROUNDING <= certified <= lowest * (1 + 1e-6)


@in_one_test("prices", SOME)
def test_the_limit_is_the_sum_of_its_terms(prices):
    words, greatest, second, limit, certified, best = four_words.terms_of_limit(prices)[
        "value"
    ]
    assert limit == pytest.approx(words + greatest + second)
    assert limit == pytest.approx(four_words.proven_limit(prices))
    assert (certified, best) == (four_words.certified(), four_words.best_total())


def test_the_figures_of_the_answer_are_right():
    best = four_words.terms_of_limit(four_words.BEST_PRICES)["value"]
    assert best.head(4).tolist() == pytest.approx([10, 7, 3, 20])
    assert four_words.proven_limit((2.0,) * 4) == pytest.approx(22)
    assert four_words.proven_limit((1.0,) * 4) == pytest.approx(21.05, abs=0.005)
    assert OPTIMUM == pytest.approx(four_words.best_total()) == pytest.approx(20)
    choices = four_words.every_pair_of_topics()
    assert len(choices) == 3
    assert choices["total"].iloc[0] == choices["total"].max() == pytest.approx(OPTIMUM)
    greatest = np.linalg.eigvalsh(four_words.MATRIX)[-2:].sum()
    assert four_words.proven_limit((0.0,) * 4) == pytest.approx(greatest)
