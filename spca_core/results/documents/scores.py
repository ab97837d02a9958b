"""Tidy tables: which documents are about a topic, and which topics a document has.

The score of topic j in document i is s_ij = (row i of S) . x_j, where S is weighted as
in the run. Measurements are centred as in the run. Counts are not, so a document has
nothing of a topic if it has none of its words. Copies that the run left out are scored
like the others. Counts of words are the corpus's own, whatever the weighting.

A topic's share of document i is sum_j |S_ij| over the topic's words, but for those that
go against its heaviest, by that over all words: of weighted counts, or of the sizes of
measurements, in a dense matrix of their deviations from the means if these are centred.
Unlike squares, these are what a reader counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.every_row import with_labels
from spca_core.corpus.matrix import Matrix, dense, greatest, in_memory
from spca_core.corpus.occurrence import words_of_topics_in
from spca_core.corpus.weighting import weights_of
from spca_core.errors import check_whole_number
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.gram_cache import GramCache
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.corpus.titles import title
from spca_core.results.documents.document_list import known_columns
from spca_core.results.topics.coverage import (
    documents_with_topics,
    leading,
    main_topics,
)
from spca_core.topics import Topics

SCORE = "score: "  # before the name of a topic: the column of its scores
NO_TOPIC = "none"  # what the main topic is called of a document that carries none
# One for each corpus, weighting and norm, kept as long as the corpus itself.
_WITH_COPIES: WeakKeyDictionary[Corpus, dict[tuple[str, str], Covariance]] = (
    WeakKeyDictionary()
)


@dataclass(frozen=True, eq=False)
class DocumentTopics:
    """What documents have of topics; each of them (n_documents, n_topics).

    has_topic : which documents carry which topics, as `coverage` has it
    scores    : S X
    shares    : of topics, in documents
    """

    has_topic: np.ndarray
    scores: np.ndarray
    shares: np.ndarray

    @cached_property
    def main(self) -> np.ndarray:
        """Each document's main topic, from 1, or `coverage.NONE`: (n_documents,)."""
        return main_topics(self.has_topic, self.shares)


def topics_in_documents(topics: Topics) -> DocumentTopics:
    """Return what each document has of each topic."""
    numbers = scored_numbers(topics.require_corpus(), topics.settings)
    shares = np.concatenate(list(numbers.by_block(shares_in, topics)))
    return DocumentTopics(documents_with_topics(topics), scores(topics), shares)


def shares_in(rows: Matrix, solution: Solution) -> np.ndarray:
    """Return the topics' shares of weighted rows, (n_documents, n_topics)."""
    sizes: Any = abs(rows)
    are_theirs = solution.with_heaviest.astype(float)
    members = loading_matrix(solution.supports, are_theirs, rows.shape[1])
    totals = sizes.sum(axis=1)[:, None]
    return (sizes @ members) / np.where(totals > 0, totals, 1.0)


def scores(topics: Topics) -> np.ndarray:
    """Return S X, in the units of the data, (n_documents, n_components)."""
    corpus = topics.require_corpus()
    covariance = scored_numbers(corpus, topics.settings)
    loadings = loading_matrix(topics.supports, topics.loadings, corpus.n_words)
    return np.ldexp(covariance.scores(loadings), covariance.exponent)


def scored_numbers(corpus: Corpus, settings: Settings) -> Covariance:
    """Return S with all documents, also those that the run left out as copies."""
    corpus.check_has_documents()
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


def document_scores(topics: Topics) -> pd.DataFrame:
    """Return one row per document: title, groups, date, year, topics, scores.

    Documents are numbered from 1. Groups, dates and years are included if known.
    `main_topic`, `share` (that it has of the document) and `words` (how many of its
    words are there) are "none", 0 and 0 if the document has no topic; `topics`
    lists all that it has. See `coverage.DEFINITION`. The scores of the topic
    "Taxes" are in the column "score: Taxes".
    """
    table = pd.concat(document_pieces(topics), ignore_index=True)
    return with_labels(table, topics.require_corpus().with_copies)


def document_pieces(
    topics: Topics,
    *,
    found: DocumentTopics | None = None,
    with_texts: bool = False,
    more: Mapping[str, np.ndarray] = {},
) -> Iterator[pd.DataFrame]:
    """Yield the rows of `document_scores`, some thousand at a time.

    Hidden topics have no column of scores.

    found      : from `topics_in_documents`, if known
    with_texts : whether a last column has the texts, if the corpus has any
    more       : further columns before the scores, (n_documents,) each
    """
    corpus, called, hidden = topics.require_corpus(), topics.names, topics.hidden
    corpus.check_has_documents()
    whole = corpus.with_copies
    found = found or topics_in_documents(topics)
    main_names = np.array([NO_TOPIC, *called], dtype=object)[found.main]
    shares = _of_main(found.shares, found.main)
    n_words = words_of_topics_in(
        whole.observations, topics.supports, topics.with_heaviest
    )
    n_words = _of_main(n_words, found.main)
    numbers = np.arange(1, whole.n_documents + 1)
    headings = np.array([SCORE + name for name in called], dtype=object)
    known = known_columns(corpus, {"document", "text", *_OF_TOPICS, *more, *headings})
    visible = [topic for topic in range(len(called)) if topic + 1 not in hidden]
    for first in range(0, whole.n_documents, AT_ONCE):
        rows = slice(first, first + AT_ONCE)
        carried = ["; ".join(compress(called, has)) for has in found.has_topic[rows]]
        of_topics = main_names[rows], shares[rows], n_words[rows], carried
        table = pd.DataFrame(
            {
                "document": numbers[rows],
                **{name: values[rows] for name, values in known.items()},
                **dict(zip(_OF_TOPICS, of_topics, strict=True)),
                **{name: values[rows] for name, values in more.items()},
            }
        )
        scored = pd.DataFrame(found.scores[rows][:, visible], columns=headings[visible])
        table = pd.concat([table, scored], axis=1)
        has_texts = with_texts and whole.texts
        yield table.assign(text=whole.texts[rows]) if has_texts else table


