"""The paper's figures and ours side by side, as tables."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.paper import figures
from spca_core.paper.data_sets import DATA_SETS, data_folder, find
from spca_core.paper.figures import Experiment, experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison import of_runs
from spca_core.results.files.provenance import Provenance, versions
from spca_core.results.topics import STOPPED_BY

OUR_METHODS = ("joint", *figures.METHODS_IN_PAPER.values())
SOURCE = "the paper's data sets, in the folder that SPCA_DATA names"
MAX_COMPONENTS = 8  # in the paper's figures
Run = tuple[Experiment, str]  # an experiment, and our name for the method


def comparison(
    found: Iterable[tuple[Experiment, Solution]], folder: Path | None = None
) -> pd.DataFrame:
    """One row per published figure, and one per run without a published figure.

    Columns: data_set, n_components, sparsity, rank, data, method (as on screen),
    published, ours, ratio, beats_paper (ours is above the paper's own method), seconds,
    note (how to get data that are not in the folder, or that a run did not finish).
    folder : where the data are; by default that of `data_folder`
    """
    solutions = {(one, solution.settings.method): solution for one, solution in found}
    published = figures.variance_by_run()
    absent = missing(folder or data_folder()).itertuples()
    notes = {row.data_set: f"not here: {row.how} ({row.url})" for row in absent}
    # Within an experiment, published methods stay before ours.
    order = {experiment: place for place, experiment in enumerate(experiments())}
    runs = sorted({**published, **solutions}, key=lambda run: order[run[0]])
    rows = [
        _row(run, published, solutions.get(run), notes.get(run[0].data_set, ""))
        for run in runs
    ]
    return pd.DataFrame(rows)


def experiments_present(folder: Path) -> list[Experiment]:
    """Return the experiments whose data are in the folder, in the paper's order."""
    here = {one.name for one in DATA_SETS if find(one, folder)}
    return [one for one in experiments() if one.data_set in here]


def settings_of(experiment: Experiment) -> list[Settings]:
    """Return the settings of a run by each of our methods."""
    return [experiment.settings(method) for method in OUR_METHODS]


def smaller_and_larger(experiment: Experiment, n_words: int) -> list[Settings]:
    """Return the runs of the paper's bar chart: 1 to 8 components, if words suffice.

    It leaves out the runs of `settings_of`.
    """
    most = min(MAX_COMPONENTS, n_words // experiment.sparsity)
    return [
        replace(settings, n_components=n_components)
        for n_components in range(1, most + 1)
        for settings in settings_of(experiment)
        if n_components != experiment.n_components
    ]


def is_of_any_size(experiment: Experiment, data_set: str, settings: Settings) -> bool:
    """Tell whether a run belongs to the experiment with any number of components."""
    of_its_size = replace(settings, n_components=experiment.n_components)
    return experiment in experiments_of(data_set, of_its_size)


def experiments_of(data_set: str, settings: Settings) -> list[Experiment]:
    """Return the experiments that a run on a data set belongs to.

    Several may differ only in the rank, which not every method uses.
    """
    return [
        one
        for one in experiments()
        if one.data_set == data_set
        and settings.relevant in [own.relevant for own in settings_of(one)]
    ]


def provenance(runs: Sequence[tuple[Corpus, Settings]]) -> Provenance:
    """Return the provenance of these runs' figures: their data sets, in order."""
    corpora = {corpus.content_id: corpus.name for corpus, _ in runs}
    made_of = Provenance(
        corpus=", ".join(corpora.values()),
        content_id=", ".join(corpora),
        source=SOURCE,
        versions=versions(),
    )
    return of_runs(made_of, [settings for _, settings in runs]) if runs else made_of


def missing(folder: Path) -> pd.DataFrame:
    """One row per data set that is not in the folder: data_set, source, url, how."""
    rows = [
        (one.name, one.source, one.url, one.how)
        for one in DATA_SETS
        if find(one, folder) is None
    ]
    return pd.DataFrame(rows, columns=["data_set", "source", "url", "how"])


def _row(
    run: Run, published: dict[Run, float], solution: Solution | None, note: str
) -> dict[str, object]:
    experiment, method = run
    figure, ours = published.get(run, math.nan), math.nan
    if solution:
        ours, end = solution.captured_variance, solution.stopped_by
        note = "" if end == "finished" else STOPPED_BY[end]
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
        # False, as it should be, if ours is NaN.
        "beats_paper": ours > published[experiment, figures.PAPERS_OWN],
        "seconds": solution.seconds if solution else math.nan,
        "note": note,
    }
