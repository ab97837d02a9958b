"""Saved topics in a line, and beside those of a new run."""

import math
from collections.abc import Mapping
from itertools import zip_longest

import pandas as pd

from spca_core.formatting import mark_if_weighted, significant
from spca_core.proof import verdict
from spca_core.results.files.provenance import versions
from spca_core.results.files.saved_format import VARIANCE_PRECISION, Saved
from spca_core.results.topics.chance import NOT_COMPARED
from spca_core.results.topics.words import WordLists
from spca_core.topics import Topics


def saved_line(topics: Topics) -> str:
    """Return saved topics' corpus, variance, chance and proof in one line."""
    captured = mark_if_weighted(
        significant(topics.captured_variance), topics.settings.weighting
    )
    proven, known = "", NOT_COMPARED
    if topics.certificate:
        share = verdict.bound_line(topics, topics.upper_bound)
        proven = f". {share}, by a saved proof"
    if topics.chance:
        known = f"{topics.chance.headline}, says the file"
    return f"{topics.about.name}: captured variance {captured}. {known}{proven}"


def verify(saved: Saved, topics: Topics) -> pd.DataFrame:
    """Compare a saved result with a new run, row by row: what, saved, now, agrees.

    A topic agrees if it has the same words in any order. `agrees` is missing for the
    versions, which may differ.
    """
    (run,), corpus = saved.runs, topics.about
    old, new = run.captured_variance, topics.captured_variance
    same_data = saved.content_id == corpus.content_id
    captured = mark_if_weighted("Captured variance", topics.settings.weighting)
    same_variance = math.isclose(old, new, rel_tol=VARIANCE_PRECISION)
    now = versions()
    then = {name: saved.machine[name] for name in now if name in saved.machine}
    rows = [
        ("Content id", saved.content_id, corpus.content_id, same_data),
        *_topic_rows([topic.words for topic in run.topics], topics.words()),
        (captured, f"{old:.10g}", f"{new:.10g}", same_variance),
        ("Versions", _listed(then), _listed(now), pd.NA),
    ]
    table = pd.DataFrame(rows, columns=["what", "saved", "now", "agrees"])
    return table.astype({"agrees": "boolean"})


def _topic_rows(saved: WordLists, now: WordLists) -> list[tuple[str, str, str, bool]]:
    pairs = zip_longest(saved, now, fillvalue=())
    return [
        (f"Topic {topic}", ", ".join(a), ", ".join(b), set(a) == set(b))
        for topic, (a, b) in enumerate(pairs, start=1)
    ]


def _listed(versions_of: Mapping[str, str]) -> str:
    return ", ".join(f"{package} {number}" for package, number in versions_of.items())
