"""Results in sentences: how sure an answer is, and what charts show.

A chart's sentence is its text alternative, from the same table.
"""

from collections.abc import Mapping

import pandas as pd

from spca_core.formatting import (
    counted,
    mark_if_weighted,
    percent,
    significant,
)
from spca_core.problem.settings import Settings

MAX_NAMED = 3
HALF = 0.5 - 1e-9  # but for rounding


def topic(words: pd.DataFrame) -> str:
    """Describe the bars of one topic's words."""
    listed = ", ".join(
        f"{word.word} {word.sign}{word.magnitude:.2f}" for word in words.itertuples()
    )
    return f"{words['name'].iloc[0]}: words and loadings: {listed}."


def variances(topics: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Describe the bars of the topics' variances, named as in the labels."""
    return f"{labels['variance']}. {_ends(topics, 'topic', 'variance')}"


def relevance(name: str, words: pd.DataFrame) -> str:
    """Describe the bars of one topic's words over those of the corpus."""
    members = words[words["is_member"]]
    listed = ", ".join(
        f"{word.word} in {word.inside:,} of its documents and {word.documents:,} in all"
        for word in members.itertuples()
    )
    return f"{name}: {listed}."


def topic_map(topics: pd.DataFrame) -> str:
    """Describe the map of topics by their sizes."""
    listed = ", ".join(f"{row.name} {row.documents:,}" for row in topics.itertuples())
    return f"Map of topics, with the number of documents that carry each: {listed}."


def together(pairs: pd.DataFrame) -> str:
    """Describe the heat map of how a topic's words occur together."""
    first = pairs.query("word < other").nlargest(MAX_NAMED, "similarity")
    listed = ", ".join(
        f"{pair.word} and {pair.other} {pair.similarity:.2f}"
        for pair in first.itertuples()
    )
    return f"Similarity of the topic's words; most similar: {listed or 'none'}."


def by_rank(table: pd.DataFrame, settings: Settings) -> str:
    """Describe the words' variances by rank."""
    variance = mark_if_weighted("Variance of words by rank", settings.weighting)
    return f"{variance}. {_ends(table, 'rank', 'variance')}"


def concentration(table: pd.DataFrame, words: str) -> str:
    """Say how few words have half of all variance, of those in `variance_by_rank`.

    words : what the columns of the data are called
    """
    half = table[table["cumulative_share"] >= HALF].iloc[0]
    return (
        f"The first {counted(int(half['rank']), words)} of "
        f"{table['rank'].iloc[-1]:,} that vary have "
        f"{percent(half['cumulative_share'])} of all variance."
    )


def lengths(table: pd.DataFrame) -> str:
    """Describe the histogram of the documents' lengths."""
    most = table.sort_values("documents").iloc[-1]
    return (
        f"Lengths of documents, from {table['from'].min():.4g} to "
        f"{table['to'].max():.4g} words; most, {most['documents']:,.0f}, have "
        f"{most['from']:.4g} to {most['to']:.4g}."
    )


def scree(table: pd.DataFrame, settings: Settings) -> str:
    """Describe the greatest eigenvalues."""
    eigenvalues = mark_if_weighted("Greatest eigenvalues", settings.weighting)
    return f"{eigenvalues}. {_ends(table, 'number', 'eigenvalue')}"


def shares(table: pd.DataFrame) -> str:
    """Describe the topics' shares in groups of documents, by where each is greatest."""
    peaks = table.loc[table.groupby("topic")["share"].idxmax()]
    listed = "; ".join(
        f"{peak['name']} in {peak['group']} ({percent(peak['share'])})"
        for peak in peaks.to_dict("records")
    )
    return f"Share of each topic by group of documents; greatest: {listed}."


def _ends(table: pd.DataFrame, label: str, value: str) -> str:
    """Say where the greatest and the least value are."""
    in_order = table.sort_values(value, kind="stable").to_dict("records")
    least, greatest = in_order[0], in_order[-1]
    return (
        f"Greatest {significant(greatest[value])} at {label} {greatest[label]:.0f}, "
        f"least {significant(least[value])} at {label} {least[label]:.0f}."
    )
