"""Baselines of scikit-learn: rounded and judged as ours, and not always there."""

import subprocess
import sys
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import PCA, SparsePCA

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.methods.baselines import nmf, rounding, sparse_pca
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import captured_variance
from spca_core.steps.matching import match_supports
from tests.oracles import (
    corpus_of,
    counts_of,
    random_corpus,
)
from tests.oracles import solve_counts as solve

each_that_counts = pytest.mark.parametrize("method", ["nmf", "lda"])
each_centring = pytest.mark.parametrize("centred", [False, True])


def dense_corpus(rows: np.ndarray) -> Corpus:
    words = tuple(f"word_{column}" for column in range(rows.shape[1]))
    return Corpus(name="made up", observations=rows.astype(float), words=words)


@pytest.mark.slow
@each_centring
def test_sparse_pca_is_that_of_scikit_learn_on_the_documents(centred: bool):
    """Ours sees only A, (n_words, n_words); theirs the documents, and it centres."""
    corpus = random_corpus(5, 90, 30)
    rows = counts_of(corpus)
    # Each document and its opposite: the means are zero, and A is as it was.
    mirrored = rows - rows.mean(axis=0) if centred else np.vstack([rows, -rows])
    covariance = Covariance.of(dense_corpus(mirrored), centred=False)
    order = covariance.words_by_variance
    ordered = mirrored[:, order] / np.sqrt(len(mirrored) * covariance.variances.max())
    norm = np.linalg.norm(ordered, axis=0)[4 * 5 - 1]
    start = PCA(4).fit(ordered)
    theirs = SparsePCA(
        4,
        alpha=sparse_pca.PENALTY * norm,
        method="cd",
        tol=1e-9,
        U_init=start.transform(ordered),
        V_init=start.components_,
    ).fit(ordered)
    shares = theirs.components_**2
    shares /= shares.sum(axis=1, keepdims=True)
    supports = order[match_supports(shares, 5)]
    ours = solve(corpus, 4, 5, method="sparse_pca", centred=centred)
    last = captured_variance(covariance, supports)
    # Ours keeps the best on the way.
    assert ours.captured_variance >= last * (1 - 1e-9)
    assert ours.captured_variance <= 1.05 * last


@each_that_counts
def test_sparse_counts_stay_sparse(
    method: str, peak_bytes: Callable[[Callable[[], object]], int]
):
    rng = np.random.default_rng(0)
    counts = sparse.random_array((2_000, 20_000), density=5e-4, rng=rng, format="csr")
    words = tuple(f"word_{column}" for column in range(20_000))
    corpus = Corpus(name="made up", observations=counts, words=words)
    for centred in (False, True):
        settings = Settings(
            n_components=2, sparsity=3, method=method, centred=centred, seconds=1e-9
        )
        peak = peak_bytes(lambda: list(solutions(corpus, settings)))  # noqa: B023
        assert peak < 2_000 * 20_000 * 8 / 4


@each_that_counts
def test_negative_numbers_are_refused_in_a_sentence(method: str):
    rows = counts_of(random_corpus(1, 30, 12))
    rows[4, 7] = -2.5
    text = (
        f"{METHODS[method].label} needs data without negative numbers; the least here "
        "is -2.5. Use another method."
    )
    for corpus, centred in (
        (corpus_of(rows), False),
        (corpus_of(rows), True),
        (dense_corpus(rows), False),
    ):
        with pytest.raises(InputError) as refusal:
            solve(corpus, 2, 3, method=method, centred=centred)
        assert str(refusal.value) == text


def test_nmf_starts_from_the_longer_half_of_each_singular_pair():
    """Boutsidis and Gallopoulos 2008: what is positive, or what is negative."""
    for seed, unit in product(range(8), (1.0, 1e-3)):
        data = unit * np.random.default_rng(seed).poisson(1.0, (12, 9))
        left, values, right = np.linalg.svd(data)
        found = nmf._half_of_svd(sparse.csr_array(data), 4)
        for i in range(4):
            halves = [
                np.linalg.norm(np.maximum(sign * left[:, i], 0))
                * np.linalg.norm(np.maximum(sign * right[i], 0))
                for sign in (1, -1)
            ]
            length = np.linalg.norm(found.documents[:, i]) * np.linalg.norm(
                found.words[i]
            )
            assert length == pytest.approx(values[i] * max(halves))


@pytest.mark.slow
def test_the_core_without_a_baseline_does_not_import_scikit_learn():
    code = (
        "import sys, spca_core.methods.solve, spca_core.results.comparison.runs; "
        "sys.exit('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0


# scikit-learn itself, with its own defaults: NMF 62.15, SparsePCA 60.2.
@pytest.mark.slow
@pytest.mark.parametrize(("method", "least"), [("nmf", 62.0), ("sparse_pca", 60.2)])
def test_on_kos_it_captures_about_what_scikit_learn_does(
    method: str, least: float, kos: Corpus
):
    solution = solve(kos, 8, 15, method=method)
    assert least <= solution.captured_variance < 62.903


def test_nmf_refuses_more_numbers_than_memory_may_hold(monkeypatch):
    corpus = random_corpus(1, 30, 12)
    n_numbers = corpus.observations.nnz
    monkeypatch.setattr(
        "spca_core.methods.baselines.rounding.MAX_NMF_NUMBERS", n_numbers - 1
    )
    said = rf"at most {n_numbers - 1}; this corpus has {n_numbers}\. Use another"
    with pytest.raises(InputError, match=said):
        solve(corpus, 2, 3, method="nmf")
    monkeypatch.setattr(
        "spca_core.methods.baselines.rounding.MAX_NMF_NUMBERS", n_numbers
    )
    solve(corpus, 2, 3, method="nmf")


def test_neither_the_length_nor_the_sign_of_weights_changes_what_they_are_rounded_to():
    for seed in range(5):
        weights = np.random.default_rng(seed).standard_normal((3, 30))
        found = rounding.rounded(weights, 4)
        for factor in (-1.0, 1e-3, np.array([[1e-3], [1.0], [-1e3]])):
            np.testing.assert_array_equal(rounding.rounded(factor * weights, 4), found)
