"""What a count is worth: the weightings by name, and the usual one.

"tf-idf" is the saturating term frequency of BM25 (Robertson and Zaragoza, "The
probabilistic relevance framework", 2009) times a power of the inverse document
frequency, smoothed as if each word were in 100 more documents. Its form was chosen by
the coherence of the topics that are found with it: `tests.benchmarks.forms` measures
forms and tells what was found, `tests.benchmarks.quality` the rivals, each on its best
weighting.
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
