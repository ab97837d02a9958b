"""SpanSPCA: near the optimum on the sketch; the paper's figures.

Where A is of the rank of the sketch, that is A itself.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.methods.span import span
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate
from tests.fuzz import in_one_test, slowly
from tests.oracles import best_variance, corpus_of, random_corpus, second_moments
from tests.oracles import solve_counts as solve


def with_factor(factor: np.ndarray) -> Corpus:
    """Data whose A is V V^T."""
    return corpus_of(np.sqrt(factor.shape[1]) * factor.T)


@in_one_test("sparsity", [1, 2, 3, 5, 9])
def test_of_data_of_rank_two_many_directions_find_the_best_support(sparsity: int):
    for seed in range(3):
        factor = np.random.default_rng(seed).standard_normal((9, 2))
        solution = solve(with_factor(factor), 1, sparsity, method="span", rank=2)
        best = best_variance(factor @ factor.T, 1, sparsity)
        # Eigenvalues of at most 9 x 9, rounded at the scale of A.
        assert solution.captured_variance == pytest.approx(best, rel=1e-10, abs=1e-12)


def sketch_of_words(matrix: np.ndarray, words: list[int], rank: int) -> np.ndarray:
    """V V^T of the words alone: the best of its rank."""
    values, vectors = np.linalg.eigh(matrix[np.ix_(words, words)])
    return vectors[:, -rank:] * values[-rank:] @ vectors[:, -rank:].T


def yielded(corpus: Corpus, settings: Settings) -> list[Candidate]:
    covariance = Covariance.of(corpus, centred=settings.centred)
    with ThreadPoolExecutor(2) as executor:
        return list(span(covariance, settings, executor))


@in_one_test("rank", [1, 2])
@pytest.mark.parametrize("centred", [slowly(False), True])
@in_one_test("seed", range(2))
def test_each_component_is_the_best_on_the_sketch_of_the_words_left(
    seed: int, centred: bool, rank: int
):
    corpus = random_corpus(seed, 40, 11)
    matrix = second_moments(corpus, centred=centred)
    settings = Settings(n_components=3, sparsity=3, rank=rank, centred=centred)
    free = list(range(11))
    found = yielded(corpus, settings)
    for candidate in found:
        sketch = sketch_of_words(matrix, free, rank)
        support = [free.index(word) for word in candidate.supports[-1]]
        captured = np.linalg.eigvalsh(sketch[np.ix_(support, support)])[-1]
        # The sketch is by Lanczos, to some 1e-14 of A, in the method.
        assert captured == pytest.approx(best_variance(sketch, 1, 3), rel=1e-10)
        free = [word for word in free if word not in candidate.supports]
    assert len(free) == 2


@pytest.mark.slow
def test_on_kos_it_captures_about_what_the_paper_reports(kos: Corpus):
    # The paper has 42.1 from directions that are not known; most seeds end within this.
    solution = solve(kos, 8, 15, method="span", rank=5)
    assert 41.8 <= solution.captured_variance <= 42.9


@pytest.mark.slow
def test_on_mfeat_it_captures_what_the_paper_reports(mfeat: Corpus):
    # The paper has 508; four seeds of ours end at 507.95 to 509.85.
    solution = solve(mfeat, 5, 40, method="span", rank=4)
    assert 507 <= solution.captured_variance <= 510


@pytest.mark.slow
def test_on_arcene_it_captures_what_the_paper_reports(arcene: Corpus):
    # The paper has 1.08e7.
    solution = solve(arcene, 5, 40, method="span", rank=4)
    assert 1.080e7 <= solution.captured_variance <= 1.082e7
