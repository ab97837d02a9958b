"""What is done to a corpus before the analysis: what is left out of it."""

from dataclasses import asdict, dataclass, replace
from numbers import Integral

import numpy as np

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import cleaned, of_words
from spca_core.errors import InputError, check_number, check_whole_number

MAX_DOCUMENTS = 1_000_000_000
MAX_COLUMNS = 2_000_000


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """What is done to a corpus before the analysis.

    Parameters
    ----------
    min_df
        Words in fewer documents are left out. It is a whole number of documents, or a
        share of them from 0.0 to 1.0; the whole number 1 leaves out no word.
    max_df
        Words in more documents are left out; the share 1.0 leaves out no word.
    removed
        More words to leave out; some may be missing from the corpus.
    max_features
        How many of the words left are kept: those in most documents. 0 keeps all.
    without_repeated
        Whether text that is repeated in many documents is taken off the counts.
    without_copies
        Whether documents that are copies of others are left out.

    Notes
    -----
    The last two are for counts in memory: a store stays as it was kept. They come
    first, so that the other options refer to what they leave.

    `min_df` and `max_df` are as in scikit-learn's `CountVectorizer`. Its `max_features`
    differs: it keeps the words that occur most often.

    Raises
    ------
    InputError
        If an option is not valid; the error names it, its value and its limits.
    """

    min_df: int | float = 1
    max_df: int | float = 1.0
    removed: tuple[str, ...] = ()
    max_features: int = 0
    without_repeated: bool = False
    without_copies: bool = False

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            _check_limit(name, getattr(self, name))
        check_whole_number("max_features", self.max_features, 0, MAX_COLUMNS)
        _check_removed(self.removed)

    @property
    def keeps_all(self) -> bool:
        """Whether it keeps every word of any corpus."""
        # In Python 1 == 1.0, but here 1 is one document and 1.0 is all of them.
        types = _is_share(self.min_df), _is_share(self.max_df)
        return self == Preparation() and types == (False, True)


def prepare(corpus: Corpus, preparation: Preparation) -> Corpus:
    """Return the documents with the words that are kept; a store is not copied.

    Copies are left out, if asked for; `with_copies` of the corpus has all documents.

    Raises
    ------
    InputError
        If no word is left.
    """
    if preparation.keeps_all:
        return corpus
    corpus = cleaned(
        corpus,
        of_repeated=preparation.without_repeated,
        of_copies=preparation.without_copies,
    )
    kept = kept_words(corpus, preparation)
    if not kept.any():
        raise InputError(
            f"None of the {corpus.n_words:,} {corpus.kind.words} of {corpus.name} is "
            f"left. Lower 'in at least' (min_df is {preparation.min_df:,}), raise 'in "
            f"at most' (max_df is {preparation.max_df:,}), or leave out fewer by name."
        )
    return replace(of_words(corpus, kept), preparation=asdict(preparation))


def kept_words(corpus: Corpus, preparation: Preparation) -> np.ndarray:
    """Return which words stay of a corpus that is `cleaned`: booleans, (n_words,)."""
    frequencies = document_frequencies(corpus.observations)
    shares = frequencies / corpus.n_documents
    least, most = preparation.min_df, preparation.max_df
    removed = set(preparation.removed)
    listed = np.fromiter((word in removed for word in corpus.words), dtype=bool)
    # A word in no document counts as in one, so the whole number 1 keeps all words.
    frequent = (shares if _is_share(least) else np.maximum(frequencies, 1)) >= least
    common = (shares if _is_share(most) else frequencies) > most
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


USUAL = Preparation(without_repeated=True, without_copies=True)
