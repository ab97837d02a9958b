from itertools import combinations

import numpy as np
import pytest

from spca_core.methods.one_topic import greatest_topic
from spca_core.problem.covariance import Covariance
from tests.fuzz import in_one_test
from tests.oracles import random_corpus, second_moments


@in_one_test("sparsity", [1, 2, 3, 4])
def test_the_one_topic_is_the_best_of_all_supports(sparsity: int):
    for seed in range(12):
        corpus = random_corpus(seed, 30, 10)
        moments = second_moments(corpus, centred=True)
        most = max(
            np.linalg.eigvalsh(moments[np.ix_(support, support)])[-1]
            for support in map(list, combinations(range(10), sparsity))
        )
        found = greatest_topic(Covariance.of(corpus, centred=True), sparsity)
        assert found == pytest.approx(most, rel=1e-9), seed
