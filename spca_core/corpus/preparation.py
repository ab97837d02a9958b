"""Choosing the words of a corpus before the analysis."""

from dataclasses import dataclass, replace

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import document_frequencies
from spca_core.errors import InputError, check_number, check_whole_number

MAX_DOCUMENTS = 1_000_000_000
MIN_SHARE = 1e-9  # of the documents: one of the most there can be


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    Parameters
    ----------
    least_documents
        A word in fewer documents is left out; 1 leaves out none.
    most_share
        A word in a greater share of the documents is left out.
    removed
        More words to leave out; some may be missing from the corpus.

    Raises
    ------
    InputError
        Naming the option, its value and its limits.
    """

    least_documents: int = 1
    most_share: float = 1.0
    removed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_whole_number("least_documents", self.least_documents, 1, MAX_DOCUMENTS)
        check_number("most_share", self.most_share, MIN_SHARE, 1)
        _check_removed(self.removed)


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the same documents with the words that are kept.

    Raises
    ------
    InputError
        If no word is left.
    """
    if preparation == Preparation():
        return corpus
    kept = kept_words(corpus, preparation)
    if not kept.any():
        raise InputError(
            f"None of the {corpus.n_words:,} {corpus.kind.words} of {corpus.name} is "
            f"left. Leave out fewer: take words of less than "
            f"{preparation.least_documents:,} documents or of more than the share "
            f"{preparation.most_share:g} of them, or remove fewer by name."
        )
    if kept.all():
        return corpus
    words = tuple(word for word, stays in zip(corpus.words, kept, strict=True) if stays)
    return replace(corpus, observations=corpus.observations[:, kept], words=words)


def kept_words(corpus: Corpus, preparation: Preparation) -> np.ndarray:
    """Tell which words stay: booleans, shape (n_words,)."""
    frequencies = document_frequencies(corpus.observations)
    removed = set(preparation.removed)
    listed = np.fromiter((word in removed for word in corpus.words), dtype=bool)
    # A word in no document is no rarer than one in a single document: 1 leaves all.
    frequent = np.maximum(frequencies, 1) >= preparation.least_documents
    common = frequencies / corpus.n_documents > preparation.most_share
    return frequent & ~common & ~listed


def _check_removed(removed: object) -> None:
    if not isinstance(removed, tuple) or not all(
        isinstance(word, str) for word in removed
    ):
        raise InputError("removed is not a tuple of words; give one word an entry.")