AT_ONCE = 10_000  # documents
_OF_TOPICS = "main_topic", "share", "words", "topics"  # columns of `document_scores`


def _of_main(values: np.ndarray, main: np.ndarray) -> np.ndarray:
    """Return each document's value for its main topic, 0 without one.

    values : (n_documents, n_topics)
    """
    with_none = np.pad(values, ((0, 0), (1, 0)))
    return np.take_along_axis(with_none, main[:, None], axis=1)[:, 0]


def leading_documents(
    topics: Topics, topic: int, most: int = 20, found: DocumentTopics | None = None
) -> pd.DataFrame:
    """Return one row per document that carries a topic, those with most of it first.

    The columns are rank, document, title, score, share (that the topic has of the
    document) and words (the topic's in it, with counts).

    topic : counted from 1
    found : from `topics_in_documents`, if known
    """
    check_whole_number("topic", topic, 1, len(topics))
    corpus, found = topics.require_corpus(), found or topics_in_documents(topics)
    documents = leading(found.has_topic, found.scores, topic)[:most]
    return pd.DataFrame(
        {
            "rank": np.arange(1, len(documents) + 1),
            "document": documents,
            "title": [title(corpus, document) for document in documents],
            "score": found.scores[documents - 1, topic - 1],
            "share": found.shares[documents - 1, topic - 1],
            "words": words_of_topic(topics, topic, documents.tolist()),
        }
    )


def leaders_of_all(
    topics: Topics, most: int, found: DocumentTopics | None = None
) -> pd.DataFrame:
    """Return `leading_documents` for all topics, with a column of topics."""
    found = found or topics_in_documents(topics)
    tables = [
        leading_documents(topics, topic, most, found).assign(topic=topic)
        for topic in range(1, len(topics) + 1)
    ]
    return pd.concat(tables, ignore_index=True)


def topics_of_document(
    topics: Topics, found: DocumentTopics, document: int
) -> pd.DataFrame:
    """Return one row per topic: its main topic first, then others that it has.

    The columns are topic, score, share (of the document), words (the topic's in it,
    with counts) and is_carried.

    found    : from `topics_in_documents`
    document : counted from 1
    """
    n_documents = topics.require_corpus().with_copies.n_documents
    check_whole_number("document", document, 1, n_documents)
    row = document - 1
    numbers = range(1, len(topics) + 1)
    table = pd.DataFrame(
        {
            "topic": numbers,
            "score": found.scores[row],
            "share": found.shares[row],
            "words": [words_of_topic(topics, n, [document])[0] for n in numbers],
            "is_carried": found.has_topic[row],
        }
    )
    return table.sort_values(
        ["is_carried", "share"], ascending=False, kind="stable", ignore_index=True
    )


def heaviest_words(corpus: Corpus, document: int, most: int = 30) -> pd.DataFrame:
    """Return one row per word of a document, greatest count first: word, count."""
    check_whole_number("document", document, 1, corpus.n_documents)
    # As floats: a store's small integers may be unsigned, and sorting negates them.
    counts = dense(corpus.observations[[document - 1]])[0].astype(np.float64)
    first = greatest(abs(counts), most)
    first = first[counts[first] != 0]
    words = [corpus.words[word] for word in first]
    return pd.DataFrame({"word": words, "count": counts[first]})


def words_of_topic(topics: Topics, topic: int, documents: Sequence[int]) -> list[str]:
    """Return a topic's words in each document, with counts, as "tax 3, income 2"."""
    if not len(documents):
        return []
    corpus, support = topics.require_corpus(), topics.supports[topic - 1]
    rows = np.array(documents) - 1
    counts = dense(corpus.with_copies.observations[rows][:, support])
    names = [corpus.words[word] for word in support]
    return [
        ", ".join(
            f"{name} {_shown(count)}"
            for name, count in zip(names, row, strict=True)
            if count
        )
        for row in counts
    ]


def _shown(count: float) -> str:
    """Write a whole number in full, any other with three digits."""
    return f"{count:,.0f}" if float(count).is_integer() else f"{count:.3g}"
