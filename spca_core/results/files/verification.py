"""A saved result beside a new run on the same data."""

import math
from itertools import zip_longest

import pandas as pd

from spca_core.corpus.corpus import Corpus, arrays_of
from spca_core.corpus.matrix import content_id, in_parts
from spca_core.corpus.weighting import weighted
from spca_core.formatting import mark_if_weighted
from spca_core.problem.solution import Solution
from spca_core.results.files.provenance import versions
from spca_core.results.files.reopen import SavedResult
from spca_core.results.topics import Topics, words_of_topics

SAME_VARIANCE = 1e-9  # relative: processors may differ by rounding


def verify(saved: SavedResult, corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """Compare a saved result with a new run, row by row: what, saved, now, agrees.

    A topic agrees if it has the same words in any order. `agrees` is missing for the
    versions, which may differ.
    """
    old, new = saved.captured_variance, solution.captured_variance
    same_data = saved.content_id == corpus.content_id or (
        saved.content_id == _older_id(corpus, solution.settings.weighting)
    )
    captured = mark_if_weighted("Captured variance", solution.settings.weighting)
    same_variance = math.isclose(old, new, rel_tol=SAME_VARIANCE)
    rows = [
        ("Content id", saved.content_id, corpus.content_id, same_data),
        *_topic_rows(saved.topics, words_of_topics(corpus, solution)),
        (captured, f"{old:.10g}", f"{new:.10g}", same_variance),
        ("Versions", _listed(saved.versions), _listed(versions()), pd.NA),
    ]
    table = pd.DataFrame(rows, columns=["what", "saved", "now", "agrees"])
    return table.astype({"agrees": "boolean"})


def _older_id(corpus: Corpus, weighting: str) -> str:
    """Return the content id as in older files: that of the weighted numbers."""
    numbers = weighted(corpus, weighting)
    arrays = map(in_parts, arrays_of(numbers))
    return content_id(numbers.shape, arrays, corpus.words, corpus.titles)


def _topic_rows(saved: Topics, now: Topics) -> list[tuple[str, str, str, bool]]:
    pairs = zip_longest(saved, now, fillvalue=())
    return [
        (f"Topic {topic}", ", ".join(a), ", ".join(b), set(a) == set(b))
        for topic, (a, b) in enumerate(pairs, start=1)
    ]


def _listed(versions_of: dict[str, str]) -> str:
    return ", ".join(f"{package} {found}" for package, found in versions_of.items())
