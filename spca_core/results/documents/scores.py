"""Tidy tables: which documents have a topic, and which topics a document holds.

The score of topic j in document i is s_ij = (row i of S) . x_j, where S is weighted as
in the run. Measurements are centred as in the run. Counts are not, so a document has
nothing of a topic if it has none of its words. Copies that the run left out are scored
like the others. Counts of words are the corpus's own, whatever the weighting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense, greatest, in_memory
from spca_core.corpus.weighting import weights_of
from spca_core.errors import check_whole_number
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.gram_cache import GramCache
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.documents.titles import title, titles, years_in
from spca_core.results.topics.naming import topic_names

MIN_SHARE = 0.01  # of a document, that its dominant topic has
# One for each corpus, weighting and norm, kept as long as the corpus itself.
_WITH_COPIES: WeakKeyDictionary[Corpus, dict[tuple[str, str], Covariance]] = (
    WeakKeyDictionary()
)


def scores(corpus: Corpus, solution: Solution) -> np.ndarray:
    """Return S X, in the units of the data, (n_documents, n_components)."""
    covariance = scored_numbers(corpus, solution.settings)
    scaled = covariance.scores(loadings_of(covariance, solution))
    return np.ldexp(scaled, covariance.exponent)


def squared_lengths(corpus: Corpus, solution: Solution) -> np.ndarray:
    """Return the sum of squares of each row of S, in the units of the data."""
    covariance = scored_numbers(corpus, solution.settings)
    return covariance.in_units(covariance.squared_lengths)


def scored_numbers(corpus: Corpus, settings: Settings) -> Covariance:
    """Return S with all documents, also those that the run left out as copies."""
    if corpus.kind.weighting == "counts" or isinstance(corpus.observations, np.ndarray):
        centred = settings.centred and corpus.kind.weighting == "counts"
        return covariance_of(corpus, replace(settings, centred=centred))
    if corpus.whole is None:
        # The same numbers, without a copy.
        covariance = covariance_of(corpus, settings)
        return replace(covariance, centred=False, gram_cache=GramCache())
    known = _WITH_COPIES.setdefault(corpus, {})
    key = settings.weighting, settings.norm
    if key not in known:
        counts = in_memory(corpus.whole.observations)
        weights = weights_of(corpus, *key)
        numbers = weights.applied(counts) if weights else counts
        known[key] = Covariance(numbers, centred=False)
    return known[key]


def loadings_of(covariance: Covariance, solution: Solution) -> np.ndarray:
    """Return X, (n_words, n_components)."""
    n_words = covariance.n_words
    return loading_matrix(solution.supports, solution.loadings, n_words)


def document_scores(
    corpus: Corpus,
    solution: Solution,
    names: Mapping[str, str] = {},
    *,
    with_texts: bool = False,
) -> pd.DataFrame:
    """Return one row per document: title, groups, date, year, dominant topic, scores.

    Documents are numbered from 1. Groups, dates and years are included if known. The
    dominant topic has the greatest share of the document's sum of squares, and at least
    1 %; else there is none. Topics have their `topic_names`.
    """
    whole = corpus.with_copies
    table = pd.DataFrame({"document": np.arange(1, whole.n_documents + 1)})
    table["title"] = titles(corpus)
    for name, groups in whole.groups.items():
        table[f"group {name}" if name in table else name] = groups
    if any(whole.dates) and "date" not in table:
        table["date"] = whole.dates
    if any(years := years_in(whole.dates or whole.titles)) and "year" not in table:
        table["year"] = years
    scored = scores(corpus, solution)
    called = np.array(topic_names(corpus, solution, names), dtype=object)
    enough = (scored**2).max(axis=1) >= MIN_SHARE * squared_lengths(corpus, solution)
    dominant = called[abs(scored).argmax(axis=1)]
    table["dominant_topic"] = np.where(enough & scored.any(axis=1), dominant, "")
    table = pd.concat([table, pd.DataFrame(scored, columns=called)], axis=1)
    return table.assign(text=whole.texts) if with_texts and whole.texts else table


def leading_documents(
    corpus: Corpus,
    solution: Solution,
    topic: int,
    most: int = 20,
    scored: np.ndarray | None = None,
) -> pd.DataFrame:
    """Return one row per document, those with most of the topic first.

    The columns are rank, document, title, score, share (of the topic's squared scores;
    over all documents they add up to 1) and words (the topic's in it, with counts).

    topic  : counted from 1
    scored : what `scores` returns, if known
    """
    check_whole_number("topic", topic, 1, len(solution.supports))
    topic_scores = (scores(corpus, solution) if scored is None else scored)[
        :, topic - 1
    ]
    first = greatest(topic_scores**2, most)
    squares = (topic_scores**2).sum()
    return pd.DataFrame(
        {
            "rank": np.arange(1, len(first) + 1),
            "document": first + 1,
            "title": [title(corpus, document + 1) for document in first],
            "score": topic_scores[first],
            "share": topic_scores[first] ** 2 / (squares or 1.0),
            "words": _words_in(corpus, first, solution.supports[topic - 1]),
        }
    )


def leaders_of_all(corpus: Corpus, solution: Solution, most: int) -> pd.DataFrame:
    """Return `leading_documents` for all topics, with a column of topics."""
    scored = scores(corpus, solution)
    tables = [
        leading_documents(corpus, solution, topic, most, scored).assign(topic=topic)
        for topic in range(1, len(solution.supports) + 1)
    ]
    return pd.concat(tables, ignore_index=True)


def topics_of_document(
    corpus: Corpus, solution: Solution, document: int
) -> pd.DataFrame:
    """Return one row per topic, those with most of the document first.

    The columns are topic, score, share (of the document's sum of squares) and words
    (the topic's words in it, with counts).

    document : counted from 1
    """
    check_whole_number("document", document, 1, corpus.with_copies.n_documents)
    covariance, row = (
        scored_numbers(corpus, solution.settings),
        np.array([document - 1]),
    )
    numbers = dense(covariance.rows(row))[0] - covariance.means
    scored = numbers @ loadings_of(covariance, solution)
    length = numbers @ numbers
    table = pd.DataFrame(
        {
            "topic": np.arange(1, len(scored) + 1),
            "score": np.ldexp(scored, covariance.exponent),
            "share": scored**2 / (length or 1.0),
            "words": [
                _words_in(corpus, row, support)[0] for support in solution.supports
            ],
        }
    )
    return table.sort_values("share", ascending=False, kind="stable", ignore_index=True)


def heaviest_words(corpus: Corpus, document: int, most: int = 30) -> pd.DataFrame:
    """Return one row per word of a document, greatest count first: word, count."""
    check_whole_number("document", document, 1, corpus.n_documents)
    # As floats: a store's small integers may be unsigned, and sorting negates them.
    counts = dense(corpus.observations[[document - 1]])[0].astype(np.float64)
    first = greatest(abs(counts), most)
    first = first[counts[first] != 0]
    words = [corpus.words[word] for word in first]
    return pd.DataFrame({"word": words, "count": counts[first]})


def words_of_topic(
    corpus: Corpus, solution: Solution, topic: int, documents: Sequence[int]
) -> list[str]:
    """Return a topic's words in each document, with their counts."""
    rows = np.array(list(documents), dtype=np.int64) - 1
    return _words_in(corpus, rows, solution.supports[topic - 1]) if len(rows) else []


def _words_in(corpus: Corpus, documents: np.ndarray, support: np.ndarray) -> list[str]:
    """Return the counts of the words in each document, as "tax 3, income 2"."""
    counts = dense(corpus.with_copies.observations[documents][:, support])
    names = [corpus.words[word] for word in support]
    rows = [zip(names, row, strict=True) for row in counts]
    return [
        ", ".join(f"{name} {_shown(count)}" for name, count in row if count)
        for row in rows
    ]


def _shown(count: float) -> str:
    """Write a whole number in full, any other with three digits."""
    return f"{count:,.0f}" if float(count).is_integer() else f"{count:.3g}"
