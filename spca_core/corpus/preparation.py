"""Choosing the words of a corpus before the analysis."""

from dataclasses import dataclass, replace
from numbers import Integral

import numpy as np

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.stored import StoredCounts
from spca_core.errors import InputError, check_number, check_whole_number

MAX_DOCUMENTS = 1_000_000_000
MAX_COLUMNS = 2_000_000


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    Parameters
    ----------
    min_df
        A word in fewer documents is left out: a whole number of documents, or a share
        of them, from 0.0 to 1.0. 1 leaves out none.
    max_df
        A word in more documents is left out; 1.0, a share, leaves out none.
    removed
        More words to leave out; some may be missing from the corpus.
    max_features
        The most words: of those that are left, the ones in most documents; 0 takes all.

    Notes
    -----
    `min_df` and `max_df` are those of scikit-learn's `CountVectorizer`. Its
    `max_features` are the words that occur most often.

    Raises
    ------
    InputError
        Naming the option, its value and its limits.
    """

    min_df: int | float = 1
    max_df: int | float = 1.0
    removed: tuple[str, ...] = ()
    max_features: int = 0

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            _check_limit(name, getattr(self, name))
        check_whole_number("max_features", self.max_features, 0, MAX_COLUMNS)
        _check_removed(self.removed)

    @property
    def keeps_all(self) -> bool:
        """Whether it keeps every word of any corpus."""
        # Python's 1 is 1.0, but 1 document is not all of them.
        types = _is_share(self.min_df), _is_share(self.max_df)
        return self == Preparation() and types == (False, True)


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the same documents with the words that are kept; of a store no copy.

    Raises
    ------
    InputError
        If no word is left.
    """
    if preparation.keeps_all:
        return corpus
    kept = kept_words(corpus, preparation)
    if not kept.any():
        raise InputError(
            f"None of the {corpus.n_words:,} {corpus.kind.words} of {corpus.name} is "
            f"left. Leave out fewer: take words of less than {preparation.min_df:,} or "
            f"of more than {preparation.max_df:,} of the {corpus.kind.documents}, or "
            "remove fewer by name."
        )
    if kept.all():
        return corpus
    words = tuple(word for word, stays in zip(corpus.words, kept, strict=True) if stays)
    counts = corpus.observations
    left = (
        counts.of_words(kept) if isinstance(counts, StoredCounts) else counts[:, kept]
    )
    return replace(corpus, observations=left, words=words)


def kept_words(corpus: Corpus, preparation: Preparation) -> np.ndarray:
    """Tell which words stay: booleans, shape (n_words,)."""
    frequencies = document_frequencies(corpus.observations)
    shares = frequencies / corpus.n_documents
    least, most = preparation.min_df, preparation.max_df
    removed = set(preparation.removed)
    listed = np.fromiter((word in removed for word in corpus.words), dtype=bool)
    # A word in no document is no rarer than one in a single document: 1 leaves all.
    frequent = (shares if _is_share(least) else np.maximum(frequencies, 1)) >= least
    common = (shares if _is_share(most) else frequencies) > most
    return _most_frequent(
        frequent & ~common & ~listed, frequencies, preparation.max_features
    )


def _most_frequent(kept: np.ndarray, frequencies: np.ndarray, most: int) -> np.ndarray:
    """Keep at most that many words; of equal ones the first stay."""
    if not 0 < most < kept.sum():
        return kept
    order = np.argsort(np.where(kept, -frequencies, 1), kind="stable")
    chosen = np.zeros_like(kept)
    chosen[order[:most]] = True
    return chosen


def _is_share(limit: int | float) -> bool:
    return not isinstance(limit, Integral)


def _check_limit(name: str, limit: int | float) -> None:
    if _is_share(limit):
        check_number(name, limit, 0, 1)
    else:
        check_whole_number(name, limit, 1, MAX_DOCUMENTS)


def _check_removed(removed: object) -> None:
    if not isinstance(removed, tuple) or not all(
        isinstance(word, str) for word in removed
    ):
        raise InputError("removed is not a tuple of words; give one word an entry.")
