"""The steps of preparing: how many words each leaves, and how much variance."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.weighting import weighted
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.problem.settings import Settings
from spca_core.results.corpus.preparation_steps import preparation_steps
from tests.oracles import random_corpus, second_moments

STEPS = [
    "As loaded",
    "Rare",
    "Common",
    "Stop words",
    "Weighting",
    "Lengths",
    "Centring",
]
REMOVED = tuple(f"word_{number}" for number in range(10))
ASKED = {"min_df": 15, "max_df": 0.75, "stop_words": REMOVED}


def trace(corpus, *, centred: bool) -> float:
    return second_moments(corpus, centred=centred).trace()


@pytest.mark.parametrize(("seed", "centred"), [(0, False), (1, True)])
def test_each_step_counts_what_is_left_after_the_steps_before(seed, centred):
    corpus = random_corpus(seed, 40, 20)
    table = preparation_steps(corpus, Preparation(**ASKED), Settings(centred=centred))
    assert table["step"].tolist() == STEPS
    names = list(ASKED)
    for step in range(4):
        so_far = Preparation(**{name: ASKED[name] for name in names[:step]})
        left = prepare(corpus, so_far)
        share = trace(left, centred=centred) / trace(corpus, centred=centred)
        assert table["words"][step] == left.n_words
        assert table["variance_kept"][step] == pytest.approx(share)
    assert (np.diff(table["words"][:4]) < 0).all()
    assert table["words"][3:].nunique() == 1


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_centring_keeps_what_is_variance_about_the_means(weighting, norm):
    corpus = random_corpus(2, 40, 20)
    asked = Preparation(**ASKED)
    prepared = prepare(corpus, asked)
    weights = replace(prepared, observations=weighted(prepared, weighting, norm))
    expected = trace(weights, centred=True) / trace(weights, centred=False)
    about_zero = Settings(weighting=weighting, norm=norm)
    shares = [
        preparation_steps(corpus, asked, settings)["variance_kept"].iloc[-1]
        for settings in (about_zero, replace(about_zero, centred=True))
    ]
    assert shares == [1, pytest.approx(expected)]
    assert expected < 0.99
