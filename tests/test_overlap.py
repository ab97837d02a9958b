"""Overlap: the same words on the same line, and how many are shared."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from spca_core import overlap
from spca_core.comparison import align
from spca_core.seeds import run_names
from spca_core.solution import Solution
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of

CORPUS = corpus_of(np.ones((2, 30)))
METHODS = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(METHODS, 1, n_words=16)


def words_of(run: Solution, topic: int) -> set[str]:
    return {CORPUS.words[word] for word in run.supports[topic]}


def jaccard(first: set, second: set) -> float:
    return len(first & second) / len(first | second)


def test_each_topic_has_a_line_a_word_that_any_solver_has_in_it():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    tables = overlap.same_lines(CORPUS, RUNS)
    assert len(tables) == len(RUNS[0].supports)
    for topic, table in enumerate(tables):
        for name, run in zip(run_names(RUNS), aligned, strict=True):
            assert set(table[name]) - {""} == words_of(run, topic)
        for line in table.drop(columns="shared").itertuples(index=False):
            assert len(set(line) - {""}) == 1, "one word a line"


def test_the_sign_says_how_many_solvers_have_the_word():
    signs = Counter()
    for table in overlap.same_lines(CORPUS, RUNS):
        counts = (table.drop(columns="shared") != "").sum(axis=1)
        for sign, count in zip(table["shared"], counts, strict=True):
            expected = {len(RUNS): overlap.ALL, 1: overlap.ONE}
            assert sign == expected.get(count, overlap.SEVERAL)
            signs[sign] += 1
    assert signs[overlap.SEVERAL]
    assert signs[overlap.ONE]


def test_words_of_most_solvers_come_first_of_those_the_heaviest():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    for topic, table in enumerate(overlap.same_lines(CORPUS, RUNS)):
        columns = table.drop(columns="shared")
        weights = Counter()
        for run in aligned:
            for word, loading in zip(
                run.supports[topic], run.loadings[topic], strict=True
            ):
                weights[CORPUS.words[word]] += loading**2
        places = [
            (-sum(cell != "" for cell in line), -weights[max(line)])
            for line in columns.itertuples(index=False)
        ]
        assert places == sorted(places)


def test_what_all_solvers_found_is_marked_so_in_their_order():
    again = replace(RUNS[0], supports=RUNS[0].supports[::-1])
    tables = overlap.same_lines(CORPUS, [RUNS[0], replace_method(again, "em")])
    for topic, table in enumerate(tables):
        assert (table["shared"] == overlap.ALL).all()
        assert set(table["EM sPCA"]) == words_of(RUNS[0], topic)
        assert (table["EM sPCA"] == table["Joint search"]).all()


def replace_method(run: Solution, method: str) -> Solution:
    return replace(run, settings=replace(run.settings, method=method))


def test_a_solver_of_fewer_topics_is_missing_from_the_others_tables():
    fewer = made_run("span", n_components=3, n_found=2, n_words=16)
    tables = overlap.same_lines(CORPUS, [RUNS[0], fewer])
    assert ["SpanSPCA" in table for table in tables].count(True) == 2
    assert len(tables) == 3
    assert (tables[2]["shared"] == overlap.ALL).all(), "of those that have the topic"


def test_the_overlap_of_topics_is_that_of_the_pairing_that_shares_most_words():
    table = overlap.overlaps(RUNS).set_index(["first", "second"])
    names = run_names(RUNS)
    for name, run in zip(names, RUNS, strict=True):
        for other_name, other in zip(names, RUNS, strict=True):
            means = best_means(run, other)
            found = table.loc[(name, other_name), "topics"]
            assert min(abs(found - mean) for mean in means) < 1e-12


def best_means(one: Solution, other: Solution) -> list[float]:
    """The mean overlaps of all pairings that share as many words as any does."""
    topics = range(len(one.supports))
    found = []
    for order in permutations(topics):
        pairs = [
            (words_of(one, topic), words_of(other, order[topic])) for topic in topics
        ]
        shared = sum(len(first & second) for first, second in pairs)
        found.append((shared, np.mean([jaccard(*pair) for pair in pairs])))
    most = max(shared for shared, _ in found)
    return [mean for shared, mean in found if shared == most]


def test_the_overlap_of_words_asks_not_in_which_topic_they_are():
    table = overlap.overlaps(RUNS)
    chosen = {
        name: set(run.supports.ravel().tolist())
        for name, run in zip(run_names(RUNS), RUNS, strict=True)
    }
    for row in table.itertuples():
        assert row.words == pytest.approx(
            jaccard(chosen[row.first], chosen[row.second])
        )


def test_every_two_solvers_are_there_in_both_orders_and_each_is_all_of_itself():
    table = overlap.overlaps(RUNS)
    wide = table.pivot(index="first", columns="second", values="topics")
    assert wide.shape == (len(RUNS), len(RUNS))
    assert not wide.isna().any(axis=None)
    np.testing.assert_allclose(wide, wide.T)
    assert (np.diag(wide) == 1).all()
    order = table["first"].drop_duplicates().tolist()
    assert order == run_names(RUNS)


def test_solvers_of_different_numbers_of_topics_are_compared_on_those_of_both():
    fewer = replace(
        replace_method(RUNS[0], "em"),
        supports=RUNS[0].supports[1:],
        loadings=RUNS[0].loadings[1:],
        variances=RUNS[0].variances[1:],
    )
    for runs in ([RUNS[0], fewer], [fewer, RUNS[0]]):
        table = overlap.overlaps(runs)
        assert (table["topics"] == 1).all()
        assert table["words"].min() == pytest.approx(2 / 3)


@pytest.mark.parametrize("measure", overlap.MEASURES)
def test_in_words_the_most_and_least_alike_are_named(measure: str):
    table = overlap.overlaps(RUNS)
    others = table[table["first"] != table["second"]][measure]
    said = overlap.text(table, measure)
    assert f"greatest {others.max():.0%}" in said
    assert f"least {others.min():.0%}" in said
    assert "one solver" in overlap.text(overlap.overlaps(RUNS[:1]), measure)
