"""The paper's tables as it prints them, and what is proven of their data."""

from typing import NamedTuple

import pandas as pd

from spca_core.paper.figures import (
    DIGITS,
    METHODS_IN_PAPER,
    PAPERS_OWN,
    PaperExperiment,
    Printed,
    experiments,
    proven,
    published_by_run,
    published_variances,
)
from spca_core.problem.method import METHODS
from spca_core.proof.verdict import floored_percentage

# The columns of `published_table` that are not the paper's methods.
HEADINGS = {
    "experiment": "Data set",
    "shape": "Size",
    "gain": "Gain",
    "captured": "Joint search",
    "limit": "Proven limit",
    "share": "The paper's, of the limit",
}


class PaperTable(NamedTuple):
    """Experiments of which the paper prints the captured variances together."""

    name: str
    about: str
    experiments: tuple[PaperExperiment, ...]


def tables() -> tuple[PaperTable, ...]:
    """Return the paper's Tables 1 and 2, and the figures of its tables of topics."""
    return (
        _table("Table 1", "5 components of 40 columns, centred", rank=4, centred=True),
        _table("Table 2", "8 topics of 15 words, raw counts", rank=5, centred=False),
        _table("Tables of topics", "8 topics, raw counts", rank=4, centred=False),
    )


def _table(name: str, about: str, *, rank: int, centred: bool) -> PaperTable:
    of = [
        each for each in experiments() if (each.rank, each.centred) == (rank, centred)
    ]
    about = f"Captured variance of {about}, with sketches of rank {rank}."
    return PaperTable(name, about, tuple(of))


def published_table(table: PaperTable) -> pd.DataFrame:
    """Return one row per experiment: what the paper prints, and what is proven.

    Columns: experiment, shape (of the data), one for each of the paper's methods under
    its name there, gain (of the paper's own over the best of the others, from the
    figures as they are printed), and, where anything is proven, captured (by our joint
    search), limit (no choice captures more) and share (of the limit, that the paper's
    own method has at least: its figure is taken as low as its digits allow). Empty
    where unknown.
    """
    shapes = published_variances().set_index("data_set")[["n_rows", "n_columns"]]
    shapes = shapes[~shapes.index.duplicated()]
    rows = [
        {
            "experiment": _name(table, each),
            "shape": "{:,} x {:,}".format(*shapes.loc[each.data_set]),
            **_published(each),
            "gain": _gain(each),
            **_proven(each),
        }
        for each in table.experiments
    ]
    return pd.DataFrame(rows).fillna("")


def best_cells(rows: pd.DataFrame) -> pd.DataFrame:
    """Return which cells of `published_table` are the best of the paper's methods."""
    names = [name for name in METHODS_IN_PAPER if name in rows]
    figures = rows[names].apply(pd.to_numeric)
    best = figures.eq(figures.max(axis=1), axis=0)
    return best.reindex(columns=rows.columns, fill_value=False)


def sentences(table: PaperTable) -> list[str]:
    """Say how good the figures of the paper's own method are, where it is proven."""
    return [
        f"{each.data_set}: the paper's {_published(each)[_OWN]} is at least "
        f"{_proven(each)['share']} of the best possible."
        for each in table.experiments
        if _proven(each)
    ]


_OWN = METHODS[PAPERS_OWN].label_in_paper


def _name(table: PaperTable, experiment: PaperExperiment) -> str:
    """Name an experiment by its data set, and by its size where those differ."""
    if len({each.sparsity for each in table.experiments}) == 1:
        return experiment.data_set
    return f"{experiment.data_set}, {experiment.n_components} x {experiment.sparsity}"


def _published(experiment: PaperExperiment) -> dict[str, str]:
    """Return the paper's figures by its names for the methods, in its order."""
    return {
        METHODS[method].label_in_paper: str(figure)
        for (of, method), figure in published_by_run().items()
        if of == experiment
    }


def _gain(experiment: PaperExperiment) -> str:
    figures = {
        method: figure.value
        for (of, method), figure in published_by_run().items()
        if of == experiment
    }
    own = figures.pop(PAPERS_OWN)
    return f"{own / max(figures.values()) - 1:+.0%}".replace("%", " %")


def _proven(experiment: PaperExperiment) -> dict[str, str]:
    if experiment not in proven():
        return {}
    captured, limit = proven()[experiment]
    published = published_by_run()[experiment, PAPERS_OWN]
    return {
        "captured": str(Printed(captured, DIGITS)),
        "limit": str(Printed(limit, DIGITS)),
        "share": f"{floored_percentage(published.least / limit):.1f} %",
    }
