"""Which documents have which topics, and which topics occur together."""

import numpy as np
import pytest

import spca_core
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.occurrence import have_topics
from spca_core.results.documents import document_map as map_of_documents
from spca_core.results.documents.scores import DocumentTopics, topics_in_documents
from spca_core.results.topics.coverage import (
    covered,
    documents_with_topics,
    nearest_topics,
    topic_npmi,
)
from spca_core.results.topics.topic_map import topic_map
from tests.fuzz import in_one_test
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

CARRIED = np.array([[1, 1, 0]] * 4 + [[0, 0, 1]] * 3 + [[0, 0, 0]], dtype=bool)


@in_one_test("sparsity", [1, 2, 4])
def test_a_document_has_a_topic_with_two_of_its_words_or_its_only_one(sparsity):
    corpus = random_corpus(0, 60, 30)
    numbers = corpus.observations.toarray()
    topics = solve(corpus, 3, sparsity, effort="quick").supports
    shared = np.array([topics[0], topics[1], topics[0]])
    for words in (topics, shared):
        expected = (numbers[:, words] > 0).sum(axis=2) >= min(2, sparsity)
        for counts in (corpus.observations, numbers):
            assert (have_topics(counts, words) == expected).all()
            assert covered(counts, words) == expected.any(axis=1).mean()


def test_a_document_has_a_topic_by_its_words_of_the_heaviest_sign():
    corpus = read_bundled("state_of_the_union_in_24_words")
    topics = spca_core.solve(corpus, 4, 5)
    assert (topics.loadings < 0).any()
    counts = corpus.observations.toarray()[:, topics.supports] > 0
    theirs = counts & (topics.loadings > 0)
    has_topic = theirs.sum(axis=2) >= np.minimum(2, (topics.loadings > 0).sum(axis=1))
    assert (documents_with_topics(topics) == has_topic).all()
    found = topics_in_documents(topics)
    carrying = found.main > 0
    scores = np.take_along_axis(found.scores, found.main[:, None] - 1, axis=1)[carrying]
    assert scores.min() > -0.5 * scores.max()
    again = topics.transform(corpus)
    assert again["main_topic"].equals(topics.to_frame("documents")["main_topic"])


def test_topics_that_are_only_carried_together_are_nearest():
    alike = topic_npmi(CARRIED)
    assert alike[0, 1] == pytest.approx(1)
    assert alike[0, 2] == pytest.approx(-1, abs=0.1)
    assert nearest_topics(CARRIED, 1) == [(2, 4)]
    assert nearest_topics(CARRIED, 3) == []


def test_topics_that_occur_together_are_near_on_the_map():
    table = topic_map(CARRIED)
    places = table[["x", "y"]].to_numpy()
    near, far = (np.linalg.norm(places[0] - places[i]) for i in (1, 2))
    assert near < far / 3
    assert table["documents"].tolist() == [4, 4, 3]
    for n_topics in (1, 2):
        few = topic_map(CARRIED[:, :n_topics])
        assert len(few[["x", "y"]].drop_duplicates()) == n_topics
    silent = topic_map(np.zeros((5, 3), dtype=bool))
    assert np.isfinite(silent[["x", "y"]]).all(axis=None)


def test_a_document_is_near_its_topic_and_in_the_same_place_each_time(monkeypatch):
    topics = topic_map(CARRIED)
    shares = np.eye(3)[np.arange(60) % 3]
    found = DocumentTopics(shares > 0, shares, shares)
    table = map_of_documents.document_map(found, topics)
    assert table.equals(map_of_documents.document_map(found, topics))
    assert (table["topic"] == (table["document"] - 1) % 3 + 1).all()
    own = topics.set_index("topic").loc[table["topic"]]
    gaps = table[["x", "y"]].to_numpy() - own[["x", "y"]].to_numpy()
    assert np.abs(gaps).max() < 0.2
    none = DocumentTopics(shares > 1, shares, shares)
    assert not map_of_documents.document_map(none, topics)["topic"].any()
    monkeypatch.setattr(map_of_documents, "MAX_DRAWN", 20)
    few = map_of_documents.document_map(found, topics)
    assert few["document"].nunique() == 20
