"""Cost and guarantee: the formulas of the paper, and losses that hold."""

from math import comb, log10

import numpy as np
import pandas as pd
import pytest

from spca_core.lessons import cost
from spca_core.problem.guarantee import NetSearch
from spca_core.steps.net import half_net
from spca_core.topics import solve
from tests.oracles import planted_corpus, second_moments

CORPUS = planted_corpus(0, 8, 12)


def made_cases() -> pd.DataFrame:
    """Return cases as of a corpus, without its searches."""
    rows = [(r, n, 7_000, 1e-3, 0.04 * n / r) for r in range(1, 9) for n in range(1, 9)]
    return pd.DataFrame(rows, columns=["rank", "n_topics", "words", "seconds", "loss"])


@pytest.fixture(scope="module")
def cases() -> pd.DataFrame:
    return cost.every_case(CORPUS)


def test_a_loss_is_that_of_the_next_eigenvalues_and_falls_with_the_rank(cases):
    values = np.linalg.eigvalsh(second_moments(CORPUS, centred=True))[::-1]
    found = solve(CORPUS, 3, 10, weighting="counts", centred=True, effort="quick")
    row = cases.query("rank == 2 and n_topics == 3").iloc[0]
    expected = values[2:5].sum() / found.captured_variance
    assert row["loss"] == pytest.approx(expected)
    by_rank = cases.query("n_topics == 3")["loss"]
    assert by_rank.is_monotonic_decreasing
    assert (cases["seconds"] > 0).all()


def test_the_searches_have_the_sizes_of_their_nets(cases):
    table = cost.searches(cases, 3, 2, 0.5).set_index("search")
    each = log10(CORPUS.n_words * (cost.SPARSITY * 2) ** 2)
    n_points = len(half_net(3, 0.25))
    sizes = [(4 / 0.5) ** 6, comb(n_points + 1, 2), cost.DRAWN]
    assert table["steps"].tolist() == pytest.approx([log10(n) + each for n in sizes])


def test_what_is_proven_on_the_data_is_what_epsilon_and_the_sketch_leave(cases):
    paper, angles, loss, of_paper, here = cost.promises(cases, 8, 1, 0.1)["share"]
    search = NetSearch(
        epsilon=0.1,
        n_points=1,
        n_candidates=1,
        exhausted=True,
        sketch_value=1.0,
        missed=0.0,
    )
    assert (paper, angles) == pytest.approx((search.ratio, search.sharper_ratio))
    assert (of_paper, here) == pytest.approx(
        (max(paper - loss, 0), max(angles - loss, 0))
    )
