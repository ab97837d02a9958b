"""What is planted is what was asked for, and is found where it is strong."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import COUNTS
from spca_core.corpus.planted import Plan, plant
from spca_core.errors import InputError
from tests.fuzz import in_one_test

SHAPES = [
    Plan(n_documents=10, n_words=10, n_topics=1, sparsity=1),
    Plan(n_documents=61, n_words=40, n_topics=8, sparsity=5, seed=3),
    Plan(n_documents=20_000, n_words=1_000, n_topics=20, sparsity=50, seed=1),
    Plan(n_documents=1_000, n_words=20_000, strength=0.0),
    Plan(n_documents=10, n_topics=10, sparsity=2),  # a topic for each document
]


@in_one_test("plan", SHAPES)
def test_a_corpus_is_of_the_sizes_that_were_asked_for(plan: Plan):
    corpus, truth = plant(plan)
    assert (corpus.n_documents, corpus.n_words) == (plan.n_documents, plan.n_words)
    assert corpus.kind == replace(COUNTS, weighting="counts")
    assert corpus.titles[-1] == f"document {plan.n_documents}"
    assert [len(words) for words in truth] == [plan.sparsity] * plan.n_topics
    planted = Counter(word for words in truth for word in words)
    assert {*planted.values()} == {1}
    assert {*planted} <= {*corpus.words}
    counts = corpus.observations
    assert counts.dtype == float
    assert ((counts.data > 0) & (counts.data % 1 == 0)).all()
    sizes = Counter(corpus.groups["label"])
    assert {*sizes} == {f"planted topic {n + 1}" for n in range(plan.n_topics)}
    assert max(sizes.values()) - min(sizes.values()) <= 1


@in_one_test("seed", range(3))
@in_one_test("strength", [0.0, 1.5])
def test_a_document_has_the_words_of_its_topic_as_often_as_the_strength_says(
    strength: float, seed: int
):
    plan = Plan(n_documents=4_000, n_topics=5, strength=strength, seed=seed)
    corpus, truth = plant(plan)
    columns = [corpus.words.index(word) for word in truth[2]]
    of_topic = np.array(corpus.groups["label"]) == "planted topic 3"
    counts = corpus.observations[:, columns].toarray()
    extra = counts[of_topic].mean() - counts[~of_topic].mean()
    # 4,800 counts of variance at most 1.8: five standard errors are 0.1.
    assert extra == pytest.approx(strength, abs=0.1)


@in_one_test(
    "sizes, expected",
    [
        ({"n_topics": 5, "sparsity": 5, "n_words": 24}, "25 words; n_words is 24"),
        ({"n_topics": 11, "n_documents": 10}, "as many documents; n_documents is 10"),
        ({"n_documents": 20_000, "n_words": 1_001}, "more than 20,000,000 counts"),
    ],
)
def test_sizes_that_do_not_fit_together_are_refused(sizes: dict, expected: str):
    with pytest.raises(InputError, match=expected):
        Plan(**sizes)


def test_the_order_of_documents_says_nothing_of_their_topics():
    labels = plant(Plan()).corpus.groups["label"]
    assert list(labels[:40]) != sorted(labels[:40])
    assert labels[:20] != labels[20:40]
