"""What a chart shows, in a sentence, for who cannot see it: from the same table."""

import pandas as pd

MOST_NAMED = 3


def topic(words: pd.DataFrame) -> str:
    """Describe the bars of one topic's words."""
    listed = ", ".join(
        f"{word.word} {word.sign}{word.magnitude:.2f}" for word in words.itertuples()
    )
    return f"{words['name'].iloc[0]}: words and loadings: {listed}."


def variances(topics: pd.DataFrame) -> str:
    """Describe the bars of the topics' variances."""
    return f"Variance of each topic. {_ends(topics, 'topic', 'variance')}"


def together(pairs: pd.DataFrame) -> str:
    """Describe the heat map of how a topic's words occur together."""
    apart = pairs[pairs["word"] < pairs["other"]]
    first = apart.nlargest(MOST_NAMED, "similarity")
    listed = ", ".join(
        f"{pair.word} and {pair.other} {pair.similarity:.2f}"
        for pair in first.itertuples()
    )
    return f"How alike the words are distributed; most alike: {listed or 'none'}."


def by_rank(table: pd.DataFrame) -> str:
    """Describe the words' variances in the order of their rank."""
    return f"Variance of words by rank. {_ends(table, 'rank', 'variance')}"


def lengths(table: pd.DataFrame) -> str:
    """Describe the histogram of the documents' lengths."""
    most = table.sort_values("documents").iloc[-1]
    return (
        f"Lengths of documents, from {table['from'].min():.4g} to "
        f"{table['to'].max():.4g} words; most, {most['documents']:,.0f}, have "
        f"{most['from']:.4g} to {most['to']:.4g}."
    )


def scree(table: pd.DataFrame) -> str:
    """Describe the greatest eigenvalues."""
    return f"Greatest eigenvalues. {_ends(table, 'number', 'eigenvalue')}"


def shares(table: pd.DataFrame) -> str:
    """Describe the topics' shares in groups of documents, by where each is greatest."""
    peaks = table.loc[table.groupby("topic")["share"].idxmax()]
    listed = "; ".join(
        f"{peak.name} in {peak.group} ({peak.share:.1%})"
        for peak in peaks.itertuples(index=False)
    )
    return f"Share of each topic by group of documents; greatest: {listed}."


def _ends(table: pd.DataFrame, label: str, value: str) -> str:
    """Say where the greatest and the least value are."""
    in_order = table.sort_values(value, kind="stable")
    least, greatest = in_order.iloc[0], in_order.iloc[-1]
    return (
        f"Greatest {greatest[value]:.4g} at {label} {greatest[label]:.0f}, "
        f"least {least[value]:.4g} at {label} {least[label]:.0f}."
    )
