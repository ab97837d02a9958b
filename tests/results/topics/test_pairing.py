"""Pairing: topics beside those that they share the most words with."""

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.topics.pairing import (
    align,
    describe_changes,
    followed,
    match_topics,
    recovered_topics,
)
from spca_core.topics import Topics, solve
from tests.fuzz import in_one_test
from tests.oracles import planted_corpus, random_corpus, reordered


def solved(corpus: Corpus, n_components: int = 3, sparsity: int = 4) -> Topics:
    return solve(
        corpus,
        n_components,
        sparsity,
        effort="quick",
        weighting="counts",
        centred=False,
    )


def topics_of(seed: int, n_components: int = 4, **options: object) -> Topics:
    corpus = random_corpus(seed, 40, 30)
    return solve(corpus, n_components, 3, effort="quick", **options)


def as_components(solution: Solution) -> set[tuple]:
    parts = (solution.supports, solution.loadings, solution.variances[:, None])
    return set(map(tuple, np.column_stack(parts).tolist()))


@pytest.mark.parametrize("sizes", [(4, 4), (4, 2), (2, 4)], ids=str)
def test_aligning_only_reorders_components_and_no_other_order_shares_more(sizes):
    for seed in range(3):
        reference = topics_of(seed, sizes[0])
        solution = topics_of(seed + 100, sizes[1], method="tpower", centred=True)
        aligned = align(solution, reference)
        assert as_components(aligned) == as_components(solution)
        # Fewer are set beside the first of the reference.
        first = reference.supports[: sizes[1]]
        shared = np.array(
            [[len({*one} & {*other}) for other in aligned.supports] for one in first]
        )
        found = sum(shared[i, i] for i in range(min(sizes)))
        assert found == shared[linear_sum_assignment(shared, maximize=True)].sum()


def as_set(words: str) -> set[str]:
    return set(words.split(", ")) - {""}


@in_one_test("seed, sizes", enumerate([(3, 3), (3, 2), (2, 3), (1, 3)]))
def test_each_topic_is_listed_once_with_all_its_words(
    seed: int, sizes: tuple[int, int]
):
    corpus = random_corpus(seed, 60, 30)
    fewer = reordered(corpus, np.arange(2, 30))  # two words left out
    before, after = solved(corpus, sizes[0]), solved(fewer, sizes[1])
    table = before.compare(after)
    for column, topics in (("first", before), ("second", after)):
        here = table[table[column] != ""]
        assert sorted(here[column]) == sorted(topics.names)
        for row in here.to_dict("records"):
            words = topics.words()[topics.names.index(row[column])]
            assert as_set(row["in_both"]) | as_set(row[f"only_{column}"]) == {*words}
        gone = table[table[column] == ""]
        assert (gone[["in_both", f"only_{column}"]] == "").all(axis=None)


def test_no_pairing_of_topics_shares_more_words():
    before, after = topics_of(0).words(), topics_of(1).words()
    most = max(
        sum(len({*a} & {*b}) for a, b in zip(before, order, strict=True))
        for order in permutations(after)
    )
    assert match_topics(before, after).shared.sum() == most


def test_a_word_left_out_is_what_its_topic_lost():
    corpus = planted_corpus(0, 3, 4)
    fewer = reordered(corpus, np.delete(np.arange(24), 5))
    table = solved(corpus).compare(solved(fewer))
    (lost,) = table[table["only_first"] != ""].to_dict("records")
    assert lost["only_first"] == "word_5"
    assert as_set(lost["in_both"]) == {"word_4", "word_6", "word_7"}
    (sentence,) = describe_changes(table)
    assert sentence == f"{lost['second']} gained {lost['only_second']} and lost word_5."


TRUTH = tuple(tuple(f"word_{4 * j + i}" for i in range(4)) for j in range(3))


def test_what_was_planted_is_recovered_whole():
    corpus = planted_corpus(0, 3, 4)
    solution = solved(corpus)
    table = recovered_topics(solution, TRUTH)
    assert table["planted_topic"].tolist() == [1, 2, 3]
    assert sorted(table["found_topic"]) == [1, 2, 3]
    assert (table["planted"] == 4).all()
    assert (table["recovered"] == 4).all()
    assert (table[["missing", "wrong"]] == "").all(axis=None)
    for row in table.itertuples():
        found = {corpus.words[i] for i in solution.supports[row.found_topic - 1]}
        assert found == set(TRUTH[row.planted_topic - 1])


def test_a_topic_is_followed_to_where_most_of_its_words_are():
    before = [("war", "peace"), ("tax", "law"), ("sea", "ship")]
    after = [("law", "tax"), ("war", "army"), ("gold", "bank")]
    assert followed(before, after) == {0: 1, 1: 0}
