"""Remarks: what a method can say of how sure its answer is, in sentences."""

import pytest

from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.sentences import remarks
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(0, 40, 14)


def found(method: str, **options: object) -> Solution:
    return solve(CORPUS, 2, 3, method=method, effort="quick", **options)


def sentence(solution: Solution, about: str) -> str:
    return remarks(solution).set_index("about").loc[about, "sentence"]


def test_a_net_that_was_exhausted_states_its_guarantee_in_figures():
    solution = found("bipartite", rank=2, epsilon=0.2)
    text = sentence(solution, "net")
    assert "20 points at rank 2, so 210 candidates. All were tried" in text
    assert "at least 80% of the best possible (by a sharper proof 99.00%)" in text
    assert f"more than {solution.remarks.net.upper_bound:.5g}" in text


def test_a_net_that_was_not_exhausted_says_how_large_it_is_and_that_nothing_holds():
    text = sentence(found("bipartite", rank=5, candidates=300), "net")
    assert "800,000 points at rank 5, so about 10^11 candidates" in text
    assert text.endswith("Only 300 were tried: no guarantee holds.")


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_span_says_whether_it_is_exact_or_sampled(rank: int):
    text = sentence(found("span", rank=rank, candidates=100), "search")
    assert text.startswith("Exact" if rank <= 2 else "Sampled: 100 random directions")


def test_the_exact_method_claims_the_optimum_only_at_its_end():
    settings = Settings(n_components=2, sparsity=3, method="exact")
    first, *_, last = solutions(CORPUS, settings)
    assert "may be better topics" in sentence(first, "search")
    assert "This is the optimum" in sentence(last, "search")


@pytest.mark.parametrize("sketch", SKETCH_LABELS)
@pytest.mark.parametrize("method", ["bipartite", "span"])
def test_the_error_of_the_sketch_is_stated_and_that_of_a_stream_as_a_bound(
    method: str, sketch: str
):
    solution = found(method, sketch=sketch, rank=3, candidates=50)
    text = sentence(solution, "sketch")
    assert f"{SKETCH_LABELS[sketch]}, rank 3" in text
    assert f"{solution.remarks.sketch_error:.4g} away" in text
    assert ("at most" in text) == (sketch == "streaming")


@pytest.mark.parametrize("method", METHODS)
def test_a_method_without_a_sketch_says_nothing_of_one(method: str):
    about = remarks(found(method, candidates=50))["about"].tolist()
    expected = {"bipartite": ["net", "sketch"], "span": ["search", "sketch"]}
    assert about == expected.get(method, ["search"] if method == "exact" else [])
