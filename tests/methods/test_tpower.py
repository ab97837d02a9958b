"""TPower: one component at a time, and the figures of the paper."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from tests.oracles import corpus_of, random_corpus, second_moments
from tests.oracles import solve_counts as solve


def truncated_power(matrix: np.ndarray, sparsity: int) -> np.ndarray:
    """Yuan and Zhang's iteration on a whole dense matrix, to 50 steps."""
    x = np.eye(len(matrix))[matrix.diagonal().argmax()]
    for _ in range(50):
        product = matrix @ x
        kept = np.argsort(-abs(product), kind="stable")[:sparsity]
        x = np.zeros(len(matrix))
        x[kept] = product[kept] / np.linalg.norm(product[kept])
    return np.sort(kept)


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_its_first_component_is_that_of_the_plain_iteration(seed: int, centred: bool):
    corpus = random_corpus(seed, 80, 40)
    solution = solve(corpus, 1, 5, method="tpower", centred=centred)
    expected = truncated_power(second_moments(corpus, centred=centred), 5)
    np.testing.assert_array_equal(np.sort(solution.supports[0]), expected)


def hidden() -> Corpus:
    """A loud word with faint followers, and a document apart that captures more."""
    counts = np.zeros((4, 6))
    counts[0, :3], counts[1, 3:] = [5, 1, 1], [4, 4, 4]
    return corpus_of(counts)


def test_it_starts_from_the_word_of_greatest_variance():
    solution = solve(hidden(), 1, 3, method="tpower")
    # From word 0 the other document cannot be reached, though it captures more.
    assert set(solution.supports[0].tolist()) == {0, 1, 2}


def test_an_extra_start_finds_what_the_word_of_greatest_variance_hides():
    solution = solve(hidden(), 1, 3, method="tpower", extra_starts=5)
    assert set(solution.supports[0].tolist()) == {3, 4, 5}


def test_without_extra_starts_nothing_is_left_to_the_seed():
    corpus = random_corpus(1, 80, 60)
    one, other = (solve(corpus, 4, 5, method="tpower", seed=i) for i in range(2))
    np.testing.assert_array_equal(one.supports, other.supports)


def test_on_kos_it_captures_what_the_paper_reports(kos: Corpus):
    solution = solve(kos, 8, 15, method="tpower")
    # Known to three places, as the issue has it; the paper prints 41.4.
    assert solution.captured_variance == pytest.approx(41.444, abs=0.001)


def test_on_mfeat_it_captures_what_the_paper_reports(mfeat: Corpus):
    solution = solve(mfeat, 5, 40, method="tpower")
    # The authors' own code gives 500.08; the paper prints 500.
    assert solution.captured_variance == pytest.approx(500.08, abs=0.01)


def test_on_arcene_it_captures_what_the_paper_reports(arcene: Corpus):
    solution = solve(arcene, 5, 40, method="tpower")
    # The authors' own code gives 1.0829e7 to these digits; the paper prints 1.08e7.
    assert solution.captured_variance == pytest.approx(1.0829e7, abs=500)
