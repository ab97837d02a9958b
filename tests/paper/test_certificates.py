"""The certificates that are stored with the package hold, as far as a test can see."""

import pytest
from sklearn.datasets import load_wine

import spca_core
from spca_core.paper.certificates import published_certificates, suite_table
from tests.test_architecture import ROOT

KNOWN = {("pitprops", 2, 5): 5.71036, ("wine", 2, 5): 5.82605}  # by enumeration


def test_no_stored_value_exceeds_its_limit_and_the_readme_counts_the_optima():
    stored = published_certificates()
    for each in stored:
        ratio = each.captured_variance / each.upper_bound
        assert ratio <= 1 + 1e-9
        assert each.gap == pytest.approx(1 - ratio, abs=2e-6)
        best = KNOWN.get((each.data, each.n_components, each.sparsity))
        if best:
            assert each.captured_variance == pytest.approx(best, abs=1e-5)
            assert each.gap == 0
    assert len(suite_table()) == len(stored) == len({each[:4] for each in stored})
    n_optimal = sum(each.gap == 0 for each in stored)
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"[{n_optimal} of {len(stored)} are optimal]" in readme


def test_a_stored_value_is_found_again():
    (wine,) = [each for each in published_certificates() if each.data == "wine"]
    matrix = load_wine(as_frame=True).data.corr()
    topics = spca_core.solve(matrix, wine.n_components, wine.sparsity)
    assert topics.captured_variance == pytest.approx(wine.captured_variance)
