"""Deflation: each component is found on the words that the others left."""

import numpy as np

from spca_core.methods.deflation import Component, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from tests.fuzz import in_one_test
from tests.oracles import random_corpus, second_moments

SETTINGS = Settings(n_components=5, sparsity=4)


@in_one_test("centred", [False, True])
@in_one_test("seed", range(3))
def test_each_component_sees_only_words_not_yet_used_best_variance_first(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 30, 20)
    covariance = Covariance.of(corpus, centred=centred)
    matrix = second_moments(corpus, centred=centred)
    rng, offered = np.random.default_rng(seed), []

    def find_any(free: np.ndarray, _: np.random.SeedSequence) -> Component:
        offered.append(covariance.restricted(free).block(np.arange(len(free))))
        return Component(rng.permutation(len(free))[:4], 7)

    candidates = list(deflate(covariance, SETTINGS, find_any))

    for done, candidate in enumerate(candidates, start=1):
        assert candidate.supports.shape == (done, 4)
        assert len(np.unique(candidate.supports)) == 4 * done
        assert candidate.candidates == 7 * done
    for done, block in enumerate(offered):
        taken = candidates[-1].supports[:done]
        free = [word for word in covariance.words_by_variance if word not in taken]
        # Sums over 30 documents, in another order.
        np.testing.assert_allclose(block, matrix[np.ix_(free, free)], atol=1e-12)


def test_every_component_has_a_seed_of_its_own_that_the_settings_fix():
    covariance = Covariance.of(random_corpus(1, 30, 20), centred=False)

    def seeds_given(seed: int) -> list[int]:
        given = []

        def note_seed(_: np.ndarray, child: np.random.SeedSequence) -> Component:
            given.append(int(child.generate_state(1)[0]))
            return Component(np.arange(4), 1)

        settings = Settings(n_components=5, sparsity=4, seed=seed)
        list(deflate(covariance, settings, note_seed))
        return given

    assert seeds_given(3) == seeds_given(3)
    assert len({*seeds_given(3), *seeds_given(4)}) == 10
