"""A topic looked at closely: near misses, words together, and what has changed.

Topics count from 1, as on screen.

What a component would lose if a word took the place of one of its own.

Which topic has a word, or why none has, in a sentence; topics count from 1.
"""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution

MOST_TOGETHER = 40  # words: what a heat map can name


def near_misses(
    corpus: Corpus,
    covariance: Covariance,
    solution: Solution,
    topic: int,
    most: int = 10,
) -> pd.DataFrame:
    """One row a word in no topic, that which would cost this topic least first.

    word, the member that it replaces at least cost, the variance that the topic loses
    by this exchange, and its share of the topic's. It is less than zero if the topic
    would gain: a search promises no optimum.

    raises : InputError if there is no such topic
    """
    _check_topic(solution, topic)
    support, loading = solution.supports[topic - 1], solution.loadings[topic - 1]
    pulls = abs(covariance.product(support, loading))
    pulls[solution.supports.ravel()] = -1.0
    n_unused = covariance.n_words - solution.supports.size
    words = np.argsort(-pulls, kind="stable")[: min(2 * most, n_unused)]
    members, left = cheapest_exchanges(covariance, support, words)
    variance = solution.variances[topic - 1]
    lost = variance - left
    cheapest = np.argsort(lost, kind="stable")[:most]
    return pd.DataFrame(
        {
            "word": [corpus.words[word] for word in words[cheapest]],
            "replaces": [corpus.words[member] for member in members[cheapest]],
            "variance_lost": lost[cheapest],
            "share_lost": lost[cheapest] / (variance or 1.0),
        }
    )


def _check_topic(solution: Solution, topic: int) -> None:
    n_topics = len(solution.supports)
    if not 1 <= topic <= n_topics:
        raise InputError(f"There is no topic {topic}; choose one from 1 to {n_topics}.")


def together(
    corpus: Corpus, covariance: Covariance, solution: Solution, topic: int
) -> pd.DataFrame:
    """One row a pair of the topic's words, in order of rank: word, other, similarity.

    A_ij / sqrt(A_ii A_jj): centred, the correlation; raw, the cosine of the two
    columns. It is zero where a word does not vary. Only the heaviest 40 words count.

    raises : InputError if there is no such topic
    """
    _check_topic(solution, topic)
    support = solution.supports[topic - 1, :MOST_TOGETHER]
    block = covariance.block(support)
    scale = np.sqrt(np.maximum(np.diag(block), 0.0))
    scales = np.outer(scale, scale)
    similarity = np.where(scales > 0, block / np.where(scales > 0, scales, 1.0), 0.0)
    words = np.array([corpus.words[word] for word in support], dtype=object)
    return pd.DataFrame(
        {
            "word": np.repeat(words, len(words)),
            "other": np.tile(words, len(words)),
            "similarity": np.clip(similarity, -1.0, 1.0).ravel(),
        }
    )


# Exchanges tried for each word, times the s^3 steps that an eigenvalue takes.
MOST_STEPS = 20_000_000


def cheapest_exchanges(
    covariance: Covariance, support: np.ndarray, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the member that each word would replace at least cost, and what is left.

    What is left is the greatest eigenvalue of A on the support after the exchange.
    Where supports are so long that not every member can be tried, the last are.

    support : (sparsity,), heaviest word first
    words   : (n_words,), none in the support
    returns : the members, (n_words,), and the variances, (n_words,)
    """
    sparsity = len(support)
    places = np.arange(sparsity)[-max(1, MOST_STEPS // sparsity**3) :]
    tried = np.arange(len(places))
    block = covariance.block(np.append(support, words))
    # A row an exchange: the members' places, and the newcomer's in that of one.
    rows = np.tile(np.arange(sparsity), (len(places), 1))
    members, variances = np.empty(len(words), dtype=np.int64), np.empty(len(words))
    for i in range(len(words)):
        rows[tried, places] = sparsity + i
        exchanged = block[rows[:, :, None], rows[:, None, :]]
        left = np.linalg.eigvalsh(exchanged)[:, -1]
        members[i], variances[i] = support[places[left.argmax()]], left.max()
    return members, np.maximum(variances, 0.0)


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
