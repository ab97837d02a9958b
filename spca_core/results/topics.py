"""Results as tidy tables: every number on screen is a row here first."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import significant

PLUS, MINUS = "+", "\N{MINUS SIGN}"
STOPPED_BY = {"finished": "finished", "seconds": "time limit", "stop": "not finished"}


def topic_names(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> list[str]:
    """Name each topic by its heaviest word, or else by its number, as in Topic 3.

    So a name stays with its topic when another run changes the order. Where two would
    be called the same, all are numbered.
    """
    leaders = [corpus.words[support[0]] for support in solution.supports]
    called = [
        names.get(leader) or f"Topic {topic}"
        for topic, leader in enumerate(leaders, start=1)
    ]
    if len(set(called)) == len(called):
        return called
    return [f"{topic}. {name}" for topic, name in enumerate(called, start=1)]


def with_names(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Add the names of `topic_names` to a table that has a column of topics."""
    return table.assign(name=[names[topic - 1] for topic in table["topic"]])


def topic_words(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """One row a word: topic, name, rank, word, loading, its sign, magnitude, weight.

    topic and rank count from 1; the weight is the squared loading, so a topic's weights
    add up to 1.
    """
    n_topics, sparsity = solution.supports.shape
    loadings = solution.loadings.ravel()
    return pd.DataFrame(
        {
            "topic": np.repeat(np.arange(1, n_topics + 1), sparsity),
            "name": np.repeat(topic_names(corpus, solution, names), sparsity),
            "rank": np.tile(np.arange(1, sparsity + 1), n_topics),
            "word": [corpus.words[word] for word in solution.supports.ravel()],
            "loading": loadings,
            "sign": np.where(loadings < 0, MINUS, PLUS),
            "magnitude": abs(loadings),
            "weight": loadings**2,
        }
    )


def words_to_keep(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """One row a word: `topic_words` without its signs, which the loadings have."""
    return topic_words(corpus, solution, names).drop(columns="sign")


def word_columns(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """One row a rank, one column a topic, heaviest words first."""
    words = topic_words(corpus, solution)
    wide = words.pivot(index="rank", columns="topic", values="word")
    wide.columns = pd.Index(topic_names(corpus, solution, names))
    return wide.rename_axis(index="Rank")


def topic_lines(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> str:
    """One line of text a topic, heaviest words first."""
    words = word_columns(corpus, solution, names)
    return "\n".join(f"{name}: {', '.join(words[name])}" for name in words)


def saved_lines(
    corpus: str, captured_variance: float, topics: Sequence[Sequence[str]]
) -> str:
    """What a saved result says: its corpus and total, and one line of text a topic."""
    lines = (f"Topic {topic}: {', '.join(one)}" for topic, one in enumerate(topics, 1))
    return "\n".join([f"{corpus}: captured variance {captured_variance:.6g}", *lines])


def topics(solution: Solution) -> pd.DataFrame:
    """One row a topic: its variance, its share of the total, and the running total."""
    variances = solution.variances
    return pd.DataFrame(
        {
            "topic": np.arange(1, len(variances) + 1),
            "variance": variances,
            "share": variances / (solution.captured_variance or 1.0),
            "cumulative_variance": np.cumsum(variances),
        }
    )


def totals(solutions: Iterable[Solution]) -> pd.DataFrame:
    """One row a run: total variance, its share of the best run's, time and effort."""
    rows = [
        {
            "method": METHODS[solution.settings.method].label,
            "n_components": len(solution.supports),
            "captured_variance": solution.captured_variance,
            "seconds": solution.seconds,
            "candidates": solution.candidates,
            "stopped_by": STOPPED_BY[solution.stopped_by],
        }
        for solution in solutions
    ]
    table = pd.DataFrame(rows)
    best = table["captured_variance"].max() or 1.0
    return table.assign(share_of_best=table["captured_variance"] / best)


def headline(corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """One row a figure on a result: name, label, value as shown.

    A solution that was stored has tried no candidates and taken no time here.
    """
    kind, settings = corpus.kind, solution.settings
    variance = of_values("Captured variance", settings)
    run = [("ended", "Run", "stored with the corpus")]
    if solution.candidates:
        run = [
            ("time", "Seconds", f"{solution.seconds:.2f}"),
            ("candidates_tried", "Candidates", f"{solution.candidates:,}"),
            ("ended", "Run", STOPPED_BY[solution.stopped_by]),
        ]
    return pd.DataFrame(
        [
            ("variance", variance, significant(solution.captured_variance)),
            *run,
            ("documents", kind.documents.capitalize(), f"{corpus.n_documents:,}"),
            ("words", kind.words.capitalize(), f"{corpus.n_words:,}"),
            ("values", "Values", values(settings)),
        ],
        columns=["figure", "label", "value"],
    )


def of_values(label: str, settings: Settings) -> str:
    """Say in a label that its numbers are of weighted counts, if they are."""
    return label if settings.weighting == "counts" else f"{label}, weighted"


def values(settings: Settings) -> str:
    """Say what was analysed: the data as they are, or weighted, or less their means."""
    if settings.weighting == "counts":
        return "centred" if settings.centred else "raw"
    weighting = WEIGHTINGS[settings.weighting]
    return f"{weighting}, centred" if settings.centred else weighting
