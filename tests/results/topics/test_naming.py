"""Names that topics get by themselves: few words of theirs that tell them apart."""

from dataclasses import replace
from math import log
from string import ascii_lowercase

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.topics.cards import MAX_CHARACTERS, own_names
from spca_core.results.topics.naming import topic_names
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.oracles import random_corpus

ROUNDING = 1e-9


def found(seed: int, n_topics: int = 3, sparsity: int = 5) -> tuple[Corpus, Solution]:
    """Return topics whose words are all of one weight, so that none is faint."""
    corpus = random_corpus(seed, 80, 24)
    solution = solve(corpus, n_topics, sparsity, effort="quick")
    even = np.full_like(solution.loadings, sparsity**-0.5)
    return corpus, replace(solution, loadings=even)


def distinctive(corpus: Corpus, words: list[str], word: str) -> float:
    """Say document by document how much a word tells those of its topic."""
    here, elsewhere = [], []
    for row in corpus.observations.toarray():
        there = {corpus.words[column] for column in np.flatnonzero(row)} & {*words}
        (here if len(there - {word}) >= 2 else elsewhere).append(word in there)
    share = sum(here) / max(len(here), 1)
    outside = (sum(elsewhere) + 0.5) / (len(elsewhere) + 1)
    return share * log(share / outside) if share else 0.0


def begin_alike(word: str, other: str) -> bool:
    return word.startswith(other) or other.startswith(word)


def words_of(corpus: Corpus, solution: Solution) -> list[list[str]]:
    return [[corpus.words[word] for word in topic] for topic in solution.supports]


@in_one_test("seed", range(5))
def test_a_name_is_of_two_or_three_words_of_the_topic_and_none_is_more_distinctive(
    seed: int,
):
    corpus, solution = found(seed)
    names = own_names(corpus, solution)
    assert len(names) == 3
    for words in words_of(corpus, solution):
        parts = names[words[0]].split(", ")
        assert 2 <= len(parts) <= 3
        assert set(parts) <= set(words)
        scores = {word: distinctive(corpus, words, word) for word in words}
        least = min(scores[word] for word in parts)
        others = [
            word for word in words if not any(begin_alike(word, part) for part in parts)
        ]
        assert all(scores[word] <= least + ROUNDING for word in others)
        assert len(parts) == 2 or len(", ".join(parts)) <= MAX_CHARACTERS


@pytest.mark.parametrize("begins", [3, 4, 5])
def test_words_that_begin_with_one_another_are_named_once_where_others_are_left(
    begins: int,
):
    corpus, solution = found(0, 1)
    words = list(corpus.words)
    for place, column in enumerate(solution.supports[0][:begins]):
        words[column] = "land" + "s" * place
    (name,) = own_names(replace(corpus, words=words), solution).values()
    parts = name.split(", ")
    assert len(parts) >= 2
    assert sum(part.startswith("land") for part in parts) <= (1 if begins < 5 else 3)


def test_a_word_that_hardly_belongs_to_a_topic_is_not_in_its_name():
    corpus, solution = found(0, 1)
    (name,) = own_names(corpus, solution).values()
    for faint in (0.0, 0.04):
        for part in name.split(", "):
            (place,) = np.flatnonzero(solution.supports[0] == corpus.words.index(part))
            loadings = solution.loadings.copy()
            loadings[0, place] = faint
            (other,) = own_names(corpus, replace(solution, loadings=loadings)).values()
            assert part not in other.split(", ")
            assert len(other.split(", ")) >= 2


def test_a_name_given_by_hand_stays_and_the_others_keep_their_own():
    corpus, solution = found(0)
    own = own_names(corpus, solution)
    first, second, third = (words[0] for words in words_of(corpus, solution))
    called = topic_names(corpus, solution, {**own, second: "By hand"})
    assert called == [own[first], "By hand", own[third]]
    corpus, of_one_word = found(0, 3, 1)
    words = [word for (word,) in words_of(corpus, of_one_word)]
    assert own_names(corpus, of_one_word) == {word: word for word in words}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("taxation", "congress", "navy"), "taxation, congress, navy"),
        (("taxation", "congress", "ships"), "taxation, congress"),
    ],
)
def test_a_third_word_is_in_a_name_as_long_as_it_stays_short(words, name):
    corpus, solution = found(0, 1, 3)
    letters = replace(corpus, words=tuple(ascii_lowercase[: corpus.n_words]))
    (own,) = own_names(letters, solution).values()
    ranked = own.split(", ")
    called = dict(zip(ranked, words, strict=True))
    named = tuple(called.get(word, word) for word in letters.words)
    assert [*own_names(replace(corpus, words=named), solution).values()] == [name]
