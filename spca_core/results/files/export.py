"""A result as JSON or as a workbook, for the command line and for download."""

import json
from collections.abc import Iterable
from dataclasses import asdict

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import groupings
from spca_core.problem.solution import Remarks, Solution
from spca_core.proof.certificate import Certificate
from spca_core.results.documents.new_documents import scoring_if_any
from spca_core.results.documents.scores import (
    DocumentTopics,
    document_pieces,
    leaders_of_all,
    topics_in_documents,
)
from spca_core.results.documents.shares import topic_shares
from spca_core.results.files.provenance import as_options, versions
from spca_core.results.files.saved_scoring import FIELD, saved_scoring
from spca_core.results.files.tables import LongTable, to_xlsx
from spca_core.results.topics.chance import AgainstChance, verdict, with_chance
from spca_core.results.topics.coverage import DEFINITION
from spca_core.results.topics.naming import visible
from spca_core.results.topics.variances import topics_with_words, variance_by_topic
from spca_core.results.topics.words import words_to_keep
from spca_core.topics import Description, Topics

N_LEADING = 20  # documents of each topic


def to_dict(topics: Topics) -> dict[str, object]:
    """Return what identifies a run and all that it found, with words heaviest first."""
    provenance = topics.provenance
    return {
        **of_corpus(topics.about),
        **of_run(topics),
        "names": topics.names,
        **(_proof(topics.certificate, topics) if topics.certificate else {}),
        "source": topics.source,
        "topic_names": provenance.topic_names,
        "topics_hidden": topics.hidden,
        "verdict": verdict(topics.chance),
        **(_against_chance(topics.chance) if topics.chance else {}),
    }


def to_json(topics: Topics) -> str:
    """Return `to_dict` as text: ASCII, indented.

    What new documents are scored by is on the last line: it has all words.
    """
    text = json.dumps(to_dict(topics), indent=1)
    scoring = scoring_if_any(topics)
    if scoring is None or (saved := saved_scoring(scoring)) is None:
        return text
    whole = text.removesuffix("\n}")
    return f'{whole},\n "{FIELD}": {json.dumps(saved)}\n}}'


def of_corpus(corpus: Corpus | Description) -> dict[str, object]:
    """Return what identifies a corpus, and the software."""
    return {
        "corpus": corpus.name,
        **({"where": [*map(str, corpus.where)]} if corpus.where else {}),
        "content_id": corpus.content_id,
        "n_documents": corpus.n_documents,
        "n_words": corpus.n_words,
        "warnings": corpus.warnings,
        "preparation": dict(corpus.preparation),
        "kind": {"documents": corpus.kind.documents, "words": corpus.kind.words},
        "versions": versions(),
    }


def of_run(topics: Topics) -> dict[str, object]:
    """Return what was asked for and what was found, with words heaviest first."""
    return {
        "settings": as_options(topics.settings),
        "method": topics.settings.method,
        "captured_variance": topics.captured_variance,
        "variances": topics.variances.tolist(),
        "cumulative_variance": variance_by_topic(topics)[
            "cumulative_variance"
        ].tolist(),
        "topics": [*map(list, topics.words())],
        "loadings": topics.loadings.tolist(),
        "seconds": topics.seconds,
        "processor_seconds": topics.processor_seconds,
        "candidates": topics.candidates,
        "stopped_by": topics.stopped_by,
        **_remarks(topics.remarks),
    }


def _remarks(remarks: Remarks) -> dict[str, object]:
    net = remarks.net
    return {
        "sketch_error": remarks.sketch_error,
        "exhaustive": remarks.exhaustive,
        "net": net and {**asdict(net), **net.proven},
    }


def _proof(certificate: Certificate, solution: Solution) -> dict[str, object]:
    """Return the proven limit, the gap to it as a share of it, and what it took."""
    return {
        "upper_bound": certificate.upper_bound,
        "proven_gap": certificate.gap(solution.captured_variance),
        "certificate_steps": certificate.steps,
        "certificate_seconds": certificate.seconds,
        "certificate_stopped_by": certificate.stopped_by,
    }


def _against_chance(chance: AgainstChance) -> dict[str, object]:
    """Return a verdict on each topic, and what it rests on."""
    table = chance.table
    return {
        "times_chance": table["ratio"].tolist(),
        "beyond_chance": table["beyond"].tolist(),
        "shuffles": chance.n_shuffles,
        "chance": {
            "variances": chance.variances,
            "greatest": chance.greatest,
            "n_documents": chance.n_documents,
        },
    }


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
