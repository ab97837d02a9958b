"""Three figures for variance: the sum, a QR of the scores, a regression on them."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.comparison.adjusted import adjusted_variance
from tests.made_runs import picked
from tests.oracles import random_corpus, second_moments
from tests.oracles import solve_counts as solve

each_centring = pytest.mark.parametrize("centred", [False, True])


def found(corpus: Corpus, n_components: int, sparsity: int, centred: bool) -> Solution:
    return solve(corpus, n_components, sparsity, centred=centred, effort="quick")


def scores_of(corpus: Corpus, solution: Solution) -> np.ndarray:
    """S X, (n_documents, n_components), dense and by its definition."""
    rows = corpus.observations.toarray()
    rows = rows - rows.mean(axis=0) * solution.settings.centred
    pairs = zip(solution.supports, solution.loadings, strict=True)
    return np.column_stack([rows[:, words] @ loading for words, loading in pairs])


def table_of(corpus: Corpus, solution: Solution):
    centred = solution.settings.centred
    return adjusted_variance(Covariance.of(corpus, centred=centred), solution)


@each_centring
@pytest.mark.parametrize("shape", [(1, 5), (4, 3), (5, 4)], ids=str)
def test_it_is_the_qr_of_the_scores_in_any_order(shape: tuple[int, int], centred: bool):
    corpus = random_corpus(0, 60, 20)
    solution = found(corpus, *shape, centred)
    solution = picked(solution, np.arange(shape[0])[::-1])
    triangle = np.linalg.qr(scores_of(corpus, solution), mode="r")
    table = table_of(corpus, solution)
    expected = np.cumsum(np.diag(triangle) ** 2) / 60
    np.testing.assert_allclose(table["adjusted_variance"], expected)
    np.testing.assert_allclose(table["captured_variance"], solution.variances.cumsum())
    total = second_moments(corpus, centred=centred).trace()
    np.testing.assert_allclose(table["adjusted_share"], expected / total)
    np.testing.assert_allclose(
        table["captured_share"], solution.variances.cumsum() / total
    )


@each_centring
def test_a_regression_on_the_scores_explains_the_same_in_any_order(centred: bool):
    corpus = random_corpus(1, 60, 20)
    solution = found(corpus, 5, 4, centred)
    rows = corpus.observations.toarray()
    rows = rows - rows.mean(axis=0) * centred
    scores = scores_of(corpus, solution)
    fitted = scores @ np.linalg.lstsq(scores, rows)[0]
    explained = (fitted**2).sum() / 60
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        last = table_of(corpus, picked(solution, order)).iloc[-1]
        assert last["explained_variance"] == pytest.approx(explained)
        assert last["explained_variance"] >= last["captured_variance"]
