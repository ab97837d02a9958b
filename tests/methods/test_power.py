"""TPower and EM: held against plain iterations, and the figures of the paper."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.methods.power import (
    CovarianceColumns,
    PowerStart,
    Products,
    Rule,
    best_component,
    random_starts,
)
from spca_core.problem.covariance import Covariance
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, counts_of, random_corpus, second_moments
from tests.oracles import solve_counts as solve

HARD = Rule(max_iterations=50, min_change=1e-6)
SOFT = Rule(max_iterations=100, min_change=1e-3, soft=True)
both_cuts = pytest.mark.parametrize("rule", [HARD, SOFT], ids=["hard", "soft"])


def twins() -> Corpus:
    """Two lone words, then three that only ever occur together."""
    counts = np.zeros((3, 5))
    counts[0, 0] = counts[1, 1] = 1
    counts[2, 2:] = 1
    return corpus_of(counts)


@pytest.fixture
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as workers:
        yield workers


def cut(product: np.ndarray, sparsity: int, *, soft: bool) -> np.ndarray:
    """Set all but the s greatest magnitudes to zero, one by one."""
    ranked = sorted(range(len(product)), key=lambda i: -abs(product[i]))
    threshold = abs(product[ranked[sparsity]]) if soft else 0.0
    kept = np.zeros(len(product))
    for i in ranked[:sparsity]:
        kept[i] = np.sign(product[i]) * (abs(product[i]) - threshold)
    return kept / np.linalg.norm(kept)


def iterate(
    matrix: np.ndarray, x: np.ndarray, sparsity: int, rule: Rule
) -> tuple[np.ndarray, int, float]:
    """Return the support reached, the iterations made and the last x^T A x seen."""
    reached = []
    while len(reached) < rule.max_iterations:
        reached.append(x @ matrix @ x)
        x = cut(matrix @ x, sparsity, soft=rule.soft)
        if len(reached) > 1:
            before, now = reached[-2:]
            if abs(now - before) <= rule.min_change * now:
                break
    return np.flatnonzero(x), len(reached), reached[-1]


def greatest_eigenvalue(matrix: np.ndarray, support: np.ndarray) -> float:
    return np.linalg.eigvalsh(matrix[np.ix_(support, support)])[-1]


def problem(seed: int, centred: bool) -> tuple[Covariance, np.ndarray]:
    corpus = random_corpus(seed, 80, 40)
    covariance = Covariance.of(corpus, centred=centred)
    return covariance, second_moments(corpus, centred=centred)


def products_of(covariance: Covariance) -> Products:
    return CovarianceColumns(covariance).among(np.arange(covariance.n_words))


@both_cuts
@pytest.mark.parametrize("centred", [False, True])
@in_one_test("seed", range(5))
def test_from_one_start_it_goes_the_way_of_the_dense_iteration(
    executor: Executor, seed: int, centred: bool, rule: Rule
):
    covariance, matrix = problem(seed, centred)
    for start in random_starts(40, 4, np.random.SeedSequence(seed)):
        support, iterations, _ = iterate(matrix, start.loading, 5, rule)
        found = best_component(products_of(covariance), 5, rule, [start], executor)
        np.testing.assert_array_equal(np.sort(found.support), support)
        assert found.candidates == iterations


def test_the_best_start_is_that_of_the_greatest_eigenvalue_on_its_support(
    executor: Executor,
):
    misled = 0
    for seed in range(20):
        covariance, matrix = problem(seed, centred=False)
        starts = list(random_starts(40, 8, np.random.SeedSequence(seed)))
        climbs = [iterate(matrix, start.loading, 5, SOFT) for start in starts]
        values = [greatest_eigenvalue(matrix, support) for support, *_ in climbs]
        found = best_component(products_of(covariance), 5, SOFT, starts, executor)
        # Eigenvalues of the same block with its words in another order.
        assert greatest_eigenvalue(matrix, found.support) == pytest.approx(
            max(values), rel=1e-12
        )
        assert found.candidates == sum(iterations for _, iterations, _ in climbs)
        last_seen = [variance for *_, variance in climbs]
        misled += values[int(np.argmax(last_seen))] < max(values) * (1 - 1e-9)
    # The variance of the last iteration, cut softly, would have chosen worse.
    assert misled


def hidden() -> Corpus:
    """A loud word with faint followers, and a document apart that captures more."""
    counts = np.zeros((4, 6))
    counts[0, :3], counts[1, 3:] = [5, 1, 1], [4, 4, 4]
    return corpus_of(counts)


def test_a_restart_finds_what_the_word_of_greatest_variance_hides():
    solution = solve(hidden(), 1, 3, method="tpower", restarts=1)
    assert set(solution.supports[0].tolist()) == {3, 4, 5}


def expectation_maximisation(
    rows: np.ndarray, weights: np.ndarray, sparsity: int
) -> tuple[np.ndarray, int]:
    """Sigg and Buhmann's iteration on whole rows: regress, cut softly, normalise.

    returns : the support reached, and the iterations made
    """
    explained, iterations = np.inf, 0
    while iterations < 100:
        iterations += 1
        previous, explained = explained, ((rows @ weights) ** 2).sum()
        scores = rows @ weights / (weights @ weights)
        regression = rows.T @ scores / (scores @ scores)
        magnitudes = np.sort(abs(regression))[::-1]
        shortened = np.maximum(abs(regression) - magnitudes[sparsity], 0)
        weights = np.sign(regression) * shortened / np.linalg.norm(shortened)
        if abs(explained - previous) <= 1e-3 * explained:
            break
    return np.flatnonzero(weights), iterations


def starts_of(corpus: Corpus, n_starts: int, seed: int, centred: bool) -> np.ndarray:
    """The method's own: N(0, I), its words in the order of their variances."""
    (child,) = np.random.SeedSequence(seed).spawn(1)
    normals = np.random.default_rng(child).standard_normal((n_starts, corpus.n_words))
    starts = np.empty_like(normals)
    starts[:, Covariance.of(corpus, centred=centred).words_by_variance] = normals
    return starts / np.linalg.norm(starts, axis=1, keepdims=True)


