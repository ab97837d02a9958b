"""Topics against chance: planted ones are beyond it, and those of noise are not."""

from collections import deque
from dataclasses import replace

import numpy as np
import pytest

import spca_core
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.shuffling import shuffled
from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.topics import chance
from spca_core.results.topics.chance import AgainstChance, against_chance
from spca_core.topics import Topics
from tests.fuzz import in_one_test
from tests.oracles import (
    corpus_of,
    planted_corpus,
    random_corpus,
    reordered,
    second_moments,
)
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(scope="module")
def found() -> Solution:
    return solve(PLANTED, 3, 4, effort="quick")


def judged(corpus: Corpus, solution: Solution, shuffles: int = 3) -> AgainstChance:
    (last,) = deque(against_chance(Topics.of(corpus, solution), shuffles), maxlen=1)
    return last


def noise_like(corpus: Corpus, seed: int) -> Corpus:
    """Return a corpus for which the null holds."""
    table = shuffled(corpus.observations, np.random.default_rng([seed, 99]))
    return replace(corpus, observations=table)


def test_planted_topics_are_beyond_chance_and_those_of_their_shuffled_words_are_not(
    found,
):
    table = judged(PLANTED, found).table
    assert table["beyond"].all()
    assert table["ratio"].min() > 1.5
    moments = second_moments(PLANTED, centred=True)
    blocks = (moments[np.ix_(support, support)] for support in found.supports)
    greatest = [np.linalg.eigvalsh(block)[-1] for block in blocks]
    np.testing.assert_allclose(table["variance"], greatest)
    noise = noise_like(PLANTED, 0)
    table = judged(noise, solve(noise, 3, 4, effort="quick"), 9).table
    assert not table["beyond"].any()
    assert table["ratio"].between(0.5, 1).all()


def test_chance_is_the_greatest_topic_of_any_shuffled_table(found):
    known = list(against_chance(found, 4))
    assert [each.n_shuffles for each in known] == [1, 2, 3, 4]
    table, last = known[-1].table, known[-1]
    assert set(table["chance"]) == {max(last.greatest)}
    assert (table["beyond"] == (table["variance"] > max(last.greatest))).all()
    np.testing.assert_allclose(table["ratio"], table["variance"] / table["chance"])
    # More shuffles begin with the same tables.
    assert known[1].greatest == judged(PLANTED, found, 2).greatest


def test_the_same_seed_gives_the_same_answer_and_another_seed_another(found):
    first = judged(PLANTED, found)
    assert judged(PLANTED, found) == first
    settings = replace(found.settings, seed=1)
    other = judged(PLANTED, replace(found, settings=settings))
    assert other.greatest != first.greatest


def test_of_a_large_corpus_some_documents_are_used_by_the_seed(found, monkeypatch):
    monkeypatch.setattr(chance, "MAX_DOCUMENTS", 100)
    known = judged(PLANTED, found)
    assert known.n_documents == 100
    assert known == judged(PLANTED, found)
    assert known.table["beyond"].all()
    # Fewer documents: luck gives more.
    monkeypatch.setattr(chance, "MAX_DOCUMENTS", 1_000)
    assert known.chance > judged(PLANTED, found).chance
    monkeypatch.setattr(chance, "MAX_CELLS", PLANTED.observations.size / 4)
    assert judged(PLANTED, found).n_documents == PLANTED.n_documents // 4


def test_topics_of_words_that_do_not_vary_are_not_beyond_chance():
    counts = random_corpus(0, 20, 8).observations.toarray()
    counts[:, :2] = 100
    topics = solve(corpus_of(counts), 1, 2, effort="quick")
    table = judged(corpus_of(counts), topics).table
    assert (table["ratio"].tolist(), table["beyond"].tolist()) == ([0], [False])


def test_measurements_are_judged_by_permuted_columns():
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(200, 12))
    hidden = rng.normal(size=(200, 1)) * (np.arange(12) < 4)
    for measured, is_beyond in ((noise, False), (noise + hidden, True)):
        topics = spca_core.solve(measured, 1, 4, effort="quick").against_chance(9)
        assert topics.chance.table["beyond"].tolist() == [is_beyond]


@pytest.mark.usefixtures("known_methods")
def test_words_that_are_given_or_pinned_are_held_against_a_free_search(found):
    lists = [PLANTED.words[4 * topic : 4 * topic + 4] for topic in range(3)]
    given = spca_core.Topics.from_words(PLANTED, lists, weighting="counts")
    assert given.against_chance(3).chance.table["beyond"].all()
    pinned = replace(found.settings, pinned=((0, 5), (9, 20)))
    held = judged(PLANTED, replace(found, settings=pinned))
    assert held == judged(PLANTED, found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weighting", "n_components", "least"),
    [("counts", 1, 3), ("tf-idf", 1, 3), ("counts", 3, 0), ("tf-idf", 3, 3)],
)
def test_of_noise_any_topic_passes_at_most_once_in_as_many_times_as_tables(
    weighting, n_components, least
):
    """Of 60 tables, 12 are expected with 4 shuffles; 22 or more once in 700 times.

    One topic about the means is found as chance is, and passes as often as expected.
    Several share the words out: their best captures less than one that has its choice.
    """
    corpus = planted_corpus(1, 3, 5)
    passed = 0
    for seed in range(60):
        noise = noise_like(corpus, seed)
        settings = {"weighting": weighting, "centred": True, "effort": "quick"}
        topics = solve(noise, n_components, 5, seed=seed, **settings)
        passed += judged(noise, topics, 4).table["beyond"].any()
    assert least <= passed <= 21


@in_one_test("shuffles", [1, 0, 1_000, 2.5, True, None])
def test_too_few_or_too_many_shuffles_are_refused(shuffles):
    corpus = random_corpus(0, 20, 8)
    topics = spca_core.solve(corpus, 2, 2, effort="quick")
    with pytest.raises(InputError, match="shuffles must be an integer from 2 to 999"):
        topics.against_chance(shuffles)


def test_the_order_of_the_words_does_not_matter(found):
    order = np.random.default_rng(0).permutation(PLANTED.n_words)
    corpus = reordered(PLANTED, order)
    before = judged(PLANTED, found).table
    after = judged(corpus, solve(corpus, 3, 4, effort="quick")).table
    assert (after["beyond"] == before["beyond"]).all()
    np.testing.assert_allclose(after["ratio"], before["ratio"], rtol=0.15)
