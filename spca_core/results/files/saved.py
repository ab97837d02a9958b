"""Topics as a file of the saved format, and back, with or without their corpus."""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.conditions import Condition, whole_name
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.corpus.weighting import Weights
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import frozen, with_values
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint
from spca_core.proof.certificate import Certificate
from spca_core.results.comparison.external_topics import solution_on
from spca_core.results.documents.new_documents import scoring_if_any
from spca_core.results.documents.scoring import MAX_SAVED, Scoring
from spca_core.results.files.provenance import machine_figures
from spca_core.results.files.saved_format import (
    FORMAT,
    VARIANCE_PRECISION,
    Saved,
    SavedChance,
    SavedKind,
    SavedLimit,
    SavedRun,
    SavedScoring,
    SavedTopic,
    read_saved,
)
from spca_core.results.topics import chance
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Description, Edits, Topics


def to_json(topics: Topics) -> str:
    """Return the file of topics, with what new documents are scored by."""
    proof = topics.certificate
    run = msgspec.structs.replace(
        _run_of(topics),
        verdict=chance.verdict(topics.chance),
        scoring=_saved_scoring(scoring_if_any(topics)),
    )
    return _saved(topics, (run,), limits=(_limit(proof),) if proof else ()).json


def _limit(proof: Certificate) -> SavedLimit:
    return SavedLimit(
        n_components=proof.n_components,
        upper_bound=proof.upper_bound,
        proof="certificate",
        steps=proof.steps,
        seconds=proof.seconds,
        stopped_by=proof.stopped_by,
    )


def to_experiment(
    corpus: Corpus,
    solutions: Sequence[Solution],
    limits: Sequence[Mapping[str, Any]] = (),
    equal_time: float | None = None,
    machine: Mapping[str, str] | None = None,
) -> str:
    """Return the file of runs on a corpus, in the order of methods, sizes and seeds.

    limits     : what is proven, as `verdict.records` has it
    equal_time : as `Saved` has it
    machine    : hardware and software of the runs, if they were not made here
    """
    used = [_as_used(run, equal_time) for run in sorted(solutions, key=_place)]
    runs = [Topics.of(corpus, run) for run in used]
    return _saved(
        runs[0],
        tuple(map(_run_of, runs)),
        limits=tuple(SavedLimit(**each) for each in limits),
        equal_time=equal_time,
        machine=machine,
    ).json


def _place(run: Solution) -> tuple[Any, ...]:
    options = run.settings
    return options.method, options.n_components, options.sparsity, repr(options)


def _as_used(run: Solution, equal_time: float | None) -> Solution:
    """Return a run with the settings that its method uses."""
    settings = run.settings.relevant
    if equal_time is not None:
        # A restart for which there was no time would have used the seed.
        settings = replace(settings, seed=run.settings.seed)
    return replace(run, settings=settings)


def _saved(
    topics: Topics,
    runs: tuple[SavedRun, ...],
    limits: tuple[SavedLimit, ...],
    equal_time: float | None = None,
    machine: Mapping[str, str] | None = None,
) -> Saved:
    corpus = topics.about
    return Saved(
        format=FORMAT,
        corpus=corpus.name,
        where=tuple(map(str, corpus.where)),
        content_id=corpus.content_id,
        n_documents=corpus.n_documents,
        n_words=corpus.n_words,
        kind=SavedKind(documents=corpus.kind.documents, words=corpus.kind.words),
        warnings=tuple(corpus.warnings),
        source=topics.source,
        preparation=with_values(Preparation(), frozen(corpus.preparation)),
        machine=dict(machine or machine_figures()),
        limits=limits,
        equal_time=equal_time,
        runs=runs,
    )


def _run_of(topics: Topics) -> SavedRun:
    known, edits = topics.chance, topics.edits
    rows = zip(topics.words(), topics.loadings, topics.variances, strict=True)
    return SavedRun(
        settings=topics.settings,
        captured_variance=topics.captured_variance,
        topics=tuple(
            SavedTopic(
                words=words,
                loadings=tuple(loadings.tolist()),
                variance=float(variance),
                name=edits.names.get(words[0], ""),
                hidden=words[0] in edits.hidden,
            )
            for words, loadings, variance in rows
        ),
        chance=None if known is None else _saved_chance(known),
        seconds=topics.seconds,
        processor_seconds=topics.processor_seconds,
        candidates=topics.candidates,
        stopped_by=topics.stopped_by,
        remarks=topics.remarks,
        trace=topics.trace,
    )


def _saved_chance(known: AgainstChance) -> SavedChance:
    return SavedChance(
        variances=known.variances,
        greatest=known.greatest,
        n_documents=known.n_documents,
    )


def _saved_scoring(scoring: Scoring | None) -> SavedScoring | None:
    """Return what is saved of it; None if its words are too many to be opened."""
    if scoring is None or len(scoring.words) > MAX_SAVED:
        return None
    return SavedScoring(
        words=scoring.words,
        rarity=tuple(scoring.weights.rarity.tolist()),
        centre=tuple(scoring.centre.tolist()) if scoring.centre.any() else None,
        are_counts=scoring.kind is COUNTS,
        is_dense=scoring.is_dense,
        analyser=scoring.analyser,
    )


def open_topics(path: str | os.PathLike[str], corpus: Corpus | None = None) -> Topics:
    """Return the topics of a file; as `Topics.open`."""
    try:
        saved = read_saved(Path(path).read_bytes())
        alone = topics_of(saved)
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}.") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    if corpus is None and (corpus := _bundled(saved)) is None:
        return alone
    (topics,) = topics_on(saved, corpus)
    return topics


