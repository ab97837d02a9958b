"""Results as tidy tables: every number on screen is a row here first."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.formatting import mark_if_weighted, significant
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import Figure

FAINT = 0.1  # of the loading of a topic's heaviest word
PLUS, MINUS = "+", "\N{MINUS SIGN}"
Topics = Sequence[tuple[str, ...]]
STOPPED_BY = {"finished": "finished", "seconds": "time limit", "stop": "not finished"}


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


def words_of_topics(corpus: Corpus, solution: Solution) -> Topics:
    """Return the words of each topic, heaviest first."""
    return [tuple(corpus.words[i] for i in support) for support in solution.supports]


def with_names(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Add the names of `topic_names` to a table that has a column of topics."""
    return table.assign(name=[names[topic - 1] for topic in table["topic"]])


def topic_words(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """Return one row per word of a topic: its rank, loading, sign, magnitude, weight.

    topic and rank count from 1; the weight is the squared loading, so a topic's weights
    add up to 1. The last column is faint, as in `are_faint`.
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
            "faint": are_faint(solution).ravel(),
        }
    )


def are_faint(solution: Solution) -> np.ndarray:
    """Return which words hardly belong to their topic: (n_components, sparsity).

    Their loading is zero, or less than a tenth of the heaviest word's.
    """
    sizes = abs(solution.loadings)
    return (sizes == 0) | (sizes < FAINT * sizes.max(axis=1, keepdims=True))


def words_to_keep(
    corpus: Corpus,
    solution: Solution,
    names: Mapping[str, str] = {},
    notes: Mapping[str, str] = {},
) -> pd.DataFrame:
    """Return `topic_words` without what the loadings tell too, and with notes if any.

    notes : as for `with_notes`
    """
    table = topic_words(corpus, solution, names).drop(columns=["sign", "faint"])
    return with_notes(table, notes) if notes else table


def with_notes(table: pd.DataFrame, notes: Mapping[str, str]) -> pd.DataFrame:
    """Add notes to a table that has a column of topics.

    notes : by the topics' numbers "1", "2", ...
    """
    return table.assign(note=[notes.get(str(topic), "") for topic in table["topic"]])


def word_columns(
    corpus: Corpus,
    solution: Solution,
    names: Mapping[str, str] = {},
    aside: Collection[int] = (),
) -> pd.DataFrame:
    """Return words with one row per rank and one column per topic, heaviest first.

    aside : topics, from 1, that are left out
    """
    words = topic_words(corpus, solution)
    words = words[~words["topic"].isin(aside)]
    wide = words.pivot(index="rank", columns="topic", values="word")
    called = enumerate(topic_names(corpus, solution, names), start=1)
    wide.columns = pd.Index([name for topic, name in called if topic not in aside])
    return wide.rename_axis(index="Rank")


def topic_lists(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """Return one row per topic: topic, name, and its words as text, heaviest first."""
    called = topic_names(corpus, solution, names)
    return lists(called, words_of_topics(corpus, solution))


def topics_with_notes(
    corpus: Corpus, solution: Solution, notes: Mapping[str, str]
) -> pd.DataFrame:
    """Return `topics` with each one's words as text, and its note.

    notes : as for `with_notes`
    """
    words = words_of_topics(corpus, solution)
    table = topics(solution).assign(words=[", ".join(topic) for topic in words])
    return with_notes(table, notes)


def lists(names: Sequence[str], topics: Topics) -> pd.DataFrame:
    """Return one row per topic of these words, with the columns of `topic_lists`."""
    words = [", ".join(topic) for topic in topics]
    numbers = np.arange(1, len(words) + 1)
    return pd.DataFrame({"topic": numbers, "name": names, "words": words})


def topics(solution: Solution) -> pd.DataFrame:
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


def totals(solutions: Iterable[Solution]) -> pd.DataFrame:
    """Return one row per run: total variance, share of the best run's, time, effort."""
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


def headline(corpus: Corpus, solution: Solution) -> list[Figure]:
    """Return the figures on a result.

    A stored solution was not searched for here: it has no seconds and no candidates.
    """
    kind, settings = corpus.kind, solution.settings
    variance = mark_if_weighted("Captured variance", settings.weighting)
    run = [Figure("ended", "Run", "stored with the corpus")]
    if solution.candidates:
        run = [
            Figure("time", "Seconds", f"{solution.seconds:.2f}"),
            Figure("candidates_tried", "Candidates", f"{solution.candidates:,}"),
            Figure("ended", "Run", STOPPED_BY[solution.stopped_by]),
        ]
    return [
        Figure("variance", variance, significant(solution.captured_variance)),
        *run,
        Figure("documents", kind.documents.capitalize(), f"{corpus.n_documents:,}"),
        Figure("words", kind.words.capitalize(), f"{corpus.n_words:,}"),
        Figure("values", "Values", values(settings)),
    ]


def values(settings: Settings) -> str:
    """Say which values were analysed: raw, weighted, or less their means."""
    if settings.weighting == "counts":
        return "centred" if settings.centred else "raw"
    weighting = WEIGHTINGS[settings.weighting].label
    return f"{weighting}, centred" if settings.centred else weighting
