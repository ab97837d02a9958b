"""A race of the runs, replayed on one clock from their traces."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.errors import check_whole_number
from spca_core.formatting import mark_if_weighted, significant
from spca_core.problem.solution import Solution
from spca_core.results.comparison.curves import CAPTURED, steps
from spca_core.results.comparison.runs import label, run_names
from spca_core.results.figure import VARIANCE, Figure

N_FRAMES = 100
ROW, AXIS = 30, 90  # pixels
# A bar's colour is the same in both themes.
FINISHED, ON_BAR = "\N{CHECK MARK}", "#ffffff"
# The headings of `replay` in a table.
HEADINGS = {
    "frame": "Frame",
    "seconds": "Processor seconds",
    "run": "Run",
    "method": "Method",
    "seed": "Seed",
    "value": (CAPTURED, VARIANCE),
    "whole": "All topics",
    "finished": "Finished",
    "rank": "Place",
    "winner": ("Best at the end", VARIANCE),
}


def clock(solutions: Sequence[Solution]) -> np.ndarray:
    """Return the processor seconds of each frame, (N_FRAMES,), to the longest run's."""
    longest = max(solution.processor_seconds for solution in solutions)
    # Quadratic, because most happens in the first tenths of a second.
    return longest * np.linspace(0.0, 1.0, N_FRAMES) ** 2


def replay(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per frame and run: its value by then. All runs have the same size.

    Columns: frame, seconds (of processors), run (its name), method, seed, value (0
    before the first), whole (whether it has all its topics by then), finished (false if
    the run was stopped), rank (1 for the best so far) and winner, the best final value.
    Runs that lack topics come last.
    """
    seconds = clock(solutions)
    held = np.array([_held(seconds, run) for run in solutions])
    values, n_topics = held[:, 0], held[:, 1]
    asked = [run.settings.n_components for run in solutions]
    finished = [run.stopped_by == "finished" for run in solutions]
    ends = np.where(finished, [run.processor_seconds for run in solutions], np.inf)
    n_runs, n_frames = values.shape
    table = pd.DataFrame(
        {
            "frame": np.repeat(np.arange(n_frames), n_runs),
            "seconds": np.repeat(seconds, n_runs),
            "run": run_names(solutions) * n_frames,
            "method": [label(run) for run in solutions] * n_frames,
            "seed": [run.settings.seed for run in solutions] * n_frames,
            "value": values.T.ravel(),
            "whole": np.greater_equal(n_topics.T, asked).ravel(),
            "finished": (seconds[:, None] >= ends).ravel(),
        }
    )
    winner = values[:, -1].max()
    placed = table["value"] + 2 * winner * table["whole"]
    ranks = placed.groupby(table["frame"]).rank(method="min", ascending=False)
    return table.assign(rank=ranks.astype(int), winner=winner)


def _held(seconds: np.ndarray, run: Solution) -> np.ndarray:
    """Return a run's value and number of topics at these seconds; 0 at first."""
    places, _, n_topics, values = steps(run)
    n_before = np.searchsorted(places, seconds, side="right")
    return np.array([np.append(0.0, each)[n_before] for each in (values, n_topics)])


def at_frame(table: pd.DataFrame, frame: int) -> pd.DataFrame:
    """Return the rows of one frame of `replay`."""
    check_whole_number("frame", frame, 0, table["frame"].max())
    return table[table["frame"] == frame]


def moment(table: pd.DataFrame, frame: int) -> str:
    """Return the clock of `replay` in a frame, as text."""
    now = at_frame(table, frame)["seconds"].iloc[0]
    return f"{now:.3g} of {table['seconds'].max():.3g} processor seconds"


def race_figure(table: pd.DataFrame, weighting: str) -> Figure:
    """Return the standings in one frame as bars.

    table : the rows of one frame of `replay`
    """
    title = mark_if_weighted(CAPTURED, weighting)
    placed = table.sort_values("rank", kind="stable")
    listed = "; ".join(
        f"{place}. {run} {significant(value)}{', finished' if finished else ''}"
        for place, run, value, finished in zip(
            *(placed[name] for name in ("rank", "run", "value", "finished")),
            strict=True,
        )
    )
    seconds = table["seconds"].iloc[0]
    return Figure(
        name="race",
        table=table,
        text=f"{title} after {seconds:.3g} processor seconds: {listed}.",
        draw=partial(_draw, title=title),
        headings=HEADINGS,
    )


def _draw(table: pd.DataFrame, title: str) -> Any:
    """Draw bars in the same order in all frames.

    Bars are grey until all topics are there: fewer are no result yet. In all frames the
    axis ends at the winner's final value.
    """
    import altair as alt

    from spca_core.results import look

    order = table["run"].tolist()
    runs = alt.Y("run:N", title=None, sort=order)
    base = alt.Chart().encode(
        y=runs.axis(labelLimit=look.LABEL_WIDTH, labelOverlap=False),
        tooltip=look.tooltip(
            run="Run",
            value=(title, ".5g"),
            rank="Place",
            seconds=("Seconds", ".3g"),
            finished="Finished",
        ),
    )
    x = alt.X("value:Q", title=title)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        x=x.scale(domain=[0.0, table["winner"].iloc[0]], nice=False),
        # No legend: the names are beside the bars.
        color=alt.when("datum.whole")
        .then(look.method_colour(table, legend=False))
        .otherwise(alt.value(look.LIMIT_COLOUR)),
    )
    marks = base.transform_filter("datum.finished").mark_text(
        text=FINISHED, align="right", dx=-4, color=ON_BAR, fontSize=15
    )
    winner = alt.Chart(table.head(1)).mark_rule(color=look.LIMIT_COLOUR, **look.DASHED)
    layers = bars, marks.encode(x="value:Q"), winner.encode(x="winner:Q")
    return alt.layer(*layers, data=table, height=ROW * len(order) + AXIS)
