"""Topics by hand: what they capture and what is the best, by slow, obvious means."""

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.errors import InputError
from spca_core.lessons import by_hand
from tests.fuzz import in_one_test
from tests.oracles import best_variance, random_corpus, second_moments

CORPUS = read_bundled(by_hand.CORPUS)
CHALLENGE = by_hand.challenge(CORPUS)
MATRIX = second_moments(CORPUS, centred=True)
FIRST, SECOND = ("america", "new", "world"), ("tax", "jobs", "work", "people", "year")
NOTHING: tuple[str, ...] = ()


def captured(words: tuple[str, ...]) -> float:
    columns = [CORPUS.words.index(word) for word in words]
    if not columns:
        return 0.0
    return np.linalg.eigvalsh(MATRIX[np.ix_(columns, columns)])[-1]


def some_words(seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rng = np.random.default_rng(seed)
    order = [CORPUS.words[word] for word in rng.permutation(CORPUS.n_words)]
    sizes = rng.integers(0, by_hand.SPARSITY + 1, 2)
    return tuple(order[: sizes[0]]), tuple(order[10 : 10 + sizes[1]])


@in_one_test("seed", range(30))
def test_a_topic_captures_the_greatest_eigenvalue_and_never_above_the_best(seed: int):
    chosen = some_words(seed)
    score = by_hand.score(CHALLENGE, *chosen)
    values = [captured(words) for words in chosen]
    assert score["variance"].tolist() == pytest.approx([*values, sum(values)])
    assert score["n_words"].tolist()[:2] == [len(words) for words in chosen]
    bars = by_hand.bars(CHALLENGE, score)
    yours, best, limit = bars["variance"]
    assert yours == score["variance"].iloc[-1]
    assert yours <= best * (1 + 1e-12)  # rounding, if they are the same words
    assert best == CHALLENGE.best.captured_variance <= limit
    for table in (score, bars):
        assert (table["share"] * best).tolist() == pytest.approx([*table["variance"]])
    assert all(f"{value:.4g}" in by_hand.text(bars) for value in bars["variance"])


@pytest.mark.parametrize(
    ("first", "second", "twice"), [(FIRST, ("new",), "new"), (("tax",) * 2, (), "tax")]
)
def test_a_word_that_a_link_has_twice_is_refused(first, second, twice):
    for refuses in (by_hand.score, by_hand.next_words):
        with pytest.raises(InputError, match=f"{twice} is chosen twice"):
            refuses(CHALLENGE, first, second)


def test_the_best_words_by_hand_reach_all_of_the_best():
    chosen = [
        tuple(CORPUS.words[word] for word in support)
        for support in CHALLENGE.best.supports
    ]
    score = by_hand.score(CHALLENGE, *chosen)
    assert score["share"].iloc[-1] == pytest.approx(1)
    assert score["variance"].iloc[0] == pytest.approx(CHALLENGE.best.variances[0])


def test_the_best_is_that_of_trying_every_choice():
    corpus = random_corpus(3, 40, 12)
    challenge = by_hand.challenge(corpus)
    optimum = best_variance(second_moments(corpus, centred=True), 2, by_hand.SPARSITY)
    assert challenge.best.captured_variance == pytest.approx(optimum)
    assert optimum <= challenge.upper_bound * (1 + 1e-6)  # a closed gap ends the bound


def test_the_search_on_the_bundled_corpus_has_looked_at_everything():
    assert CHALLENGE.best.remarks.exhaustive
    assert CHALLENGE.best.stopped_by == "finished"


@in_one_test("seed", range(10))
def test_a_hint_is_the_word_that_adds_most(seed: int):
    first, second = some_words(seed)
    hint = by_hand.next_words(CHALLENGE, first, second)
    gains = {
        (word, topic): captured((*words, word)) - captured(words)
        for topic, words in zip(by_hand.TOPICS, (first, second), strict=True)
        for word in CORPUS.words
        if len(words) < by_hand.SPARSITY and word not in (*first, *second)
    }
    most = sorted(gains.values(), reverse=True)[: by_hand.MAX_HINTS]
    assert hint["gain"].tolist() == pytest.approx(most)
    for row in hint.itertuples():
        assert row.gain == pytest.approx(gains[row.word, row.topic])


def test_full_topics_have_no_hint_and_one_full_topic_none_for_itself():
    full, other = CORPUS.words[:5], CORPUS.words[5:10]
    assert by_hand.next_words(CHALLENGE, full, other).empty
    hint = by_hand.next_words(CHALLENGE, full, NOTHING)
    assert set(hint["topic"]) == {by_hand.TOPICS[1]}


def test_each_word_stands_with_its_variance_and_topic_greatest_first():
    table = by_hand.words(CHALLENGE, FIRST, SECOND).set_index("word")
    assert table["variance"].is_monotonic_decreasing
    variances = dict(zip(CORPUS.words, np.diag(MATRIX), strict=True))
    assert table["variance"].to_dict() == pytest.approx(variances)
    assert set(table.index[table["in"] == by_hand.TOPICS[0]]) == set(FIRST)
    assert set(table.index[table["in"] == by_hand.TOPICS[1]]) == set(SECOND)


@in_one_test("seed", range(10))
def test_a_topic_is_offered_its_words_and_those_that_the_other_has_not(seed: int):
    mine, others = some_words(seed)
    offered = by_hand.offered(CORPUS.words, mine, others)
    assert set(offered) == set(CORPUS.words) - set(others)
    assert offered == [word for word in CORPUS.words if word in offered]  # in order
    # A list that offers no word that is chosen in it could not be drawn.
    assert set(mine) <= set(by_hand.offered(CORPUS.words, mine, mine))
