"""Shuffled tables: margins are kept, and nothing else is."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import chisquare

from spca_core.corpus.corpus import is_canonical
from spca_core.corpus.shuffling import shuffled
from tests.fuzz import fuzzed

N_DRAWN = 1_500


def counts_of(matrix: np.ndarray) -> sparse.csr_array:
    return sparse.csr_array(matrix.astype(float))


@fuzzed
def test_documents_keep_their_number_of_words_and_words_their_counts(seed):
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 12, 2)
    counts = counts_of(rng.poisson(rng.uniform(0.05, 2, shape[1]), shape))
    before = counts.toarray()
    after = shuffled(counts, rng)
    assert is_canonical(after)
    assert np.array_equal(np.diff(after.indptr), np.diff(counts.indptr))
    dealt = after.toarray()
    assert np.array_equal(np.sort(dealt, axis=0), np.sort(before, axis=0))
    assert np.array_equal(counts.toarray(), before)


@pytest.mark.parametrize(
    "presence",
    [np.eye(3), [[1, 1, 0], [1, 0, 0], [0, 0, 1]], [[1, 1, 0], [1, 0, 1], [0, 1, 1]]],
    ids=["a word each", "uneven", "two words each"],
)
def test_all_tables_with_the_same_margins_are_equally_likely(presence):
    counts = counts_of(np.array(presence))
    drawn = Counter(
        tuple(shuffled(counts, np.random.default_rng(seed)).toarray().flat)
        for seed in range(N_DRAWN)
    )
    possible = tables_with_margins(counts.toarray())
    assert {*drawn} <= possible
    assert chisquare([drawn[table] for table in possible]).pvalue > 1e-4


def tables_with_margins(presence: np.ndarray) -> set[tuple[float, ...]]:
    """Return all tables with the sums of rows and columns of one."""
    cells = product([0.0, 1.0], repeat=presence.size)
    tables = (np.reshape(table, presence.shape) for table in cells)
    return {
        tuple(table.flat)
        for table in tables
        if all(np.array_equal(table.sum(side), presence.sum(side)) for side in (0, 1))
    }


@pytest.mark.parametrize("is_sparse", [True, False])
def test_columns_of_measurements_are_permuted_each_by_itself(is_sparse):
    rng = np.random.default_rng(0)
    one = rng.normal(size=200) * (rng.random(200) < 0.5)
    measured = np.column_stack([one, 2 * one])
    after = shuffled(sparse.csr_array(measured) if is_sparse else measured, rng)
    dealt = sparse.csr_array(after).toarray()
    assert np.array_equal(np.sort(dealt, axis=0), np.sort(measured, axis=0))
    assert abs(np.corrcoef(dealt.T)[0, 1]) < 0.3
