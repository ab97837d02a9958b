"""The race: every run where it stood at each second of the clock."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.results.comparison import race
from spca_core.results.comparison.runs import run_names
from tests.made_runs import made_runs

RUNS = made_runs(("joint", "tpower", "em"), 3)
TABLE = race.replay(RUNS)


def test_the_clock_goes_from_zero_to_the_end_of_the_longest_run():
    clock = race.clock(RUNS)
    assert len(clock) == race.N_FRAMES
    assert clock[0] == 0
    assert clock[-1] == max(run.processor_seconds for run in RUNS)
    assert (np.diff(clock, 2) > 0).all(), "slow at first, then ever faster"


def test_a_run_is_where_its_trace_says():
    runs = dict(zip(run_names(RUNS), RUNS, strict=True))
    for row in TABLE.itertuples():
        found = [0.0] + [
            point.captured_variance
            for point in runs[row.run].trace
            if point.processor_seconds <= row.seconds
        ]
        assert row.value == found[-1]
        assert row.finished == (row.seconds >= runs[row.run].processor_seconds)


def test_a_place_is_one_more_than_the_runs_ahead():
    for _, frame in TABLE.groupby("frame"):
        ahead = [(frame["value"] > value).sum() for value in frame["value"]]
        assert (frame["whole"] == (frame["value"] > 0)).all()
        assert frame["rank"].tolist() == [count + 1 for count in ahead]


@pytest.mark.parametrize("ended_by", ["stop", "seconds"])
def test_a_run_that_was_stopped_is_never_called_finished(ended_by: str):
    stopped = replace(RUNS[0], stopped_by=ended_by)
    table = race.replay([stopped, *RUNS[1:]])
    name = run_names(RUNS)[0]
    assert not table.loc[table["run"] == name, "finished"].any()
    last = race.at_frame(table, race.N_FRAMES - 1)
    assert last["finished"].sum() == len(RUNS) - 1
    assert race.race_figure(last, "counts").text.count("finished") == len(RUNS) - 1
    others = TABLE["run"] != name
    assert table[others].equals(TABLE[others])


@pytest.mark.parametrize("frame", [-1, race.N_FRAMES])
def test_a_frame_that_there_is_not_is_refused(frame: int):
    with pytest.raises(
        InputError, match=f"frame must .* to {race.N_FRAMES - 1}, got {frame}"
    ):
        race.at_frame(TABLE, frame)
