"""Topics by hand: what they capture and what is the best, by slow, obvious means."""

from collections.abc import Callable

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.errors import InputError
from spca_core.lessons import by_hand
from tests.fuzz import in_one_test
from tests.oracles import best_variance, random_corpus, second_moments

CORPUS = read_bundled(by_hand.CORPUS)
FIRST, SECOND = ("america", "new", "world"), ("tax", "jobs", "work", "people", "year")


@pytest.fixture(scope="module")
def challenge() -> by_hand.Challenge:
    return by_hand.challenge(CORPUS)


@pytest.fixture(scope="module")
def captured() -> Callable[[tuple[str, ...]], float]:
    """Return a function that gives the variance of a topic of some words."""
    matrix = second_moments(CORPUS, centred=True)

    def variance(words: tuple[str, ...]) -> float:
        columns = CORPUS.columns_of(words)
        values = np.linalg.eigvalsh(matrix[np.ix_(columns, columns)])
        return values[-1] if words else 0.0

    return variance


def some_words(seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rng = np.random.default_rng(seed)
    order = [CORPUS.words[word] for word in rng.permutation(CORPUS.n_words)]
    sizes = rng.integers(0, by_hand.SPARSITY + 1, 2)
    return tuple(order[: sizes[0]]), tuple(order[10 : 10 + sizes[1]])


@in_one_test("seed", range(20))
def test_a_topic_captures_the_greatest_eigenvalue_and_never_above_the_best(
    seed: int, challenge, captured
):
    chosen = some_words(seed)
    score = by_hand.score(challenge, *chosen)
    values = [captured(words) for words in chosen]
    assert score["variance"].tolist() == pytest.approx([*values, sum(values)])
    assert score["n_words"].tolist()[:2] == [len(words) for words in chosen]
    bars = by_hand.score_bars(challenge, score)
    yours, best, limit = bars["variance"]
    assert yours == score["variance"].iloc[-1]
    assert yours <= best * (1 + 1e-12)  # rounding, if they are the same words
    assert best == challenge.best.captured_variance <= limit
    for table in (score, bars):
        assert (table["share"] * best).tolist() == pytest.approx([*table["variance"]])
    assert all(
        f"{value:.4g}" in by_hand.describe_score(bars) for value in bars["variance"]
    )


@pytest.mark.parametrize(
    ("first", "second", "twice"), [(FIRST, ("new",), "new"), (("tax",) * 2, (), "tax")]
)
def test_a_word_that_a_link_has_twice_is_refused(challenge, first, second, twice):
    for refuses in (by_hand.score, by_hand.next_words):
        with pytest.raises(InputError, match=f"{twice} is chosen twice"):
            refuses(challenge, first, second)


def test_the_best_is_that_of_trying_every_choice(challenge):
    assert challenge.best.remarks.exhaustive
    assert challenge.best.stopped_by == "finished"
    corpus = random_corpus(3, 40, 12)
    challenge = by_hand.challenge(corpus)
    optimum = best_variance(second_moments(corpus, centred=True), 2, by_hand.SPARSITY)
    assert challenge.best.captured_variance == pytest.approx(optimum)
    assert optimum <= challenge.upper_bound * (1 + 1e-6)  # a closed gap ends the bound


@in_one_test("seed", range(10))
def test_a_hint_is_the_word_that_adds_most(seed: int, challenge, captured):
    first, second = some_words(seed)
    hint = by_hand.next_words(challenge, first, second)
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


def test_full_topics_have_no_hint_and_one_full_topic_none_for_itself(challenge):
    full, other = CORPUS.words[:5], CORPUS.words[5:10]
    assert by_hand.next_words(challenge, full, other).empty
    hint = by_hand.next_words(challenge, full, ())
    assert set(hint["topic"]) == {by_hand.TOPICS[1]}


def test_each_word_has_its_variance_and_topic_greatest_first(challenge, captured):
    table = by_hand.words(challenge, FIRST, SECOND).set_index("word")
    assert table["variance"].is_monotonic_decreasing
    variances = {word: captured((word,)) for word in CORPUS.words}
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
