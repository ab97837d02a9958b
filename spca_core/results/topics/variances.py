"""What each topic captures."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.formatting import mark_if_weighted
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.figure import PERCENT, VARIANCE, Figure, greatest_and_least, late
from spca_core.results.topics.chance import with_chance
from spca_core.topics import Topics


def topics_with_words(topics: Topics) -> pd.DataFrame:
    """Return `variance_by_topic` with what is known against chance, and the words."""
    return with_chance(variance_by_topic(topics), topics.chance).assign(
        words=[", ".join(words) for words in topics.words()]
    )


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
        "verdict": "Against chance",
        "times_chance": "Times chance",
        "beyond_chance": "More than chance",
        "shuffles": "Shuffled tables",
    }


def variances_figure(
    table: pd.DataFrame, settings: Settings, colours: Sequence[str] = ()
) -> Figure:
    """Return each topic's variance as a bar.

    table   : from `variance_by_topic`, with names
    colours : one for each topic, or else those of a light ground
    """
    labels = variance_labels(settings)
    ends = greatest_and_least(table, "topic", "variance")
    return Figure(
        name="variances",
        title=f"{labels['variance']} by topic",
        table=table,
        text=f"{labels['variance']}. {ends}",
        draw=late("topics.charts:variances", title=labels["variance"], colours=colours),
        headings={
            **labels,
            "name": "Name",
            "variance": (labels["variance"], VARIANCE),
            "share": (labels["share"], PERCENT),
            "cumulative_variance": (labels["cumulative_variance"], VARIANCE),
        },
    )
