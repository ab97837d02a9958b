"""Words in their texts, and what is typical of a topic or only in it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.documents import contexts
from spca_core.results.documents.concordance import find
from spca_core.results.topics.coverage import documents_with, documents_with_topics
from spca_core.results.topics.near_misses import near_misses
from spca_core.results.topics.relevance import relevant_words
from spca_core.topics import Topics
from tests.oracles import corpus_of, planted_corpus
from tests.oracles import solve_counts as solve

TEXTS = ("Slavery ended", "The antislavery movement", "the slave")


def of_texts() -> Corpus:
    corpus = corpus_of(np.array([[3, 1], [0, 1], [1, 1]]))
    return replace(
        corpus, words=("slavery", "free"), texts=TEXTS, forms={"slavery": ("slave",)}
    )


@pytest.fixture(scope="module")
def found() -> tuple[Corpus, Solution]:
    corpus = planted_corpus(0, 3, 4)
    return corpus, solve(corpus, 3, 4, effort="quick")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("SLAVERY ", ""),
        ("slave", ""),
        ("the", "“the” is a stop word and is not counted."),
        ("gone", "“gone” is left out of the analysis."),
        (
            "sla",
            "“sla” is not among the 2 words. Words that begin with it: slavery.",
        ),
        ("<b>", "“<b>” is not among the 2 words."),
        ("the slave", ""),
        ("sla*", ""),
    ],
)
def test_of_a_single_word_that_is_not_counted_the_reason_is_given(typed, sentence):
    loaded = replace(of_texts(), words=("slavery", "gone"))
    assert contexts.about_typed(find(of_texts(), typed), loaded) == sentence


def test_a_words_share_of_each_year_is_that_of_documents_with_it():
    found = find(of_texts(), "slavery")
    table = contexts.word_by_time(found, ("1990", "1990", ""), "year")
    columns = table[["group", "carrying", "documents", "share"]]
    assert columns.to_numpy().tolist() == [["1990", 1, 2, 0.5]]


def test_a_word_names_its_topic_or_the_closest_one(found):
    corpus, solution = found
    names = ["a", "b", "c"]
    for topic, support in enumerate(solution.supports, start=1):
        word = corpus.words[support[0]]
        table = contexts.topic_of_word(Topics.of(corpus, solution), word)
        assert table["topic"][0] == topic
        sentence = contexts.about_word(table, names)
        assert sentence == f"It is in the topic “{names[topic - 1]}”."
        assert table["correlation"].between(-1, 1).all()
    supports, loadings = solution.supports[:, 1:], solution.loadings[:, 1:]
    fewer = replace(solution, supports=supports, loadings=loadings)
    word = corpus.words[solution.supports[2][0]]
    table = contexts.topic_of_word(Topics.of(corpus, fewer), word)
    sentence = contexts.about_word(table, names)
    assert sentence.startswith("It is in no topic. Closest topic: “c”")


def test_relevance_goes_from_what_is_typical_to_what_is_only_here(found):
    corpus, solution = found
    has_topic = documents_with_topics(Topics.of(corpus, solution))
    nearly = near_misses(Topics.of(corpus, solution), 1, 5)

    def words(typical: float) -> pd.DataFrame:
        return relevant_words(
            Topics.of(corpus, solution), 1, has_topic, nearly, typical
        )

    typical, only_here = words(1.0), words(0.0)
    members = typical["is_member"]
    assert members.tolist() == [True] * 4 + [False] * 5
    assert typical[members]["here"].is_monotonic_decreasing
    lift = only_here["here"] / only_here["overall"]
    assert lift[members].is_monotonic_decreasing
    has = documents_with(corpus, solution.supports[0])
    one = typical.set_index("word").loc[corpus.words[solution.supports[0][0]]]
    assert one["documents"] == has[:, 0].sum()
    assert one["inside"] == has[has_topic[:, 0], 0].sum()
