"""A race of the runs, replayed on one clock from what they left behind."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.runs import label, run_names

N_FRAMES = 100


def clock(solutions: Sequence[Solution]) -> np.ndarray:
    """Return the seconds of each frame, (N_FRAMES,): from 0 to the longest run's.

    They grow as squares, as most happens in the first tenths of a second.
    """
    longest = max(solution.seconds for solution in solutions)
    return longest * np.linspace(0.0, 1.0, N_FRAMES) ** 2


def replay(solutions: Sequence[Solution]) -> pd.DataFrame:
    """One row a frame and run: what it had found by then; all runs of one size.

    returns : frame, seconds, run: its name, method, seed, value: 0 before the first,
              finished: whether it had come to its own end, which a run that was
              stopped never does, rank: 1 for the best so far, winner: the best value
              at the end of all
    """
    seconds = clock(solutions)
    values = np.array([_values(seconds, run) for run in solutions])
    ends = np.array([_finish(run) for run in solutions])
    n_runs, n_frames = values.shape
    table = pd.DataFrame(
        {
            "frame": np.repeat(np.arange(n_frames), n_runs),
            "seconds": np.repeat(seconds, n_runs),
            "run": run_names(solutions) * n_frames,
            "method": [label(run) for run in solutions] * n_frames,
            "seed": [run.settings.seed for run in solutions] * n_frames,
            "value": values.T.ravel(),
            "finished": (seconds[:, None] >= ends).ravel(),
        }
    )
    ranks = table.groupby("frame")["value"].rank(method="min", ascending=False)
    return table.assign(rank=ranks.astype(int), winner=values[:, -1].max())


def _finish(run: Solution) -> float:
    """Return when a run came to its own end: never, if it was stopped."""
    return run.seconds if run.stopped_by == "finished" else np.inf


def _values(seconds: np.ndarray, run: Solution) -> np.ndarray:
    """Return what a run had found by each of these seconds; nothing is 0."""
    end = (run.seconds, run.candidates, run.captured_variance)
    steps, _, values = np.array([*run.trace, end]).T
    return np.nan_to_num(held_at(seconds, steps, values))


def held_at(x: np.ndarray, steps: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the latest value at each x, NaN before the first step.

    Parameters
    ----------
    x : ndarray of shape (n,)
    steps, values : ndarrays of shape (n_steps,)
        Where each value begins to hold, ascending, and the values.
    """
    n_before = np.searchsorted(steps, x, side="right")
    return np.append(np.nan, values)[n_before]


def at_frame(table: pd.DataFrame, frame: int) -> pd.DataFrame:
    """Return the rows of one frame of `replay`.

    raises : InputError if there is no such frame
    """
    last = table["frame"].max()
    if not 0 <= frame <= last:
        raise InputError(f"frame is {frame!r}; give a whole number from 0 to {last}.")
    return table[table["frame"] == frame]


def moment(table: pd.DataFrame, frame: int) -> str:
    """Say what the clock of `replay` shows in a frame.

    raises : InputError if there is no such frame
    """
    now = at_frame(table, frame)["seconds"].iloc[0]
    return f"{now:.3g} of {table['seconds'].max():.3g} seconds"


def text(table: pd.DataFrame) -> str:
    """Say how the race stands in one frame."""
    placed = table.sort_values("rank", kind="stable")
    listed = "; ".join(
        f"{run.rank}. {run.run} {run.value:.5g}{', finished' if run.finished else ''}"
        for run in placed.itertuples()
    )
    return f"Captured variance after {table['seconds'].iloc[0]:.3g} seconds: {listed}."
