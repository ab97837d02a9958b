"""The topics of two answers side by side, as lists of words."""

from collections.abc import Sequence

from scipy.optimize import linear_sum_assignment

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution

Topics = Sequence[tuple[str, ...]]


def words_of_topics(corpus: Corpus, solution: Solution) -> list[tuple[str, ...]]:
    """Return the words of each topic, heaviest first."""
    return [
        tuple(corpus.words[word] for word in support) for support in solution.supports
    ]


def partners(topics: Topics, others: Topics) -> dict[int, int]:
    """Pair as many topics as can be with others, so that they share the most words."""
    shared = [[len(set(a) & set(b)) for b in others] for a in topics]
    rows, columns = linear_sum_assignment(shared, maximize=True)
    return dict(zip(rows.tolist(), columns.tolist(), strict=True))


def difference(before: tuple[str, ...], after: tuple[str, ...]) -> dict[str, str]:
    """Return the words kept, lost and gained, with commas between them."""
    return {
        "kept": ", ".join(word for word in after if word in before),
        "lost": ", ".join(word for word in before if word not in after),
        "gained": ", ".join(word for word in after if word not in before),
    }
