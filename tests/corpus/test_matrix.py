"""What is asked of matrices and of their numbers."""

import numpy as np

from spca_core.corpus.matrix import greatest
from tests.fuzz import in_one_test


@in_one_test("n_different", [3, 50, 10**9])
@in_one_test("most", [1, 20, 999, 1_000, 1_001])
def test_the_greatest_are_those_of_a_whole_sort_the_first_of_equals_first(
    n_different, most
):
    values = np.random.default_rng(0).integers(0, n_different, 1_000).astype(float)
    expected = np.argsort(-values, kind="stable")[:most]
    np.testing.assert_array_equal(greatest(values, most), expected)
