"""The bound by rows of A: above every choice of words, and low where A is flat."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.proof import rows
from spca_core.proof.bound import BoundProblem
from spca_core.proof.rows import RowDescent
from spca_core.steps import neighbours
from tests.fuzz import slowly
from tests.oracles import best_variance, corpus_of, second_moments
from tests.proof.test_certificate import random_problem


def spoilt(descent: RowDescent, seed: int) -> RowDescent:
    """Move prices and scales to anywhere: any are valid."""
    rng = np.random.default_rng(seed)
    descent._point[0] = 3 * rng.random(descent._point.shape[1])
    descent._point[1] = rng.uniform(rows.MIN_LOG, rows.MAX_LOG, len(descent._point[1]))
    return descent


@pytest.mark.parametrize("seeds", [range(18), slowly(range(18, 210))])
def test_no_prices_and_scales_bring_the_bound_below_the_optimum(
    seeds: range, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(neighbours, "LISTED_PER_WORD", 1)
    for seed in seeds:
        # The problems are of six kinds, in turn.
        monkeypatch.setattr(neighbours, "MIN_LISTED", [1, 3, 64][seed // 6 % 3])
        covariance, n_components, sparsity, optimum = random_problem(seed)
        if covariance.n_words == 1:
            continue
        problem = BoundProblem(covariance, n_components, sparsity, 600)
        descent = RowDescent(problem)
        assert descent.bound() >= optimum, seed
        for _ in range(3):
            assert descent.round() >= optimum, seed
        moved = spoilt(descent, seed)
        for _ in range(2):
            assert moved.round() >= optimum, seed


def words_in_pairs(seed: int) -> Corpus:
    """Draw words of which each varies with one other: no direction holds most."""
    rng = np.random.default_rng(seed)
    shared = np.repeat(rng.standard_normal((200, 6)), 2, axis=1)
    return corpus_of(shared + 0.3 * rng.standard_normal((200, 12)))


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_is_near_the_optimum_where_topics_share_little(seed: int):
    corpus = words_in_pairs(seed)
    covariance = Covariance.of(corpus, centred=True)
    optimum = best_variance(second_moments(corpus, centred=True), 3, 2)
    problem = BoundProblem(covariance, 3, 2, 600)
    descent = RowDescent(problem)
    first = descent.bound()
    lowest = min(descent.round() for _ in range(20))
    assert optimum <= lowest < 1.02 * optimum
    assert lowest < first


def test_two_words_by_hand():
    # A = [[2.5, 1.5], [1.5, 1]]: what is shared is times sqrt(0.4), or over it.
    corpus = corpus_of(np.array([[2.0, 1.0], [1.0, 1.0]]))
    covariance = Covariance.of(corpus, centred=False)
    problem = BoundProblem(covariance, 1, 2, 600)
    descent = RowDescent(problem)
    first, second = 2.5 + 1.5 * np.sqrt(0.4), 1.0 + 1.5 * np.sqrt(2.5)
    assert descent.bound() == pytest.approx(max(first, second), rel=1e-9)
    # Both words are paid for, so only other scales lower the bound, to the eigenvalue.
    lowest = min(descent.round() for _ in range(30))
    greatest = np.linalg.eigvalsh(second_moments(corpus))[-1]
    assert greatest <= lowest < greatest + 0.3 * (first - greatest)


def test_it_goes_on_while_a_stage_lowers_the_bound_and_no_longer():
    problem = BoundProblem(Covariance.of(words_in_pairs(2), centred=True), 3, 2, 600)
    descent = RowDescent(problem)
    found = []
    while descent.goes_on:
        found.append(descent.round())
    assert len(found) % rows.ROUNDS_PER_STAGE == 0
    assert len(found) < rows.MAX_ROUNDS
    earlier = min([descent.bound(), *found[: -rows.ROUNDS_PER_STAGE]])
    assert min(found) >= earlier * (1 - 2 * rows.MIN_FALL)
