"""Varimax as a method: disjoint, below the joint search, and right where it is easy."""

import numpy as np
import pytest

from tests.oracles import planted_corpus, random_corpus, word_sets
from tests.oracles import solve_counts as solve


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_no_better_than_the_joint_search_that_begins_there(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 80, 50)
    ours = solve(corpus, 4, 5, centred=centred)
    solution = solve(corpus, 4, 5, centred=centred, method="varimax")
    assert len(np.unique(solution.supports)) == 20
    assert solution.captured_variance <= ours.captured_variance * (1 + 1e-9)
    assert solution.captured_variance >= ours.captured_variance * 0.7


def test_it_finds_planted_themes():
    corpus = planted_corpus(0, 4, 5)
    found = word_sets(corpus, solve(corpus, 4, 5, method="varimax").supports)
    assert found == word_sets(corpus, np.arange(20).reshape(4, 5))


@pytest.mark.parametrize("shape", [(1, 12), (12, 1), (3, 4), (6, 2)], ids=str)
def test_it_takes_any_size_up_to_all_words(shape: tuple[int, int]):
    corpus = random_corpus(1, 30, 12)
    solution = solve(corpus, *shape, method="varimax")
    assert solution.supports.shape == shape
    assert len(np.unique(solution.supports)) == 12
