"""How the words of a corpus vary."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.results.corpus.word_table import word_table

MAX_POINTS = 300  # of a curve; more could not be told apart


def variance_by_rank(
    corpus: Corpus, *, centred: bool, weighting: str = "counts"
) -> pd.DataFrame:
    """Return one row per point of the curve, at `drawn_ranks`.

    Words that never vary have no place on a log scale and are left out.

    returns : rank, word, variance, and the share of all variance up to this rank
    """
    words = word_table(corpus, centred=centred, weighting=weighting)
    table = words[["rank", "word", "variance"]]
    total = table["variance"].sum() or 1.0
    table = table.assign(cumulative_share=table["variance"].cumsum() / total)
    varying = table[table["variance"] > 0]
    drawn = varying["rank"].isin(drawn_ranks(len(varying)))
    return varying[drawn].reset_index(drop=True)


def drawn_ranks(n_words: int) -> np.ndarray:
    """Return the ranks that a curve shows, from 1: spread evenly on a log scale."""
    return np.geomspace(1, max(n_words, 1), MAX_POINTS).round().astype(int)
