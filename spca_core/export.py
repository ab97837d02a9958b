"""A result as JSON or CSV, for the command line and for download."""

import csv
import json
from dataclasses import asdict
from importlib.metadata import version

import pandas as pd

from spca_core.certificate import Certificate
from spca_core.corpus.corpus import Corpus
from spca_core.solution import Remarks, Solution
from spca_core.tables import topics

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def to_dict(
    corpus: Corpus, solution: Solution, certificate: Certificate | None = None
) -> dict[str, object]:
    """Return what identifies the run and all that it found; topics heaviest first."""
    return {
        "corpus": corpus.name,
        "content_id": corpus.content_id,
        "n_documents": corpus.n_documents,
        "n_words": corpus.n_words,
        "warnings": corpus.warnings,
        "kind": {"documents": corpus.kind.documents, "words": corpus.kind.words},
        "settings": asdict(solution.settings),
        "method": solution.settings.method,
        "captured_variance": solution.captured_variance,
        "variances": solution.variances.tolist(),
        "cumulative_variance": topics(solution)["cumulative_variance"].tolist(),
        "topics": [[corpus.words[i] for i in support] for support in solution.supports],
        "loadings": solution.loadings.tolist(),
        "seconds": solution.seconds,
        "candidates": solution.candidates,
        "stopped_by": solution.stopped_by,
        **_remarks(solution.remarks),
        **(_proof(certificate, solution) if certificate else {}),
        "versions": {name: version(name) for name in ("numpy", "scipy", "numba")},
    }


def _remarks(remarks: Remarks) -> dict[str, object]:
    """Return what the method can say of its answer; null where that is nothing."""
    net = remarks.net
    return {
        "sketch_error": remarks.sketch_error,
        "exhaustive": remarks.exhaustive,
        "net": net and {**asdict(net), **net.proven},
    }


def _proof(certificate: Certificate, solution: Solution) -> dict[str, object]:
    """Return what no words can exceed, and how far from that the solution is.

    The gap is a share of the bound; zero says that the solution is the optimum.
    """
    return {
        "upper_bound": certificate.upper_bound,
        "proven_gap": certificate.gap(solution.captured_variance),
        "certificate_seconds": certificate.seconds,
    }


def to_csv(table: pd.DataFrame) -> str:
    """Return a table as CSV in which no text cell is a spreadsheet's formula."""
    text = table.select_dtypes(exclude=["number", "bool"]).columns
    defused = {column: table[column].map(_defuse) for column in text}
    # In quotes, as a carriage return within a word would else begin a row.
    return table.assign(**defused).to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC)


def _defuse(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def to_json(
    corpus: Corpus, solution: Solution, certificate: Certificate | None = None
) -> str:
    """Return `to_dict` as text: ASCII, indented."""
    return json.dumps(to_dict(corpus, solution, certificate), indent=1)
