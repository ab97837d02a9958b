"""The paper's four words: what each way takes is held against trying everything."""

from itertools import combinations, product

import numpy as np
import pytest

from spca_core.lessons import one_at_a_time as lesson
from spca_core.problem.method import METHODS
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.oracles import best_variance, planted_corpus

each_example = in_one_test("eps, delta", product((0.01, 0.29, 0.5), (0.0, 0.07, 0.5)))


def paper_matrix(eps: float, delta: float) -> np.ndarray:
    matrix = np.diag([1, delta, delta, 1])
    matrix[[0, 3], [3, 0]] = eps
    return matrix


def variance(matrix: np.ndarray, words: tuple[int, ...]) -> float:
    return np.linalg.eigvalsh(matrix[np.ix_(words, words)])[-1]


def greedy(matrix: np.ndarray) -> list[tuple[int, ...]]:
    """Take the best pair of all, then the best of the words left."""
    free, taken = set(range(len(matrix))), []
    while free:
        pairs = combinations(sorted(free), lesson.SPARSITY)
        taken.append(max(pairs, key=lambda words: variance(matrix, words)))
        free -= set(taken[-1])
    return taken


@each_example
def test_the_matrix_is_the_papers_and_a_cell_in_the_topic_that_has_its_words(
    eps: float, delta: float
):
    topics = lesson.topics_by_way(eps, delta)
    for way in lesson.WAYS:
        cells = lesson.cells(eps, delta, way)
        square = cells.pivot(index="word", columns="other", values="value")
        square = square.loc[list(lesson.WORDS), list(lesson.WORDS)]
        np.testing.assert_allclose(square, paper_matrix(eps, delta), atol=1e-8)
        words = topics[topics["way"] == way].set_index("topic")["words"].str.split(", ")
        for cell in cells.itertuples():
            pair = {cell.word, cell.other}
            holders = [topic for topic in words.index if pair <= {*words[topic]}]
            assert (holders or [lesson.NEITHER]) == [cell.topic]


@each_example
def test_one_at_a_time_takes_what_greedy_takes_and_together_the_best(eps, delta):
    matrix = paper_matrix(eps, delta)
    table = lesson.topics_by_way(eps, delta)
    apart = table[table["way"] == lesson.APART]
    expected = greedy(matrix)
    words = [", ".join(lesson.WORDS[word] for word in pair) for pair in expected]
    assert apart["words"].tolist() == words
    variances = [variance(matrix, pair) for pair in expected]
    assert apart["variance"].tolist() == pytest.approx(variances)
    totals = table.groupby("way")["variance"].sum()
    assert totals[lesson.APART] == pytest.approx(1 + eps + delta)
    expected = (1 + 1) / (1 + eps + delta)
    assert lesson.ratio(eps, delta) == pytest.approx(expected)
    optimum = best_variance(matrix, 2, 2)
    assert totals[lesson.TOGETHER] == pytest.approx(optimum) == pytest.approx(2)


@each_example
def test_what_a_pairing_captures_is_the_eigenvalues_of_its_blocks(eps, delta):
    matrix, table = paper_matrix(eps, delta), lesson.every_pairing(eps, delta)
    assert table["total"].is_monotonic_decreasing
    taken = dict(zip(table["taken"], table["first_topic"], strict=True))
    assert taken[lesson.TOGETHER] == table["first_topic"].iloc[0] == "war, navy"
    assert taken[lesson.APART] == "war, tax"
    for row in table.itertuples():
        for named, captured in (
            (row.first_topic, row.first),
            (row.second_topic, row.second),
        ):
            words = tuple(map(lesson.WORDS.index, named.split(", ")))
            assert captured == pytest.approx(variance(matrix, words))
        assert row.total == pytest.approx(row.first + row.second)


def test_where_the_faint_are_strong_enough_both_ways_take_the_same():
    table = lesson.every_pairing(0.8, 0.7)
    both = f"{lesson.APART}, {lesson.TOGETHER}"
    assert table["taken"].tolist() == [both, "", ""]
    curve = lesson.ratio_by_sum()
    assert curve["sum"].is_monotonic_increasing
    assert curve["ratio"].tolist() == pytest.approx((2 / (1 + curve["sum"])).tolist())


def test_the_real_corpus_is_solved_with_the_settings_of_compare():
    corpus = planted_corpus(0, *lesson.SIZE)
    table = lesson.on_a_corpus(corpus).set_index("method")
    for name in ("tpower", "joint"):
        row = table.loc[METHODS[name].label]
        solution = solve(corpus, *lesson.SIZE, method=name)
        assert row["variance"] == solution.captured_variance
        assert row["best_topic"] == solution.variances.max()
    settings = solution.settings
    assert settings.effort in row["effort"]
    assert (settings.weighting, settings.centred) == ("tf-idf", True)
    assert table["way"].tolist() == list(lesson.WAYS)
    assert table["gain"].iloc[0] == 0
    one_at_a_time, together = table["variance"]
    assert one_at_a_time * (1 + table["gain"].iloc[1]) == pytest.approx(together)
