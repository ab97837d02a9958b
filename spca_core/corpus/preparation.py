"""What is done to a corpus before the analysis: what is left out of it."""

from dataclasses import asdict, replace

import numpy as np

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.every_row import with_every_row, with_words
from spca_core.corpus.findings import cleaned
from spca_core.corpus.options import Preparation, is_share
from spca_core.corpus.rewording import reworded
from spca_core.errors import InputError
from spca_core.formatting import counted


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the documents with the selected words; a store is not copied.

    Copies are left out, if asked for; `with_copies` of the corpus has all documents.

    Raises
    ------
    InputError
        If no word is left, or words are to be chosen by their documents where there
        are none.
    """
    searched = with_words(corpus)
    if not preparation.keeps_all:
        searched = _prepared(searched, preparation)
    return with_every_row(searched, corpus)


def _prepared(corpus: Corpus, preparation: Preparation) -> Corpus:
    corpus = reworded(corpus, preparation.phrases, preparation.same)
    if not corpus.kind.has_documents:
        _check_no_frequencies(corpus, preparation)
    corpus = cleaned(
        corpus,
        repeated=preparation.without_repeated,
        copies=preparation.without_copies,
    )
    kept = selected_words(corpus, preparation)
    if not kept.any():
        raise InputError(
            f"None of the {counted(corpus.n_words, corpus.kind.words)} of "
            f"{corpus.name} is left. Lower 'in at least' (min_df is "
            f"{preparation.min_df:,}), raise 'in at most' (max_df is "
            f"{preparation.max_df:,}), or leave out fewer by name."
        )
    return replace(corpus.of_words(kept), preparation=asdict(preparation), base=None)


def _check_no_frequencies(corpus: Corpus, preparation: Preparation) -> None:
    by_name = replace(
        preparation,
        stop_words=(),
        phrases=(),
        same=(),
        without_repeated=False,
        without_copies=False,
    )
    if not by_name.keeps_all:
        raise InputError(
            "min_df, max_df and max_features choose words by the documents that have "
            f"them, and {corpus.name} is a covariance matrix. Leave them out."
        )


def selected_words(corpus: Corpus, preparation: Preparation) -> np.ndarray:
    """Return which words stay of a corpus that is `cleaned`: booleans, (n_words,)."""
    frequencies = document_frequencies(corpus.observations)
    shares = frequencies / corpus.n_documents
    least, most = preparation.min_df, preparation.max_df
    listed = np.zeros(corpus.n_words, bool)
    places = map(corpus.column_if_any, preparation.stop_words)
    listed[[place for place in places if place is not None]] = True
    # A word in no document counts as in one, so the whole number 1 keeps all words.
    frequent = (shares if is_share(least) else np.maximum(frequencies, 1)) >= least
    common = (shares if is_share(most) else frequencies) > most
    return _most_frequent(
        frequent & ~common & ~listed, frequencies, preparation.max_features
    )


def _most_frequent(kept: np.ndarray, frequencies: np.ndarray, most: int) -> np.ndarray:
    """Keep at most `most` words, those in most documents; of equal ones, the first."""
    if not 0 < most < kept.sum():
        return kept
    order = np.argsort(np.where(kept, -frequencies, 1), kind="stable")
    chosen = np.zeros_like(kept)
    chosen[order[:most]] = True
    return chosen


DEFAULT_PREPARATION = Preparation(without_repeated=True, without_copies=True)
