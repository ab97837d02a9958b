"""Grids of settings, a run for each: of sizes, or of a sketch's rank and candidates."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import pandas as pd

from spca_core.errors import InputError
from spca_core.problem.method import methods_using
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.runs import label, methods_that_fit

# The grids, beside the settings' own place in them.
N_COMPONENTS, SPARSITIES = (2, 4, 8), (5, 10, 20)
RANKS, CANDIDATES = (2, 3, 5, 8), (100, 1_000, 10_000)
MEASURES = {"captured_variance": "Captured variance", "seconds": "Seconds"}
LABELS = {
    "n_components": "Topics",
    "sparsity": "Words in each",
    "rank": "Rank of the sketch",
    "candidates": "Candidates",
}


def sizes(settings: Settings, methods: Sequence[str], n_words: int) -> list[Settings]:
    """Return a run a method, number of components and sparsity, of those that fit.

    n_words : of the corpus
    raises  : InputError if no size fits
    """
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
            f"No size of the grid fits: this corpus has {n_words:,} words, of which at "
            f"most {MAX_SLOTS:,} can be chosen. Lower the topics or the words in each."
        )
    return grid


def ranks(settings: Settings, methods: Sequence[str]) -> list[Settings]:
    """Return a run a method, rank and number of candidates.

    raises : InputError if one of the methods has no such settings
    """
    with_rank = methods_using("rank")
    for method in methods:
        if method not in with_rank:
            raise InputError(
                f"Method {method!r} has no rank; choose of {', '.join(with_rank)}."
            )
    return [
        replace(settings, method=method, rank=rank, candidates=most, pinned=())
        for method, rank, most in product(
            methods,
            _with(settings.rank, RANKS),
            _with(settings.candidates, CANDIDATES),
        )
    ]


def _with(own: int, usual: tuple[int, ...]) -> list[int]:
    return sorted({own, *usual})


def results(solutions: Iterable[Solution]) -> pd.DataFrame:
    """One row a run: method, its place in the grids, captured_variance, seconds, time.

    candidates : the most it was told to try, not those it has tried
    time       : the seconds as they stand in a cell
    """
    rows = [
        (label(run), *(getattr(run.settings, axis) for axis in LABELS), *_found(run))
        for run in solutions
    ]
    table = pd.DataFrame(rows, columns=["method", *LABELS, *MEASURES])
    return table.assign(time=[f"{seconds:.2g} s" for seconds in table["seconds"]])


def _found(run: Solution) -> tuple[float, float]:
    return run.captured_variance, run.seconds


def text(table: pd.DataFrame, measure: str, axes: Sequence[str]) -> str:
    """Say where in its grid each method has the most and the least of a measure."""
    listed = "; ".join(
        f"{method} from {_cell(least, measure, axes)} to {_cell(most, measure, axes)}"
        for method, least, most in _ends(table, measure)
    )
    return f"{MEASURES[measure]}: {listed or 'no run yet'}."


def _ends(table: pd.DataFrame, measure: str) -> Iterator[tuple]:
    for method, runs in table.groupby("method", sort=False):
        placed = runs.sort_values(measure, kind="stable")
        yield method, placed.iloc[0], placed.iloc[-1]


def _cell(run: pd.Series, measure: str, axes: Sequence[str]) -> str:
    where = ", ".join(f"{LABELS[axis].lower()} {run[axis]:,}" for axis in axes)
    return f"{run[measure]:.4g} ({where})"
