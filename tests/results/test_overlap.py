"""Overlap: the same words on the same line, and how many are shared."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from spca_core.problem.solution import Solution
from spca_core.results import overlap
from spca_core.results.pairing import align
from spca_core.results.runs import run_names
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of

CORPUS = corpus_of(np.ones((2, 30)))
METHODS = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(METHODS, 1, n_words=16)


def words_of(run: Solution, topic: int) -> set[str]:
    return {CORPUS.words[word] for word in run.supports[topic]}


def jaccard(first: set, second: set) -> float:
    return len(first & second) / len(first | second)


def test_a_word_of_several_solvers_has_one_line_in_a_table_of_all_words():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    tables = overlap.same_lines(CORPUS, RUNS)
    assert len(tables) == len(RUNS[0].supports)
    for topic, table in enumerate(tables):
        for name, run in zip(run_names(RUNS), aligned, strict=True):
            cells = [cell for cell in table[name] if cell]
            assert len(cells) == len(set(cells)), "no word twice"
            assert set(cells) == words_of(run, topic)
        shared = shared_lines(table)
        assert len(shared)
        for line in shared.itertuples(index=False):
            assert len(set(line) - {""}) == 1, "one word a line"


def shared_lines(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["shared"] != overlap.ONE].drop(columns="shared")


def own_lines(table: pd.DataFrame) -> pd.DataFrame:
    """Those below, of words that only one solver has."""
    lines = table[table["shared"] == overlap.ONE]
    assert lines.index.tolist() == list(range(len(table)))[len(table) - len(lines) :]
    return lines.drop(columns="shared")


def test_the_sign_says_how_many_solvers_have_the_word():
    signs = Counter()
    for table in overlap.same_lines(CORPUS, RUNS):
        columns = table.drop(columns="shared")
        counts = Counter(cell for cell in columns.to_numpy().ravel() if cell)
        for sign, line in zip(
            table["shared"], columns.itertuples(index=False), strict=True
        ):
            expected = {len(RUNS): overlap.ALL, 1: overlap.ONE}
            for word in set(line) - {""}:
                assert sign == expected.get(counts[word], overlap.SEVERAL)
            signs[sign] += 1
    assert signs[overlap.SEVERAL]
    assert signs[overlap.ONE]


def test_own_words_stand_below_heaviest_first_in_no_more_lines_than_needed():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    for topic, table in enumerate(overlap.same_lines(CORPUS, RUNS)):
        own = own_lines(table)
        others = set(shared_lines(table).to_numpy().ravel())
        most = 0
        for name, run in zip(run_names(RUNS), aligned, strict=True):
            by_weight = np.argsort(-(run.loadings[topic] ** 2))
            words = [CORPUS.words[word] for word in run.supports[topic][by_weight]]
            alone = [word for word in words if word not in others]
            assert own[name].tolist() == alone + [""] * (len(own) - len(alone))
            most = max(most, len(alone))
        assert len(own) == most


def test_words_of_most_solvers_come_first_of_those_the_heaviest():
    aligned = [RUNS[0], *(align(run, RUNS[0]) for run in RUNS[1:])]
    for topic, table in enumerate(overlap.same_lines(CORPUS, RUNS)):
        columns = shared_lines(table)
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


def replace_method(run: Solution, method: str) -> Solution:
    return replace(run, settings=replace(run.settings, method=method))


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
        mean = np.mean([jaccard(*pair) for pair in pairs])
        found.append((shared, float(mean)))
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
