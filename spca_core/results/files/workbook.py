"""A result as one Excel workbook: a sheet for each table, and where it comes from."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results import groups
from spca_core.results.documents import leaders_of_all
from spca_core.results.files.export import to_xlsx
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics import with_names

MAX_ROWS = 1_048_000  # of a sheet
N_LEADING = 20


def to_workbook(
    corpus: Corpus,
    solution: Solution,
    carried: np.ndarray,
    words: pd.DataFrame,
    scored: pd.DataFrame,
    topics: pd.DataFrame,
    names: Sequence[str],
    provenance: Provenance,
) -> bytes:
    """Return the workbook; topics that `topics` lacks are in no sheet.

    carried : from `carried.carried_topics`
    words   : from `topics.words_to_keep`
    scored  : from `documents.document_scores`
    topics  : from `topics.topics_with_notes`
    names   : of all topics
    """
    kept = topics["topic"]
    leaders = leaders_of_all(corpus, solution, N_LEADING)
    leaders = with_names(leaders[leaders["topic"].isin(kept)], names)
    sheets = {
        "Topics": topics,
        "Words": words,
        "Leading documents": leaders.drop(columns="document"),
        "Documents": scored.head(MAX_ROWS),
    }
    for name, of in groups.groupings(corpus).items():
        shares = groups.topic_shares(carried, of)
        shares = with_names(shares[shares["topic"].isin(kept)], names)
        wide = shares.pivot(index="group", columns="name", values="share")
        wide = wide.reindex(columns=[names[topic - 1] for topic in kept])
        sheets[_sheet(f"By {name}")] = wide.reset_index()
    sheets["About"] = pd.DataFrame({"about": provenance.lines()})
    return to_xlsx(sheets)


def _sheet(name: str) -> str:
    """Return a name that Excel takes: short, and without its marks for references."""
    return "".join("_" if mark in "[]:*?/\\" else mark for mark in name)[:31]
