"""What is proven of a net's answer holds against all supports there are."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from spca_core.methods.bipartite import bipartite, search_net
from spca_core.problem.covariance import Covariance
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import EPSILON_LIMITS, Settings
from spca_core.problem.solution import Candidate, leading_eigenpairs
from spca_core.steps.net import half_net, half_net_size, power
from spca_core.steps.sketch import SKETCHES, sketch_of
from tests.fuzz import in_one_test, slowly
from tests.oracles import best_variance

EPSILONS = [0.5, *map(slowly, (0.9, 0.3, 0.2))]
# (rank, components, words in each), of 8 words; nets of 1 to 228,150 points.
REQUESTS = [(1, 2, 2), (2, 1, 3), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2)]
N_WORDS = 8
# Of the trace: eigenvalues and sums of some 20 terms are rounded by 1e-15 each.
ROUNDING = 1e-12


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as workers:
        yield workers


def data_of_rank(seed: int, rank: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    scores = rng.standard_normal((20, rank))
    return scores @ rng.standard_normal((rank, N_WORDS))


def data_of_full_rank(seed: int) -> np.ndarray:
    """Return data that a few directions explain in part."""
    noise = np.random.default_rng(seed + 100).standard_normal((20, N_WORDS))
    return data_of_rank(seed, 3) + 0.5 * noise


def exhausted(
    observations: np.ndarray, settings: Settings, executor: Executor
) -> tuple[Candidate, NetSearch]:
    """Return the last candidate of the whole net, and what is proven."""
    covariance = Covariance(observations, centred=False)
    *_, last = bipartite(covariance, settings, executor)
    net = last.remarks.net
    assert net is not None
    assert net.exhausted
    return last, net


def settings_of(rank: int, k: int, s: int, epsilon: float, **options) -> Settings:
    return Settings(
        n_components=k,
        sparsity=s,
        rank=rank,
        epsilon=epsilon,
        candidates=10**6,
        **options,
    )


def eigenvalues(matrix: np.ndarray) -> np.ndarray:
    return np.linalg.eigvalsh(matrix)[::-1]


A_SEARCH = NetSearch(
    epsilon=0.4,
    n_points=10,
    n_candidates=55,
    exhausted=True,
    sketch_value=3.0,
    missed=0.25,
)


def test_what_is_proven_follows_from_the_formulas():
    # 0.4^2 / 8 is 0.02, and 0.98^2 is 0.9604.
    assert A_SEARCH.ratio == pytest.approx(0.6)
    assert A_SEARCH.upper_bound == pytest.approx(3 / 0.6 + 0.25)
    assert A_SEARCH.sharper_ratio == pytest.approx(0.9604)
    assert A_SEARCH.sharper_upper_bound == pytest.approx(3 / 0.9604 + 0.25)
    for name, value in A_SEARCH.proven.items():
        assert value == getattr(A_SEARCH, name)


def test_nothing_is_proven_of_a_net_that_was_not_exhausted():
    assert list(replace(A_SEARCH, exhausted=False).proven.values()) == [None] * 4


@in_one_test("epsilon", np.linspace(*EPSILON_LIMITS, 30))
def test_the_sharper_ratio_is_the_sharper_for_every_epsilon(epsilon):
    search_of = replace(A_SEARCH, epsilon=float(epsilon))
    assert search_of.ratio < search_of.sharper_ratio < 1
    assert search_of.missed + 3 < search_of.sharper_upper_bound < search_of.upper_bound


@in_one_test("epsilon", [0.5, 0.25, 0.2])
def test_the_sharper_ratio_is_all_but_met_by_a_net_at_its_worst(epsilon, executor):
    """One word is halfway between points; the others lure each point to themselves.

    That word is at an angle t of the nearest point, tan t = epsilon / 2, and the others
    have hardly more than its cos t: 1 / (1 + h^2) is reached for h = epsilon / 2, and
    (1 - h^2 / 2)^2 is promised, less by under h^4.
    """
    net, h = half_net(2, epsilon / 2), epsilon / 2
    lures = net * net[:, 0].max() * (1 + 1e-9)
    factor = np.vstack([[1.0, 0.0], lures])
    *_, best = search_net(factor, power(net, 1), 1, executor)
    promised = replace(A_SEARCH, epsilon=epsilon).sharper_ratio
    assert promised <= best.value <= promised + h**4


@pytest.mark.parametrize("epsilon", EPSILONS)
@in_one_test("rank, k, s", REQUESTS)
@pytest.mark.parametrize("data", ["of the rank", "of rank 1", "of full rank"])
def test_the_theorems_hold_against_all_supports(data, rank, k, s, epsilon, executor):
    """Theorem 1 on the sketch and 2 on the data, and both by the sharper ratio."""
    n_seeds = 4 if half_net_size(rank, epsilon / 2) < 200 else 1
    for seed in range(n_seeds):
        S = {
            "of the rank": data_of_rank(seed, rank),
            "of rank 1": data_of_rank(seed, 1),
            "of full rank": data_of_full_rank(seed),
        }[data]
        settings = settings_of(rank, k, s, epsilon)
        last, net = exhausted(S, settings, executor)
        covariance = Covariance(S, centred=False)
        A, V = S.T @ S / len(S), sketch_of(covariance, settings).factor
        slack = ROUNDING * np.trace(A)
        assert net.epsilon == epsilon
        assert net.n_points == half_net_size(rank, epsilon / 2)
        assert net.n_candidates == comb(net.n_points + k - 1, k)

        best_on_sketch = best_variance(V @ V.T, k, s)
        assert net.sketch_value <= best_on_sketch + slack
        assert net.sketch_value >= (1 - epsilon) * best_on_sketch
        assert net.sketch_value >= (1 - epsilon**2 / 8) ** 2 * best_on_sketch - slack

        best, tail = best_variance(A, k, s), eigenvalues(A)[rank : rank + k].sum()
        captured = leading_eigenpairs(covariance, last.supports)[0].sum()
        assert captured >= (1 - epsilon) * best - tail
        assert captured >= net.sketch_value - slack
        assert best <= net.sharper_upper_bound + slack
        assert net.sharper_upper_bound <= net.upper_bound
        assert net.upper_bound == pytest.approx(
            net.sketch_value / (1 - epsilon) + tail, rel=1e-9
        )
        assert net.sharper_upper_bound == pytest.approx(
            net.sketch_value / (1 - epsilon**2 / 8) ** 2 + tail, rel=1e-9
        )


@in_one_test("kind", SKETCHES)
@in_one_test("seed", range(4))
def test_the_bounds_hold_for_every_kind_of_sketch(seed, kind, executor):
    S, k, s = data_of_full_rank(seed), 2, 2
    settings = settings_of(2, k, s, 0.3, sketch=kind, seed=seed)
    last, net = exhausted(S, settings, executor)
    covariance = Covariance(S, centred=False)
    A, sketch = S.T @ S / len(S), sketch_of(covariance, settings)
    V, slack = sketch.factor, ROUNDING * np.trace(A)
    assert net.sketch_value >= net.sharper_ratio * best_variance(V @ V.T, k, s) - slack
    assert best_variance(A, k, s) <= net.sharper_upper_bound + slack
    assert net.missed == sketch.missed
    assert last.remarks.sketch_error == sketch.error
