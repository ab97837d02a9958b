"""Documents that topics were not found in: the scores and the main topic of each.

They are read, counted and weighted as those of the corpus were, by what is known from
it: the same words, the same rarity of each, the same means. So a document of the corpus
has the scores that it has there, unless text was left out of it that others repeat.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.every_row import with_labels
from spca_core.corpus.load import layout
from spca_core.corpus.matrix import canonical
from spca_core.corpus.occurrence import have_topics
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError
from spca_core.formatting import counted, percent
from spca_core.problem.solution import Solution, loading_matrix
from spca_core.results.documents.scores import (
    NO_TOPIC,
    DocumentTopics,
    document_pieces,
    shares_in,
)
from spca_core.results.documents.scoring import MAX_SAVED, Rows, Scoring
from spca_core.results.figure import PERCENT, Figure, late
from spca_core.results.files.provenance import Provenance
from spca_core.results.files.tables import LongTable
from spca_core.results.topics.coverage import DEFINITION
from spca_core.topics import Topics

ABOUT_UNKNOWN = (
    "Unknown: how many of its words the topics' corpus does not have, but for function "
    "words and those that were left out by name."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class NewDocuments:
    """New documents with the topics that they carry.

    topics  : of a corpus of these documents, whose words are those of the topics alone
    found   : what the documents have of the topics
    n_known : (n_documents,), how many words of each document are in the topics' corpus
    unknown : (n_documents,), how many are not
    """

    topics: Topics
    found: DocumentTopics
    n_known: np.ndarray
    unknown: np.ndarray

    @property
    def corpus(self) -> Corpus:
        return self.topics.require_corpus()

    def pieces(self) -> Iterator[pd.DataFrame]:
        """Yield the rows of `table`, some thousand at a time."""
        are_words = self.corpus.kind is not MEASUREMENTS
        return document_pieces(
            self.topics,
            found=self.found,
            more={"unknown": self.unknown} if are_words else {},
        )

    @property
    def table(self) -> pd.DataFrame:
        """The rows of `scores.document_scores`, of counts also with `unknown`."""
        table = pd.concat(self.pieces(), ignore_index=True)
        return with_labels(table, self.corpus)

    def long_table(self, provenance: Provenance) -> LongTable:
        """Return the table as it is written to files.

        provenance : of the topics
        """
        about = (self.summary, *provenance.lines())
        definition = f"{DEFINITION} {ABOUT_UNKNOWN}"
        return LongTable("Documents", self.pieces(), about, definition)

    @property
    def by_topic(self) -> pd.DataFrame:
        """A row for each main topic, and for none: topic, name, documents, share."""
        called = self.topics.names
        numbers = np.bincount(self.found.main, minlength=len(called) + 1)
        table = pd.DataFrame(
            {
                "topic": np.arange(len(numbers)),
                "name": [NO_TOPIC, *called],
                "documents": numbers,
                "share": numbers / self.corpus.n_documents,
            }
        )
        table = table[~table["topic"].isin(self.topics.hidden)]
        return pd.concat([table[1:], table[:1]], ignore_index=True)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was mended or is doubtful, and what has no row, one sentence each."""
        n_empty = self.corpus.report.empty_documents
        sentence = (
            f"Left out: {counted(n_empty, self.corpus.kind.documents)} without text. "
            "The others are numbered."
        )
        return (*self.corpus.warnings, *(sentence,) * bool(n_empty))

    @property
    def summary(self) -> str:
        """How many documents carry a topic, and how much of them is unknown."""
        kind = self.corpus.kind
        share = percent(np.count_nonzero(self.found.main) / self.corpus.n_documents)
        n_documents = counted(self.corpus.n_documents, kind.documents)
        sentence = f"{n_documents}, of which {share} have a topic."
        if kind is MEASUREMENTS:
            return sentence
        n_words = self.n_known.sum() + self.unknown.sum()
        if n_words:
            share = percent(self.unknown.sum() / n_words)
            sentence += f" {share} of their words are not in the topics' corpus."
        if n_strange := int(np.count_nonzero(self.n_known == 0)):
            contain = "contains" if n_strange == 1 else "contain"
            strange = counted(n_strange, kind.documents)
            sentence += f" {strange} {contain} none of the corpus's words."
        return sentence

    def figure(self, colours: Sequence[str] = ()) -> Figure:
        """Return how many documents have each main topic.

        colours : of the topics, or else those of a light ground
        """
        kind = self.corpus.kind.documents.capitalize()
        return Figure(
            name="new_documents",
            title=f"Main topics of the new {self.corpus.kind.documents}",
            table=self.by_topic,
            text=self.summary,
            draw=late("documents.charts:main_topics", kind=kind, colours=colours),
            headings={
                "topic": "Topic",
                "name": "Name",
                "documents": kind,
                "share": ("Share", PERCENT),
            },
        )


