"""Which words the solvers agree on, topic by topic and overall."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from typing import TypeVar

import numpy as np
import pandas as pd

from spca_core.formatting import counted, percent
from spca_core.problem.solution import Solution
from spca_core.results.comparison.runs import run_names
from spca_core.results.figure import Figure, late
from spca_core.results.topics.pairing import align, match_topics
from spca_core.results.topics.words import topic_lists, word_columns
from spca_core.topics import Topics

Run = TypeVar("Run", bound=Solution)
LACKED = "+"  # marks a word that most other solvers lack
# The headings of `word_overlaps` in a table.
HEADINGS = {"first": "Method", "second": "With"}
MEASURES = {"topics": "Topic by topic", "words": "All words"}


def reference_of(solutions: Sequence[Run]) -> Run:
    """Return the first solution with the most topics: the others follow its order."""
    return max(solutions, key=lambda solution: len(solution.supports))


def side_by_side(runs: Sequence[Topics]) -> pd.DataFrame:
    """Return the words of all solvers' topics, as the paper prints them (its Table 3).

    One row per solver and rank, one column per topic. Topics are aligned with those of
    the first solver with the most topics; where one has fewer, the cells are empty.
    """
    reference = reference_of(runs)
    blocks = []
    for name, run in zip(run_names(runs), runs, strict=True):
        words = word_columns(align(run, reference))
        words.columns = [f"Topic {topic}" for topic in range(1, words.shape[1] + 1)]
        # The name once, as a heading of its block.
        words.insert(0, "Method", [name, *[""] * (len(words) - 1)])
        words.insert(1, "Rank", range(1, len(words) + 1))
        blocks.append(words)
    return pd.concat(blocks, ignore_index=True).fillna("")


def topics_side_by_side(runs: Sequence[Topics]) -> pd.DataFrame:
    """Return the topics of `side_by_side` as one row each: Method, Topic, Words."""
    reference = reference_of(runs)
    blocks = []
    for name, run in zip(run_names(runs), runs, strict=True):
        topics = topic_lists(align(run, reference))
        methods = [name, *[""] * (len(topics) - 1)]
        named = topics.rename(columns={"topic": "Topic", "words": "Words"})
        blocks.append(named[["Topic", "Words"]].assign(Method=methods))
    return pd.concat(blocks, ignore_index=True)[["Method", "Topic", "Words"]]


def words_others_lack(runs: Sequence[Topics]) -> list[str]:
    """Return the words of the first solver that most others have in no topic.

    Most are more than half: the only other, both of two, two of three.
    """
    first, *others = ([*chain.from_iterable(run.words())] for run in runs)
    theirs = Counter(chain.from_iterable(others))
    return [word for word in first if 2 * theirs[word] < len(others)]


def about_words_others_lack(solutions: Sequence[Solution], words: Sequence[str]) -> str:
    """Say how many words of the first solver most others lack; nothing without others.

    words : of `words_others_lack`
    """
    if len(solutions) < 2:
        return ""
    first, total = run_names(solutions)[0], counted(solutions[0].supports.size, "words")
    others = "most of the others lack" if len(solutions) > 2 else "the other lacks"
    return f"{LACKED} marks {len(words):,} of the {total} of {first} that {others}."


def word_overlaps(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per pair of solvers, each with itself too: their Jaccard indices.

    The Jaccard index of two sets of words is the share of their union that is in both.

    returns : first, second, topics (the mean over topics matched so that they share the
              most words), words (of all words chosen)
    """
    solvers = list(zip(run_names(solutions), solutions, strict=True))
    rows = [(name, name, 1.0, 1.0) for name, _ in solvers]
    for (first, solution), (second, other) in combinations(solvers, 2):
        by_topic = matched_jaccard(solution.supports, other.supports).mean()
        ours, theirs = {*solution.supports.flat}, {*other.supports.flat}
        indices = float(by_topic), len(ours & theirs) / len(ours | theirs)
        rows += [(first, second, *indices), (second, first, *indices)]
    return pd.DataFrame(rows, columns=["first", "second", *MEASURES])


def matched_jaccard(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Jaccard index of each pair of topics, matched to share the most words.

    first, second : (n_topics, sparsity) word indices
    """
    common = match_topics(first, second).shared
    return common / (first.shape[1] + second.shape[1] - common)


def share_recovered(planted: np.ndarray, solution: Solution) -> float:
    """Return how much of planted topics is found, from 0 to 1.

    It is the Jaccard index of planted and found topics, matched to share the most
    words, in the mean over the planted ones.

    planted : (n_topics, sparsity) word indices
    """
    shares = matched_jaccard(planted, solution.supports)
    return float(shares.sum() / len(planted))


def overlap_figure(table: pd.DataFrame, measure: str) -> Figure:
    """Return a measure of `word_overlaps` as a square of numbered cells."""
    return Figure(
        name=f"overlap_{measure}",
        title=f"Words that methods share: {MEASURES[measure].lower()}",
        table=table,
        text=_describe(table, measure),
        draw=late("comparison.charts:overlaps", measure=measure),
        headings={**HEADINGS, **MEASURES},
    )


def _describe(table: pd.DataFrame, measure: str) -> str:
    """Say between which solvers the measure is highest and lowest."""
    pairs = table[table["first"] < table["second"]].sort_values(measure)
    if pairs.empty:
        return "Overlap of words: there is only one solver."
    least, most = pairs.iloc[0], pairs.iloc[-1]
    greatest, smallest = percent(most[measure]), percent(least[measure])
    return (
        f"Overlap of words, {MEASURES[measure].lower()}: greatest {greatest} "
        f"between {most['first']} and {most['second']}, least {smallest} "
        f"between {least['first']} and {least['second']}."
    )
