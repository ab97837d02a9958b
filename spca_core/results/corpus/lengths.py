"""How long the documents of a corpus are."""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import Matrix
from spca_core.problem.covariance import Covariance
from spca_core.results.figure import Figure, late

MAX_BINS = 40


def document_lengths(corpus: Corpus) -> pd.DataFrame:
    """Return one row per bar of the histogram: from, to, documents.

    A document's length is the sum of its numbers. A bar counts the documents with
    from <= length < to; the last bar includes its end.
    """
    numbers = Covariance(corpus.observations, centred=False)
    lengths = np.concatenate(list(numbers.by_block(_lengths)))
    documents, edges = np.histogram(lengths, bins=_edges(lengths))
    return pd.DataFrame({"from": edges[:-1], "to": edges[1:], "documents": documents})


def _lengths(rows: Matrix) -> np.ndarray:
    return np.asarray(rows.sum(axis=1)).ravel()


def _edges(lengths: np.ndarray) -> np.ndarray:
    """Return where the bars begin and end: whole numbers if all lengths are whole."""
    if (lengths % 1).any():
        return np.histogram_bin_edges(lengths, bins=MAX_BINS)
    n_values = np.ptp(lengths) + 1
    width = np.ceil(n_values / MAX_BINS)
    return lengths.min() + width * np.arange(np.ceil(n_values / width) + 1)


def lengths_figure(table: pd.DataFrame) -> Figure:
    """Return the histogram of `document_lengths`, a bar from one length to the next."""
    most = table.sort_values("documents").iloc[-1]
    return Figure(
        name="lengths",
        title="Lengths of the documents",
        table=table,
        text=f"Lengths of documents, from {table['from'].min():.4g} to "
        f"{table['to'].max():.4g} words; most, {most['documents']:,.0f}, have "
        f"{most['from']:.4g} to {most['to']:.4g}.",
        draw=late("corpus.charts:lengths"),
    )
