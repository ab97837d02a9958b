"""Choosing the words of a corpus before the analysis."""

from dataclasses import dataclass, replace

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import document_frequencies
from spca_core.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis, valid from birth.

    least_documents : a word in fewer documents is left out; 1 leaves out none
    most_share      : a word in a greater share of the documents is left out
    removed         : words that are left out too; those not in the corpus do not matter
    raises          : InputError naming the option, its value and its limits
    """

    least_documents: int = 1
    most_share: float = 1.0
    removed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.least_documents) is not int or self.least_documents < 1:
            raise InputError(
                f"least_documents is {self.least_documents!r}; give a whole number "
                "from 1."
            )
        share = self.most_share
        if not isinstance(share, int | float) or not 0 < share <= 1:
            raise InputError(
                f"most_share is {share!r}; give a number above 0 and at most 1."
            )
        _check_removed(self.removed)


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the same documents with the words that are kept.

    raises : InputError if no word is left
    """
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
    """Tell which words stay, (n_words,) booleans."""
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
