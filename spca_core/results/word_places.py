"""Which topic has a word, or why none has, in a sentence; topics count from 1."""

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.exchange import cheapest_exchanges

MOST_SUGGESTED = 10


def find_word(
    corpus: Corpus, covariance: Covariance, solution: Solution, word: str
) -> str:
    """Say which topic has a word, or why none has; capitals do not matter."""
    column = _column(corpus, word.strip())
    if column is None:
        return _no_such_word(corpus, word.strip())
    name = corpus.words[column]
    topics, ranks = np.nonzero(solution.supports == column)
    if len(topics):
        loading = solution.loadings[topics[0], ranks[0]]
        return (
            f"“{name}” is in topic {topics[0] + 1}, at rank {ranks[0] + 1} of "
            f"{solution.supports.shape[1]}, with loading {loading:.3f} "
            f"(weight {loading**2:.1%})."
        )
    return _in_no_topic(corpus, covariance, solution, column)


def _column(corpus: Corpus, word: str) -> int | None:
    """Return the column of a word: of just this one, or of one but for capitals."""
    if word in corpus.words:
        return corpus.words.index(word)
    wanted = word.casefold()
    alike = (i for i, name in enumerate(corpus.words) if name.casefold() == wanted)
    return next(alike, None)


def _no_such_word(corpus: Corpus, word: str) -> str:
    start = word.casefold()
    longer = [name for name in corpus.words if name.casefold().startswith(start)]
    sentence = f"“{word}” is not among the {corpus.n_words:,} {corpus.kind.words}."
    if not longer:
        return sentence
    return f"{sentence} These begin so: {', '.join(longer[:MOST_SUGGESTED])}."


def _in_no_topic(
    corpus: Corpus, covariance: Covariance, solution: Solution, column: int
) -> str:
    name = corpus.words[column]
    rank = np.flatnonzero(covariance.words_by_variance == column)[0] + 1
    exchanges = [
        cheapest_exchanges(covariance, support, np.array([column]))
        for support in solution.supports
    ]
    losses = solution.variances - [left[0] for _, left in exchanges]
    best = losses.argmin()
    member = corpus.words[exchanges[best][0][0]]
    share = abs(losses[best]) / (solution.variances[best] or 1.0)
    change = "lower" if losses[best] >= 0 else "raise"
    return (
        f"“{name}” is in no topic. By variance it is number {rank:,} of "
        f"{corpus.n_words:,} {corpus.kind.words}. It would fit topic {best + 1} best, "
        f"in the place of “{member}”: that would {change} the topic's variance by "
        f"{abs(losses[best]):.3g} ({share:.2%})."
    )
