"""A saved result held against the counts, and against a new run on them."""

import math
import os
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import FOLDER, bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.errors import InputError
from spca_core.formatting import mark_if_weighted, significant
from spca_core.options import frozen
from spca_core.proof import verdict
from spca_core.results.comparison.external_topics import solution_on
from spca_core.results.files.provenance import versions
from spca_core.results.files.reopen import (
    LOADING_PRECISION,
    VARIANCE_PRECISION,
    SavedResult,
    read_result,
)
from spca_core.results.topics.chance import NOT_COMPARED
from spca_core.results.topics.words import WordLists
from spca_core.topics import Topics


def topics_of(saved: SavedResult, corpus: Corpus) -> Topics:
    """Return the topics that a saved result describes, on its corpus.

    raises : InputError if the corpus lacks a word, or the topics do not capture in it
        what the file says
    """
    columns = [corpus.columns_of(topic) for topic in saved.topic_words]
    found = solution_on(corpus, np.array(columns), saved.settings)
    if not np.allclose(found.variances, saved.variances, VARIANCE_PRECISION, 0.0):
        raise InputError(
            f"The saved {saved.settings.method} run does not match {corpus.name}. The "
            "file was changed: create it again."
        )
    return replace(
        saved.topics,
        supports=found.supports,
        loadings=found.loadings,
        variances=found.variances,
        trace=found.trace,
        corpus=corpus,
    )


def open_topics(path: str | os.PathLike[str], corpus: Corpus | None = None) -> Topics:
    """Return the topics of a file; as `Topics.open`."""
    try:
        saved = read_result(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}.") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    if corpus is None:
        corpus = _bundled(saved)
    elif corpus.content_id != saved.content_id:
        raise InputError(
            f"{path} is about other counts than {corpus.name}. Load and prepare the "
            "corpus as it was."
        )
    return saved.topics if corpus is None else topics_of(saved, corpus)


def _bundled(saved: SavedResult) -> Corpus | None:
    """Return the bundled corpus of a saved result, prepared as it was, if it is one."""
    if saved.whole_corpus not in bundled_titles():
        return None
    try:
        preparation = Preparation(**frozen(saved.preparation))
    except (TypeError, InputError):  # Of another version, or of a stranger.
        return None
    whole = prepare(read_bundled(saved.whole_corpus), preparation)
    corpus = whole.part(*map(str, saved.where))
    return corpus if corpus.content_id == saved.content_id else None


def saved_line(saved: SavedResult) -> str:
    """Return a saved result's corpus, variance, chance and proof in one line."""
    captured = mark_if_weighted(
        significant(saved.captured_variance), saved.settings.weighting
    )
    proven = ""
    if saved.certificate:
        share = verdict.bound_line(saved.topics, saved.certificate.upper_bound)
        proven = f". {share}, by the proof in the file"
    known = f"{saved.chance.headline}, says the file" if saved.chance else NOT_COMPARED
    return f"{saved.corpus}: captured variance {captured}. {known}{proven}"


def stored_topics(corpus: Corpus) -> Topics | None:
    """Return the topics that are stored beside a bundled corpus, tested against chance.

    None if there are none, or if they do not hold for these counts: a word is missing,
    or a loading or a variance is not what the counts give.
    """
    if (saved := _saved_beside(corpus)) is None:
        return None
    try:
        topics = topics_of(saved, corpus)
    except InputError:
        return None
    if not np.allclose(topics.loadings, saved.loadings, atol=LOADING_PRECISION):
        return None
    chance = saved.chance and replace(saved.chance, is_saved=False)
    # They were not searched for here: see `key_figures`.
    return replace(topics, seconds=0.0, candidates=0, chance=chance)


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


def verify(saved: SavedResult, topics: Topics) -> pd.DataFrame:
    """Compare a saved result with a new run, row by row: what, saved, now, agrees.

    A topic agrees if it has the same words in any order. `agrees` is missing for the
    versions, which may differ.
    """
    old, new = saved.captured_variance, topics.captured_variance
    corpus = topics.about
    same_data = saved.content_id == corpus.content_id
    captured = mark_if_weighted("Captured variance", topics.settings.weighting)
    same_variance = math.isclose(old, new, rel_tol=VARIANCE_PRECISION)
    rows = [
        ("Content id", saved.content_id, corpus.content_id, same_data),
        *_topic_rows(saved.topic_words, topics.words()),
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
