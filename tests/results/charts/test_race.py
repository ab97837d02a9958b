"""The race: frames of the same size, order and axis, in which only bars move."""

from spca_core.results import race
from spca_core.results.charts.comparison import race_bars
from spca_core.results.runs import run_names
from tests.made_runs import made_runs

RUNS = made_runs(("joint", "em"), 3)
TABLE = race.replay(RUNS)
MOST = TABLE["winner"].max()
FRAMES = [race.at_frame(TABLE, frame) for frame in (0, 50, race.N_FRAMES - 1)]


def test_nothing_but_the_data_changes_between_frames():
    first, *others = [race_bars(frame).to_dict() for frame in FRAMES]
    assert first["height"] >= 20 * len(RUNS) + 50, "bars and the axis"
    for chart in others:
        assert chart["height"] == first["height"]
        for layer, same in zip(chart["layer"], first["layer"], strict=True):
            assert layer["encoding"] == same["encoding"]


def test_the_axis_goes_from_zero_to_the_best_value_of_the_end():
    bars = race_bars(FRAMES[1]).to_dict()["layer"][0]
    assert bars["encoding"]["x"]["scale"]["domain"] == [0, MOST]
    assert bars["encoding"]["x"]["title"]
    assert bars["encoding"]["y"]["sort"] == run_names(RUNS)


def test_only_runs_that_have_ended_bear_the_sign():
    marks = race_bars(FRAMES[1]).to_dict()["layer"][1]
    assert marks["transform"] == [{"filter": "datum.finished"}]
    assert marks["mark"]["text"]


def test_a_dashed_line_stands_at_the_best_value_of_the_end():
    chart = race_bars(FRAMES[0]).to_dict()
    line = chart["layer"][2]
    (row,) = chart["datasets"][line["data"]["name"]]
    assert line["mark"]["strokeDash"]
    assert line["encoding"]["x"]["field"] == "winner"
    assert row["winner"] == max(run.captured_variance for run in RUNS)
