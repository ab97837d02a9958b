"""Grids of settings, one run each: sizes, or a sketch's rank and candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pandas as pd

from spca_core.errors import InputError
from spca_core.formatting import counted, mark_if_weighted
from spca_core.problem.method import methods_using
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison.runs import method_label, methods_that_fit
from spca_core.results.figure import VARIANCE, Figure

# The grids, to which the settings' own values are added.
N_COMPONENTS, SPARSITIES = (2, 4, 8), (5, 10, 20)
RANKS, CANDIDATES = (2, 3, 5, 8), (100, 1_000, 10_000)
ROW, AXIS = 44, 80  # pixels
MEASURES = {
    "captured_variance": "Captured variance",
    "seconds": "Processor seconds",
}
# The headings of the columns that are settings.
LABELS = {
    "n_components": "Topics",
    "sparsity": "Words in each",
    "rank": "Rank of the sketch",
    "candidates": "Candidates",
}


def sizes(settings: Settings, methods: Sequence[str], n_words: int) -> list[Settings]:
    """Return a run per method, number of components and sparsity that fit."""
    grid = [
        replace(settings, method=method, n_components=k, sparsity=s, pinned=())
        for method, k, s in product(
            methods,
            _with(settings.n_components, N_COMPONENTS),
            _with(settings.sparsity, SPARSITIES),
        )
        if k * s <= min(n_words, MAX_SLOTS) and method in methods_that_fit(n_words, s)
    ]
    if not grid:
        raise InputError(
            f"No size of the grid fits: this corpus has {counted(n_words, 'words')}, "
            f"of which at most {MAX_SLOTS:,} can be chosen. Lower the topics or the "
            "words in each."
        )
    return grid


def ranks(settings: Settings, methods: Sequence[str]) -> list[Settings]:
    """Return a run per method, rank and number of candidates."""
    with_rank = methods_using("rank")
    for method in methods:
        if method not in with_rank:
            raise InputError(
                f"Method {method!r} has no rank; choose from {', '.join(with_rank)}."
            )
    grid = _with(settings.rank, RANKS), _with(settings.candidates, CANDIDATES)
    return [
        replace(settings, method=method, rank=rank, candidates=limit, pinned=())
        for method, rank, limit in product(methods, *grid)
    ]


def _with(chosen: int, defaults: tuple[int, ...]) -> list[int]:
    return sorted({chosen, *defaults})


def results(solutions: Iterable[Solution]) -> pd.DataFrame:
    """Return one row per run: method, its settings, variance, seconds, time.

    `candidates` is the limit that the run was given; seconds are of processors, and
    `time` is the same as text.
    """
    rows = [
        (
            method_label(run),
            *(getattr(run.settings, axis) for axis in LABELS),
            run.captured_variance,
            run.processor_seconds,
        )
        for run in solutions
    ]
    table = pd.DataFrame(rows, columns=["method", *LABELS, *MEASURES])
    return table.assign(time=[f"{seconds:.2g} s" for seconds in table["seconds"]])


def sweep_figure(
    table: pd.DataFrame, method: str, axes: tuple[str, str], weighting: str
) -> Figure:
    """Return one method's runs: variance and seconds in each cell of a grid.

    Shades show the variance, on one scale for all methods of the table.

    table : from `results`
    axes  : the columns that go down and across, such as n_components and sparsity
    """
    runs, captured = table[table["method"] == method], table["captured_variance"]
    title = mark_if_weighted(MEASURES["captured_variance"], weighting)
    titles = {**MEASURES, "captured_variance": title}
    sentences = [_describe(runs, method, name, axes, titles) for name in titles]
    domain = float(captured.min()), float(captured.max())
    return Figure(
        name=f"sweep_{method}",
        title=f"{method}: {title.lower()} and seconds",
        table=runs,
        text=" ".join(sentences),
        draw=partial(_draw, method=method, axes=axes, titles=titles, domain=domain),
        headings={
            "method": "Method",
            **LABELS,
            **titles,
            "captured_variance": (title, VARIANCE),
            "time": None,
        },
    )


def _describe(
    runs: pd.DataFrame,
    method: str,
    measure: str,
    axes: Sequence[str],
    titles: Mapping[str, str],
) -> str:
    """Say where in the grid a measure is lowest and highest."""
    placed = runs.sort_values(measure, kind="stable").to_dict("records")
    least, most = (_cell(placed[end], measure, axes) for end in (0, -1))
    return f"{titles[measure]}: {method} from {least} to {most}."


def _cell(run: dict, measure: str, axes: Sequence[str]) -> str:
    where = ", ".join(f"{LABELS[axis].lower()} {run[axis]:,}" for axis in axes)
    return f"{run[measure]:.4g} ({where})"


def _draw(
    runs: pd.DataFrame,
    method: str,
    axes: tuple[str, str],
    titles: Mapping[str, str],
    domain: tuple[float, float],
) -> Any:
    import altair as alt

    from spca_core.results import look

    down, across = axes
    places = {axis: LABELS[axis] for axis in axes}
    measures = {name: (title, ".5g") for name, title in titles.items()}
    base = alt.Chart(title=method).encode(
        x=alt.X(f"{across}:O", title=places[across]).axis(labelAngle=0),
        y=alt.Y(f"{down}:O", title=places[down]),
        tooltip=look.tooltip(method="Method", **places, **measures),
    )
    times = base.mark_text(color=look.INK, fontSize=10, dy=9).encode(text="time:N")
    cells = look.numbered_cells(base, "captured_variance", ".4~g", domain, dy=-6)
    height = ROW * runs[down].nunique() + AXIS
    return alt.layer(*cells, times, data=runs, height=height)
