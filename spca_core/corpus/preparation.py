"""Choosing the words of a corpus and weighting their counts, before the analysis."""

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, Matrix
from spca_core.errors import InputError, check_choice, check_number, check_whole_number

# What the weightings are called on screen, by their names.
WEIGHTINGS = {
    "counts": "Counts",
    "log": "Log of 1 + count",
    "tf-idf": "Tf-idf",
    "binary": "Present or not",
}

MAX_DOCUMENTS = 1_000_000_000
MIN_SHARE = 1e-9  # of the documents: one of the most there can be


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    For a word in df of the n documents, a count c stays ("counts"), or becomes
    log(1 + c) ("log"), c log(n / df) ("tf-idf"), or 1 if it is not 0 ("binary").
    """

    least_documents: int = 1  # a word in fewer is left out
    most_share: float = 1.0  # a word in a greater share of documents is left out
    removed: tuple[str, ...] = ()  # more words; some may be missing from the corpus
    weighting: str = "counts"

    def __post_init__(self) -> None:
        check_whole_number("least_documents", self.least_documents, 1, MAX_DOCUMENTS)
        check_number("most_share", self.most_share, MIN_SHARE, 1)
        check_choice("weighting", self.weighting, WEIGHTINGS)
        is_tuple = isinstance(self.removed, tuple)
        if not is_tuple or not all(isinstance(word, str) for word in self.removed):
            raise InputError("removed is not a tuple of words; give one word an entry.")


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the same documents with the words that are kept, weighted."""
    if preparation.weighting != "counts" and corpus.observations.min() < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and the weighting "
            f"{preparation.weighting!r} is for counts. Choose counts, which leaves the "
            "numbers as they are."
        )
    kept = kept_words(corpus, preparation)
    if not kept.any():
        raise InputError(
            f"None of the {corpus.n_words:,} {corpus.kind.words} of {corpus.name} is "
            f"left. Leave out fewer: take words of less than "
            f"{preparation.least_documents:,} documents or of more than the share "
            f"{preparation.most_share:g} of them, or remove fewer by name."
        )
    if kept.all() and preparation.weighting == "counts":
        return corpus
    words = tuple(word for word, stays in zip(corpus.words, kept, strict=True) if stays)
    observations = corpus.observations if kept.all() else corpus.observations[:, kept]
    weighted = _weighted(observations, preparation.weighting)
    return replace(corpus, observations=weighted, words=words)


def kept_words(corpus: Corpus, preparation: Preparation) -> np.ndarray:
    """Tell which words stay: booleans, shape (n_words,)."""
    frequencies = document_frequencies(corpus.observations)
    removed = set(preparation.removed)
    listed = np.fromiter((word in removed for word in corpus.words), dtype=bool)
    # A word in no document is no rarer than one in a single document: 1 leaves all.
    frequent = np.maximum(frequencies, 1) >= preparation.least_documents
    common = frequencies / corpus.n_documents > preparation.most_share
    return frequent & ~common & ~listed


def document_frequencies(observations: Matrix) -> np.ndarray:
    """Count the documents that each word is in, shape (n_words,)."""
    if isinstance(observations, np.ndarray):
        return np.count_nonzero(observations, axis=0)
    present = observations.indices[observations.data != 0]
    return np.bincount(present, minlength=observations.shape[1])


def _weighted(observations: Matrix, weighting: str) -> Matrix:
    """Weight every number; `observations` itself is not changed."""
    if weighting == "counts":
        return observations
    frequencies = document_frequencies(observations)
    rarity = np.log(observations.shape[0] / np.maximum(frequencies, 1))
    if isinstance(observations, np.ndarray):
        return _weighted_values(observations, rarity, weighting)
    values, columns = observations.data, observations.indices
    weighted = _weighted_values(values, rarity[columns], weighting)
    parts = (weighted, columns, observations.indptr)
    rows = sparse.csr_array(parts, shape=observations.shape)
    if not weighted.all():  # A word of every document has no weight by tf-idf.
        rows = rows.copy()  # The places belong to the corpus as it was loaded.
        rows.eliminate_zeros()
    return rows


def _weighted_values(
    values: np.ndarray, rarity: np.ndarray, weighting: str
) -> np.ndarray:
    """Weight counts; `rarity` is log(n / df) of the word of each, broadcast."""
    if weighting == "log":
        return np.log1p(values)
    if weighting == "tf-idf":
        return values * rarity
    return (values != 0).astype(np.float64)
