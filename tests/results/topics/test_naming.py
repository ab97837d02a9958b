"""Names that topics get by themselves: their heaviest words, each form named once."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.results.topics.naming import own_names
from spca_core.topics import Edits, Topics, solve
from tests.oracles import random_corpus


def name_of(*words: str, loadings: tuple[float, ...] = ()) -> str:
    """Return the name of one topic of these words, heaviest first."""
    corpus = random_corpus(0, 80, 24)
    solution = solve(corpus, 1, len(words), effort="quick")
    called = list(corpus.words)
    for place, word in zip(solution.supports[0], words, strict=True):
        called[place] = word
    even = np.array([loadings or [1.0] * len(words)])
    solution = replace(solution, loadings=even / np.linalg.norm(even))
    of_these = replace(corpus, words=tuple(called))
    return own_names(Topics.of(of_these, solution))[words[0]]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("gold", "currency", "silver", "coin"), "gold, currency, silver"),
        (("fiscal", "expenditures", "receipts"), "fiscal, expenditures"),
        (("lands", "land", "indian"), "lands, indian"),
        (("help", "helpful", "general"), "help, general"),
        (("matrix", "matrices", "vector"), "matrix, vector"),
        (("land", "lands", "landed"), "land"),
        (("fiscal year", "year", "fiscal", "june"), "fiscal year, june"),
        (("united states", "united kingdom", "treaty"), "united states, treaty"),
        (("tax", "tag", "a", "b"), "tax, tag, a"),
    ],
)
def test_a_name_is_of_the_heaviest_words_and_of_forms_of_one_word_only_of_the_first(
    words, name
):
    assert name_of(*words) == name


def found(n_topics: int, sparsity: int) -> tuple[Corpus, Topics, list[str]]:
    """Return topics with the heaviest word of each."""
    corpus = random_corpus(0, 80, 24)
    solution = solve(corpus, n_topics, sparsity, effort="quick")
    return corpus, solution, [corpus.words[words[0]] for words in solution.supports]


def test_a_name_given_by_hand_stays_and_the_others_keep_their_own():
    _, solution, (first, second, third) = found(3, 5)
    own = own_names(solution)
    called = replace(solution, edits=Edits(names={second: "By hand"})).names
    assert called == [own[first], "By hand", own[third]]
    _, solution, words = found(3, 1)
    assert own_names(solution) == {word: word for word in words}
