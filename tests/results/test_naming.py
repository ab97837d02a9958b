"""Names that topics get by themselves: few words of theirs that tell them apart."""

from dataclasses import replace
from math import log
from string import ascii_lowercase

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.cards import MAX_CHARACTERS, own_names
from spca_core.results.topics import topic_names
from spca_core.topics import solve
from tests.oracles import random_corpus

ROUNDING = 1e-9


def found(seed: int, n_topics: int = 3, sparsity: int = 5) -> tuple[Corpus, Solution]:
    """Return topics whose words are all of one weight, so that none is faint."""
    corpus = random_corpus(seed, 80, 24)
    solution = solve(corpus, n_topics, sparsity, effort="quick")
    even = np.full_like(solution.loadings, sparsity**-0.5)
    return corpus, replace(solution, loadings=even)


def distinctive(corpus: Corpus, words: list[str]) -> dict[str, float]:
    """Say document by document how much each word tells those of its topic."""
    matrix = corpus.observations.toarray()
    documents = [
        {corpus.words[column] for column in np.flatnonzero(row)} for row in matrix
    ]
    return {word: _one([one & set(words) for one in documents], word) for word in words}


def _one(documents: list[set[str]], word: str) -> float:
    inside = [one for one in documents if len(one - {word}) >= 2]
    outside = [one for one in documents if len(one - {word}) < 2]
    here = sum(word in one for one in inside) / max(len(inside), 1)
    elsewhere = (sum(word in one for one in outside) + 0.5) / (len(outside) + 1)
    return here * log(here / elsewhere) if here else 0.0


def is_begun_by(word: str, others: list[str]) -> bool:
    return any(word.startswith(one) or one.startswith(word) for one in others)


def words_of(corpus: Corpus, solution: Solution) -> list[list[str]]:
    return [[corpus.words[word] for word in topic] for topic in solution.supports]


@pytest.mark.parametrize("seed", range(8))
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
        scores = distinctive(corpus, words)
        least = min(scores[word] for word in parts)
        others = [word for word in words if not is_begun_by(word, parts)]
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


def test_a_topic_of_one_word_is_called_by_it():
    corpus, solution = found(0, 3, 1)
    assert own_names(corpus, solution) == {
        one: one for (one,) in words_of(corpus, solution)
    }


def test_a_name_given_by_hand_stays_and_the_others_keep_their_own():
    corpus, solution = found(0)
    own = own_names(corpus, solution)
    first, second, third = (words[0] for words in words_of(corpus, solution))
    called = topic_names(corpus, solution, {**own, second: "By hand"})
    assert called == [own[first], "By hand", own[third]]


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
