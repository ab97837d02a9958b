"""Overlap: the same words on the same line, and how many are shared."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from spca_core.problem.solution import Solution
from spca_core.results.comparison import overlap
from spca_core.results.comparison.runs import run_names
from spca_core.results.topics.pairing import align
from tests.made_runs import made_run, made_runs, picked
from tests.oracles import corpus_of

CORPUS = corpus_of(np.ones((2, 30)))
METHODS = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(METHODS, 1, n_words=16)


def words_of(run: Solution, topic: int) -> set[str]:
    return {CORPUS.words[word] for word in run.supports[topic]}


def jaccard(first: set, second: set) -> float:
    return len(first & second) / len(first | second)


def test_a_table_has_all_words_each_on_one_line_with_how_many_solvers_have_it():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    tables = overlap.same_lines(CORPUS, RUNS)
    assert len(tables) == len(RUNS[0].supports)
    signs = set()
    for topic, table in enumerate(tables):
        for name, run in zip(run_names(RUNS), aligned, strict=True):
            cells = [cell for cell in table[name] if cell]
            assert len(cells) == len(set(cells)), "no word twice"
            assert set(cells) == words_of(run, topic)
        counts = Counter(word for run in aligned for word in words_of(run, topic))
        for sign, *line in table.set_index("shared").itertuples():
            expected = {len(RUNS): overlap.ALL, 1: overlap.ONE}
            words = set(line) - {""}
            assert sign == overlap.ONE or len(words) == 1, "one word a line"
            for word in words:
                assert sign == expected.get(counts[word], overlap.SEVERAL)
            signs.add(sign)
    assert {overlap.SEVERAL, overlap.ONE} <= signs


def test_words_of_most_solvers_come_first_and_of_one_solver_last_heaviest_first():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    for topic, table in enumerate(overlap.same_lines(CORPUS, RUNS)):
        weights: Counter[str] = Counter()
        alone = table["shared"] == overlap.ONE
        for run in aligned:
            words = [CORPUS.words[word] for word in run.supports[topic]]
            weights.update(dict(zip(words, run.loadings[topic] ** 2, strict=True)))
        shared = table[~alone].drop(columns="shared")
        places = [
            (-sum(cell != "" for cell in line), -weights[max(line)])
            for line in shared.itertuples(index=False)
        ]
        assert places == sorted(places)
        assert alone.is_monotonic_increasing, "they stand below"
        most = 0
        for name in run_names(RUNS):
            column = table.loc[alone, name].tolist()
            own = sorted(filter(None, column), key=weights.__getitem__, reverse=True)
            assert column == own + [""] * (len(column) - len(own))
            most = max(most, len(own))
        assert alone.sum() == most, "in no more lines than needed"


@pytest.mark.parametrize("place", [0, 1])
def test_a_solver_of_fewer_topics_is_missing_from_the_others_tables(place: int):
    fewer = made_run("span", n_components=3, n_found=2, n_words=16)
    solutions = [RUNS[0]]
    solutions.insert(place, fewer)
    tables = overlap.same_lines(CORPUS, solutions)
    assert ["SpanSPCA" in table for table in tables].count(True) == 2
    assert len(tables) == 3
    assert (tables[2]["shared"] == overlap.ALL).all(), "of those that have the topic"


def test_the_overlap_of_topics_is_that_of_the_pairing_that_shares_most_words():
    table = overlap.word_overlaps(RUNS).set_index(["first", "second"])
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
        mean = np.mean([jaccard(*pair) for pair in pairs])
        found.append((shared, float(mean)))
    most = max(shared for shared, _ in found)
    return [mean for shared, mean in found if shared == most]


def test_the_overlap_of_words_asks_not_in_which_topic_they_are():
    chosen = [set(run.supports.ravel().tolist()) for run in RUNS]
    of = dict(zip(run_names(RUNS), chosen, strict=True))
    for row in overlap.word_overlaps(RUNS).itertuples():
        assert row.words == pytest.approx(jaccard(of[row.first], of[row.second]))


def test_solvers_of_different_numbers_of_topics_are_compared_on_those_of_both():
    fewer = picked(RUNS[0], [1, 2])
    fewer = replace(fewer, settings=replace(fewer.settings, method="em"))
    for runs in ([RUNS[0], fewer], [fewer, RUNS[0]]):
        table = overlap.word_overlaps(runs)
        assert (table["topics"] == 1).all()
        assert table["words"].min() == pytest.approx(2 / 3)
