"""What a count is worth: the weightings by name, and the usual one.

"tf-idf" is the saturating term frequency of BM25 (Robertson and Zaragoza, "The
probabilistic relevance framework", 2009) times a power of the inverse document
frequency, smoothed as if each word were in 100 more documents. Its form was chosen by
the coherence (mean NPMI, here in hundredths) of topics of ten words, found on one half
of the documents and judged on the other: quick searches, seed 0, on the State of the
Union (by paragraphs and, as "messages", by years), KOS and the docstrings, for k = 5,
10, 20 and 50. A count c of a word in df of n documents becomes f(c) idf^p, where idf is
log((n + m) / (df + m)), all centred. The last rows change one thing about the fifth:
documents are scaled to length 1, means stay, or rarer words are left out. "mean" is
over k = 5, 10 and 20, "least" the least coherent topic of all.

                            paragraphs          KOS   docstrings     messages
  f(c)             p    m   5 10 20 50   5 10 20 50   5 10 20 50   5 10 20 50 mean least
  c                2.5 100  38 29 26 19  16 16 16  7  40 33 31 28  27 28 27 23  27  -37
  1 + log c        2.5 100  38 34 32 27  48 42 40 50  62 61 59 56  50 44 37 28  46  -35
  1 + log(1+log c) 2.5 100  37 34 31 28  49 46 52 53  68 64 66 62  52 44 41 30  49  -37
  c / (c + 1)      2.5 100  37 34 31 28  51 48 55 54  70 72 70 63  52 45 39 29  50  -28
  c / (c + 1/2)    2.5 100  36 32 30 28  76 61 62 53  83 79 72 65  50 43 35 28  55   -6
  1                2.5 100  31 31 30 27  88 75 66 53  88 80 73 65  31 23 22 19  53  -14
  c / (c + 1/2)    1.0 100  22 22 21 20  94 83 73 48  82 79 66 55  51 47 41 34  57    1
  c / (c + 1/2)    1.5 100  29 26 25 24  95 85 76 51  82 81 71 59  50 45 40 33  59    9
  c / (c + 1/2)    2.0 100  32 30 29 26  80 71 77 52  81 77 72 63  51 46 39 30  57   -3
  c / (c + 1/2)    2.5   1  40 36 33 27  11 12  8 -1  71 72 66 61  24 20 15  2  34  -56
  c / (c + 1/2)    2.5  25  40 36 32 29  42 40 46 42  81 74 75 69  40 35 31 19  48  -31
  c / (c + 1/2)    2.5  50  38 35 31 28  47 47 58 49  81 74 74 67  44 40 35 24  50  -33
  rows of length 1 2.5 100  24 22 22 16  63 41 54 42  69 53 56 52  13  2  6  4  36  -59
  not centred      2.5 100  35 31 29 26  74 58 63 52  83 77 72 62  50 46 39 30  55   -8
  df at least 5    2.5 100  36 32 30 28  76 61 62 53  83 79 72 64  50 43 35 28  55  -13
  df at least 10   2.5 100  36 32 30 28  76 61 62 53  83 79 72 64  48 41 34 26  54   -4
  df at least 20   2.5 100  36 32 30 28  76 60 61 51  83 79 72 61  44 37 32 26  54   10

"tf-idf" is the fifth row. No form is the best everywhere. Powers of 2 and 1.5 gain on
KOS, and a little on the messages, and lose on the paragraphs: there NMF reaches 29 and
26 for k = 10 and 20, and 2.5 is the least of these powers whose topics are a tenth more
coherent than NMF's on the paragraphs and on KOS. With little smoothing, rare words that
share a few documents make topics of their own. Rows of length 1 lose everywhere;
centring, and leaving out words of few documents, hardly matter.
`tests.benchmarks.forms` measures forms again, and `tests.benchmarks.quality` the
rivals, each on its best weighting.
"""

from functools import partial

import numpy as np

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import Matrix, in_memory
from spca_core.corpus.stored import StoredCounts
from spca_core.corpus.weights import Weights, stored_weights, weights_by
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
    weights, numbers = weights_of(corpus, weighting), in_memory(corpus.observations)
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
    if isinstance(counts, StoredCounts):
        all_words = stored_weights(counts.folder, counts.sheet_id, weighting)
        return all_words.of_words(counts.words)
    _check_counts(counts, corpus.name, weighting)
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


def _check_counts(numbers: Matrix, name: str, weighting: str) -> None:
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            f"{name} has negative numbers, and the weighting {weighting!r} is "
            "for counts. Choose counts, which leaves the numbers as they are."
        )
