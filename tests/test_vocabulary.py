"""One vocabulary: what has one name in several places is one thing there."""

from inspect import signature
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

from spca_core import DisjointSparsePCA, Settings, Topics, certify, solve
from spca_core.problem.settings import ProofLimits
from tests.fuzz import in_one_test

OF_THE_DATA = {"weighting", "centred", "norm"}  # resolved in Settings
X, _ = load_digits(return_X_y=True)


def defaults(function: Any) -> dict[str, Any]:
    parameters = signature(function).parameters.values()
    return {each.name: each.default for each in parameters}


def test_options_have_the_same_defaults_in_solve_settings_and_estimator():
    places = map(defaults, (solve, Settings, DisjointSparsePCA))
    for first, second in combinations(places, 2):
        shared = (first.keys() & second.keys()) - OF_THE_DATA
        assert {n: first[n] for n in shared} == {n: second[n] for n in shared}
    assert defaults(Settings).keys() <= defaults(solve).keys()
    for function in (solve, certify, Topics.from_words):
        assert {defaults(function)[name] for name in OF_THE_DATA} == {None}


def test_proofs_have_the_same_limits_wherever_they_are_asked_for():
    limits, estimator = defaults(ProofLimits), defaults(DisjointSparsePCA)
    assert limits == {name: estimator[f"certify_{name}"] for name in limits}
    for function in (certify, Topics.certify):
        assert limits == {name: defaults(function)[name] for name in limits}


@in_one_test(
    "options",
    [
        {"method": "bipartite", "rank": 2, "candidates": 60, "restarts": 1},
        {"effort": "quick"},
        {"method": "tpower", "seconds": 1e-9, "restarts": 50},
    ],
)
def test_the_estimator_takes_the_options_of_solve(options: dict[str, Any]):
    some = X[:100, 18:38]
    found = solve(some, 2, 4, seed=5, **options)
    fitted = DisjointSparsePCA(2, 4, random_state=5, **options).fit(some)
    np.testing.assert_array_equal(fitted.supports_, found.supports)
    assert fitted.n_iter_ == found.candidates
    assert fitted.explained_variance_.sum() == pytest.approx(found.explained_variance)


def test_explained_variance_is_what_scores_explain_of_the_total_variance():
    found = solve(X[:, 18:38], 3, 4, method="tpower")
    loadings = np.zeros((20, 3))
    np.put_along_axis(loadings, found.supports.T, found.loadings.T, axis=0)
    centred = X[:, 18:38] - X[:, 18:38].mean(axis=0)
    left = centred - centred @ loadings @ loadings.T
    explained = ((centred**2).sum() - (left**2).sum()) / len(X)
    assert found.explained_variance == pytest.approx(explained)
    assert found.explained_variance == found.captured_variance
    whole = solve(X[:, 18:24], 1, 6, method="tpower")
    pca, n = PCA(1).fit(X[:, 18:24]), len(X)
    assert whole.explained_variance == pytest.approx(
        pca.explained_variance_.sum() * (n - 1) / n
    )


def test_second_moments_about_zero_are_no_explained_variance():
    found = solve(X[:, 18:38], 3, 4, method="tpower", centred=False)
    assert not hasattr(found, "explained_variance")
