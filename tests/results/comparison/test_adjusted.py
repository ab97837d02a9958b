"""Three figures for variance: the sum, a QR of the scores, a regression on them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.comparison.adjusted import adjusted_variance, of_all_runs
from spca_core.results.comparison.runs import run_names
from tests.made_runs import picked
from tests.oracles import corpus_of, random_corpus, second_moments
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


def test_topics_that_share_no_document_capture_the_same_by_both_and_zeros_nothing():
    nearly_silent = corpus_of(np.eye(5, 6) * (np.arange(6) == 0))
    table = table_of(nearly_silent, found(nearly_silent, 2, 3, False))
    first, second = table.drop(columns="component").to_numpy()
    np.testing.assert_array_equal(first, second)
    blocks = np.kron(np.eye(3), np.outer([1, 2, 4], [3, 1]))
    corpus = corpus_of(blocks)
    table = table_of(corpus, found(corpus, 3, 2, False))
    np.testing.assert_allclose(table["adjusted_variance"], table["captured_variance"])


def test_a_topic_that_repeats_another_adds_nothing():
    # The same three columns twice: disjoint supports, and one score.
    columns = random_corpus(0, 30, 3).observations.toarray()
    corpus = corpus_of(np.hstack([columns, columns]))
    solution = replace(
        found(corpus, 2, 3, False),
        supports=np.array([[0, 1, 2], [3, 4, 5]]),
        loadings=np.full((2, 3), 3**-0.5),
    )
    first, second = table_of(corpus, solution).itertuples()
    assert second.captured_variance == pytest.approx(2 * first.captured_variance)
    assert second.adjusted_variance == pytest.approx(first.adjusted_variance)


def test_of_all_runs_each_has_a_row_with_what_its_last_topic_makes_of_it():
    corpus = random_corpus(0, 60, 20)
    runs = [found(corpus, n_components, 3, False) for n_components in (3, 4)]
    runs[1] = replace(runs[1], settings=replace(runs[1].settings, seed=9))
    table = of_all_runs(Covariance.of(corpus, centred=False), runs)
    assert table["run"].tolist() == run_names(runs)
    for (_, row), run in zip(table.iterrows(), runs, strict=True):
        last = table_of(corpus, run).iloc[-1].drop("component")
        pd.testing.assert_series_equal(
            row.drop("run"), last, check_names=False, check_dtype=False
        )
