"""Overlap: the same words on the same line, and how many are shared."""

from itertools import permutations

import numpy as np
import pytest

from spca_core.problem.solution import Solution
from spca_core.results.comparison import overlap
from spca_core.results.comparison.runs import run_names
from spca_core.results.topics.pairing import align
from spca_core.topics import Topics
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of

CORPUS = corpus_of(np.ones((2, 30)))
METHODS = ("joint", "bipartite", "tpower", "em")
RUNS = made_runs(METHODS, 1, n_words=16)


def words_of(run: Solution, topic: int) -> set[str]:
    return {CORPUS.words[word] for word in run.supports[topic]}


def jaccard(first: set, second: set) -> float:
    return len(first & second) / len(first | second)


def test_each_block_has_a_solvers_words_by_rank_under_the_topics_of_the_first():
    fewer = made_run("span", n_found=2, n_words=16)
    table = overlap.side_by_side([Topics.of(CORPUS, run) for run in (*RUNS, fewer)])
    blocks = (table["Method"] != "").cumsum()
    for (_, block), run in zip(table.groupby(blocks), [*RUNS, fewer], strict=True):
        assert block["Rank"].tolist() == [1, 2, 3, 4]
        found = align(run, RUNS[0])
        columns = [[CORPUS.words[word] for word in topic] for topic in found.supports]
        shown = block.drop(columns=["Method", "Rank"]).T.to_numpy().tolist()
        assert shown == columns + [[""] * 4] * (3 - len(columns))
    assert table["Method"][table["Method"] != ""].tolist() == [
        *run_names([*RUNS, fewer])
    ]


@pytest.mark.parametrize("n_solvers", [1, 2, 3, 4])
def test_marked_are_the_words_that_most_other_solvers_lack(n_solvers: int):
    first, *others = RUNS[:n_solvers]
    theirs = [{CORPUS.words[word] for word in run.supports.flat} for run in others]
    lacked = overlap.words_others_lack(
        [Topics.of(CORPUS, run) for run in RUNS[:n_solvers]]
    )
    for word in (CORPUS.words[word] for word in first.supports.flat):
        without = sum(word not in words for words in theirs)
        assert (word in lacked) == (without > len(others) / 2)
    said = overlap.about_words_others_lack(RUNS[:n_solvers], lacked)
    assert bool(said) == (n_solvers > 1)
    assert not said or f" {len(lacked)} of the {first.supports.size} words" in said


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