def scoring_of(topics: Topics) -> Scoring:
    """Return what new documents are scored by, also where the corpus is not here.

    raises : InputError if it has no documents, or the file of the topics says nothing
    """
    if topics.corpus is not None:
        topics.corpus.check_has_documents()
    if (scoring := scoring_if_any(topics)) is None:
        raise InputError(
            "The file of these topics does not say how the words of "
            f"{topics.about.name} are counted and weighted, as one of an earlier "
            f"version, of a covariance matrix, or of over {MAX_SAVED:,} words. Open it "
            "with its corpus, Topics.open(path, load(...)), or find the topics again "
            "with -o topics.json."
        )
    return scoring


def scoring_if_any(topics: Topics) -> Scoring | None:
    """Return what new documents are scored by, or None where `scoring_of` raises."""
    if (corpus := topics.corpus) is None:
        return topics.scoring
    return Scoring.of(corpus, topics.settings) if corpus.kind.has_documents else None


def transformed(
    topics: Topics,
    documents: Any,
    words: Any = None,
    progress: bool | None = None,
    chosen: Mapping[str, Any] = {},
) -> NewDocuments:
    """Read new documents, and return what they have of topics; as `Topics.transform`.

    chosen : how documents are in their source, as `load` has it
    """
    scoring = scoring_of(topics)
    new = scoring.read(documents, words, layout(chosen), progress)
    return score_new(topics, scoring, new)


def score_new(topics: Topics, scoring: Scoring, new: Corpus) -> NewDocuments:
    """Return new documents with what they have of the topics of another corpus.

    scoring : of the topics' corpus
    new     : from `scoring.read`

    raises : as `Scoring.rows` does
    """
    listed = topics.words()
    columns = {word: column for column, word in enumerate(scoring.words)}
    supports = np.array(
        [[columns[normalised(word)] for word in words] for words in listed]
    )
    loadings = loading_matrix(supports, topics.loadings, len(scoring.words))
    placed = replace(topics, supports=supports)
    parts = [_part(rows, placed, loadings) for rows in scoring.rows(new)]
    numbers, has_topic, scores, shares, n_known, unknown = zip(*parts, strict=True)
    there = replace(
        new,
        observations=_stacked(numbers),
        words=tuple(chain.from_iterable(listed)),
        forms={},
        kind=scoring.kind,
    )
    places = np.arange(supports.size).reshape(supports.shape)
    return NewDocuments(
        topics=replace(topics, corpus=there, supports=places),
        found=DocumentTopics(*map(np.concatenate, (has_topic, scores, shares))),
        n_known=np.concatenate(n_known),
        unknown=np.concatenate(unknown).astype(np.int64),
    )


def _part(rows: Rows, topics: Solution, loadings: np.ndarray) -> tuple[Any, ...]:
    """Return some documents' numbers of the topics' words, and what these give."""
    weighted: Any = rows.weighted
    return (
        rows.numbers[:, topics.supports.ravel()],
        have_topics(rows.numbers, topics.supports, topics.with_heaviest),
        weighted @ loadings - rows.centre @ loadings,
        shares_in(rows.weighted, topics),
        rows.numbers.sum(axis=1),
        rows.unknown,
    )


def _stacked(parts: Sequence[Any]) -> Any:
    if isinstance(parts[0], np.ndarray):
        return np.ascontiguousarray(np.concatenate(parts))
    return canonical(sparse.vstack(parts))
