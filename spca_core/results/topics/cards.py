"""The heading of a result, and the figures on the card of each topic."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.formatting import counted, percent
from spca_core.problem.solution import Solution
from spca_core.results.documents.coverage import documents_with_topics
from spca_core.results.topics.quality import (
    RANDOM_SETS,
    coherence_and_place,
    evenness,
)
from spca_core.results.topics.variances import variance_by_topic

SEED = 0  # of the random word sets: the same topics always get the same place
MIN_DOCUMENTS = 50  # with fewer, any words seem to belong together
MOSTLY_ONE_WORD = 2.0  # below this evenness a topic is mostly one word
# By the place, from 0 to 1: topics above nearly all random sets are strong.
STRENGTHS = ((0.5, "not"), (0.9, "weak"), (0.99, "fair"), (1.0, "strong"))


def subject(corpus: Corpus, groups: Mapping[str, Sequence[str]]) -> str:
    """Say what the topics are about: the corpus, and the years that it spans if known.

    groups : from `groups.groupings`
    """
    years = sorted({*groups.get("year", ())} - {""})
    span = f", {years[0]}-{years[-1]}" if years else ""
    return f"{display_name(corpus.name)}{span}"


def too_few_documents(corpus: Corpus) -> str:
    """Say that there are too few documents for topics; nothing if there are enough."""
    n, documents = corpus.n_documents, corpus.kind.documents
    if n == 1:
        return f"Only 1 {documents.removesuffix('s')}: topics need several."
    few = (
        f"Only {counted(n, documents)}: too few to judge whether words belong together."
    )
    return few if n < MIN_DOCUMENTS else ""


def cards(corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """Return one row per topic: its figures, and `sentence` and `figures` in words.

    Columns: topic, coherence (over all documents), place (the share of less coherent
    sets among random sets of words that are about as frequent), evenness, documents
    (that have it). Coherence and place are missing, and not mentioned, if the data are
    not counts, topics have only one word, or there are `too_few_documents`.
    """
    n_topics, sparsity = solution.supports.shape
    table = pd.DataFrame(
        {
            "topic": np.arange(1, n_topics + 1),
            "coherence": np.nan,
            "place": np.nan,
            "evenness": evenness(solution.loadings),
            "documents": documents_with_topics(corpus, solution).sum(axis=0),
            "share": variance_by_topic(solution)["share"],
        }
    )
    are_counts = corpus.kind.weighting != "counts"
    if sparsity > 1 and are_counts and not too_few_documents(corpus):
        table["coherence"], table["place"] = coherence_and_place(
            corpus.observations, solution.supports, np.random.default_rng(SEED)
        )
    rows = list(table.itertuples())
    return table.assign(
        sentence=[_text(card, sparsity, corpus.kind) for card in rows],
        figures=[_figures(card) for card in rows],
    )


def cards_without_counts(solution: Solution) -> pd.DataFrame:
    """Return the `cards` of an absent corpus: topic, `sentence` and `figures`."""
    table = variance_by_topic(solution)[["topic", "share"]]
    captured = [_captured(share) for share in table["share"]]
    return table.assign(sentence=captured, figures=captured)


def _text(card, sparsity: int, kind: Kind) -> str:
    parts = []
    if not np.isnan(card.coherence):
        strength = next(word for most, word in STRENGTHS if card.place <= most)
        parts.append(f"hangs together: {strength}")
    if sparsity > 1 and card.evenness < MOSTLY_ONE_WORD:
        parts.append("mostly one word")
    return "; ".join([*parts, f"in {counted(card.documents, kind.documents)}"])


def _figures(card) -> str:
    captured = _captured(card.share)
    if np.isnan(card.coherence):
        return captured
    every = "all" if card.place == 1 else f"{percent(card.place)} of"
    return (
        f"coherence (NPMI) {card.coherence:.2f}, above {every} {RANDOM_SETS} random "
        f"sets of equally frequent words; {captured}"
    )


def _captured(share: float) -> str:
    return f"{percent(share)} of what all topics capture"
