"""The topics and fair runs that are stored beside the bundled corpora."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spca_core.corpus.bundled import FOLDER, bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.settings import Settings
from spca_core.problem.solution import TracePoint
from spca_core.proof.certificate import Certificate
from spca_core.results.files.saved import topics_of, topics_on
from spca_core.results.files.saved_format import LOADING_PRECISION, Saved, read_saved
from spca_core.topics import Topics


def stored_topics(corpus: Corpus) -> Topics | None:
    """Return the topics that are stored beside a bundled corpus, tested and proven.

    None if there are none, or if they do not hold for these counts: a word is missing,
    or a loading or a variance is not what the counts give.
    """
    if (saved := _saved_beside(corpus)) is None:
        return None
    try:
        (topics,) = topics_on(saved, corpus)
    except InputError:  # Somebody has changed the file.
        return None
    stated = [topic.loadings for topic in saved.runs[0].topics]
    if not np.allclose(topics.loadings, stated, atol=LOADING_PRECISION):
        return None
    chance = topics.chance and replace(topics.chance, is_saved=False)
    # They were not searched for here: see `key_figures`.
    known = TracePoint(0.0, 0.0, 0, len(topics), topics.captured_variance)
    return replace(topics, seconds=0.0, candidates=0, trace=(known,), chance=chance)


def stored_certificate(corpus: Corpus, settings: Settings) -> Certificate | None:
    """Return what is stored beside a bundled corpus as proven for any such topics.

    None if nothing is, for this matrix, number and size.
    """
    if (saved := _saved_beside(corpus)) is None:
        return None
    topics = topics_of(saved)
    return topics.certificate if topics.settings.question == settings.question else None


def _saved_beside(corpus: Corpus) -> Saved | None:
    """Return the file beside a bundled corpus, if it is about these counts."""
    path = FOLDER / corpus.name / f"topics.{corpus.name}.json"
    if corpus.name not in bundled_titles() or not path.is_file():
        return None
    try:
        saved = read_saved(path.read_bytes())
    except InputError:  # Somebody has changed the file.
        return None
    return saved if saved.content_id == corpus.content_id else None


def stored_paths(name: str) -> tuple[Path, Path]:
    """Return where the fair runs of a corpus are: on raw counts, and weighted."""
    as_in_paper, weighted = "comparison_as_in_the_paper", "comparison"
    folder = FOLDER / name
    return folder / f"{as_in_paper}.{name}.json", folder / f"{weighted}.{name}.json"


@cache
def stored_comparisons(name: str) -> list[Saved]:
    """Return the fair runs that are stored beside a bundled corpus."""
    if name not in bundled_titles():
        return []
    return [read_saved(path.read_bytes()) for path in stored_paths(name)]


def options_of(saved: Saved) -> dict[str, Any]:
    """Return the options of all runs of a file at once: where they differ, the most.

    A run has the default for what its method does not use.
    """
    runs, defaults = _settings(saved), Settings()
    names = {field.name for field in fields(Settings)}
    options: dict[str, Any] = {}
    for name in names - {"pinned", "seconds", "method", "seed"}:
        values = {getattr(run, name) for run in runs}
        others = values - {getattr(defaults, name)}
        options[name] = max(others) if others else getattr(defaults, name)
    random = [run for run in runs if run.is_random or saved.equal_time]
    seeds = [run.seed for run in random] or [defaults.seed]
    methods = tuple(dict.fromkeys(run.method for run in runs))
    n_seeds = max(seeds) - min(seeds) + 1
    return {**options, "seed": min(seeds), "methods": methods, "seeds": n_seeds}


def answers(saved: Saved, settings: Settings) -> bool:
    """Return whether each run of a file is what its method does with these settings."""
    asked = replace(settings, pinned=(), seconds=None)

    def as_asked(run: Settings) -> Settings:
        its = {"method": run.method, "seed": run.seed, "restarts": run.restarts}
        return replace(replace(asked, **its).relevant, seed=run.seed)

    is_begun_so = options_of(saved)["seed"] == settings.seed
    return is_begun_so and all(run == as_asked(run) for run in _settings(saved))


def _settings(saved: Saved) -> Sequence[Settings]:
    return [run.settings for run in saved.runs]
