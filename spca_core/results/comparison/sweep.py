"""Grids of settings, one run each: sizes, or a sketch's rank and candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

import pandas as pd

from spca_core.errors import InputError
from spca_core.formatting import counted, mark_if_weighted
from spca_core.problem.method import methods_using
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison.runs import label, methods_that_fit

# The grids, to which the settings' own values are added.
N_COMPONENTS, SPARSITIES = (2, 4, 8), (5, 10, 20)
RANKS, CANDIDATES = (2, 3, 5, 8), (100, 1_000, 10_000)
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


def _with(chosen: int, usual: tuple[int, ...]) -> list[int]:
    return sorted({chosen, *usual})


def results(solutions: Iterable[Solution]) -> pd.DataFrame:
    """Return one row per run: method, its settings, variance, seconds, time.

    `candidates` is the limit that the run was given; seconds are of processors, and
    `time` is the same as text.
    """
    rows = [
        (
            label(run),
            *(getattr(run.settings, axis) for axis in LABELS),
            run.captured_variance,
            run.processor_seconds,
        )
        for run in solutions
    ]
    table = pd.DataFrame(rows, columns=["method", *LABELS, *MEASURES])
    return table.assign(time=[f"{seconds:.2g} s" for seconds in table["seconds"]])


def titles(settings: Settings) -> dict[str, str]:
    """Return the titles of the measures for runs with such settings."""
    captured = mark_if_weighted(MEASURES["captured_variance"], settings.weighting)
    return {**MEASURES, "captured_variance": captured}


def text(
    table: pd.DataFrame,
    measure: str,
    axes: Sequence[str],
    titles: Mapping[str, str] = MEASURES,
) -> str:
    """Say where in its grid each method's measure is lowest and highest.

    titles : what the measures are called
    """
    placed = table.sort_values(measure, kind="stable")
    listed = []
    for method in table["method"].unique():
        runs = placed[placed["method"] == method].to_dict("records")
        least, most = (_cell(runs[end], measure, axes) for end in (0, -1))
        listed.append(f"{method} from {least} to {most}")
    return f"{titles[measure]}: {'; '.join(listed) or 'no run yet'}."


def _cell(run: dict, measure: str, axes: Sequence[str]) -> str:
    where = ", ".join(f"{LABELS[axis].lower()} {run[axis]:,}" for axis in axes)
    return f"{run[measure]:.4g} ({where})"
