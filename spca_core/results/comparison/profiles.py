"""Methods on many problems: performance profiles (Dolan and Moré 2002).

A problem is a corpus with one number and size of topics, read from an experiment's
file. A method's cost there is how far it stays below the best, or the processor seconds
until it is so near. Its profile is the share of the problems on which its cost is at
most so many times the least of all methods'.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from spca_core.errors import check_choice
from spca_core.formatting import counted, percent
from spca_core.problem.method import METHODS
from spca_core.proof.certificate import reaches
from spca_core.results.figure import Figure
from spca_core.results.files.experiment import Experiment, SavedRun
from spca_core.results.files.provenance import Provenance, machine_figures
from spca_core.results.topics.key_figures import values_analysed

# Shares of the best that a method's time is taken to, by the column of `costs`.
NEAR = {"to_95": 0.95, "to_99": 0.99, "to_999": 0.999}
CAPTURED = "below_best"
HEADINGS = {
    "problem": "Corpus",
    "method": "Method",
    "runs": "Runs",
    CAPTURED: "Below the best",
    "to_95": "Seconds to 95 %",
    "to_99": "to 99 %",
    "to_999": "to 99.9 %",
    "cost": "At most",
    "share": "Share of the corpora",
}
MEASURES = {
    CAPTURED: "Captured variance",
    "to_95": "Time to 95 %",
    "to_99": "Time to 99 %",
    "to_999": "Time to 99.9 %",
}
AXES = {
    CAPTURED: "Below the best by at most",
    **dict.fromkeys(NEAR, "Times as long as the fastest, at most"),
}
LEAST_SECONDS = 0.01  # less is the clock's noise


class SharedProblem(NamedTuple):
    """Runs on one matrix, of one size."""

    name: str
    runs: tuple[SavedRun, ...]


def problems(experiments: Sequence[Experiment]) -> list[SharedProblem]:
    """Return the problems of experiments; runs without all their topics do not count.

    Two files of the same corpus and settings are one problem.
    """
    by_problem: dict[tuple[str, str], list[SavedRun]] = {}
    for experiment in experiments:
        for run in experiment.runs:
            options = run.result.settings
            if len(run.result.topics) < options.n_components:
                continue
            size = f"{options.n_components} x {options.sparsity}"
            name = f"{experiment.corpus}, {values_analysed(options)}, {size}"
            by_problem.setdefault((name, experiment.content_id), []).append(run)
    n_namesakes = Counter(name for name, _ in by_problem)
    return [
        SharedProblem(
            f"{name} ({content_id[:6]})" if n_namesakes[name] > 1 else name, tuple(runs)
        )
        for (name, content_id), runs in by_problem.items()
    ]


def costs(experiments: Sequence[Experiment]) -> pd.DataFrame:
    """Return one row per problem and method; a method may lack problems.

    returns : problem, method, runs, below_best (the median run, as a share of the best
        run of any method), and to_95, to_99, to_999: processor seconds of the median
        run until it captures that share of the best, infinite if it never does
    """
    rows = [row for problem in problems(experiments) for row in _rows(problem)]
    columns = ["problem", "method", "runs", CAPTURED, *NEAR]
    return pd.DataFrame(rows, columns=columns)


def _rows(problem: SharedProblem) -> Iterator[tuple[str | float, ...]]:
    best = max(run.result.captured_variance for run in problem.runs)
    for method in dict.fromkeys(run.result.settings.method for run in problem.runs):
        runs = [run for run in problem.runs if run.result.settings.method == method]
        median = float(np.median([run.result.captured_variance for run in runs]))
        below = 0.0 if reaches(median, best) else 1 - median / best
        times = [
            float(np.median([_seconds_to(share * best, run) for run in runs]))
            for share in NEAR.values()
        ]
        yield problem.name, METHODS[method].label, len(runs), below, *times


def _seconds_to(captured: float, run: SavedRun) -> float:
    """Return the processor seconds until a run has all topics, and captures so much."""
    size = run.result.settings.n_components
    reached = [
        point.processor_seconds
        for point in run.trace
        if point.n_components == size and reaches(point.captured_variance, captured)
    ]
    at_end = reaches(run.result.captured_variance, captured)
    seconds = min([*reached, *[run.result.processor_seconds] * at_end], default=np.inf)
    return max(seconds, LEAST_SECONDS)


def profile(table: pd.DataFrame, measure: str = CAPTURED) -> pd.DataFrame:
    """Return one row per method and cost: the share of the problems that it solves.

    A method does not solve a problem that it was not run on, or whose share of the best
    it never reaches. Each method begins at the least cost there can be, where its share
    is that of the problems on which it is the best, and is drawn on to the greatest.

    Parameters
    ----------
    table : DataFrame
        Of `costs`.
    measure : {"below_best", "to_95", "to_99", "to_999"}

    Returns
    -------
    DataFrame
        method, cost (a share of the best, or how many times the least time), share
    """
    check_choice("measure", measure, MEASURES)
    wide = table.pivot(index="problem", columns="method", values=measure)
    wide = wide.fillna(np.inf)[list(dict.fromkeys(table["method"]))]
    if measure in NEAR:
        wide = wide.div(wide.min(axis="columns"), axis="index").fillna(np.inf)
    least = 1.0 if measure in NEAR else 0.0
    places = np.unique([least, *wide.to_numpy()[np.isfinite(wide)]])
    solved = [
        (method, place, (wide[method] <= place).mean())
        for method in wide
        for place in places
    ]
    return pd.DataFrame(solved, columns=["method", "cost", "share"])


def readable_costs(table: pd.DataFrame) -> pd.DataFrame:
    """Return `costs` as texts for readers: percents, seconds, and "never"."""
    seconds = {
        name: [f"{cost:.3g}" if np.isfinite(cost) else "never" for cost in table[name]]
        for name in NEAR
    }
    below = [percent(share, 2) if share else "the best" for share in table[CAPTURED]]
    return table.assign(**{CAPTURED: below}, **seconds).rename(columns=HEADINGS)


def provenance_of_experiments(experiments: Sequence[Experiment]) -> Provenance:
    """Return the provenance of what is drawn of experiments."""
    made_of = {experiment.corpus: experiment.content_id for experiment in experiments}
    return Provenance(
        corpus=", ".join(made_of),
        content_id=", ".join(made_of.values()),
        source="experiments",
        versions=machine_figures(),
    )


def profile_figure(costs: pd.DataFrame, measure: str = CAPTURED) -> Figure:
    """Return each method's profile as steps: higher and further left is better.

    costs, measure : as for `profile`
    """
    table = profile(costs, measure)
    return Figure(
        name=f"profiles_{measure}",
        title=f"Methods over many corpora: {MEASURES[measure].lower()}",
        table=table,
        text=_describe(costs, table, measure),
        draw=partial(_draw, measure=measure),
        headings={**HEADINGS, "cost": AXES[measure]},
    )


def _describe(costs: pd.DataFrame, table: pd.DataFrame, measure: str) -> str:
    """Say on how many corpora each method is the best, and who never gets there."""
    corpora = counted(costs["problem"].nunique(), "corpora")
    shares = table.groupby("method", sort=False)["share"]
    summary = f"{MEASURES[measure]}, {corpora}: the best are {_listed(shares.first())}."
    if measure not in NEAR:
        return summary
    reached = shares.last()
    never = ", ".join(reached.index[reached == 0])
    summary += f" It is reached by {_listed(reached)}"
    return f"{summary}; never by {never}." if never else f"{summary}."


def _listed(shares: pd.Series) -> str:
    there = shares[shares > 0]
    return ", ".join(f"{name} on {percent(share)}" for name, share in there.items())


def _draw(table: pd.DataFrame, measure: str) -> Any:
    import altair as alt

    from spca_core.results import look

    title, share = AXES[measure], HEADINGS["share"]
    is_time = measure in NEAR
    scale = alt.Scale(type="log", nice=False) if is_time else alt.Scale(zero=True)
    across = alt.X("cost:Q", title=title, scale=scale)
    up = alt.Y("share:Q", title=share, scale=alt.Scale(domain=[0, 1]))
    return (
        alt.Chart(table)
        .mark_line(interpolate="step-after", strokeWidth=3, point=True)
        .encode(
            x=across.axis(format="~g" if is_time else ".3~%"),
            y=up.axis(format="%"),
            color=look.method_colour(table),
            tooltip=look.tooltip(
                method="Method",
                cost=(title, ".3~g" if is_time else ".2%"),
                share=(share, ".0%"),
            ),
        )
        .properties(height=look.CHART_HEIGHT)
    )