def _bundled(saved: Saved) -> Corpus | None:
    """Return the bundled corpus of a file, prepared as it was, if it is one."""
    conditions = tuple(map(Condition.parse, saved.where))
    name = whole_name(saved.corpus, conditions)
    if name not in bundled_titles():
        return None
    try:
        corpus = prepare(read_bundled(name), saved.preparation).part(*saved.where)
    except InputError:  # A stranger's file, after which nothing is left.
        return None
    return corpus if corpus.content_id == saved.content_id else None


def topics_of(saved: Saved) -> Topics:
    """Return the topics of the only run of a file, without their corpus.

    raises : InputError if there are several
    """
    if len(saved.runs) > 1:
        raise InputError(
            f"The file has {counted(len(saved.runs), 'runs')}, and only one can be "
            "opened here. Open it on the page Compare."
        )
    return _topics(saved, saved.runs[0])


def topics_on(saved: Saved, corpus: Corpus) -> list[Topics]:
    """Return the topics of each run, computed anew on their corpus.

    raises : InputError if they are of another corpus, or do not capture in it what the
        file says
    """
    check_same(saved, corpus)
    return [_computed(saved, run, corpus) for run in saved.runs]


def stated_on(saved: Saved, corpus: Corpus) -> list[Topics]:
    """Return the topics as a file of our own states them, in a tenth of the time.

    raises : InputError if they are of another corpus
    """
    check_same(saved, corpus)
    return [
        replace(_topics(saved, run), corpus=corpus, supports=_supports(run, corpus))
        for run in saved.runs
    ]


def check_same(saved: Saved, corpus: Corpus) -> None:
    """Raise InputError if a file is about another corpus."""
    if corpus.content_id != saved.content_id:
        raise InputError(
            f"This file is about {saved.corpus}; {corpus.name} is another corpus, or "
            "was prepared differently. Open the same corpus first: its content id is "
            f"{saved.content_id}."
        )


def _computed(saved: Saved, run: SavedRun, corpus: Corpus) -> Topics:
    found = solution_on(corpus, _supports(run, corpus), run.settings)
    stated = [topic.variance for topic in run.topics]
    if not np.allclose(found.variances, stated, VARIANCE_PRECISION, 0.0):
        raise InputError(
            f"The saved {run.settings.method} run does not match {corpus.name}. The "
            "file was changed: create it again."
        )
    return replace(
        _topics(saved, run),
        supports=found.supports,
        loadings=found.loadings,
        variances=found.variances,
        corpus=corpus,
    )


def _supports(run: SavedRun, corpus: Corpus) -> np.ndarray:
    return np.array([corpus.columns_of(topic.words) for topic in run.topics])


def _topics(saved: Saved, run: SavedRun) -> Topics:
    settings, known = run.settings, run.chance
    proof, scoring = saved.certificate(run), run.scoring
    places = np.arange(len(run.topics) * settings.sparsity)
    found = Solution(
        settings=settings,
        supports=places.reshape(len(run.topics), -1),
        loadings=np.array([topic.loadings for topic in run.topics]),
        variances=np.array([topic.variance for topic in run.topics]),
        trace=tuple(TracePoint(*point) for point in run.trace),
        seconds=run.seconds,
        processor_seconds=run.processor_seconds,
        candidates=run.candidates,
        stopped_by=run.stopped_by,
        remarks=run.remarks,
    )
    return Topics.of(
        None,
        found,
        certificate=None if proof is None else _certificate(proof, settings),
        chance=None if known is None else _chance(known),
        edits=Edits(
            names={one.words[0]: one.name for one in run.topics if one.name},
            hidden=tuple(one.words[0] for one in run.topics if one.hidden),
        ),
        source=saved.source,
        description=_description(saved, run),
        scoring=None
        if scoring is None
        else _scoring(scoring, settings, saved.preparation),
    )


def _description(saved: Saved, run: SavedRun) -> Description:
    return Description(
        name=saved.corpus,
        content_id=saved.content_id,
        n_documents=saved.n_documents,
        n_words=saved.n_words,
        words=tuple(word for topic in run.topics for word in topic.words),
        kind=Kind(saved.kind.documents, saved.kind.words, run.settings.centred),
        warnings=saved.warnings,
        preparation=asdict(saved.preparation),
        where=tuple(map(Condition.parse, saved.where)),
    )


def _certificate(proof: SavedLimit, settings: Settings) -> Certificate:
    return Certificate(
        n_components=proof.n_components,
        sparsity=settings.sparsity,
        variance_bound=math.inf,
        stated_bound=proof.upper_bound,
        steps=proof.steps or 0,
        seconds=proof.seconds,
        stopped_by=proof.stopped_by,
    )


def _chance(saved: SavedChance) -> AgainstChance:
    judged, greatest = saved.variances, saved.greatest
    return AgainstChance(judged, greatest, saved.n_documents, is_saved=True)


def _scoring(
    saved: SavedScoring, settings: Settings, preparation: Preparation
) -> Scoring:
    centre = np.zeros(len(saved.words)) if saved.centre is None else saved.centre
    return Scoring(
        words=saved.words,
        weights=Weights(settings.weighting, settings.norm, np.array(saved.rarity)),
        centre=np.array(centre),
        kind=COUNTS if saved.are_counts else MEASUREMENTS,
        is_dense=saved.is_dense,
        analyser=saved.analyser,
        preparation=preparation,
    )
