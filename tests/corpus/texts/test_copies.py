"""Copies are found, exact and with changes, and never by chance."""

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.texts.copies import ALIKE, find_copies, same_rows
from spca_core.running.stopping import Stopped, cancel_scope
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus, random_corpus


def counts_of(seed: int, n_documents: int = 400, n_words: int = 3_000) -> np.ndarray:
    """Draw documents of some 40 words each."""
    rates = np.geomspace(0.2, 0.001, n_words)
    rates *= 40 / rates.sum()
    rng = np.random.default_rng(seed)
    return rng.poisson(rates, (n_documents, n_words)).astype(float)


def copies_in(counts: np.ndarray) -> np.ndarray:
    return find_copies(sparse.csr_array(counts))


def alike(one: np.ndarray, other: np.ndarray) -> float:
    return np.minimum(one, other).sum() / max(np.maximum(one, other).sum(), 1)


@in_one_test("seed", range(3))
def test_documents_with_equal_counts_are_copies_of_the_first(seed):
    counts = counts_of(seed)
    rng = np.random.default_rng(seed)
    originals = np.where(rng.random(400) < 0.2, rng.integers(0, 20, 400), range(400))
    originals[:20] = range(20)
    found = copies_in(counts[originals])
    assert found.tolist() == originals.tolist()
    assert same_rows(sparse.csr_array(counts[originals])).tolist() == found.tolist()


@in_one_test("seed", range(3))
def test_copies_with_changes_are_those_that_comparing_all_pairs_finds(seed):
    counts, rng = counts_of(seed, 150), np.random.default_rng(seed)
    for document in range(50, 150):
        counts[document] = counts[document % 10]
        dropped = rng.random(3_000) < rng.choice([0.05, 0.5])
        counts[document, dropped] = 0
    found = copies_in(counts)
    close = [alike(counts[i], counts[found[i]]) for i in range(150)]
    changed = found != np.arange(150)
    assert changed[50:].any()
    # A copy may be like another copy of the original, and not like the original.
    assert (np.array(close)[changed] > ALIKE - 0.15).all()
    missed = [
        (i, j)
        for i in range(150)
        for j in range(i)
        if alike(counts[i], counts[j]) >= 0.85 and found[i] != found[j]
    ]
    assert not missed


def test_empty_documents_and_ordinary_corpora_have_no_copies():
    assert copies_in(np.zeros((5, 30))).tolist() == [0, 1, 2, 3, 4]
    for corpus in (random_corpus(0, 60, 40), planted_corpus(0, 3, 4)):
        found = find_copies(corpus.observations)
        assert found.tolist() == list(range(corpus.n_documents))


def test_it_can_be_stopped():
    with cancel_scope(lambda: True), pytest.raises(Stopped):
        copies_in(counts_of(0))
