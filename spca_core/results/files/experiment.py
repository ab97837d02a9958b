"""A comparison as a file: all runs, to be looked at again, and to be made again.

It holds what a script needs to compute every figure anew, with NumPy alone. Files may
come from strangers: every field is checked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import FOLDER, bundled_titles
from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint
from spca_core.proof import verdict
from spca_core.results.files import reopen
from spca_core.results.files.export import of_corpus, of_run
from spca_core.results.files.fields import (
    check_field,
    checked_texts,
    list_of,
    numbers_of,
    objects_of,
    text_of,
)
from spca_core.results.files.provenance import machine_figures
from spca_core.results.files.reopen import SavedResult, check_same
from spca_core.results.files.verification import topics_of
from spca_core.topics import Topics

KIND = "comparison of disjoint topics"
MAX_SAVED_RUNS, MAX_TRACE_POINTS, MAX_SAVED_LIMITS = 1_000, 100_000, 1_000


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """What a file says of its corpus and its machine, and its runs.

    whole_corpus, where : as in `SavedResult`
    limits : what it says is proven, as `verdict.limits` gives it
    """

    corpus: str
    whole_corpus: str
    where: tuple[Condition, ...]
    content_id: str
    machine: dict[str, str]
    limits: pd.DataFrame
    equal_time: float | None  # processor seconds of each run with its restarts
    runs: tuple["SavedRun", ...]

    @property
    def settings(self) -> list[Settings]:
        """The settings of the runs, without what the methods do not use."""
        return [run.result.settings for run in self.runs]

    @property
    def options(self) -> dict[str, Any]:
        """The options of all runs at once: where they differ, the most.

        A run has the default for what its method does not use.
        """
        defaults = Settings()
        names = [field.name for field in fields(Settings)]
        options: dict[str, Any] = {}
        for name in set(names) - {"pinned", "seconds", "method", "seed"}:
            values = {getattr(run, name) for run in self.settings}
            others = values - {getattr(defaults, name)}
            options[name] = max(others) if others else getattr(defaults, name)
        random = [run for run in self.settings if run.is_random or self.equal_time]
        seeds = [run.seed for run in random] or [defaults.seed]
        methods = tuple(dict.fromkeys(run.method for run in self.settings))
        n_seeds = max(seeds) - min(seeds) + 1
        return {**options, "seed": min(seeds), "methods": methods, "seeds": n_seeds}

    @property
    def processor(self) -> str:
        """What the runs were made on."""
        return self.machine.get("Processor", "an unknown processor")

    def answers(self, settings: Settings) -> bool:
        """Return whether each run is what its method does with these settings."""
        asked = replace(settings, pinned=(), seconds=None)

        def as_asked(run: Settings) -> Settings:
            its = {"method": run.method, "seed": run.seed, "restarts": run.restarts}
            return replace(replace(asked, **its).relevant, seed=run.seed)

        is_begun_so = self.options["seed"] == settings.seed
        return is_begun_so and all(run == as_asked(run) for run in self.settings)

    def solutions(self, corpus: Corpus) -> list[Topics]:
        """Return the runs' solutions.

        raises : InputError if they are of another corpus, or do not hold on this one
        """
        check_same(corpus, self.corpus, self.content_id)
        return [run.topics(corpus) for run in self.runs]

    def stated_solutions(self, corpus: Corpus) -> list[Topics]:
        """Return them as a file of our own states them, without computing them anew.

        raises : InputError if they are of another corpus
        """
        check_same(corpus, self.corpus, self.content_id)
        return [run.stated(corpus) for run in self.runs]


@dataclass(frozen=True, kw_only=True)
class SavedRun:
    """One run of a file: its answer, and how it came to it."""

    result: SavedResult
    trace: tuple[TracePoint, ...]

    def topics(self, corpus: Corpus) -> Topics:
        """Return the topics, computed anew on its corpus; raise if it differs."""
        return replace(topics_of(self.result, corpus), trace=self.trace)

    def stated(self, corpus: Corpus) -> Topics:
        """Return the topics as the file states it, in a tenth of the time."""
        supports = [corpus.columns_of(words) for words in self.result.topic_words]
        return replace(
            self.result.topics,
            corpus=corpus,
            supports=np.array(supports),
            trace=self.trace,
        )


def to_experiment(
    corpus: Corpus,
    solutions: Sequence[Solution],
    limits: Sequence[dict[str, Any]] = (),
    equal_time: float | None = None,
    machine: Mapping[str, str] | None = None,
) -> str:
    """Return runs on a corpus as JSON, in the order of methods, sizes and seeds.

    limits     : what is proven, as `verdict.records` has it
    equal_time : the processor seconds that each run could use for restarts, if they
                 were all given the same; how many it made is in its settings
    machine    : hardware and software of the runs, if they were not made here
    """
    written = {
        "experiment": KIND,
        **of_corpus(corpus),
        "preparation": _changed(corpus.preparation),
        "machine": dict(machine or machine_figures()),
        "limits": list(limits),
        "equal_time": equal_time,
        "runs": [
            _run(Topics.of(corpus, run), equal_time)
            for run in sorted(solutions, key=_place)
        ],
    }
    return json.dumps(written, indent=1)


def _changed(preparation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the default: a corpus as loaded has none."""
    default = json.loads(json.dumps(asdict(DEFAULT_PREPARATION)))
    plain = json.loads(json.dumps(dict(preparation)))
    return {name: value for name, value in plain.items() if value != default.get(name)}


