"""What each topic captures."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import mark_if_weighted
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.topics.words import with_notes, words_of_topics


def topics_with_notes(
    corpus: Corpus, solution: Solution, notes: Mapping[str, str]
) -> pd.DataFrame:
    """Return `topics` with each one's words as text, and its note.

    notes : as for `with_notes`
    """
    words = words_of_topics(corpus, solution)
    table = variance_by_topic(solution).assign(
        words=[", ".join(topic) for topic in words]
    )
    return with_notes(table, notes)


def variance_by_topic(solution: Solution) -> pd.DataFrame:
    """Return one row per topic: its variance, share of the total, and running total."""
    variances = solution.variances
    return pd.DataFrame(
        {
            "topic": np.arange(1, len(variances) + 1),
            "variance": variances,
            "share": variances / (solution.captured_variance or 1.0),
            "cumulative_variance": np.cumsum(variances),
        }
    )


def variance_labels(settings: Settings) -> dict[str, str]:
    """Return what the columns of `topics` are called where they are shown."""
    return {
        "topic": "Topic",
        "variance": mark_if_weighted("Variance", settings.weighting),
        "share": "Share",
        "cumulative_variance": mark_if_weighted("Cumulative", settings.weighting),
    }