@pytest.mark.parametrize("centred", [False, True])
@in_one_test("seed", range(5))
def test_ems_first_component_is_the_best_of_the_plain_iterations(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 80, 40)
    matrix = second_moments(corpus, centred=centred)
    rows = counts_of(corpus)
    rows = rows - rows.mean(axis=0) * centred
    starts = starts_of(corpus, 5, seed, centred)
    climbs = [expectation_maximisation(rows, start, 5) for start in starts]
    supports, iterations = zip(*climbs, strict=True)
    best = max(supports, key=lambda support: greatest_eigenvalue(matrix, support))

    solution = solve(
        *(corpus, 1, 5),
        method="em",
        centred=centred,
        seed=seed,
    )

    np.testing.assert_array_equal(np.sort(solution.supports[0]), best)
    assert solution.candidates == sum(iterations)


# What the authors' own code captures, and the paper prints: 41.4, 500 and 1.08e7. The
# paper has 42.4 and 527 by EM from random starts that are not known; over eight seeds
# ours end at 42.5 to 43.9 and at 527.6 to 533.7.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "name", "shape", "least", "most"),
    [
        ("tpower", "kos", (8, 15), 41.443, 41.445),
        ("tpower", "mfeat", (5, 40), 500.07, 500.09),
        ("tpower", "arcene", (5, 40), 1.08285e7, 1.08295e7),
        ("em", "kos", (8, 15), 42.0, 44.6),
        ("em", "mfeat", (5, 40), 520, 533),
    ],
)
def test_on_the_papers_data_it_captures_what_the_paper_reports(
    method: str,
    name: str,
    shape: tuple[int, int],
    least: float,
    most: float,
    request: pytest.FixtureRequest,
):
    solution = solve(request.getfixturevalue(name), *shape, method=method)
    assert least <= solution.captured_variance <= most


def test_tpower_starts_from_the_word_of_greatest_variance():
    solution = solve(hidden(), 1, 3, method="tpower")
    # From word 0 the other document cannot be reached, though it captures more.
    assert set(solution.supports[0].tolist()) == {0, 1, 2}


@both_cuts
def test_of_words_that_tie_the_first_stay_at_their_full_length(
    executor: Executor, rule: Rule
):
    covariance = Covariance.of(twins(), centred=False)
    start = PowerStart(np.array([4]), np.ones(1))
    found = best_component(products_of(covariance), 2, rule, [start], executor)
    # Shortened by their own length they would vanish, and words 0 and 1 come first.
    assert found.support.tolist() == [2, 3]
