"""A result as JSON or as a workbook, for the command line and for download."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.groupings import groupings
from spca_core.problem.solution import Remarks, Solution
from spca_core.proof.certificate import Certificate
from spca_core.results.documents.coverage import DEFINITION
from spca_core.results.documents.scores import leaders_of_all
from spca_core.results.documents.scoring import Scoring
from spca_core.results.documents.shares import topic_shares
from spca_core.results.files.provenance import Provenance, as_options, versions
from spca_core.results.files.saved_scoring import FIELD, saved_scoring
from spca_core.results.files.tables import LongTable, to_xlsx
from spca_core.results.topics.chance import AgainstChance, verdict
from spca_core.results.topics.naming import own_names, topic_names, with_names
from spca_core.results.topics.variances import variance_by_topic
from spca_core.results.topics.words import words_of_topics

N_LEADING = 20  # documents of each topic


def to_dict(
    corpus: Corpus,
    solution: Solution,
    certificate: Certificate | None = None,
    provenance: Provenance | None = None,
    chance: AgainstChance | None = None,
) -> dict[str, object]:
    """Return what identifies a run and all that it found, with words heaviest first."""
    named = provenance.topic_names if provenance else {}
    return {
        **of_corpus(corpus),
        **of_run(corpus, solution),
        "names": _names(corpus, solution, named),
        **(_proof(certificate, solution) if certificate else {}),
        **(_origin(provenance) if provenance else {}),
        "verdict": verdict(chance),
        **(_against_chance(chance) if chance else {}),
    }


def to_json(
    corpus: Corpus,
    solution: Solution,
    certificate: Certificate | None = None,
    provenance: Provenance | None = None,
    chance: AgainstChance | None = None,
    scoring: Scoring | None = None,
) -> str:
    """Return `to_dict` as text: ASCII, indented.

    scoring : what new documents are scored by, on the last line: it has all words
    """
    found = to_dict(corpus, solution, certificate, provenance, chance)
    text = json.dumps(found, indent=1)
    if scoring is None or (saved := saved_scoring(scoring)) is None:
        return text
    whole = text.removesuffix("\n}")
    return f'{whole},\n "{FIELD}": {json.dumps(saved)}\n}}'


def of_corpus(corpus: Corpus) -> dict[str, object]:
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


def of_run(corpus: Corpus, solution: Solution) -> dict[str, object]:
    """Return what was asked for and what was found, with words heaviest first."""
    return {
        "settings": as_options(solution.settings),
        "method": solution.settings.method,
        "captured_variance": solution.captured_variance,
        "variances": solution.variances.tolist(),
        "cumulative_variance": variance_by_topic(solution)[
            "cumulative_variance"
        ].tolist(),
        "topics": [*map(list, words_of_topics(corpus, solution))],
        "loadings": solution.loadings.tolist(),
        "seconds": solution.seconds,
        "processor_seconds": solution.processor_seconds,
        "candidates": solution.candidates,
        "stopped_by": solution.stopped_by,
        **_remarks(solution.remarks),
    }


def _names(corpus: Corpus, solution: Solution, given: Mapping[str, str]) -> list[str]:
    """Return the topics' names: those given by hand, or else their own.

    given : by the topics' numbers "1", "2", ...
    """
    leaders = [corpus.words[support[0]] for support in solution.supports]
    by_hand = {leaders[int(topic) - 1]: name for topic, name in given.items()}
    return topic_names(corpus, solution, {**own_names(corpus, solution), **by_hand})


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


def _origin(provenance: Provenance) -> dict[str, object]:
    """Return what the app needs to find the data again, and the edits by hand."""
    known = ("source", "topic_names", "topics_hidden")
    return {name: getattr(provenance, name) for name in known}


def documents_table(
    pieces: Iterable[pd.DataFrame], provenance: Provenance
) -> LongTable:
    """Return the table of all documents as it is written to files.

    pieces : from `scores.document_pieces`
    """
    about = " ".join(filter(None, [DEFINITION, provenance.verdict]))
    return LongTable("Documents", pieces, provenance.lines(), about)


def to_workbook(
    corpus: Corpus,
    solution: Solution,
    has_topic: np.ndarray | None,
    words: pd.DataFrame,
    documents: LongTable | None,
    topics: pd.DataFrame,
    names: Sequence[str],
    provenance: Provenance,
) -> bytes:
    """Return the workbook; topics that `topics` lacks are in no sheet.

    has_topic : from `coverage.documents_with_topics`; None without documents
    words     : from `topics.words_to_keep`
    documents : from `documents_table`; None without documents
    topics    : from `variances.topics_with_words`
    names     : of all topics
    """
    if has_topic is None or documents is None:
        about = pd.DataFrame({"about": provenance.lines()})
        return to_xlsx({"Topics": topics, "Words": words, "About": about})
    kept = topics["topic"]
    topics = topics.assign(documents=has_topic.sum(axis=0)[kept - 1])
    leaders = leaders_of_all(corpus, solution, N_LEADING)
    leaders = with_names(leaders[leaders["topic"].isin(kept)], names)
    sheets: dict[str, pd.DataFrame | Iterable[pd.DataFrame]] = {
        "Topics": topics,
        "Words": words,
        "Leading documents": leaders.drop(columns="document"),
        documents.name: documents.pieces,
    }
    for name, of in groupings(corpus).items():
        shares = topic_shares(has_topic, of, name)
        shares = with_names(shares[shares["topic"].isin(kept)], names)
        sheets[f"By {name}"] = shares.drop(columns="label")
    sheets["About"] = documents.about
    return to_xlsx(sheets)
