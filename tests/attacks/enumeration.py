"""Every method, bound and certificate on problems that can be solved by trying all.

`python -m tests.attacks.enumeration --problems 10000` tries so many random problems of
at most MAX_WORDS words: dense and sparse, of all scales and weightings, centred or not,
with ties, zeros, copies and constants.
"""

import argparse
import sys
import warnings
from contextlib import suppress
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.load import as_corpus
from spca_core.corpus.matrix import dense
from spca_core.corpus.weighting import weighted
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.products import ROUNDING as ZERO
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import certificates
from spca_core.steps.sketch import SKETCHES
from spca_core.topics import solve
from tests.oracles import best_variance, corpus_of, second_moments

MAX_WORDS, MAX_DOCUMENTS = 9, 8
# Of numbers, as powers of two: from those that lose digits to the largest allowed.
SCALES = (-1_060, 455)
# Of the optimum: what rounding may cost a sum of a few hundred products. The smallest
# doubles have few digits or none: a sum of three may lose three of the last.
ROUNDING, LOST = 1e-9, 3 * 2.0**-1074
# Not in every problem: they take as long as all others together.
SLOW = ("lda", "sparse_pca", "nmf")
SHARE_OF_SLOW = 0.3


def check(seed: int) -> None:
    """Check one random problem; an AssertionError says what is wrong."""
    rng = np.random.default_rng(seed)
    corpus = random_problem(rng)
    asked = {
        "weighting": _weighting(rng, corpus),
        "centred": bool(rng.integers(2)),
        "norm": str(rng.choice([*NORMS])),
    }
    n_components = int(rng.integers(1, min(3, corpus.n_words) + 1))
    sparsity = int(rng.integers(1, corpus.n_words // n_components + 1))
    covariance = Covariance.of(corpus, **asked)
    matrix = covariance.block(np.arange(corpus.n_words))
    _check_matrix(matrix, corpus, covariance.exponent, asked)
    rows = weighted(corpus, asked["weighting"], asked["norm"])
    if not np.ptp(dense(rows), axis=0).any():
        with suppress(InputError):
            solve(corpus, n_components, sparsity, **asked)
            raise AssertionError("topics of documents that are all alike")
        return
    optimum = covariance.in_units(best_variance(matrix, n_components, sparsity))
    for proof in certificates(covariance, n_components, sparsity):
        assert np.isfinite(proof.upper_bound)
        assert proof.upper_bound >= optimum * (1 - 1e-15), "certificate"
    for method in _methods(rng):
        asked |= {"method": method, **_options(rng)}
        if solution := _solved(corpus, n_components, sparsity, asked):
            _check_solution(solution, covariance, optimum)
            _check_net(solution, optimum)
            if method == "exact":
                least = optimum * (1 - ROUNDING) - LOST
                assert solution.captured_variance >= least, "exact"


def random_problem(rng: np.random.Generator) -> Corpus:
    """Draw a matrix of any scale, with what is degenerate in it more often than not."""
    shape = rng.integers(1, MAX_DOCUMENTS + 1), rng.integers(1, MAX_WORDS + 1)
    values = KINDS[rng.integers(len(KINDS))](rng, shape)
    if rng.random() < 0.3:  # a copy, with or without its sign
        places = rng.integers(shape[1], size=2)
        values[:, places[0]] = rng.choice([1, -1]) * values[:, places[1]]
    if rng.random() < 0.3:
        values[:, rng.integers(shape[1])] = rng.choice([0.0, 1.0])
    if rng.random() < 0.1:
        values[rng.integers(shape[0])] = 0.0
    if rng.random() < 0.5:
        values = np.ldexp(values, rng.integers(*SCALES))
    return as_corpus(sparse.csr_array(values) if rng.random() < 0.5 else values)


def _weighting(rng: np.random.Generator, corpus: Corpus) -> str:
    """Draw a weighting; what is below zero is not a count, and stays as it is."""
    is_count = corpus.observations.min() >= 0
    return str(rng.choice(list(WEIGHTINGS))) if is_count else "counts"


def _normal(rng, shape):
    return rng.standard_normal(shape)


def _counts(rng, shape):
    return rng.poisson(0.7, shape).astype(float)


def _ties(rng, shape):
    return rng.integers(-1, 2, shape).astype(float)


def _nearly_rank_one(rng, shape):
    factor = rng.standard_normal((shape[0], 1)) @ np.ones((1, shape[1]))
    return factor + rng.choice([1e-6, 1e-12, 0.0]) * rng.standard_normal(shape)


def _of_many_sizes(rng, shape):
    return rng.standard_normal(shape) * 10.0 ** rng.integers(-9, 2, shape)


def _diagonal(rng, shape):
    return np.eye(*shape) * rng.integers(0, 3, shape[1])


KINDS = (_normal, _counts, _ties, _nearly_rank_one, _of_many_sizes, _diagonal)


def _methods(rng: np.random.Generator) -> list[str]:
    fast = [name for name in METHODS if name not in SLOW]
    return fast + [name for name in SLOW if rng.random() < SHARE_OF_SLOW]


def _options(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "seed": int(rng.integers(100)),
        "effort": "quick",
        "sketch": str(rng.choice(list(SKETCHES))),
        "rank": int(rng.integers(1, 4)),
        "candidates": 200,
        "epsilon": float(rng.choice([0.5, 0.9])),
    }


def _solved(
    corpus: Corpus, n_components: int, sparsity: int, asked: dict[str, Any]
) -> Solution | None:
    """Solve, or return None where a baseline refuses what is below zero."""
    try:
        return solve(corpus, n_components, sparsity, **asked)
    except InputError:
        if asked["method"] in ("nmf", "lda") and corpus.observations.min() < 0:
            return None
        raise


def _check_matrix(
    matrix: np.ndarray, corpus: Corpus, exponent: int, asked: dict[str, Any]
) -> None:
    """Compare A with its definition, to what is lost where means are subtracted."""
    rows = weighted(corpus, asked["weighting"], asked["norm"])
    numbers = np.ldexp(dense(rows), -exponent)
    small = corpus_of(numbers)
    scale = np.sqrt(second_moments(small).diagonal())
    error = abs(matrix - second_moments(small, centred=asked["centred"]))
    assert (error <= 2 * ZERO * np.multiply.outer(scale, scale)).all(), "A"


def _check_solution(solution: Solution, covariance: Covariance, optimum: float) -> None:
    lost = ROUNDING * optimum + LOST
    supports = solution.supports
    method = solution.settings.method
    assert len(set(supports.ravel().tolist())) == supports.size, f"{method}: disjoint"
    assert supports.shape[1] == solution.settings.sparsity, f"{method}: size"
    lengths = np.linalg.norm(solution.loadings, axis=1)
    np.testing.assert_allclose(lengths, 1.0, rtol=1e-9, err_msg=method)
    captured = solution.captured_variance
    assert 0 <= captured <= optimum + lost, f"{method}: above the optimum"
    matrix = covariance.block(np.arange(covariance.n_words))
    by_loadings = sum(
        loading @ matrix[np.ix_(support, support)] @ loading
        for support, loading in zip(supports, solution.loadings, strict=True)
    )
    error = abs(covariance.in_units(by_loadings) - captured)
    assert error <= lost, f"{method}: the variance is not that of its loadings"


def _check_net(solution: Solution, optimum: float) -> None:
    net = solution.remarks.net
    for bound in (net and net.upper_bound, net and net.sharper_upper_bound):
        if bound is not None:
            # The paper's bound is not rounded up.
            assert bound >= optimum * (1 - ROUNDING), "the net's bound"


def main() -> int:
    """Check as many problems as asked for; return 1 if any fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.enumeration")
    parser.add_argument("--problems", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    warnings.simplefilter("error")
    failed = 0
    for seed in range(options.first, options.first + options.problems):
        try:
            check(seed)
        except Exception as fault:  # noqa: BLE001  Whatever it is, it is a finding.
            failed += 1
            sys.stdout.write(f"problem {seed}: {type(fault).__name__}: {fault}\n")
    sys.stdout.write(f"{options.problems:,} problems, {failed:,} failed\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
