"""The paper's figures and ours side by side, as tables."""

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from spca_core.paper.catalogue import DATA_SETS
from spca_core.paper.data_sets import data_folder, find
from spca_core.paper.figures import (
    METHODS_IN_PAPER,
    PAPERS_OWN,
    Experiment,
    experiments,
    variance_by_run,
)
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.topics import STOPPED_BY

OUR_METHODS = ("joint", *METHODS_IN_PAPER.values())
MOST_COMPONENTS = 8  # in the paper's figures
Run = tuple[Experiment, str]  # and our name of the method


def comparison(
    found: Iterable[tuple[Experiment, Solution]], folder: Path | None = None
) -> pd.DataFrame:
    """One row a published figure, and one a run that the paper has no figure of.

    Columns: data_set, n_components, sparsity, rank, data, method (as on screen),
    published, ours, ratio, beats_paper (ours is above the paper's own method), seconds,
    note (how to get data that are not in the folder, or that a run did not finish).
    folder : where the data are looked for; without it the usual one
    """
    solutions = {(one, solution.settings.method): solution for one, solution in found}
    published = variance_by_run()
    notes = _notes_on_missing(folder)
    rows = [
        _row(run, published, solutions.get(run), notes.get(run[0].data_set, ""))
        for run in _in_order({**published, **solutions})
    ]
    return pd.DataFrame(rows)


def experiments_present(folder: Path) -> list[Experiment]:
    """Return the experiments whose data are there, in the paper's order."""
    here = {one.name for one in DATA_SETS if find(one, folder)}
    return [one for one in experiments() if one.data_set in here]


def settings_of(experiment: Experiment) -> list[Settings]:
    """Return a run by each of our methods."""
    return [experiment.settings(method) for method in OUR_METHODS]


def smaller_and_larger(experiment: Experiment, n_words: int) -> list[Settings]:
    """Return the runs of the paper's bar figure: 1 to 8 components, where words allow.

    Those of `settings_of` are not among them.
    """
    most = min(MOST_COMPONENTS, n_words // experiment.sparsity)
    return [
        replace(settings, n_components=n_components)
        for n_components in range(1, most + 1)
        for settings in settings_of(experiment)
        if n_components != experiment.n_components
    ]


def is_of_any_size(experiment: Experiment, data_set: str, settings: Settings) -> bool:
    """Tell whether a run belongs to the experiment but for its number of components."""
    of_its_size = replace(settings, n_components=experiment.n_components)
    return experiment in experiments_of(data_set, of_its_size)


def experiments_of(data_set: str, settings: Settings) -> list[Experiment]:
    """Return the experiments that a run on a data set belongs to.

    There may be several: two experiments of one data set may differ in the rank alone,
    which not every method uses.
    """
    relevant = settings.relevant
    return [
        one
        for one in experiments()
        if one.data_set == data_set
        and relevant in [own.relevant for own in settings_of(one)]
    ]


def missing(folder: Path) -> pd.DataFrame:
    """One row a data set that is not in the folder: data_set, source, url, how."""
    return pd.DataFrame(
        [
            (one.name, one.source, one.url, one.how)
            for one in DATA_SETS
            if find(one, folder) is None
        ],
        columns=["data_set", "source", "url", "how"],
    )


def _notes_on_missing(folder: Path | None) -> dict[str, str]:
    absent = missing(data_folder() if folder is None else folder)
    return {
        name: f"not here: {how} ({url})"
        for name, _, url, how in absent.itertuples(index=False)
    }


def _in_order(runs: Iterable[Run]) -> list[Run]:
    """Sort by experiment; within one, published methods stay before ours."""
    order = {experiment: place for place, experiment in enumerate(experiments())}
    return sorted(runs, key=lambda run: order[run[0]])


def _row(
    run: Run, published: dict[Run, float], solution: Solution | None, note: str
) -> dict[str, object]:
    experiment, method = run
    figure = published.get(run, math.nan)
    ours = solution.captured_variance if solution else math.nan
    if solution:
        finished = solution.stopped_by == "finished"
        note = "" if finished else STOPPED_BY[solution.stopped_by]
    return {
        "data_set": experiment.data_set,
        "n_components": experiment.n_components,
        "sparsity": experiment.sparsity,
        "rank": experiment.rank,
        "data": "centred" if experiment.centred else "raw",
        "method": METHODS[method].label,
        "published": figure,
        "ours": ours,
        "ratio": ours / figure,
        # False, as it should be, where ours is not a number.
        "beats_paper": ours > published[experiment, PAPERS_OWN],
        "seconds": solution.seconds if solution else math.nan,
        "note": note,
    }
