"""Measures of topics: Gensim's recorded figures, and examples worked by hand."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.bundled import read_bundled
from spca_core.results.topics import quality
from spca_core.results.topics.quality import coherence

RECORDED = Path(__file__).parent / "recorded" / "coherence.json"
# Six documents of five words: the first two words are always together.
COUNTS = np.array(
    [
        [2, 1, 0, 0, 1],
        [1, 3, 0, 1, 0],
        [1, 1, 5, 0, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 2, 0],
        [0, 0, 0, 0, 1],
    ]
)
FORMS = [np.asarray, sparse.csr_array]


def test_coherence_over_documents_is_gensims():
    recorded = json.loads(RECORDED.read_text("utf-8"))["documents"]
    corpus = read_bundled("docstrings")
    topics = np.array([corpus.columns_of(topic) for topic in recorded["topics"]])
    found = coherence(corpus.observations, topics)
    assert found == pytest.approx(recorded["coherence"], abs=1e-6)


@pytest.mark.parametrize("form", FORMS)
def test_coherence_is_1_for_words_always_together_and_about_minus_1_for_never(form):
    together, never = coherence(form(COUNTS), np.array([[0, 1], [1, 3]]))
    assert together == pytest.approx(1.0, abs=1e-9)
    assert coherence(form(COUNTS), np.array([[2, 4]])) == pytest.approx(
        [-1 - np.log(9) / np.log(1e-12)], abs=1e-9
    )
    # Words 1 and 3: 1/6 of the documents have both, half of them each.
    assert never == pytest.approx(np.log((1 / 6) / (1 / 4)) / -np.log(1 / 6))


def test_diversity_evenness_and_stability_are_those_by_hand():
    topics = np.array([[0, 1, 2], [3, 4, 5]])
    assert quality.diversity(topics) == 1
    assert quality.diversity(np.array([[0, 1, 2], [2, 1, 3]])) == 4 / 6
    # Topics are paired so that they share the most.
    assert quality.stability(topics, topics[::-1]) == 1
    assert quality.stability(topics, np.array([[4, 3, 9], [0, 7, 8]])) == 3 / 6
    loadings = np.array([[0.5] * 4, [1, 0, 0, 0], [0.5**0.5, -(0.5**0.5), 0, 0]])
    assert quality.evenness(loadings) == pytest.approx([4, 1, 2])


@pytest.mark.parametrize("n_documents", [2, 7, 100])
def test_halves_have_every_document_once_and_differ_by_seed(n_documents):
    first, second = quality.halves(n_documents, seed=3)
    assert sorted([*first, *second]) == list(range(n_documents))
    assert abs(len(first) - len(second)) <= 1
    assert np.array_equal(first, quality.halves(n_documents, seed=3)[0])
