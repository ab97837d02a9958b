"""Text that is repeated is told from topics by how words occur, and taken off alone."""

import numpy as np
from scipy import sparse

from spca_core.corpus.texts.repeated import find_repeated
from tests.fuzz import in_one_test
from tests.oracles import random_corpus

FOOTER = np.arange(60, 72)  # words


def counts_of(seed: int, n_documents: int = 300) -> np.ndarray:
    """Draw documents of 90 words, frequent and rare, as often as by chance."""
    rates = np.geomspace(1.5, 0.05, 90)
    return np.random.default_rng(seed).poisson(rates, (n_documents, 90)).astype(float)


def found_in(counts: np.ndarray):
    return find_repeated(sparse.csr_array(counts))


@in_one_test("seed", range(5))
def test_a_footer_is_found_in_its_documents_with_only_its_counts(seed):
    counts = counts_of(seed)
    with_footer = np.random.default_rng(seed).random(300) < 0.3
    footer = np.zeros_like(counts)
    footer[np.ix_(with_footer, FOOTER)] = 1 + (FOOTER % 3 == 0)
    repeated = found_in(counts + footer)
    assert sorted(repeated.words) == FOOTER.tolist()
    taken = repeated.counts.toarray()
    # A document without it may have half of its words by chance.
    wrong = (taken[:, FOOTER] != footer[:, FOOTER]).any(axis=1)
    assert wrong.sum() <= 1
    others = np.delete(taken, FOOTER, axis=1)
    assert others.sum() <= 0.02 * np.delete(counts, FOOTER, axis=1).sum()


def test_each_version_of_a_text_is_subtracted_from_its_documents():
    counts, version = counts_of(1), np.arange(300) % 3
    both, first, second = FOOTER[:6], FOOTER[6:9], FOOTER[9:]
    text = np.zeros_like(counts)
    text[np.ix_(version < 2, both)] = 1
    text[np.ix_(version == 0, first)] = 1
    text[np.ix_(version == 1, second)] = 1
    repeated = found_in(counts * ~np.isin(np.arange(90), FOOTER) + text)
    assert set(both) <= set(repeated.words)
    taken = repeated.counts.toarray()
    np.testing.assert_array_equal(taken[:, FOOTER], text[:, FOOTER])


@in_one_test("n_documents", [8, 40, 300])
def test_chance_repeats_no_text_even_in_long_and_few_documents(n_documents):
    counts = np.random.default_rng(0).poisson(2, (n_documents, 200)).astype(float)
    assert not found_in(counts).words.size
    assert not found_in(counts_of(2, n_documents)).words.size
    corpus = random_corpus(0, n_documents, 30)
    assert not find_repeated(corpus.observations).words.size


def test_a_topic_whose_words_nearly_always_occur_together_is_no_repeated_text():
    counts, of_topic = counts_of(3), np.arange(300) % 5 == 0
    often = np.random.default_rng(3).poisson(6, (60, 12))
    counts[:, FOOTER] = 0
    counts[np.ix_(of_topic, FOOTER)] = np.maximum(often, 1)
    assert not found_in(counts).words.size


@in_one_test("n_words, n_documents", [(4, 60), (12, 4)])
def test_fewer_than_five_words_or_documents_are_no_repeated_text(n_words, n_documents):
    counts = counts_of(5)
    counts[:, FOOTER] = 0
    counts[np.ix_(np.arange(n_documents), FOOTER[:n_words])] = 1
    assert not found_in(counts).words.size
