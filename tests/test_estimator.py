"""DisjointSparsePCA: a scikit-learn transformer that keeps its conventions."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import product
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import spca_core
from spca_core import DisjointSparsePCA, InputError
from spca_core.corpus.weighting import weighted
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from tests.fuzz import in_one_test
from tests.oracles import best_variance, counts_of, planted_corpus

ROOT = Path(__file__).parents[1]
COUNTS = counts_of(planted_corpus(0, 3, 4))
X, LABELS = load_digits(return_X_y=True)
CHECKS = """
from sklearn.utils.estimator_checks import check_estimator
from spca_core import DisjointSparsePCA
for estimator in (
    DisjointSparsePCA(2, 1, method="tpower"),
    DisjointSparsePCA(1, 2, centred=False, certify=True),
):
    for check in check_estimator(estimator, on_fail=None):
        if check["status"] != "passed":
            print(estimator, check["check_name"], check["exception"])
"""


@pytest.mark.slow
def test_it_passes_every_check_of_scikit_learn_and_none_is_skipped():
    """In a process of its own: the array API is only checked if it is switched on.

    The data of the checks have as few as two features, so k * s is at most 2.
    """
    done = subprocess.run(
        [sys.executable, "-c", CHECKS],
        cwd=ROOT,
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_it_finds_the_optimum_that_trying_all_supports_finds():
    few = X[:, [10, 11, 18, 19, 20, 26, 27, 28]]
    pca = DisjointSparsePCA(2, 3, certify=True).fit(few)
    best = best_variance(np.cov(few.T, bias=True), 2, 3)
    assert pca.explained_variance_.sum() == pytest.approx(best)
    assert pca.upper_bound_ >= best * (1 - 1e-9)
    assert pca.gap_ == pytest.approx(1 - best / pca.upper_bound_, abs=1e-6)


def test_components_and_variances_are_those_of_solve_and_of_the_scores():
    pca = DisjointSparsePCA(5, 4, random_state=3).fit(X)
    found = spca_core.solve(X, 5, 4, seed=3)
    np.testing.assert_array_equal(pca.supports_, found.supports)
    np.testing.assert_allclose(pca.explained_variance_, found.variances)
    assert (np.diff(pca.explained_variance_) <= 0).all()
    np.testing.assert_allclose(
        pca.components_ @ pca.components_.T, np.eye(5), atol=1e-9
    )
    assert ((pca.components_ != 0).sum(axis=1) == 4).all()
    assert len(np.unique(pca.supports_)) == 20
    assert (pca.components_[np.arange(5), pca.supports_[:, 0]] > 0).all()
    scores = pca.transform(X)
    np.testing.assert_allclose(scores.var(axis=0), pca.explained_variance_)
    np.testing.assert_allclose(scores.mean(axis=0), 0, atol=1e-9)
    ratio = pca.explained_variance_ / X.var(axis=0).sum()
    np.testing.assert_allclose(pca.explained_variance_ratio_, ratio)
    assert pca.score(X) == pytest.approx(ratio.sum())


def test_with_all_features_in_one_component_it_is_pca():
    few = X[:, 10:16]
    ours, theirs = DisjointSparsePCA(1, 6).fit(few), PCA(1).fit(few)
    signs = np.sign(ours.components_ @ theirs.components_.T)
    np.testing.assert_allclose(ours.components_, signs * theirs.components_, atol=1e-6)
    np.testing.assert_allclose(
        ours.explained_variance_ratio_, theirs.explained_variance_ratio_
    )
    back = ours.inverse_transform(ours.transform(few))
    np.testing.assert_allclose(back, theirs.inverse_transform(theirs.transform(few)))


@in_one_test("weighting", WEIGHTINGS)
@in_one_test("centred", [None, False])
def test_dense_csr_csc_and_frames_give_the_same_answer(
    weighting: str, centred: bool | None
):
    options: dict[str, Any] = {"weighting": weighting, "centred": centred}
    first = DisjointSparsePCA(3, 4, method="tpower", **options).fit(COUNTS)
    for form in (sparse.csr_array, sparse.csc_matrix, pd.DataFrame):
        data = form(COUNTS)
        other = clone(first).fit(data)
        np.testing.assert_array_equal(other.supports_, first.supports_)
        np.testing.assert_allclose(other.transform(data), first.transform(COUNTS))
        np.testing.assert_allclose(other.mean_, first.mean_, atol=1e-12)
        assert other.score(data) == pytest.approx(first.score(COUNTS))


@pytest.mark.slow
@in_one_test(
    "weighting, norm",
    [*product(WEIGHTINGS, ["none"]), *product(["counts", "tf-idf"], ["half", "l2"])],
)
def test_weights_learnt_in_fit_are_used_in_transform(weighting: str, norm: str):
    train, test = COUNTS[:90], COUNTS[90:]
    pca = DisjointSparsePCA(3, 4, weighting=weighting, norm=norm).fit(train)
    # A document has the same score alone and among others.
    np.testing.assert_allclose(pca.transform(test[:1]), pca.transform(test)[:1])
    whole = weighted(spca_core.load(sparse.csr_array(train)), weighting, norm).toarray()
    np.testing.assert_allclose(pca.mean_, whole.mean(axis=0))
    np.testing.assert_allclose(
        pca.transform(train), (whole - whole.mean(axis=0)) @ pca.components_.T
    )


def test_no_component_is_all_zeros_even_where_nothing_varies():
    """As scikit-learn's SparsePCA has them: its issue 8325."""
    constant = np.ones((9, 12))
    constant[:, :2] = X[:9, 20:22]
    for pca in (DisjointSparsePCA(3, 4), DisjointSparsePCA(3, 4, method="tpower")):
        components = pca.fit(constant).components_
        np.testing.assert_allclose(np.linalg.norm(components, axis=1), 1)
        assert np.isfinite(pca.transform(constant)).all()


