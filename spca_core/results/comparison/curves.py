"""Curves of methods: the median of their runs and a band, by topics, time or effort."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.errors import check_choice
from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import reaches
from spca_core.results.comparison.runs import (
    RunsProgress,
    complete_solutions,
    max_seeds,
    method_label,
)
from spca_core.results.line_labels import label_places

CAPTURED = "Captured variance"
# The columns of `bands` that hold values: quantiles of the runs.
BAND = {"median": 0.5, "low": 0.2, "high": 0.8}
# What a curve shows, by the name of its scale.
SCALES = {
    "absolute": CAPTURED,
    "relative": "Share of the best",
    "gap": "Gap to the proven limit",
}
FORMATS = {"absolute": ".5g", "relative": ".2%", "gap": ".2%"}
SIZES = "n_components"
# What the trace of a run can be drawn against.
AXES = {"seconds": "Processor seconds", "candidates": "Candidates"}
# The headings of `bands` in a table.
HEADINGS = {
    "method": "Method",
    SIZES: "Topics",
    **AXES,
    "median": "Median",
    "low": "Band from",
    "high": "Band to",
    "n_seeds": "Seeds",
}
MAX_STEPS = 400  # drawn of a method's trace
MIN_BAND = 6  # seeds: fewer are shown one by one, as in `paired`
IN_SIGHT = 1.5  # times the highest curve: a limit below that is drawn
MARGIN = 0.05  # of what is drawn, above and below it
LINE_HEIGHT = 0.05  # of the picture's: of a line of a name at the end of a curve
LONGEST_LINE = 9  # letters of a name; a longer one has a line a word


def scale_titles(settings: Settings) -> dict[str, str]:
    """Return the titles of the scales for runs with such settings."""
    return {**SCALES, "absolute": mark_if_weighted(CAPTURED, settings.weighting)}


def cumulative(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per run and k: the total variance of its first k components.

    Columns: method, seed, n_components, value.
    """
    tables = [
        _rows(run, np.arange(1, len(run.supports) + 1), np.cumsum(run.variances))
        for run in solutions
    ]
    return pd.concat(tables, ignore_index=True)


