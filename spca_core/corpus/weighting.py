"""What a count is worth: the weightings by name, and the usual one.

TABLE
"""

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.errors import InputError

# What the weightings are called on screen, by their names.
WEIGHTINGS = {
    "tf-idf": "Tf-idf",
    "counts": "Counts",
    "log": "Log of 1 + count",
    "count-idf": "Count times idf",
    "binary": "Present or not",
}
WEIGHTED = {
    "tf-idf": "A count c becomes (1 + log c) idf: words of few documents gain.",
    "counts": "Numbers stay as they are, as in the paper.",
    "log": "A count c becomes log(1 + c): many in one document weigh less.",
    "count-idf": "A count c becomes c log(n / df): long documents weigh more.",
    "binary": "A count becomes 1, however often the word is in the document.",
}

# Of tf-idf's log(n / df): a word in fewer than one of 200 documents is no rarer.
POWER, MIN_SHARE = 1.25, 1 / 200

Matrix = sparse.csr_array | np.ndarray


def weighted(corpus: Corpus, weighting: str) -> Matrix:
    """Return the corpus's numbers, each as the weighting says; a zero stays zero.

    Parameters
    ----------
    weighting
        A name in WEIGHTINGS. For a word in df of the n documents, a count c becomes
        (1 + log c) log(n / max(df, n / 200))^1.25 ("tf-idf"), stays ("counts"), or
        becomes log(1 + c) ("log"), c log(n / df) ("count-idf") or 1 ("binary").

    Raises
    ------
    InputError
        If there are negative numbers, which are no counts.
    """
    numbers = corpus.observations
    if weighting == "counts":
        return numbers
    _check_counts(corpus, weighting)
    rarity = _rarity(corpus, weighting)
    if isinstance(numbers, np.ndarray):
        return _weighted_values(numbers, rarity, weighting)
    values = _weighted_values(numbers.data, rarity[numbers.indices], weighting)
    parts = (values, numbers.indices, numbers.indptr)
    return sparse.csr_array(parts, shape=numbers.shape)


def as_usual(
    kind: Kind, weighting: str | None = None, centred: bool | None = None
) -> tuple[str, bool]:
    """Return the weighting and centring: what is usual for the data where it is None.

    Means are subtracted of measurements, and of counts if they are weighted by tf-idf.
    """
    found = kind.weighting if weighting is None else weighting
    usual = kind.centred or found == "tf-idf"
    return found, usual if centred is None else centred


def document_frequencies(observations: Matrix | sparse.csc_array) -> np.ndarray:
    """Count the documents that each word is in, (n_words,)."""
    if isinstance(observations, np.ndarray):
        return np.count_nonzero(observations, axis=0)
    rows = sparse.csr_array(observations)
    return np.bincount(rows.indices[rows.data != 0], minlength=rows.shape[1])


def _rarity(corpus: Corpus, weighting: str) -> np.ndarray:
    """Return what an occurrence of each word is worth, (n_words,): its idf."""
    shares = document_frequencies(corpus.observations) / corpus.n_documents
    if weighting == "tf-idf":
        return np.log(1 / np.maximum(shares, MIN_SHARE)) ** POWER
    return np.log(1 / np.where(shares > 0, shares, 1.0))


def _weighted_values(
    values: np.ndarray, rarity: np.ndarray, weighting: str
) -> np.ndarray:
    """Weight numbers; `rarity` is that of the word of each, broadcast."""
    if weighting == "log":
        return np.log1p(values)
    if weighting == "count-idf":
        return values * rarity
    present = (values != 0).astype(np.float64)
    if weighting == "binary":
        return present
    return (present + np.log(np.where(values != 0, values, 1.0))) * rarity


def _check_counts(corpus: Corpus, weighting: str) -> None:
    numbers = corpus.observations
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and the weighting {weighting!r} is "
            "for counts. Choose counts, which leaves the numbers as they are."
        )
