"""Noise that looks like topics: the search, the shuffles and the test are exact."""

from itertools import combinations

import numpy as np
import pytest

from spca_core import load
from spca_core.corpus.corpus import Corpus
from spca_core.lessons import noise
from spca_core.lessons.eight_words import WORDS
from spca_core.results.topics.chance import against_chance
from tests.fuzz import in_one_test
from tests.oracles import solve_counts as solve

STRENGTHS = range(6)
each_table = in_one_test(
    "strength, seed, shuffle", [(5, 1, 0), (0, 1, 0), (0, 2, 3), (3, 7, 1)]
)


def captured(table: np.ndarray, words: tuple[int, ...]) -> float:
    covariance = np.cov(table[:, words].T, bias=True)
    return np.linalg.eigvalsh(covariance)[-1]


def is_beyond(found: list[noise.TableSearch]) -> bool:
    real, *others = found
    return real.captured > max(each.captured for each in others)


@each_table
def test_the_topic_found_is_the_best_of_all_choices(strength, seed, shuffle):
    found = noise.search(strength, seed, shuffle)
    every = combinations(range(len(WORDS)), noise.SPARSITY)
    best = max(captured(found.table, words) for words in every)
    assert found.captured == pytest.approx(best)
    assert captured(found.table, tuple(found.best)) == pytest.approx(best)
    assert found.words == ", ".join(WORDS[word] for word in found.best)


@in_one_test("strength", STRENGTHS)
def test_planted_words_are_together_in_as_many_documents_as_their_strength(strength):
    planted = [WORDS.index(word) for word in noise.PLANTED]
    tables = [noise.search(strength, seed, 0).table for seed in range(1, 20)]
    together = [int(table[:, planted].all(axis=1).sum()) for table in tables]
    assert min(together) == strength
    for table in tables:
        assert table.sum(axis=0).tolist() == list(noise.SIZES)


@in_one_test("strength", STRENGTHS)
def test_documents_and_words_keep_their_sums_and_the_tables_differ(strength):
    real, *others = noise.searches(strength, 1, 9)
    for each in others:
        for side in (0, 1):
            assert (each.table.sum(axis=side) == real.table.sum(axis=side)).all()
    assert len({each.table.tobytes() for each in (real, *others)}) == 10


def test_the_dots_are_the_greatest_topics_of_the_librarys_test():
    table = noise.planted(3, 2)
    corpus = Corpus(name="Noise", observations=table, words=WORDS)
    found = solve(corpus, 1, noise.SPARSITY, method="exact", centred=True, seed=2)
    *_, known = against_chance(found, 3)
    real, *others = noise.searches(3, 2, 3)
    assert known.variances == pytest.approx([real.captured])
    assert known.greatest == pytest.approx([each.captured for each in others])
    dots = noise.strip([real, *others]).query("mark in [@noise.GREATEST, @noise.LAST]")
    assert dots["variance"].tolist() == [each.captured for each in others]
    assert dots["mark"].tolist() == [*[noise.GREATEST] * 2, noise.LAST]


def test_the_planted_topic_is_more_than_chance_and_noise_seldom_is():
    of_noise, planted = (
        [is_beyond(noise.searches(strength, seed, 9)) for seed in range(1, n + 1)]
        for strength, n in ((0, 20), (5, 5))
    )
    assert sum(of_noise) <= 5  # 2 are expected at most; 6 or more once in 90 times
    assert all(planted)
    # As the question of the chapter has it.
    assert not of_noise[0]


@in_one_test("strength", (0, 5))
def test_the_verdict_counts_the_shuffled_tables_that_capture_as_much(strength):
    found = noise.searches(strength, 1, 9)
    better = sum(each.captured >= found[0].captured for each in found[1:])
    said = noise.verdict(found)
    assert found[0].words in said
    assert (f"In {better} of 9" in said) == bool(better) == (not is_beyond(found))
    assert ("at most 1 in 10" in said) == is_beyond(found)


def test_the_topic_of_the_file_of_documents_is_the_planted_one(tmp_path):
    path = tmp_path / "documents.csv"
    path.write_text(noise.as_csv())
    corpus = load(path)
    assert set(corpus.words) == set(WORDS)
    assert len(corpus.titles) == noise.planted(5, 1).sum(axis=1).astype(bool).sum()
    found = solve(corpus, 1, noise.SPARSITY, method="exact", centred=True)
    assert {corpus.words[word] for word in found.supports[0]} == set(noise.PLANTED)