def total_per_run(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per complete run, with the columns of `cumulative`."""
    rows = [
        (method_label(run), run.settings.seed, len(run.supports), run.captured_variance)
        for run in complete_solutions(solutions)
    ]
    table = pd.DataFrame(rows, columns=["method", "seed", SIZES, "value"])
    # Without a complete run pandas would not know that these are numbers.
    return table.astype({SIZES: int, "value": float})


def improvements(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per improvement of a run, and one for its end: the best so far.

    The columns are those of `cumulative`, and seconds (of processors), candidates, and
    whole: whether there are all the components that were asked for.
    """
    return pd.concat([_points(run) for run in solutions], ignore_index=True)


def _points(run: Solution) -> pd.DataFrame:
    n_found, captured = len(run.supports), run.captured_variance
    end = run.processor_seconds, run.candidates, n_found, captured
    steps = np.array([*(point[1:] for point in run.trace), end], dtype=float)
    seconds, candidates, n_components, values = steps.T
    table = _rows(run, run.settings.n_components, values)
    whole = n_components == run.settings.n_components
    return table.assign(seconds=seconds, candidates=candidates, whole=whole)


def _rows(run: Solution, sizes: np.ndarray | int, values: np.ndarray) -> pd.DataFrame:
    columns = {"method": method_label(run), "seed": run.settings.seed}
    return pd.DataFrame({**columns, SIZES: sizes, "value": values})


def on_scale(table: pd.DataFrame, scale: str, limits: pd.DataFrame) -> pd.DataFrame:
    """Put the values of `cumulative`, `total_per_run` or `improvements` on a scale.

    Parameters
    ----------
    scale : {"absolute", "relative", "gap"}
        "relative" divides by the best run with as many components. "gap" is the share
        of the limit that is not captured; rows without a limit are dropped. The limit
        for j components holds for the first j of a larger run too, which was not made
        for so few.
    limits : DataFrame
        From `verdict.limits`.
    """
    check_choice("scale", scale, SCALES)
    sizes, values = table[SIZES], table["value"]
    if scale == "relative":
        best = values.groupby(sizes).transform("max")
        return table.assign(value=values / best.where(best > 0, 1.0))
    if scale == "gap":
        limit = sizes.map(limits.set_index(SIZES)["upper_bound"])
        # An exact search may exceed its own limit by rounding.
        gap = (1 - values / limit).clip(lower=0.0)
        return table.assign(value=gap).dropna(subset="value")
    return table


def bands(table: pd.DataFrame, along: str = SIZES) -> pd.DataFrame:
    """Return one row per method and place on the axis: its runs' median and their band.

    Along seconds or candidates, a run holds each value until its next one. A curve
    begins where all of its runs have a value. Only places where it changes are kept.
    Of fewer than MIN_BAND runs, the band is the median.

    Parameters
    ----------
    table : DataFrame
        From `cumulative` or `total_per_run`; for the other axes from `improvements`,
        with all runs of one size. Its values may be scaled.
    along : {"n_components", "seconds", "candidates"}

    Returns
    -------
    DataFrame
        method, the axis (ascending for each method), median, low, high and n_seeds.
    """
    check_choice("along", along, (SIZES, *AXES))
    if table.empty:
        return pd.DataFrame()
    held = _held(table, along) if along in AXES else table
    runs = held.groupby(["method", along])["value"]
    shown = {name: runs.quantile(share) for name, share in BAND.items()}
    bands = pd.DataFrame({**shown, "n_seeds": runs.size()})
    few = bands["n_seeds"] < MIN_BAND
    for end in ("low", "high"):
        bands[end] = bands[end].mask(few, bands["median"])
    bands = bands.reindex(table["method"].unique(), level="method").reset_index()
    if along not in AXES:
        return bands
    curves = bands.groupby("method", sort=False)
    return pd.concat([_steps(curve) for _, curve in curves], ignore_index=True)


def few_seeds(table: pd.DataFrame, along: str = SIZES) -> pd.DataFrame:
    """Return the rows of runs that have no band, of methods with several.

    Along seconds or candidates, only the end of each run.

    table : as for `bands`
    """
    ends = table.drop_duplicates(["method", "seed"], keep="last")
    shown = ends if along in AXES else table
    n_runs = shown["method"].map(ends["method"].value_counts())
    return shown[n_runs.between(2, MIN_BAND - 1)]


def about_seeds(n_seeds: int) -> str:
    """Say how charts show that a method has several runs; nothing of a single one.

    n_seeds : the most runs that a method has
    """
    if n_seeds >= MIN_BAND:
        return "Bands reach from the 20th to the 80th percentile of the seeds."
    if n_seeds > 1:
        return (
            "Each small circle is a seed, and what is drawn through them is their "
            f"median. There are bands from {MIN_BAND} seeds on."
        )
    return ""


def incomplete_bands(points: pd.DataFrame, along: str) -> pd.DataFrame:
    """Return `bands` of the runs before they have all components, up to where they do.

    What is captured by fewer components is no result yet.
    """
    earlier = points.groupby(["method", "seed"])["whole"].transform(
        lambda whole: whole.cumsum() <= 1
    )
    partial = points[~points["whole"]]
    late = points["method"].isin(partial["method"])
    return bands(points[earlier & late], along)


def domain(
    table: pd.DataFrame, logarithmic: bool = False, *others: pd.Series
) -> tuple[float, float]:
    """Return the ends of an axis on which all of `bands` is seen, with a margin.

    others : more values to be seen
    """
    seen = np.concatenate([table["low"], table["high"], *others])
    ends = np.array([np.nanmin(seen), np.nanmax(seen)])
    if logarithmic:
        low, high = np.exp(_with_margin(np.log(ends)))
    else:
        low, high = _with_margin(ends)
    return float(low), float(high)


def _with_margin(ends: np.ndarray) -> np.ndarray:
    room = MARGIN * (np.diff(ends).item() or abs(ends[0]) or 1.0)
    return ends + np.array([-room, room])


def limits_in_sight(limits: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return the limits that are near enough to be drawn above `bands`.

    A proof begins with a limit so high that curves on its axis would be one line.
    """
    highest = limits["n_components"].map(table.groupby(SIZES)["high"].max())
    return limits[limits["upper_bound"] <= IN_SIGHT * highest]


def end_labels(
    table: pd.DataFrame, axis: tuple[float, float], logarithmic: bool = False
) -> pd.DataFrame:
    """Return one row per method: the end of its curve of `bands`, and its name's place.

    The names stand as near to their ends as leaves them legible. In `name` a long one
    has several lines, of which the first is at `label`.

    axis : its ends, as `domain` gives them
    """
    ends = table.drop_duplicates("method", keep="last").sort_values("median")
    names = ends["method"].map(_in_lines)
    low, high = axis
    to, back = (np.log, np.exp) if logarithmic else (np.asarray, np.asarray)
    line = LINE_HEIGHT * (to(high) - to(low))
    heights = line * (names.str.count("\n").to_numpy() + 1)
    values = to(ends["median"].to_numpy())
    places = label_places(values, heights, (float(to(low)), float(to(high))))
    return ends.assign(name=names, label=back(places + (heights - line) / 2))


def _in_lines(name: str) -> str:
    return name if len(name) <= LONGEST_LINE else "\n".join(name.split(" "))


def _held(points: pd.DataFrame, along: str) -> pd.DataFrame:
    """Give each run of a method a value at all places, from where all runs have one."""
    last = points.drop_duplicates(["method", along, "seed"], keep="last")
    values = last.pivot(index=["method", along], columns="seed", values="value")
    filled = values.groupby("method").ffill().reset_index()
    held = filled.melt(["method", along], value_name="value").dropna()
    # A deterministic method has fewer runs than the others.
    n_runs = points.groupby("method")["seed"].nunique()
    n_held = held.groupby(["method", along])["value"].transform("size")
    return held[n_held == held["method"].map(n_runs)]


def _steps(band: pd.DataFrame) -> pd.DataFrame:
    """Return a curve's ends and the rows where it changes, up to MAX_STEPS."""
    changes = (np.diff(band[[*BAND]], axis=0) != 0).any(axis=1)
    places = np.union1d(np.flatnonzero([True, *changes]), [len(band) - 1])
    n_shown = min(len(places), MAX_STEPS)
    return band.iloc[places[np.linspace(0, len(places) - 1, n_shown).astype(int)]]


def above_zero(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `bands` that a logarithmic axis can show; clip the bands."""
    shown = table[table["median"] > 0]
    least = shown["median"].min()
    return shown.assign(low=shown["low"].clip(lower=least))


def text_of_zeros(table: pd.DataFrame) -> str:
    """Name any methods that reach 0, which a logarithmic axis cannot show."""
    reached = table.loc[table["median"] <= 0, "method"].drop_duplicates()
    if reached.empty:
        return ""
    return f"Not on the logarithmic axis, because they reach 0: {', '.join(reached)}."


def medians(solutions: Sequence[Solution]) -> pd.Series:
    """Return the median that each method's whole runs capture, the best first.

    Of methods that are equal but for rounding, the order stays.
    """
    captured = total_per_run(solutions).groupby("method", sort=False)["value"].median()
    rounded = captured.map("{:.9g}".format).astype(float)
    return captured[rounded.sort_values(ascending=False, kind="stable").index]


def who_captures_most(solutions: Sequence[Solution], progress: RunsProgress) -> str:
    """Say which methods capture most, and what share of that the others capture.

    While there are runs to come, or if some were stopped, that is not known.
    """
    if progress.running:
        return "Which method captures most is known when all runs have ended."
    if progress.text:
        return f"{progress.text.rstrip('.')}; which captures most is not known."
    ranking = list(medians(solutions).items())
    if not ranking:
        return "No run has all its topics."
    most = ranking[0][1]
    best = [str(method) for method, value in ranking if reaches(value, most)]
    others = ranking[len(best) :]
    n_seeds = max_seeds(complete_solutions(solutions))
    seeds = f", the median of {counted(n_seeds, 'seeds')}" if n_seeds > 1 else ""
    beginning = f"{_capture_most(best, not others)}: {significant(most)}{seeds}"
    shares = [
        f"{method} {verdict.floored_percentage(value / most, 2):.2f} %"
        for method, value in others
    ]
    return f"{beginning}. Of that, {', '.join(shares)}." if shares else f"{beginning}."


def _capture_most(best: Sequence[str], are_all: bool) -> str:
    """Say which methods capture most: one, or several that are equal."""
    *before, last = best
    if not before:
        return f"{last} captures most here"
    if are_all and len(best) == 2:
        return "Both methods capture the same here"
    if are_all:
        return "All methods capture the same here"
    return f"{', '.join(before)} and {last} capture the most here"
