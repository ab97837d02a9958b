"""How the words of a corpus vary."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted, mark_if_weighted, percent
from spca_core.problem.settings import Settings
from spca_core.results.corpus.word_table import word_table
from spca_core.results.figure import VARIANCE, Figure, greatest_and_least, late

MAX_POINTS = 300  # of a curve; more could not be told apart
HALF = 0.5 - 1e-9  # but for rounding


def variance_by_rank(corpus: Corpus, settings: Settings) -> pd.DataFrame:
    """Return one row per point of the curve, at `drawn_ranks`.

    Words that never vary have no place on a log scale and are left out.

    returns : rank, word, variance, and the share of all variance up to this rank
    """
    words = word_table(corpus, settings)
    table = words[["rank", "word", "variance"]]
    total = table["variance"].sum() or 1.0
    table = table.assign(cumulative_share=table["variance"].cumsum() / total)
    varying = table[table["variance"] > 0]
    drawn = varying["rank"].isin(drawn_ranks(len(varying)))
    return varying[drawn].reset_index(drop=True)


def drawn_ranks(n_words: int) -> np.ndarray:
    """Return the ranks that a curve shows, from 1: spread evenly on a log scale."""
    return np.geomspace(1, max(n_words, 1), MAX_POINTS).round().astype(int)


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


def variance_by_rank_figure(table: pd.DataFrame, weighting: str) -> Figure:
    """Return each word's variance against its rank, both on logarithmic scales.

    table : from `variance_by_rank`
    """
    title = mark_if_weighted("Variance of words by rank", weighting)
    return Figure(
        name="variance_by_rank",
        title=title,
        table=table,
        text=f"{title}. {greatest_and_least(table, 'rank', 'variance')}",
        draw=late(
            "corpus.charts:variance_by_rank",
            title=mark_if_weighted("Variance", weighting),
        ),
        headings={"variance": ("variance", VARIANCE)},
    )
