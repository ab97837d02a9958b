"""Remarks: what a method can say of how sure its answer is, in sentences."""

import pandas as pd
import pytest

from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.results import sentences
from spca_core.results.sentences import remarks
from spca_core.results.topics import topic_words
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


BY_TOPIC = pd.DataFrame({"topic": [1, 2, 3], "variance": [2.0, 7.5, 0.5]})
PAIRS = pd.DataFrame(
    {
        "word": ["a", "a", "b", "c", "a", "b", "c"],
        "other": ["a", "b", "a", "b", "d", "d", "d"],
        "similarity": [1.0, 0.5, 0.5, 0.9, 0.75, -0.2, 0.9],
    }
)
LENGTHS = pd.DataFrame(
    {"from": [2.0, 5.0, 8.0], "to": [5.0, 8.0, 11.0], "documents": [3, 1_200, 7]}
)
SHARES = pd.DataFrame(
    {
        "group": ["1790s", "1790s", "1800s", "1800s"],
        "topic": [1, 2, 1, 2],
        "name": ["tax", "war", "tax", "war"],
        "share": [0.25, 0.5, 0.125, 0.75],
    }
)
ENDS = "Greatest 7.5000 at {0} 2, least 0.50000 at {0} 3."


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            sentences.variances(BY_TOPIC, {"variance": "Variance"}),
            "Variance. " + ENDS.format("topic"),
        ),
        (
            sentences.by_rank(BY_TOPIC.rename(columns={"topic": "rank"}), Settings()),
            "Variance of words by rank. " + ENDS.format("rank"),
        ),
        (
            sentences.scree(
                BY_TOPIC.set_axis(["number", "eigenvalue"], axis="columns"), Settings()
            ),
            "Greatest eigenvalues. " + ENDS.format("number"),
        ),
        (
            sentences.together(PAIRS),
            "Similarity of the topic's words; most similar: c and d 0.90, a and d "
            "0.75, a and b 0.50.",
        ),
        (
            sentences.together(PAIRS.head(1)),
            "Similarity of the topic's words; most similar: none.",
        ),
        (
            sentences.lengths(LENGTHS),
            "Lengths of documents, from 2 to 11 words; most, 1,200, have 5 to 8.",
        ),
        (
            sentences.shares(SHARES),
            "Share of each topic by group of documents; greatest: tax in 1790s "
            "(25 %); war in 1800s (75 %).",
        ),
    ],
    ids=["variances", "by rank", "scree", "together", "alone", "lengths", "shares"],
)
def test_a_chart_in_words_says_what_is_greatest_and_where(said: str, expected: str):
    assert said == expected


def test_the_words_of_a_topic_are_listed_with_their_loadings():
    words = topic_words(CORPUS, found("joint"))
    first = words[words["topic"] == 1]
    said = sentences.topic(first)
    assert said.startswith(f"{first['name'].iloc[0]}: words and loadings: ")
    for word in first.itertuples():
        assert f"{word.word} {word.sign}{word.magnitude:.2f}" in said
