"""What topics are called."""

from collections.abc import Mapping, Sequence

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution


def topic_names(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> list[str]:
    """Return each topic's name: in `names` by its heaviest word, or else as Topic 3.

    So a name stays with its topic when another run changes the order. If two topics
    would have the same name, all are numbered.
    """
    leaders = [corpus.words[support[0]] for support in solution.supports]
    called = [
        names.get(leader) or f"Topic {topic}"
        for topic, leader in enumerate(leaders, start=1)
    ]
    if len(set(called)) == len(called):
        return called
    return numbered(called)


def numbered(names: Sequence[str]) -> list[str]:
    """Put its number before each topic's name."""
    if all(name.startswith(f"{i}. ") for i, name in enumerate(names, start=1)):
        return list(names)
    return [f"{topic}. {name}" for topic, name in enumerate(names, start=1)]


def with_names(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Add the names of `topic_names` to a table that has a column of topics.

    Topic 0 is none, and has an empty name.
    """
    called = ["", *names]
    return table.assign(name=[called[topic] for topic in table["topic"]])
