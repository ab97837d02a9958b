"""Names that topics get by themselves: their most distinctive words."""

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.quality import distinctiveness

MIN_WORDS, MAX_WORDS, MAX_CHARACTERS = 2, 3, 24


def own_names(corpus: Corpus, solution: Solution) -> dict[str, str]:
    """Return a name for each topic by its heaviest word, as `topics.topic_names` asks.

    The name is the topic's two most distinctive words, or three if they are short; of
    words that begin with one another only the first, if two are left.
    Names that were given by hand go over these: ``{**own_names(...), **given}``.
    """
    scores = distinctiveness(corpus.observations, solution.supports)
    order = np.argsort(-scores, axis=1, kind="stable")
    ranked = np.take_along_axis(solution.supports, order, axis=1)
    return {
        corpus.words[support[0]]: _name([corpus.words[word] for word in words])
        for support, words in zip(solution.supports, ranked, strict=True)
    }


def _name(words: list[str]) -> str:
    """Join the first words that do not begin with one another, as land and lands."""
    chosen: list[str] = []
    for word in words:
        if not any(word.startswith(one) or one.startswith(word) for one in chosen):
            chosen.append(word)
    if len(chosen) < MIN_WORDS:
        chosen = words
    name = ", ".join(chosen[:MAX_WORDS])
    return name if len(name) <= MAX_CHARACTERS else ", ".join(chosen[:MIN_WORDS])
