"""The exact search: the optimum of every small problem, and where it gives up."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.methods import exact as exact_module
from spca_core.methods.exact import best_choice, word_prices
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate
from spca_core.steps.columns import Columns
from tests.fuzz import in_one_test, slowly
from tests.oracles import (
    all_supports,
    best_variance,
    corpus_of,
    random_corpus,
    second_moments,
    values_of,
)
from tests.oracles import solve_counts as solve

# Jeffers, Applied Statistics 16 (1967): correlations of 13 properties of pit props.
PITPROPS = """
1
.954 1
.364 .297 1
.342 .284 .882 1
-.129 -.118 -.148 .220 1
.313 .291 .153 .381 .364 1
.496 .503 -.029 .174 .296 .813 1
.424 .419 -.054 -.059 .004 .090 .372 1
.592 .648 .125 .137 -.039 .211 .465 .482 1
.545 .569 -.081 -.014 .037 .274 .679 .557 .526 1
.084 .076 .162 .097 -.091 -.036 -.113 .061 .085 -.319 1
-.019 -.036 .220 .169 -.145 .024 -.232 -.357 -.127 -.368 .029 1
.134 .144 .126 .015 -.208 -.329 -.424 -.202 -.076 -.291 .007 .184 1
"""
# n_components, sparsity, and the optimum to five places, proven by other programs.
PITPROPS_OPTIMA = [
    (2, 2, 3.83600),
    (2, 3, 4.67884),
    (2, 4, 5.25516),
    (2, 5, 5.71036),
    (2, 6, 5.89724),
    (3, 2, 5.64900),
    (3, 3, 6.63965),
    (3, 4, 7.25015),
    (4, 2, 7.20600),
    (4, 3, 8.33268),
]


def pitprops() -> np.ndarray:
    matrix = np.eye(13)
    for row, line in enumerate(PITPROPS.split("\n")[1:-1]):
        matrix[row, : row + 1] = matrix[: row + 1, row] = [*map(float, line.split())]
    return matrix


def with_moments(matrix: np.ndarray) -> Corpus:
    """Data S with S^T S / n = A."""
    return corpus_of(np.linalg.cholesky(matrix).T * np.sqrt(len(matrix)))


def counts(rng: np.random.Generator) -> np.ndarray:
    return rng.poisson(1.0, (20, 8))


def gaussian(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((20, 8))


def of_low_rank(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((2, 8))


def diagonal(rng: np.random.Generator) -> np.ndarray:
    return np.diag(rng.integers(0, 4, 8))


def in_blocks(rng: np.random.Generator) -> np.ndarray:
    return np.kron(np.eye(2), rng.standard_normal((5, 4)))


def with_equal_words(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((6, 3))[:, rng.integers(3, size=8)]


Draw = Callable[[np.random.Generator], np.ndarray]
DATA: tuple[Draw, ...] = (
    counts,
    gaussian,
    of_low_rank,
    diagonal,
    in_blocks,
    with_equal_words,
)
# The last three use every word there is.
SHAPES = [
    *[(1, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2), (4, 1)],
    *[(2, 4), (4, 2), (1, 8)],
]


@pytest.mark.parametrize("centred", [True, slowly(False)])
@in_one_test("shape", SHAPES)
@pytest.mark.parametrize("draw", DATA, ids=lambda draw: draw.__name__)
def test_it_is_as_good_as_trying_all_disjoint_supports(
    draw: Draw, shape: tuple[int, int], centred: bool
):
    corpus = corpus_of(draw(np.random.default_rng(shape)))
    matrix = second_moments(corpus, centred=centred)
    solution = solve(corpus, *shape, method="exact", centred=centred, effort="quick")
    # It looks for gains of 1e-12; of zeros, some roundings are left.
    assert solution.captured_variance == pytest.approx(
        best_variance(matrix, *shape), rel=1e-11, abs=1e-14
    )
    assert solution.remarks.exhaustive is True


def listed(matrix: np.ndarray, sparsity: int) -> tuple[np.ndarray, np.ndarray]:
    """All supports and their greatest eigenvalues, descending."""
    supports = all_supports(len(matrix), sparsity)
    values = values_of(matrix, supports)
    order = np.argsort(-values)
    return supports[order], np.maximum(values[order], 0)


def bound(
    prices: np.ndarray, supports: np.ndarray, values: np.ndarray, n_components: int
) -> float:
    assert (prices >= 0).all()
    margins = values - prices[supports].sum(axis=1)
    return prices.sum() + n_components * max(margins.max(), 0)


def packing(
    supports: np.ndarray, values: np.ndarray, n_words: int, n_components: int
) -> float:
    """Pack supports, in shares of them, at greatest value: the dual, all at once."""
    members = np.zeros((n_words + 1, len(supports)))
    members[supports.T, np.arange(len(supports))] = 1
    members[-1] = 1
    most = np.append(np.ones(n_words), n_components)
    solved: Any = linprog(-values, A_ub=members, b_ub=most)
    return -solved.fun


@pytest.mark.parametrize("cuts", [5, 500])
def test_the_bound_by_prices_is_above_the_optimum_and_as_low_as_prices_can_make_it(
    cuts: int, monkeypatch: pytest.MonkeyPatch
):
    # Supports that were not among the first are added till none is too dear.
    monkeypatch.setattr(exact_module, "CONSTRAINTS_AT_ONCE", cuts)
    for seed, *shape in product(range(3), (1, 2, 3), (1, 2, 3)):
        matrix = second_moments(random_corpus(seed, 30, 10), centred=True)
        supports, values = listed(matrix, shape[1])
        prices = word_prices(supports, values, 10, shape[0])
        reached = bound(prices, supports, values, shape[0])
        # A worst excess of 1e-9 of the greatest value is let be for each component.
        slack = 1e-8 * values[0]
        assert reached >= best_variance(matrix, *shape) - slack
        least = packing(supports, values, 10, shape[0])
        assert reached == pytest.approx(least, abs=slack)


@pytest.fixture
def poor_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the joint search find the words of least variance, in no good order."""

    def joint(
        covariance: Covariance, settings: Settings, _: Executor
    ) -> Iterator[Candidate]:
        shape = settings.sparsity, settings.n_components
        worst = covariance.words_by_variance[::-1][: shape[0] * shape[1]]
        yield Candidate(worst.reshape(shape).T, 1)

    monkeypatch.setattr(exact_module, "joint", joint)


