"""What is planted is what was asked for, and is found where it is strong."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import COUNTS
from spca_core.corpus.planted import PLAN_OPTIONS, Plan, plant
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.oracles import solve_counts as solve
from tests.oracles import word_sets

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
    assert corpus.titles[0] == "document 1"
    assert corpus.titles[-1] == f"document {plan.n_documents}"
    assert [len(words) for words in truth] == [plan.sparsity] * plan.n_topics
    planted = [word for words in truth for word in words]
    assert len(set(planted)) == len(planted)
    assert set(planted) <= set(corpus.words)
    counts = corpus.observations
    assert counts.dtype == float
    assert ((counts.data > 0) & (counts.data % 1 == 0)).all()
    labels = corpus.groups["label"]
    topics = [f"planted topic {topic + 1}" for topic in range(plan.n_topics)]
    assert set(labels) == set(topics)
    sizes = [labels.count(topic) for topic in topics]
    assert max(sizes) - min(sizes) <= 1


def test_the_order_of_documents_says_nothing_of_their_topics():
    labels = plant(Plan()).corpus.groups["label"]
    assert list(labels[:40]) != sorted(labels[:40])
    assert labels[:20] != labels[20:40]


def test_equal_plans_give_equal_corpora_and_another_seed_another():
    first, again, other = plant(Plan()), plant(Plan()), plant(Plan(seed=1))
    assert first.truth == again.truth != other.truth
    assert first.corpus.content_id == again.corpus.content_id
    assert first.corpus.content_id != other.corpus.content_id


def test_names_tell_nothing_of_a_topic_and_do_not_depend_on_it():
    few, many = plant(Plan(n_topics=1)), plant(Plan(n_topics=20, sparsity=10))
    assert few.corpus.words == many.corpus.words
    assert all(len(word) == 6 and word.isalpha() for word in few.corpus.words)


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


def test_the_background_has_few_frequent_words_and_many_rare():
    corpus, _ = plant(Plan(n_documents=20_000, n_words=1_000, strength=0.0))
    means = corpus.observations.mean(axis=0)
    expected = 3 / (np.arange(1_000) + 11)
    # A mean of 20,000 counts has a standard error of sqrt(rate / 20,000).
    assert (np.abs(means - expected) < 5 * np.sqrt(expected / 20_000)).all()


@pytest.mark.slow
@in_one_test("centred", [False, True])
@in_one_test(
    "plan",
    [
        Plan(strength=2.0),
        Plan(seed=1, strength=20.0),
        Plan(n_documents=300, n_words=2_000, n_topics=6, sparsity=5, strength=4.0),
        Plan(n_documents=1_000, n_words=60, n_topics=3, sparsity=20, strength=2.0),
    ],
)
def test_strong_topics_are_found_exactly(plan: Plan, centred: bool):
    corpus, truth = plant(plan)
    found = solve(corpus, plan.n_topics, plan.sparsity, centred=centred)
    assert word_sets(corpus, found.supports) == set(map(frozenset, truth))


def test_topics_without_strength_are_not_found():
    corpus, truth = plant(Plan(strength=0.0))
    found = word_sets(corpus, solve(corpus, 4, 6).supports)
    assert found.isdisjoint(map(frozenset, truth))


WHOLE = {n: each.limits for n, each in PLAN_OPTIONS.items() if each.type is int}
OUT_OF_LIMITS = [
    *((name, least - 1) for name, (least, _) in WHOLE.items()),
    *((name, most + 1) for name, (_, most) in WHOLE.items()),
    *(("n_topics", value) for value in (3.0, "3", None, True)),
]


@in_one_test("name, value", OUT_OF_LIMITS)
def test_a_number_beyond_its_limits_is_refused_with_them(name: str, value: object):
    least, most = WHOLE[name]
    expected = f"^{name} must be an integer from {least:,} to {most:,}, got {value!r}"
    with pytest.raises(InputError, match=expected):
        Plan(**{name: value})
    for strength in (-0.1, 20.1, float("nan"), float("inf"), "2", None):
        with pytest.raises(InputError, match=r"^strength must be a number from 0 to"):
            Plan(strength=strength)


@in_one_test(
    "sizes, expected",
    [
        (
            {"n_topics": 5, "sparsity": 5, "n_words": 24},
            "5 topics of 5 words need 25 words; n_words is 24",
        ),
        (
            {"n_topics": 11, "n_documents": 10},
            "11 topics need as many documents; n_documents is 10",
        ),
        (
            {"n_documents": 20_000, "n_words": 1_001},
            "20,000 documents of 1,001 words are more than 20,000,000 counts",
        ),
    ],
)
def test_sizes_that_do_not_fit_together_are_refused(sizes: dict, expected: str):
    with pytest.raises(InputError, match=f"^{expected}"):
        Plan(**sizes)


def test_the_most_that_may_be_asked_for_needs_little_memory(peak_bytes):
    plan = Plan(
        n_documents=20_000, n_words=1_000, n_topics=20, sparsity=50, strength=20.0
    )
    # A million topical counts, 12 bytes each once and some arrays of 8; dense: 160 MB.
    assert peak_bytes(lambda: plant(plan)) < 100_000_000
