"""What a count is worth: the weightings by name, and the usual one.

"tf-idf" is the saturating term frequency of BM25 (Robertson and Zaragoza, "The
probabilistic relevance framework", 2009) times a power of the inverse document
frequency, smoothed as if each word were in 100 more documents. Its form was chosen by
the coherence (mean NPMI) of topics of ten words, found on one half of the documents and
judged on the other: quick searches, seed 0, on the State of the Union (by paragraphs
and, as "messages", by years), KOS and the docstrings. A count c of a word in df of n
documents becomes f(c) idf^p, where idf is log((n + m) / (df + m)), all centred. The
first four columns are means over k = 5, 10 and 20; those by k are means over the
corpora, the messages up to 20; the last is the least coherent topic of all.

    f(c)                 p    m   parag.  KOS  docs. messg.  k=5   10    20    50  least
    c                  2.5  100    0.31  0.16  0.34  0.27  0.30  0.27  0.25  0.18  -0.37
    1 + log c          2.5  100    0.35  0.43  0.61  0.44  0.49  0.45  0.42  0.45  -0.22
    1 + log(1 + log c) 2.5  100    0.34  0.49  0.66  0.46  0.51  0.47  0.47  0.48  -0.09
    c / (c + 1)        2.5  100    0.34  0.51  0.71  0.45  0.53  0.50  0.49  0.48  -0.08
    c / (c + 1/2)      2.5  100    0.33  0.66  0.78  0.42  0.61  0.54  0.50  0.49   0.04
    1                  2.5  100    0.31  0.76  0.80  0.25  0.60  0.52  0.48  0.48  -0.09
    c / (c + 1/2)      1.0  100    0.22  0.84  0.76  0.46  0.62  0.58  0.50  0.41   0.01
    c / (c + 1/2)      1.5  100    0.27  0.85  0.78  0.45  0.64  0.59  0.53  0.44   0.09
    c / (c + 1/2)      2.0  100    0.30  0.76  0.77  0.46  0.61  0.56  0.54  0.47   0.10
    c / (c + 1/2)      2.5    1    0.36  0.10  0.70  0.20  0.36  0.35  0.30  0.29  -0.56
    c / (c + 1/2)      2.5   25    0.36  0.43  0.76  0.36  0.51  0.46  0.46  0.47  -0.19
    c / (c + 1/2)      2.5   50    0.35  0.51  0.76  0.40  0.52  0.49  0.50  0.48  -0.13

"tf-idf" is the fifth row. Powers of 2 and 1.5 are as good over all corpora, but lower
on the paragraphs. With little smoothing, rare words that share a few documents make
topics of their own. `tests.benchmarks.forms` measures forms again, and
`tests.benchmarks.quality` the rivals: NMF and LDA, each on its best weighting.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.stopping import stopping_point
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
    "tf-idf": "A count c becomes c / (c + ½) idf^2.5: words of few documents gain.",
    "counts": "Numbers stay as they are, as in the paper: frequent words lead.",
    "log": "A count c becomes log(1 + c): many in one document weigh less.",
    "count-idf": "A count c becomes c log(n / df): long documents weigh more.",
    "binary": "A count becomes 1, however often the word is in the document.",
}
# What links and results of older versions called another.
OLDER_NAMES = {"tf-idf": "count-idf"}

# Of tf-idf: the count with half of the greatest weight, the documents that are added
# to n and df, and the power of the idf.
HALF, ADDED, POWER = 0.5, 100, 2.5
AT_ONCE = 1 << 22  # numbers of a matrix: their copies need memory

Matrix = sparse.csr_array | np.ndarray


def weighted(corpus: Corpus, weighting: str) -> Matrix:
    """Return the corpus's numbers, each as the weighting says; a zero stays zero.

    Parameters
    ----------
    weighting
        A name in WEIGHTINGS. For a word in df of the n documents, a count c becomes
        c / (c + 1/2) log((n + 100) / (df + 100))^2.5 ("tf-idf"), stays ("counts"), or
        becomes log(1 + c) ("log"), c log(n / df) ("count-idf") or 1 ("binary").

    Raises
    ------
    InputError
        If there are negative numbers, which are no counts.
    """
    weights, numbers = weights_of(corpus, weighting), corpus.observations
    return numbers if weights is None else weights.applied(numbers)


class Weights(NamedTuple):
    """What numbers are worth: the weighting, and each word's rarity (n_words,)."""

    weighting: str
    rarity: np.ndarray

    def applied(self, numbers: Matrix | sparse.csc_array) -> Matrix:
        """Return some documents' numbers, (any number, n_words), weighted."""
        if isinstance(numbers, np.ndarray):
            return _of_any_word(numbers, self.weighting) * self.rarity
        numbers = sparse.csr_array(numbers)
        values = self.values(numbers.data, numbers.indices)
        parts = (values, numbers.indices, numbers.indptr)
        return sparse.csr_array(parts, shape=numbers.shape)

    def values(self, values: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return numbers weighted, each of the word beside it."""
        weighted = np.empty(len(values))
        for part in _parts(len(values)):
            worth = _of_any_word(values[part], self.weighting)
            weighted[part] = worth * self.rarity[words[part]]
        return weighted

    def of_any_word(self, largest: int) -> np.ndarray:
        """Return what 0, 1, ... and the largest count are worth, but for the rarity."""
        return _of_any_word(np.arange(largest + 1.0), self.weighting)


def weights_of(corpus: Corpus, weighting: str) -> Weights | None:
    """Return what the corpus's numbers are worth, None if they stay as they are.

    Raises
    ------
    InputError
        As `weighted` does.
    """
    if weighting == "counts":
        return None
    _check_counts(corpus, weighting)
    return Weights(weighting, _rarity(corpus, weighting))


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
    for block in getattr(observations, "blocks", ()):
        stopping_point()
        block.rows()  # of a store: checked before its numbers are used
    rows = sparse.csr_array(observations)
    frequencies = np.zeros(rows.shape[1], dtype=np.int64)
    for part in _parts(rows.nnz):
        present = rows.indices[part][rows.data[part] != 0]
        frequencies += np.bincount(present, minlength=len(frequencies))
    return frequencies


def _parts(n_numbers: int) -> Iterator[slice]:
    """Yield parts of many numbers; between them is a stopping point."""
    for first in range(0, n_numbers, AT_ONCE):
        stopping_point()
        yield slice(first, first + AT_ONCE)


def _rarity(corpus: Corpus, weighting: str) -> np.ndarray:
    """Return what an occurrence of each word is worth, (n_words,): its idf, or 1."""
    if weighting in ("log", "binary"):
        return np.ones(corpus.n_words)
    frequencies = document_frequencies(corpus.observations)
    if weighting == "tf-idf":
        return np.log((corpus.n_documents + ADDED) / (frequencies + ADDED)) ** POWER
    return np.log(corpus.n_documents / np.maximum(frequencies, 1))


def _of_any_word(values: np.ndarray, weighting: str) -> np.ndarray:
    """Return what counts are worth, but for the rarity of their words."""
    if weighting == "log":
        return np.log1p(values, dtype=np.float64)  # of small integers too
    if weighting == "count-idf":
        return values
    if weighting == "binary":
        return (values != 0).astype(np.float64)
    return values / (values + HALF)


def _check_counts(corpus: Corpus, weighting: str) -> None:
    numbers = corpus.observations
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and the weighting {weighting!r} is "
            "for counts. Choose counts, which leaves the numbers as they are."
        )