def test_a_limit_ends_the_proof_and_the_fitted_estimator_says_so():
    pca = DisjointSparsePCA(3, 4, certify=True, certify_seconds=1e-9)
    assert clone(pca).get_params()["certify_seconds"] == 1e-9
    assert pca.fit(X).proof_stopped_by_ == "seconds"
    assert pca.explained_variance_.sum() <= pca.upper_bound_
    pca.set_params(certify_seconds=None, certify_gap=0.9)
    assert pca.fit(X).proof_stopped_by_ == "gap"
    with pytest.raises(InputError, match="gap must be a number"):
        pca.set_params(certify_gap=2).fit(X)


@pytest.mark.slow
def test_it_works_in_a_pipeline_and_a_search_over_k_and_s():
    texts = ["tea milk cup"] * 20 + ["dog cat bone"] * 20
    labels = [0] * 20 + [1] * 20
    model = make_pipeline(CountVectorizer(), DisjointSparsePCA(), LogisticRegression())
    grid = {
        "disjointsparsepca__n_components": [1, 2],
        "disjointsparsepca__sparsity": [1, 3],
    }
    search = GridSearchCV(model, grid, cv=2).fit(texts, labels)
    assert search.best_score_ == 1.0
    alone = GridSearchCV(DisjointSparsePCA(2), {"sparsity": [2, 8]}, cv=3).fit(X[:300])
    assert alone.best_params_ == {"sparsity": 8}


@pytest.mark.slow
def test_copies_pickles_and_workers_give_the_same_components():
    pca = DisjointSparsePCA(4, 5, weighting="tf-idf", n_jobs=2).fit(X)
    again = clone(pca).set_params(n_jobs=1).fit(X)
    np.testing.assert_array_equal(again.components_, pca.components_)
    opened = pickle.loads(pickle.dumps(pca))
    np.testing.assert_array_equal(opened.transform(X), pca.transform(X))
    (elsewhere,) = joblib.Parallel(2)([joblib.delayed(pca.transform)(X)])
    np.testing.assert_array_equal(elsewhere, pca.transform(X))


