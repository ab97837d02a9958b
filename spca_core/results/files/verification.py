"""A saved result held against the counts, and against a new run on them."""

import math
from dataclasses import replace
from itertools import zip_longest

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import FOLDER, bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.formatting import mark_if_weighted, significant
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.results.comparison.external_topics import solution_on
from spca_core.results.files.provenance import versions
from spca_core.results.files.reopen import (
    LOADING_PRECISION,
    VARIANCE_PRECISION,
    SavedResult,
    read_result,
)
from spca_core.results.topics.chance import NOT_COMPARED, AgainstChance
from spca_core.results.topics.words import WordLists, words_of_topics


def solution_of(saved: SavedResult, corpus: Corpus) -> Solution:
    """Return the solution that a saved result describes, on its corpus.

    raises : InputError if the corpus lacks a word, or the topics do not capture in it
        what the file says
    """
    columns = [corpus.columns_of(topic) for topic in saved.topics]
    found = solution_on(corpus, np.array(columns), saved.settings)
    if not np.allclose(found.variances, saved.variances, VARIANCE_PRECISION, 0.0):
        raise InputError(
            f"The saved {saved.settings.method} run does not match {corpus.name}. The "
            "file was changed: create it again."
        )
    return replace(
        saved.solution,
        supports=found.supports,
        loadings=found.loadings,
        variances=found.variances,
        trace=found.trace,
    )


def saved_line(saved: SavedResult) -> str:
    """Return a saved result's corpus, variance, chance and proof in one line."""
    captured = mark_if_weighted(
        significant(saved.captured_variance), saved.settings.weighting
    )
    proven = ""
    if saved.certificate:
        share = verdict.bound_line(saved.solution, saved.certificate.upper_bound)
        proven = f". {share}, by the proof in the file"
    known = f"{saved.chance.headline}, says the file" if saved.chance else NOT_COMPARED
    return f"{saved.corpus}: captured variance {captured}. {known}{proven}"


def stored_solution(corpus: Corpus) -> Solution | None:
    """Return the solution that is stored beside a bundled corpus.

    None if there is none, or if it does not hold for these counts: a word is missing,
    or a loading or a variance is not what the counts give.
    """
    if (saved := _saved_beside(corpus)) is None:
        return None
    try:
        solution = solution_of(saved, corpus)
    except InputError:
        return None
    close = np.allclose(solution.loadings, saved.loadings, atol=LOADING_PRECISION)
    # It was not searched for here: see `key_figures`.
    return replace(solution, seconds=0.0, candidates=0) if close else None


def stored_chance(corpus: Corpus) -> AgainstChance | None:
    """Return what is stored of the topics of `stored_solution` against chance."""
    saved = _saved_beside(corpus)
    return saved.chance and replace(saved.chance, is_saved=False) if saved else None


def _saved_beside(corpus: Corpus) -> SavedResult | None:
    """Return the saved result beside a bundled corpus, if it is about these counts."""
    path = FOLDER / corpus.name / f"topics.{corpus.name}.json"
    if corpus.name not in bundled_titles() or not path.is_file():
        return None
    try:
        saved = read_result(path.read_bytes())
    except InputError:  # Somebody has changed it.
        return None
    return saved if saved.content_id == corpus.content_id else None


def verify(saved: SavedResult, corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """Compare a saved result with a new run, row by row: what, saved, now, agrees.

    A topic agrees if it has the same words in any order. `agrees` is missing for the
    versions, which may differ.
    """
    old, new = saved.captured_variance, solution.captured_variance
    same_data = saved.content_id == corpus.content_id
    captured = mark_if_weighted("Captured variance", solution.settings.weighting)
    same_variance = math.isclose(old, new, rel_tol=VARIANCE_PRECISION)
    rows = [
        ("Content id", saved.content_id, corpus.content_id, same_data),
        *_topic_rows(saved.topics, words_of_topics(corpus, solution)),
        (captured, f"{old:.10g}", f"{new:.10g}", same_variance),
        ("Versions", _listed(saved.versions), _listed(versions()), pd.NA),
    ]
    table = pd.DataFrame(rows, columns=["what", "saved", "now", "agrees"])
    return table.astype({"agrees": "boolean"})


def _topic_rows(saved: WordLists, now: WordLists) -> list[tuple[str, str, str, bool]]:
    pairs = zip_longest(saved, now, fillvalue=())
    return [
        (f"Topic {topic}", ", ".join(a), ", ".join(b), set(a) == set(b))
        for topic, (a, b) in enumerate(pairs, start=1)
    ]


def _listed(versions_of: dict[str, str]) -> str:
    return ", ".join(f"{package} {number}" for package, number in versions_of.items())
