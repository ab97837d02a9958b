"""The paper's figures for KOS: stored runs of each method beside the printed figures.

`python -m datasets.build_paper_figures` makes the runs.
"""

import json
from functools import cache
from typing import Any

import pandas as pd

from spca_core.corpus.bundled import FOLDER
from spca_core.paper.figures import PaperExperiment, experiments
from spca_core.paper.reproduction import SOURCE, limit_mark, published_marks
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.comparison.result_table import of_runs
from spca_core.results.figure import Figure
from spca_core.results.files.provenance import Provenance

STORED = FOLDER / "paper" / "kos.json"
EXPERIMENT = "KOS: 8 topics of 15 words, sketches of rank 5"


def stored_figures() -> tuple[Figure, Figure]:
    """Return the variance by topic, and in all for each number of topics."""
    experiment, runs = _experiment(), _stored()["runs"]
    table = pd.concat([_rows(**run) for run in runs], ignore_index=True)
    is_full = table["of"] == experiment.n_components
    is_whole = table["of"] == table[curves.SIZES]
    marks = {"published": published_marks(experiment), "limits": limit_mark(experiment)}
    by_topic, by_number = (
        curves.quantile_bands(table[rows].drop(columns="of"))
        for rows in (is_full, is_whole)
    )
    return (
        curve_figure(by_topic, "kos_by_topic", **marks),
        bar_figure(by_number, "kos_by_number_of_topics", **marks),
    )


def stored_provenance() -> Provenance:
    """Return what the stored runs were made of, and on what."""
    stored = _stored()
    made_of = Provenance(
        corpus=_experiment().data_set,
        content_id=stored["content_id"],
        source=SOURCE,
        versions=stored["machine"],
    )
    settings = [Settings(**run["settings"]) for run in stored["runs"]]
    return of_runs(made_of, settings, machine=stored["machine"])


def _rows(
    settings: dict[str, Any],
    variances: list[float],
    processor_seconds: float,  # noqa: ARG001, it is in the file for readers
) -> pd.DataFrame:
    """Return one row per topic of a run: what it and those before it capture."""
    return pd.DataFrame(
        {
            "method": METHODS[settings["method"]].label,
            "seed": settings["seed"],
            "of": len(variances),
            curves.SIZES: range(1, len(variances) + 1),
            "value": pd.Series(variances).cumsum(),
        }
    )


@cache
def _stored() -> dict[str, Any]:
    return json.loads(STORED.read_text("utf-8"))


def _experiment() -> PaperExperiment:
    return next(each for each in experiments() if str(each) == EXPERIMENT)
