"""The paper's figures and ours side by side, as tables."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.paper import figures
from spca_core.paper.data_sets import DATA_SETS, DataSet, data_folder, find_file
from spca_core.paper.figures import DIGITS, PaperExperiment, Printed, experiments
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison.result_table import of_runs
from spca_core.results.files.provenance import Provenance, versions
from spca_core.results.topics.key_figures import STOPPED_BY

OUR_METHODS = ("joint", *figures.METHODS_IN_PAPER.values())
SOURCE = "the paper's data sets, in the folder that SPCA_DATA names"
MAX_COMPONENTS = 8  # in the paper's figures
ABOVE, AS_PRINTED, BELOW = "above", "as printed", "below"
# The columns of `printed_table` and their headings.
HEADINGS = {
    "experiment": "Experiment",
    "method": "Method",
    "published": "Published",
    "ours": "Ours",
    "limit": "Proven limit",
    "ratio": "Ratio",
    "against_paper": "Against SPCABiPart",
    "seconds": "Processor seconds",
    "note": "Note",
}
Run = tuple[PaperExperiment, str]  # an experiment, and our name for the method


def comparison(
    solved: Iterable[tuple[PaperExperiment, Solution]], folder: Path | None = None
) -> pd.DataFrame:
    """One row per published figure, and one per run without a published figure.

    Columns: data_set, n_components, sparsity, rank, data, method (as on screen),
    published, digits (of the published figure), ours, limit (the stored one, which no
    choice exceeds), ratio (of ours to the published figure), against_paper (how ours
    compares with the paper's own method, to the digits that are published; empty if
    nothing ran), seconds (of processors), note (how to get data that are not in the
    folder, or that a run did not finish).
    folder : where the data are; by default that of `data_folder`
    """
    solutions = {
        (experiment, solution.settings.method): solution
        for experiment, solution in solved
    }
    published = figures.published_by_run()
    absent = missing(folder or data_folder())
    notes = {data.name: f"not here: {data.how} ({data.url})" for data in absent}
    # Within an experiment, published methods stay before ours.
    order = {experiment: place for place, experiment in enumerate(experiments())}
    runs = sorted({**published, **solutions}, key=lambda run: order[run[0]])
    rows = [
        _row(
            run, published.get(run), solutions.get(run), notes.get(run[0].data_set, "")
        )
        for run in runs
    ]
    return pd.DataFrame(rows)


def experiments_present(folder: Path) -> list[PaperExperiment]:
    """Return the experiments whose data are in the folder, in the paper's order."""
    absent = {data.name for data in missing(folder)}
    return [each for each in experiments() if each.data_set not in absent]


def run_settings(experiment: PaperExperiment) -> list[Settings]:
    """Return the settings of a run by each of our methods."""
    return [experiment.settings(method) for method in OUR_METHODS]


def smaller_and_larger(experiment: PaperExperiment, n_words: int) -> list[Settings]:
    """Return the runs of the paper's bar chart: 1 to 8 components, if words suffice.

    It leaves out the runs of `run_settings`.
    """
    most = min(MAX_COMPONENTS, n_words // experiment.sparsity)
    return [
        replace(settings, n_components=n_components)
        for n_components in range(1, most + 1)
        for settings in run_settings(experiment)
        if n_components != experiment.n_components
    ]


def is_of_any_size(
    experiment: PaperExperiment, data_set: str, settings: Settings
) -> bool:
    """Tell whether a run belongs to the experiment with any number of components."""
    of_its_size = replace(settings, n_components=experiment.n_components)
    return experiment in experiments_of(data_set, of_its_size)


def experiments_of(data_set: str, settings: Settings) -> list[PaperExperiment]:
    """Return the experiments that a run on a data set belongs to.

    Several may differ only in the rank, which not every method uses.
    """
    return [
        experiment
        for experiment in experiments()
        if experiment.data_set == data_set
        and settings.relevant in [run.relevant for run in run_settings(experiment)]
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


def rows_that_ran(
    table: pd.DataFrame, first: PaperExperiment | None = None
) -> pd.DataFrame:
    """Return the rows of `comparison` of experiments of which any method ran.

    first : the experiment whose rows come first
    """
    keys = ["data_set", "n_components", "sparsity", "rank"]
    if first:
        is_first = (table[keys] == [getattr(first, key) for key in keys]).all(axis=1)
        table = pd.concat([table[is_first], table[~is_first]])
    return table[table.groupby(keys)["ours"].transform("count") > 0]


def printed_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return rows of `comparison` as they are shown: few columns, numbers as printed.

    Columns: experiment, method, published, ours, limit, ratio, against_paper, seconds,
    note.
    """
    experiment = [
        f"{row.data_set}, {row.n_components} x {row.sparsity}, rank {row.rank}, "
        f"{row.data}"
        for row in table.itertuples()
    ]
    printed = table.assign(
        published=_printed(table["published"], table["digits"]),
        ours=_printed(table["ours"], repeat(DIGITS)),
        limit=_printed(table["limit"], repeat(DIGITS)),
        experiment=experiment,
    )
    return printed[[name for name in HEADINGS if name in printed]]


def _printed(figures: pd.Series, digits: Iterable[int]) -> list[str]:
    """Write figures with so many digits, and missing ones as nothing."""
    both = zip(figures, digits, strict=False)
    return ["" if math.isnan(one) else str(Printed(one, int(n))) for one, n in both]


def published_marks(experiment: PaperExperiment) -> pd.DataFrame:
    """Return one row per published figure: method, n_components, value."""
    rows = [
        (METHODS[method].label, experiment.n_components, figure.value)
        for (of, method), figure in figures.published_by_run().items()
        if of == experiment
    ]
    return pd.DataFrame(rows, columns=["method", "n_components", "value"])


def limit_mark(experiment: PaperExperiment) -> pd.DataFrame:
    """Return the proven limit, if one is stored, as `verdict.limits` has it."""
    known = figures.proven().get(experiment)
    rows = (
        [(experiment.n_components, known.upper_bound, "certificate")] if known else []
    )
    return pd.DataFrame(rows, columns=["n_components", "upper_bound", "proof"])


def missing(folder: Path) -> list[DataSet]:
    """Return the data sets that are not in the folder."""
    return [data for data in DATA_SETS if find_file(data, folder) is None]


def _row(
    run: Run, published: Printed | None, solution: Solution | None, note: str
) -> dict[str, object]:
    experiment, method = run
    figure, ours = published.value if published else math.nan, math.nan
    known = figures.proven().get(experiment)
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
        "digits": published.digits if published else None,
        "ours": ours,
        "limit": known.upper_bound if known else math.nan,
        "ratio": ours / figure,
        "against_paper": _against(ours, experiment) if solution else "",
        "seconds": solution.processor_seconds if solution else math.nan,
        "note": note,
    }


def _against(ours: float, experiment: PaperExperiment) -> str:
    """Compare ours, to the digits that are published, with the paper's own method."""
    published = figures.published_by_run()[experiment, figures.PAPERS_OWN]
    rounded = float(f"{ours:.{published.digits}g}")
    if math.isclose(rounded, published.value, rel_tol=1e-9):
        return AS_PRINTED
    return ABOVE if rounded > published.value else BELOW
