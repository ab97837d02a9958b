"""What stands at the head of a result, and on the card of each topic: name, figures."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.coherence import RANDOM_SETS, coherence_and_place
from spca_core.results.quality import distinctiveness, evenness

SEED = 0  # of the random word sets: the same topics have the same place
MOSTLY_ONE_WORD = 2.0  # evenness, in words
MARKS = "○◔◑◕●"  # by the place, in quarters
MIN_WORDS, MAX_WORDS, MAX_CHARACTERS = 2, 3, 24  # of a name


def subject(corpus: Corpus, groups: Mapping[str, Sequence[str]]) -> str:
    """Say what topics are of, with the years in its titles if they have any.

    groups : from `groups.groupings`
    """
    years = sorted({*groups.get("year", ())} - {""})
    span = f", {years[0]}-{years[-1]}" if years else ""
    return f"{display_name(corpus.name)}{span}"


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


def cards(corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """One row a topic: topic, coherence, place, evenness, and what a card says of them.

    The coherence is of all documents; the place is the share of random word sets of the
    same document frequencies that are less coherent. Neither is known, and nothing is
    said of it, where there are no counts or no pairs of words.
    """
    n_topics, sparsity = solution.supports.shape
    table = pd.DataFrame(
        {
            "topic": np.arange(1, n_topics + 1),
            "coherence": np.nan,
            "place": np.nan,
            "evenness": evenness(solution.loadings),
        }
    )
    if sparsity > 1 and corpus.kind.weighting != "counts":
        table["coherence"], table["place"] = coherence_and_place(
            corpus.observations, solution.supports, np.random.default_rng(SEED)
        )
    return table.assign(said=[_said(card, sparsity) for card in table.itertuples()])


def _said(card, sparsity: int) -> str:
    parts = []
    if not np.isnan(card.coherence):
        mark = MARKS[round(card.place * (len(MARKS) - 1))]
        every = f"all {RANDOM_SETS}" if card.place == 1 else f"{card.place:.0%} of"
        parts.append(
            f"{mark} coherence {card.coherence:.2f}, above {every} random sets"
        )
    if sparsity > 1 and card.evenness < MOSTLY_ONE_WORD:
        parts.append("mostly one word")
    return " · ".join(parts)
