"""The headline of a result says what was counted."""

from dataclasses import replace

import numpy as np

import spca_core
from spca_core.corpus.corpus import MEASUREMENTS
from spca_core.formatting import percent
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.results.topics.key_figures import headline, headline_of_matrix
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)


def test_the_headline_counts_documents_and_of_texts_the_share_that_carries_a_topic():
    has_topic = documents_with_topics(solve(PLANTED, 3, 4, effort="quick"))
    n_documents = PLANTED.n_documents
    n_carrying = sum(any(row) for row in has_topic.tolist())
    assert [*headline(PLANTED, has_topic)] == [
        ("documents", "documents", f"{n_documents:,}"),
        ("share", "of documents have a topic", percent(n_carrying / n_documents)),
    ]
    rows = headline(replace(PLANTED, kind=MEASUREMENTS), has_topic)
    assert rows == [("documents", "rows", f"{n_documents:,}")]


def test_the_headline_of_a_matrix_says_the_share_of_its_trace():
    numbers = np.random.default_rng(0).standard_normal((30, 6))
    matrix = np.cov(numbers, rowvar=False)
    topics = spca_core.solve(matrix, 2, 2, effort="quick")
    assert [*headline_of_matrix(topics)] == [
        ("words", "variables", "6"),
        (
            "share",
            "of all variance captured",
            percent(topics.captured_variance / matrix.trace()),
        ),
    ]
