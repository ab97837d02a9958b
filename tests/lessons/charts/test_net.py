"""The map of two angles: its cells, the net's pairs, the path, what can be clicked."""

from spca_core.lessons import net
from spca_core.lessons.charts.net import HALF_CELL, net_map

LANDSCAPE = net.landscape()
PATH = net.climb(20.0, 100.0)
TRACK = net.track(PATH)
MARKS = net.marks(net.net_marks(0.5), PATH)
CHART = net_map(LANDSCAPE, MARKS, TRACK)
CELLS, LINE, POINTS = CHART["layer"]


def fields(encoding: dict) -> set[str]:
    """Every column that an encoding names, in its tooltip too."""
    channels = [*encoding.values(), *encoding["tooltip"]]
    return {one["field"] for one in channels if "field" in one}


def test_its_layers_hold_a_row_of_data_a_row_of_their_tables():
    rows = [len(CHART["datasets"][layer["data"]["name"]]) for layer in CHART["layer"]]
    assert rows == [len(LANDSCAPE), len(TRACK), len(MARKS)]


def test_only_its_tables_change():
    moved = net.climb(40.0, 10.0)
    other = net_map(LANDSCAPE, net.marks(net.net_marks(0.3), moved), net.track(moved))
    assert {**other, "datasets": None} == {**CHART, "datasets": None}
    assert not other["datasets"]["track"].equals(CHART["datasets"]["track"])


def test_it_names_only_columns_that_its_tables_have_or_that_it_calculates():
    edges = {step["as"] for step in CELLS["transform"]}
    assert fields(CELLS["encoding"]) <= set(LANDSCAPE.columns) | edges
    assert fields(LINE["encoding"]) <= set(TRACK.columns)
    assert fields(POINTS["encoding"]) <= set(MARKS.columns)


def test_all_its_layers_share_the_two_axes():
    for channel in ("x", "y"):
        scales = [layer["encoding"][channel]["scale"] for layer in CHART["layer"]]
        titles = {layer["encoding"][channel]["title"] for layer in CHART["layer"]}
        assert all(scale["domain"] == [0, net.HALF_CIRCLE] for scale in scales)
        assert len(titles) == 1


def test_no_page_is_seen_between_the_cells():
    centres = LANDSCAPE["first_angle"].drop_duplicates().sort_values()
    width = net.HALF_CIRCLE / net.CELLS_PER_SIDE
    assert centres.diff().dropna().round(9).unique().tolist() == [width]
    assert width / 2 < HALF_CELL < width
    assert CELLS["mark"]["clip"]


def test_a_cell_reaches_as_far_below_its_angles_as_above_them():
    edges = {step["as"]: step["calculate"] for step in CELLS["transform"]}
    for low, high in (("left", "right"), ("lower", "upper")):
        assert edges[low].count(" - ") == 1
        assert edges[low].replace(" - ", " + ") == edges[high]


def test_a_click_picks_both_angles_of_anything_in_the_picture():
    (parameter,) = CHART["params"]
    assert parameter["name"] == net.PICK
    assert parameter["select"]["fields"] == net.ANGLES
    for table in (LANDSCAPE, TRACK, MARKS):
        assert set(net.ANGLES) <= set(table.columns)
        assert table[net.ANGLES].ge(0).all(axis=None)
        assert table[net.ANGLES].le(net.HALF_CIRCLE).all(axis=None)


def test_the_marks_are_told_apart_without_colour():
    scale = POINTS["encoding"]["shape"]["scale"]
    assert scale["domain"] == list(net.MARKS)
    assert len(set(scale["range"])) == len(net.MARKS)


def test_what_of_the_path_is_outside_of_the_picture_is_cut_off():
    assert LINE["mark"]["clip"]
