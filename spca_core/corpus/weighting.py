"""What a count is worth: the weightings by name, and the usual one.

"tf-idf" is the saturating term frequency of BM25 (Robertson and Zaragoza, "The
probabilistic relevance framework", 2009) times a power of the inverse document
frequency, smoothed as if each word were in 100 more documents. Its form was chosen by
the coherence (mean NPMI, here in hundredths) of topics of ten words, found on one half
of the documents and judged on the other: quick searches, seed 0, on the State of the
Union (by paragraphs and, as "messages", by years), KOS and the docstrings, for k = 5,
10 and 20. A count c of a word in df of n documents becomes f(c) idf^p, where idf is
log((n + m) / (df + m)), all centred. The last rows change one thing about the fifth:
documents are scaled to length 1, means stay, or rarer words are left out. "mean" is of
the twelve figures before it, "least" the least coherent topic of all; "k=50" is the
mean of all corpora but the messages.

                                 parag.       KOS   docstr.  messages
    f(c)               p    m   5 10 20   5 10 20   5 10 20   5 10 20  mean  k=50 least
    c                 2.5  100  38 29 26  16 16 16  40 33 31  27 28 27    27    18   -34
    1 + log c         2.5  100  38 34 32  48 42 40  62 61 59  50 44 37    46    45   -22
    1 + log(1+log c)  2.5  100  37 34 31  49 46 52  68 64 66  52 44 41    49    48    -9
    c / (c + 1)       2.5  100  37 34 31  51 48 55  70 72 70  52 45 39    50    48    -8
    c / (c + 1/2)     2.5  100  36 32 30  76 61 62  83 79 72  50 43 35    55    49     4
    1                 2.5  100  31 31 30  88 75 66  88 80 73  31 23 22    53    48    -9
    c / (c + 1/2)     1.0  100  22 22 21  94 83 73  82 79 66  51 47 41    57    41    10
    c / (c + 1/2)     1.5  100  29 26 25  95 85 76  82 81 71  50 45 40    59    44    12
    c / (c + 1/2)     2.0  100  32 30 29  80 71 77  81 77 72  51 46 39    57    47    19
    c / (c + 1/2)     2.5    1  40 36 33  11 12  8  71 72 66  24 20 15    34    29   -56
    c / (c + 1/2)     2.5   25  40 36 32  42 40 46  81 74 75  40 35 31    48    47   -19
    c / (c + 1/2)     2.5   50  38 35 31  47 47 58  81 74 74  44 40 35    50    48   -11
    rows of length 1  2.5  100  24 22 22  63 41 54  69 53 56  13  2  6    36     .   -41
    not centred       2.5  100  35 31 29  74 58 63  83 77 72  50 46 39    55     .    14
    df at least 5     2.5  100  36 32 30  76 61 62  83 79 72  50 43 35    55     .     4
    df at least 10    2.5  100  36 32 30  76 61 62  83 79 72  48 41 34    54     .    10
    df at least 20    2.5  100  36 32 30  76 60 61  83 79 72  44 37 32    54     .    19

"tf-idf" is the fifth row. No form is the best everywhere. Powers of 2 and 1.5 gain on
KOS, and a little on the messages, and lose on the paragraphs. With little smoothing,
rare words that share a few documents make topics of their own. Rows of length 1 lose
everywhere; centring, and leaving out words of few documents, hardly matter.
`tests.benchmarks.forms` measures forms again, and `tests.benchmarks.quality` the
rivals, each on its best weighting.
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
