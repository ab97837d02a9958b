"""Rows of a user's list or table: each stays one, also if its text has no words.

Topics are found in the rows that have words, so that empty ones change no variance. As
copies, the others are in `with_copies` of the corpus, and in all tables of documents.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.texts.texts import known_of
from spca_core.formatting import counted, noun

Corpus = Any  # the class uses this module


def with_words(corpus: Corpus) -> Corpus:
    """Return the documents that have words, of a corpus of a user's rows."""
    if corpus.rows is None or corpus.rows.all() or not corpus.rows.any():
        return corpus
    return corpus.of_documents(corpus.rows.to_numpy())


def with_every_row(prepared: Corpus, read: Corpus) -> Corpus:
    """Return a corpus whose `with_copies` has each row that was read.

    prepared : of `with_words(read)`
    """
    if with_words(read) is read:
        return prepared
    whole = prepared.with_copies
    counts: Any = whole.observations
    lengths = np.zeros(read.n_documents, counts.indptr.dtype)
    lengths[read.rows.to_numpy()] = np.diff(counts.indptr)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(counts.indptr.dtype)
    cells = counts.data, counts.indices, starts
    every = replace(
        whole,
        observations=sparse.csr_array(cells, (read.n_documents, whole.n_words)),
        rows=read.rows,
        whole=None,
        **known_of(read),
    )
    n_empty = read.n_documents - whole.n_documents
    sentence = (
        f"Without words: {counted(n_empty, 'texts')}. Topics are found in the others; "
        f"tables show all {noun(2, read.kind.documents)}."
    )
    report = prepared.report.with_left_out(sentence)
    return replace(prepared, whole=every, report=report)


def with_labels(table: pd.DataFrame, corpus: Corpus) -> pd.DataFrame:
    """Return a table of all documents with the labels of a user's rows, if there are.

    corpus : with all documents
    """
    return table if corpus.rows is None else table.set_axis(corpus.rows.index)
