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

from functools import partial

import numpy as np

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.store import StoredCounts
from spca_core.corpus.weights import StoreWeighting, Weights, stored_weights, weights_by
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


def weights_of(corpus: Corpus, weighting: str) -> Weights | None:
    """Return what the corpus's numbers are worth, None if they stay as they are.

    Raises
    ------
    InputError
        As `weighted` does.
    """
    if weighting == "counts":
        return None
    counts = corpus.observations
    if isinstance(counts, StoredCounts) and counts.blocks:
        return stored_weights(StoreWeighting.of(counts, weighting))
    _check_counts(corpus, weighting)
    return weights_by(weighting, counts.shape, partial(document_frequencies, counts))


def as_usual(
    kind: Kind, weighting: str | None = None, centred: bool | None = None
) -> tuple[str, bool]:
    """Return the weighting and centring: what is usual for the data where it is None.

    Means are subtracted of measurements, and of counts if they are weighted by tf-idf.
    """
    found = kind.weighting if weighting is None else weighting
    usual = kind.centred or found == "tf-idf"
    return found, usual if centred is None else centred


def _check_counts(corpus: Corpus, weighting: str) -> None:
    numbers = corpus.observations
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and the weighting {weighting!r} is "
            "for counts. Choose counts, which leaves the numbers as they are."
        )
