"""What a count is worth: the weightings by name, and the usual one.

The form of tf-idf was chosen by the coherence (mean NPMI) of ten topics of ten words,
found on one half of the documents and judged on the other; seed 0, quick effort; the
last columns are the least coherent topic of State of the Union and KOS. `idf` is
log(n / df), not raised unless a power is written; centred unless it says raw.

    a count c becomes             SotU   KOS    docstr.  messages | least: SotU   KOS
    c, raw (the paper's)          0.181  0.282  0.331    -        |       0.090  0.120
    c idf, raw                    0.239  0.142  0.335    0.326    |       0.072 -0.315
    (1 + log c)(smoothed idf + 1) 0.228  0.732  0.539    0.447    |       0.115  0.391
    ... rows to unit length       0.213  0.491  0.456    0.386    |       0.095  0.177
    (1 + log c) idf               0.258  0.503  0.586    0.462    |       0.174  0.234
    ... raw                       0.217  0.481  0.538    0.505    |       0.104  0.139
    ... rows to unit length       0.219  0.470  0.486    0.388    |       0.108  0.242
    log(1 + c) idf                0.252  0.491  0.566    0.468    |       0.166  0.207
    idf, whatever the count       0.229  0.882  0.842    0.160    |       0.148  0.770
    (1 + log c) idf^1.25          0.309  0.445  0.566    0.427    |       0.192 -0.043
    ... df at least n / 200       0.302  0.451  0.606    0.427    |       0.192  0.213
    (1 + log c) idf^1.5           0.310  0.337  0.610    0.269    |       0.211 -0.025
    (1 + log c) idf^2             0.359  0.138  0.626    0.262    |       0.213 -0.272

The one with the floor n / 200 is "tf-idf": it is the best on State of the Union of
those that hold on all four. KOS's highest figures are of headers that its posts repeat.
Leaving out rare words changed less than 0.01 there. `tests.benchmarks.quality` measures
these and the rivals again.
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
# What links and results of older versions called another.
OLDER_NAMES = {"tf-idf": "count-idf"}

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
