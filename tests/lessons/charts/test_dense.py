"""The charts of dense against sparse are drawn from columns that their tables have."""

import pytest

from spca_core.lessons import dense
from spca_core.lessons.charts.dense import loadings_by_rank, variance_by_size
from tests.oracles import random_corpus
from tests.results.charts.drawn import assert_columns_are_there, rows_of

CORPUS = random_corpus(0, 80, 12)
WHOLE = dense.dense_component(CORPUS)
SPARSE = [dense.sparse_component(CORPUS, n_words) for n_words in (1, 2, 4)]
BY_RANK = dense.loadings_by_rank(WHOLE, dense.kept_words(CORPUS, WHOLE, SPARSE[2]))
CURVE = dense.variance_by_size(WHOLE, SPARSE)
COMPONENTS = dense.both(WHOLE, SPARSE[2])
CHARTS = {
    "loadings": loadings_by_rank(BY_RANK).to_dict(),
    "sizes": variance_by_size(CURVE, COMPONENTS).to_dict(),
}
each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


@each_chart
def test_a_layer_names_only_columns_that_its_table_has(chart: dict):
    assert_columns_are_there(chart, chart["layer"])


@each_chart
def test_every_axis_says_what_it_measures(chart: dict):
    for layer in chart["layer"]:
        for axis in {"x", "y"} & set(layer["encoding"]):
            assert layer["encoding"][axis]["title"]


def test_every_word_of_the_table_is_drawn_kept_ones_with_a_sign_of_their_own():
    area, words = CHARTS["loadings"]["layer"]
    assert len(rows_of(CHARTS["loadings"], area)) == len(BY_RANK)
    for channel in ("color", "shape", "size"):
        looks = words["encoding"][channel]["scale"]
        assert looks["domain"] == list(dense.STATES)
        assert len(set(looks["range"])) == 2


def test_the_line_is_the_curve_the_mark_the_chosen_and_the_dashes_the_dense_one():
    layers = {layer["mark"]["type"]: layer for layer in CHARTS["sizes"]["layer"]}
    drawn = {mark: rows_of(CHARTS["sizes"], layer) for mark, layer in layers.items()}
    assert len(drawn["line"]) == len(CURVE)
    assert [row["n_words"] for row in drawn["point"]] == [4]
    assert [row["variance"] for row in drawn["rule"]] == [WHOLE.variance]
    assert layers["rule"]["mark"]["strokeDash"]
    assert "x" not in layers["rule"]["encoding"]  # from edge to edge
