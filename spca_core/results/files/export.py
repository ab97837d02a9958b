"""Topics as a workbook, and all documents as a long table."""

from collections.abc import Iterable

import pandas as pd

from spca_core.corpus.groupings import groupings
from spca_core.results.documents.scores import (
    DocumentTopics,
    document_pieces,
    leaders_of_all,
    topics_in_documents,
)
from spca_core.results.documents.shares import topic_shares
from spca_core.results.files.tables import LongTable, to_xlsx
from spca_core.results.topics.chance import with_chance
from spca_core.results.topics.coverage import DEFINITION
from spca_core.results.topics.naming import visible
from spca_core.results.topics.variances import topics_with_words
from spca_core.results.topics.words import words_to_keep
from spca_core.topics import Topics

N_LEADING = 20  # documents of each topic


def documents_table(topics: Topics, found: DocumentTopics | None = None) -> LongTable:
    """Return the table of all documents as it is written to files.

    found : from `scores.topics_in_documents`, if known
    """
    topics.require_corpus().check_has_documents()
    origin = topics.provenance
    pieces = document_pieces(topics, found=found, with_texts=True)
    about = " ".join(filter(None, [DEFINITION, origin.verdict]))
    return LongTable("Documents", pieces, origin.lines(), about)


def to_workbook(topics: Topics, found: DocumentTopics | None = None) -> bytes:
    """Return the workbook, without hidden topics; `found` as for `documents_table`."""
    corpus = topics.require_corpus()
    table = visible(topics, topics_with_words(topics))
    words = with_chance(visible(topics, words_to_keep(topics)), topics.chance)
    about = pd.DataFrame({"about": topics.provenance.lines()})
    if not corpus.kind.has_documents:
        return to_xlsx({"Topics": table, "Words": words, "About": about})
    found = found or topics_in_documents(topics)
    documents = documents_table(topics, found)
    carrying = found.has_topic.sum(axis=0)[table["topic"] - 1]
    leaders = visible(topics, leaders_of_all(topics, N_LEADING, found))
    sheets: dict[str, pd.DataFrame | Iterable[pd.DataFrame]] = {
        "Topics": table.assign(documents=carrying),
        "Words": words,
        "Leading documents": leaders.drop(columns="document"),
        documents.name: documents.pieces,
    }
    for name, of in groupings(corpus).items():
        shares = visible(topics, topic_shares(found.has_topic, of, name))
        sheets[f"By {name}"] = shares.drop(columns="label")
    return to_xlsx({**sheets, "About": documents.about})
