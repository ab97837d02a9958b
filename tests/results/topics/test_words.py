"""Results as tables: the numbers of a solution, and nothing lost on the way."""

import numpy as np

from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint
from spca_core.results.topics.variances import (
    variance_by_topic,
)
from spca_core.topics import Edits, Topics
from tests.oracles import corpus_of

CORPUS = corpus_of(np.ones((3, 6)))  # word_0 to word_5
SUPPORTS = [[2, 0], [5, 3], [1, 4]]


def by_hand(
    variances: list[float], method: str = "joint", stopped_by: str = "finished"
) -> Solution:
    """A solution of two words a topic with these variances."""
    n_components = len(variances)
    return Solution(
        settings=Settings(n_components=n_components, sparsity=2, method=method),
        supports=np.array(SUPPORTS[:n_components]),
        loadings=np.tile([0.8, -0.6], (n_components, 1)),
        variances=np.array(variances),
        trace=(
            TracePoint(0.1, 0.1, 1, 1, 2.0),
            TracePoint(0.4, 0.5, 7, 2, sum(variances)),
        ),
        seconds=0.5,
        processor_seconds=0.6,
        candidates=1_234,
        stopped_by=stopped_by,
    )


def test_every_topic_has_its_variance_its_share_and_the_running_total():
    topics = variance_by_topic(by_hand([3.0, 1.0]))
    assert topics.to_dict("list") == {
        "topic": [1, 2],
        "variance": [3.0, 1.0],
        "share": [0.75, 0.25],
        "cumulative_variance": [3.0, 4.0],
    }


def test_two_topics_of_one_name_are_numbered_and_the_others_with_them():
    names = {"word_2": "tax", "word_1": "tax"}
    topics = Topics.of(CORPUS, by_hand([3.0, 2.0, 1.0]), edits=Edits(names=names))
    assert topics.names == ["1. tax", "2. word_5", "3. tax"]