def test_names_of_features_come_in_and_go_out():
    frame = pd.DataFrame(X, columns=[f"pixel {number}" for number in range(64)])
    pca = DisjointSparsePCA(2, 3).set_output(transform="pandas").fit(frame)
    assert pca.feature_names_in_[1] == "pixel 1"
    names = ["disjointsparsepca0", "disjointsparsepca1"]
    assert pca.get_feature_names_out().tolist() == names
    assert pca.transform(frame).columns.tolist() == names


@pytest.mark.usefixtures("known_methods")
@in_one_test("names", [None, [f"pixel {i}" for i in range(64)]])
def test_features_that_are_pinned_by_name_are_in_one_component(names):
    data = X if names is None else pd.DataFrame(X, columns=names)
    named = [f"x{i}" for i in range(64)] if names is None else names
    pca = DisjointSparsePCA(3, 5, pinned=[[named[2], named[60]]]).fit(data)
    assert any({2, 60} <= {*support} for support in pca.supports_.tolist())
    with pytest.raises(InputError, match="has no word 'nose'"):
        clone(pca).set_params(pinned=[["nose"]]).fit(data)


def test_a_function_can_be_the_method():
    pca = DisjointSparsePCA(2, 3, method=first_words).fit(X[:, 10:20])
    assert sorted(pca.supports_.ravel()) == [0, 1, 2, 3, 4, 5]


def first_words(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[spca_core.Candidate]:
    k, s = settings.n_components, settings.sparsity
    yield spca_core.Candidate(np.arange(k * s).reshape(k, s), 1)


@pytest.mark.parametrize(
    ("options", "data", "refusal"),
    [
        ({}, X[:, :9], r"at most n_features = 9, got 8 \* 10. Lower one"),
        ({"n_components": 0}, X, "n_components must be .*, got 0"),
        ({"method": "magic"}, X, "method must be one of .* got 'magic'"),
        ({"n_components": 2, "weighting": "tf-idf"}, X - 5, "negative numbers"),
        ({"random_state": -1}, X, "seed must be .*, got -1"),
        ({"certify_seconds": 0}, X, "^certify_seconds must be"),
        ({"certify_gap": 1}, X, "^certify_gap must be"),
    ],
)
def test_bad_options_are_refused_in_words(
    options: dict[str, Any], data: np.ndarray, refusal: str
):
    with pytest.raises(InputError, match=refusal):
        DisjointSparsePCA(**options).fit(data)


def test_scores_go_back_to_data_if_there_is_one_for_each_component():
    pca = DisjointSparsePCA(2, 3, effort="quick").fit(X)
    scores = pca.transform(X)
    expected = scores @ pca.components_ + X.mean(axis=0)
    for form in (np.asarray, sparse.csr_array):
        np.testing.assert_allclose(pca.inverse_transform(form(scores)), expected)
    with pytest.raises(InputError, match="X has 1 column, and the model has 2"):
        pca.inverse_transform(scores[:, :1])


@pytest.mark.slow
def test_a_precomputed_matrix_gives_the_components_of_its_data():
    few = X[:, 18:30]
    scores = StandardScaler().fit_transform(few)
    options: dict[str, Any] = {"n_components": 2, "sparsity": 3, "certify": True}
    by_matrix = DisjointSparsePCA(precomputed=True, **options).fit(np.corrcoef(few.T))
    by_data = DisjointSparsePCA(weighting="standardised", **options).fit(few)
    np.testing.assert_allclose(by_matrix.components_, by_data.components_, atol=1e-7)
    for name in ("explained_variance_", "explained_variance_ratio_", "upper_bound_"):
        np.testing.assert_allclose(getattr(by_matrix, name), getattr(by_data, name))
    np.testing.assert_allclose(
        by_matrix.transform(scores), by_data.transform(few), atol=1e-6
    )
    assert by_matrix.score(scores) == pytest.approx(by_data.score(few))
    with pytest.raises(InputError, match="as many rows as columns"):
        by_matrix.fit(few)