def _place(solution: Solution) -> tuple[Any, ...]:
    options = solution.settings
    return options.method, options.n_components, options.sparsity, repr(options)


def _run(run: Topics, equal_time: float | None) -> dict[str, Any]:
    settings = run.settings.relevant
    if equal_time is not None:
        # A restart for which there was no time would have used the seed.
        settings = replace(settings, seed=run.settings.seed)
    trace = [list(point) for point in run.trace]
    return {**of_run(replace(run, settings=settings)), "trace": trace}


def stored_paths(name: str) -> tuple[Path, Path]:
    """Return where the fair runs of a corpus are: on raw counts, and weighted."""
    as_in_paper, weighted = "comparison_as_in_the_paper", "comparison"
    folder = FOLDER / name
    return folder / f"{as_in_paper}.{name}.json", folder / f"{weighted}.{name}.json"


@cache
def stored_experiments(name: str) -> list[Experiment]:
    """Return the fair runs that are stored beside a bundled corpus."""
    if name not in bundled_titles():
        return []
    return [read_experiment(path.read_bytes()) for path in stored_paths(name)]


def read_experiment(text: bytes) -> Experiment:
    """Read what `to_experiment` wrote.

    raises : InputError that names the field that is wrong
    """
    whole = reopen.parsed_as(KIND, text)
    runs = objects_of("runs", whole.pop("runs", None), 1, MAX_SAVED_RUNS)
    shared = {**whole, "settings": None, "processor_seconds": None}
    read = tuple(_read_run({**shared, **run}) for run in runs)
    first = read[0].result
    return Experiment(
        corpus=first.corpus,
        whole_corpus=first.whole_corpus,
        where=first.where,
        content_id=first.content_id,
        machine=checked_texts("machine", whole.get("machine")),
        limits=_limits(whole.get("limits", [])),
        equal_time=_equal_time(whole.get("equal_time")),
        runs=read,
    )


def _limits(limits: object) -> pd.DataFrame:
    rows = objects_of("limits", limits, 0, MAX_SAVED_LIMITS)
    for row in rows:
        size, _, steps = numbers_of(
            "limits",
            [row.get("n_components"), row.get("upper_bound"), row.get("steps") or 0],
            3,
            0.0,
        )
        are_whole = size == int(size) and steps == int(steps)
        check_field("limits", are_whole, "of whole numbers of topics and steps")
        text_of("limits", row.get("proof"))
    return verdict.from_records(rows)


def _equal_time(seconds: object) -> float | None:
    if seconds is None:
        return None
    return numbers_of("equal_time", [seconds], 1, 0.0)[0]


def _read_run(run: dict[str, Any]) -> SavedRun:
    points = list_of("trace", run.get("trace"), 0, MAX_TRACE_POINTS)
    return SavedRun(
        result=reopen.result_of(run), trace=tuple(_point(point) for point in points)
    )


def _point(point: object) -> TracePoint:
    seconds, spent, candidates, n_components, captured = numbers_of(
        "trace", point, 5, 0.0
    )
    return TracePoint(seconds, spent, int(candidates), int(n_components), captured)
