"""Small multiples of a sweep: one method each, on shades that mean the same."""

import pytest

from spca_core.results import sweep
from spca_core.results.charts.comparison import sweep_map
from tests.made_runs import made_run

RUNS = [
    made_run(method, n_components=k, sparsity=s, n_words=50)
    for method in ("joint", "em")
    for k in (2, 4)
    for s in (3, 5, 7)
]
TABLE = sweep.results(RUNS)
AXES = ("n_components", "sparsity")
METHODS = TABLE["method"].unique().tolist()


@pytest.mark.parametrize("method", METHODS)
def test_a_picture_has_the_cells_of_its_method_under_its_name(method: str):
    chart = sweep_map(TABLE, method, AXES).to_dict()
    (rows,) = chart["datasets"].values()
    assert len(rows) == 6
    assert {row["method"] for row in rows} == {method}
    assert chart["height"] >= 2 * 30 + 50, "two rows and the axis"
    assert any(layer.get("title") == method for layer in [chart, *chart["layer"]])


def test_the_shades_mean_the_same_for_all_methods_and_cells_name_both_measures():
    domains = []
    for method in METHODS:
        cells, numbers, times = sweep_map(TABLE, method, AXES).to_dict()["layer"]
        domains.append(cells["encoding"]["color"]["scale"]["domain"])
        assert numbers["encoding"]["text"]["field"] == "captured_variance"
        assert times["encoding"]["text"]["field"] == "time"
        assert numbers["mark"]["dy"] < times["mark"]["dy"]
    captured = TABLE["captured_variance"]
    assert domains == [[captured.min(), captured.max()]] * 2


@pytest.mark.parametrize("axes", [AXES, ("rank", "candidates")])
def test_the_axes_are_called_after_what_is_swept(axes: tuple[str, str]):
    for layer in sweep_map(TABLE, METHODS[0], axes).to_dict()["layer"]:
        found = [layer["encoding"][axis] for axis in ("y", "x")]
        assert tuple(one["field"] for one in found) == axes
        assert [one["title"] for one in found] == [sweep.LABELS[a] for a in axes]
