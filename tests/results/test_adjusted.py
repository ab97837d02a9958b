"""Three figures for variance: the sum, a QR of the scores, a regression on them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.adjusted import (
    adjusted_variance,
    of_all_runs,
    text_of_adjusted,
)
from spca_core.results.runs import run_names
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
@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_qr_of_the_scores(seed: int, shape: tuple[int, int], centred: bool):
    corpus = random_corpus(seed, 60, 20)
    solution = found(corpus, *shape, centred)
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


@pytest.mark.parametrize("seed", range(3))
def test_of_two_only_the_second_loses_what_it_shares_with_the_first(seed: int):
    corpus = random_corpus(seed, 60, 20)
    solution = found(corpus, 2, 4, False)
    for order in ([0, 1], [1, 0]):
        ordered = picked(solution, order)
        first, second = scores_of(corpus, ordered).T
        shared = (first @ second) ** 2 / (first @ first)
        total = table_of(corpus, ordered)["adjusted_variance"].iloc[-1]
        assert total == pytest.approx((first @ first + second @ second - shared) / 60)


@each_centring
@pytest.mark.parametrize("seed", range(5))
def test_a_regression_on_the_scores_explains_the_same_in_any_order(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 60, 20)
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


def test_topics_that_share_no_document_capture_the_same_by_both():
    blocks = np.kron(np.eye(3), np.outer([1, 2, 4], [3, 1]))
    corpus = corpus_of(blocks)
    table = table_of(corpus, found(corpus, 3, 2, False))
    np.testing.assert_allclose(table["adjusted_variance"], table["captured_variance"])
    assert text_of_adjusted("Joint", table).startswith(
        "Joint: the topics capture 100.0 % of the total variance by the paper's sum "
        "and adjusted: their scores are uncorrelated"
    )


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
    text = text_of_adjusted("TPower", table_of(corpus, solution))
    assert text.startswith("TPower: ")
    assert "their scores are correlated" in text


@each_centring
def test_data_that_never_vary_have_shares_of_nothing(centred: bool):
    corpus = corpus_of(np.zeros((5, 6)))
    table = table_of(corpus, found(corpus, 2, 3, centred))
    assert (table.drop(columns="component") == 0).all().all()


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