@pytest.mark.usefixtures("poor_start")
@in_one_test("shape", [(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("centred", [False, True])
@in_one_test("seed", range(3))
def test_from_a_poor_start_it_finds_the_optimum_by_itself(
    seed: int, centred: bool, shape: tuple[int, int]
):
    corpus = random_corpus(seed, 15, 10)
    solution = solve(corpus, *shape, method="exact", centred=centred)
    best = best_variance(second_moments(corpus, centred=centred), *shape)
    first = solution.trace[0].captured_variance
    assert first < 0.9 * best
    assert solution.captured_variance == pytest.approx(best, rel=1e-11)
    assert solution.remarks.exhaustive is True


@pytest.mark.usefixtures("poor_start")
@pytest.mark.parametrize(("n_components", "sparsity", "optimum"), PITPROPS_OPTIMA)
def test_from_a_poor_start_it_finds_the_optima_of_pitprops(
    n_components: int, sparsity: int, optimum: float
):
    corpus = with_moments(pitprops())
    solution = solve(corpus, n_components, sparsity, method="exact")
    assert solution.trace[0].captured_variance < 0.99 * optimum
    assert solution.captured_variance == pytest.approx(optimum, abs=5e-6)


def test_the_limit_is_above_the_optimum_by_no_more_than_the_tolerance_of_the_solver():
    for seed, n_components in product(range(8), (1, 2, 3)):
        matrix = second_moments(random_corpus(seed, 30, 10), centred=True)
        columns = Columns(*listed(matrix, 3))
        best, poor = best_variance(matrix, n_components, 3), columns.values[-1]
        choice = best_choice(columns, np.zeros(10), n_components, poor)
        assert choice.supports is not None
        captured = values_of(matrix, choice.supports).sum()
        assert captured == pytest.approx(best, rel=1e-11)
        assert best <= choice.limit <= best * (1 + 1e-9)
        # From the optimum on, nothing is better.
        again = best_choice(columns, np.zeros(10), n_components, best)
        assert again.supports is None
        assert best <= again.limit <= best * (1 + 1e-9)


def test_who_stops_it_early_keeps_the_answer_of_the_joint_search():
    corpus = random_corpus(1, 30, 14)
    settings = Settings(n_components=3, sparsity=3)
    joint = list(solutions(corpus, settings))[:-1]  # the last says it has finished
    running = solutions(corpus, replace(settings, method="exact"))
    for expected in joint:
        found = next(running)
        np.testing.assert_array_equal(found.supports, expected.supports)
        assert found.remarks.exhaustive is False
        assert found.stopped_by == "stop"
    running.close()


def test_more_supports_than_can_be_listed_are_refused_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
):
    # 3,000 words can be chosen 500 at a time in more ways than a float can hold.
    for n_words, sparsity in ((40, 5), (3_000, 15), (3_000, 500)):
        limit = f"^{sparsity} of {n_words:,} words .* tries at most 500,000"
        with pytest.raises(InputError, match=limit):
            solve(corpus_of(np.eye(2, n_words)), 2, sparsity, method="exact")
    corpus = random_corpus(1, 30, 9)
    monkeypatch.setattr(exact_module, "MAX_SUPPORTS", comb(9, 3))
    assert solve(corpus, 2, 3, method="exact").remarks.exhaustive is True
    monkeypatch.setattr(exact_module, "MAX_SUPPORTS", comb(9, 3) - 1)
    text = (
        "3 of 9 words can be chosen in 84 ways; the exact search tries at most 83. "
        "Use fewer words, fewer words per topic, or another method."
    )
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        solve(corpus, 2, 3, method="exact")
