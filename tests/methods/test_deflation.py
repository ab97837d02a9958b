"""Deflation: each component is found on the words that the others left."""

from itertools import pairwise

import numpy as np
import pytest

from spca_core.covariance import Covariance
from spca_core.methods.deflation import deflate
from spca_core.settings import Settings
from tests.oracles import random_corpus


@pytest.mark.parametrize("seed", range(5))
def test_each_component_sees_only_words_not_yet_used(seed: int):
    covariance = Covariance.of(random_corpus(seed, 30, 20), centred=False)
    rng, offered = np.random.default_rng(seed), []

    def find_any(_, free: np.ndarray, sparsity: int) -> tuple[np.ndarray, int]:
        offered.append(free)
        return rng.permutation(free)[:sparsity], 7

    settings = Settings(n_components=5, sparsity=4)
    incumbents = list(deflate(covariance, settings, find_any))

    for done, incumbent in enumerate(incumbents, start=1):
        assert incumbent.supports.shape == (done, 4)
        assert len(np.unique(incumbent.supports)) == 4 * done
        assert incumbent.candidates == 7 * done
    for used, free in enumerate(offered):
        expected = set(range(20)) - set(incumbents[-1].supports[:used].ravel())
        assert set(free.tolist()) == expected


def test_components_already_found_are_kept_as_they_are():
    covariance = Covariance.of(random_corpus(1, 30, 20), centred=False)
    settings = Settings(n_components=5, sparsity=4)
    incumbents = list(deflate(covariance, settings, lambda _, free, s: (free[:s], 1)))
    for before, after in pairwise(incumbents):
        np.testing.assert_array_equal(after.supports[:-1], before.supports)
