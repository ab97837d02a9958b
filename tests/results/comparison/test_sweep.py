"""Sweeps: grids of runs that fit, and their results by place."""

from dataclasses import replace

import pytest

from spca_core.errors import InputError
from spca_core.problem.method import methods_using
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.results.comparison import sweep
from tests.made_runs import made_run

SETTINGS = Settings(n_components=3, sparsity=4, seed=5, centred=True)


@pytest.mark.parametrize("n_words", [40, 10_000])
def test_every_size_that_fits_is_there_once_and_no_other(n_words: int):
    runs = sweep.sizes(SETTINGS, ("joint", "em"), n_words)
    sizes = [(run.method, run.n_components, run.sparsity) for run in runs]
    assert sizes == [
        (method, k, s)
        for method in ("joint", "em")
        for k in sorted({3, *sweep.N_COMPONENTS})
        for s in sorted({4, *sweep.SPARSITIES})
        if k * s <= n_words
    ]


def test_a_grid_of_which_nothing_fits_and_a_method_without_a_sketch_are_refused():
    with pytest.raises(InputError, match=r"9 words.*Lower"):
        sweep.sizes(replace(SETTINGS, sparsity=5), ("joint",), 9)
    with pytest.raises(InputError, match=r"'joint'.*bipartite, span"):
        sweep.ranks(SETTINGS, ("bipartite", "joint"))


def test_all_else_is_as_it_was_but_for_pins_which_ask_for_a_size():
    pinned = replace(SETTINGS, pinned=((1, 2), (3,), (4,)))
    runs = [
        *sweep.sizes(pinned, ("joint",), 100),
        *sweep.ranks(pinned, methods_using("rank")),
    ]
    swept = {"method": "joint", "n_components": 3, "sparsity": 4}
    sketch = {"rank": SETTINGS.rank, "candidates": SETTINGS.candidates}
    assert {replace(run, **swept, **sketch) for run in runs} == {SETTINGS}


def test_no_size_is_above_what_can_be_searched():
    large = replace(SETTINGS, n_components=50, sparsity=MAX_SLOTS // 4)
    grid = sweep.sizes(large, ("joint",), 10**6)
    sizes = {(run.n_components, run.sparsity) for run in grid}
    assert {(4, MAX_SLOTS // 4), (50, 20)} <= sizes
    assert not {(8, MAX_SLOTS // 4), (50, MAX_SLOTS // 4)} & sizes


def test_every_rank_meets_every_number_of_candidates():
    runs = sweep.ranks(replace(SETTINGS, rank=4, candidates=500), ("span",))
    assert [(run.rank, run.candidates) for run in runs] == [
        (rank, most)
        for rank in sorted({4, *sweep.RANKS})
        for most in sorted({500, *sweep.CANDIDATES})
    ]
    assert {run.method for run in runs} == {"span"}


def test_each_run_is_a_row_with_its_place_and_what_it_found():
    runs = [made_run("span", n_components=k, n_words=50, rank=k) for k in (2, 4, 8)]
    table = sweep.results(runs)
    assert list(table) == ["method", *sweep.LABELS, *sweep.MEASURES, "time"]
    for row, run in zip(table.itertuples(), runs, strict=True):
        assert row.n_components == row.rank == run.settings.n_components
        assert row.sparsity == run.settings.sparsity
        assert row.candidates == run.settings.candidates
        assert row.captured_variance == run.captured_variance
        assert row.seconds == run.processor_seconds
