"""Dense against sparse: the numbers are those of A, whole and in blocks."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from spca_core.corpus.corpus import MEASUREMENTS
from spca_core.lessons import dense
from tests.oracles import corpus_of, random_corpus, second_moments

# Measurements are centred, and not weighted.
CORPUS = replace(random_corpus(0, 80, 12), kind=MEASUREMENTS)
MATRIX = second_moments(CORPUS, centred=True)


@cache
def whole() -> dense.DenseComponent:
    return dense.dense_component(CORPUS)


@pytest.fixture(scope="module", params=[1, 4])
def sparse(request):
    return dense.sparse_component(CORPUS, request.param)


def kept(sparse):
    return dense.sparse_words(CORPUS, sparse)


def test_the_dense_component_is_the_leading_eigenvector():
    values, vectors = np.linalg.eigh(MATRIX)
    assert whole().variance == pytest.approx(values[-1])
    by_word = whole().words.set_index("word")["loading"][list(CORPUS.words)].to_numpy()
    assert abs(by_word @ vectors[:, -1]) == pytest.approx(1)
    assert whole().words["rank"].tolist() == list(range(1, CORPUS.n_words + 1))
    assert whole().words["magnitude"].is_monotonic_decreasing
    assert (whole().words["magnitude"] == abs(whole().words["loading"])).all()


def test_a_sparse_component_is_the_best_of_its_size(sparse):
    best = max(
        np.linalg.eigvalsh(MATRIX[np.ix_(words, words)])[-1]
        for words in combinations(range(CORPUS.n_words), sparse.settings.sparsity)
    )
    curve = dense.variance_by_size(whole(), [sparse])
    assert curve["variance"].item() == pytest.approx(best)
    assert curve["share"].item() == pytest.approx(best / np.linalg.eigvalsh(MATRIX)[-1])


def test_the_shares_of_the_kept_words_are_their_squared_loadings(sparse):
    table = kept(sparse)
    assert table["loading"].tolist() == sparse.loadings[0].tolist()
    assert table["word"].tolist() == [CORPUS.words[j] for j in sparse.supports[0]]
    assert table["share"].sum() == pytest.approx(1)
    rows = dense.word_chart(table, CORPUS.n_words).to_dict()["datasets"]
    (rows,) = rows.values()
    assert [row["word"] for row in rows][:-1] == table["word"].tolist()
    assert rows[-1]["word"] == f"and {CORPUS.n_words - len(table)} more"


def test_the_largest_loading_is_positive_whichever_sign_the_eigenvector_has():
    for seed in range(6):
        numbers = np.random.default_rng(seed).standard_normal((30, 8))
        loadings = dense.dense_component(
            replace(corpus_of(numbers), kind=MEASUREMENTS)
        ).words["loading"]
        assert loadings.iloc[0] == abs(loadings).max()
