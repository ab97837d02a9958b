"""What methods capture less or more than the best one, seed by seed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import bdtr

from spca_core.formatting import counted
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import OPTIMAL
from spca_core.results.comparison.curves import medians, total_per_run
from spca_core.results.comparison.runs import complete_solutions, method_label
from spca_core.results.figure import Figure

ROW, AXIS = 44, 60  # pixels
LEVEL = 0.95  # of an interval, at least
# The headings of `paired_differences` and of `summary_of_differences` in a table.
HEADINGS = {
    "method": "Method",
    "seed": "Seed",
    "difference": "Difference, share of the best",
    "median": "Median difference",
    "low": "At least 95 % from",
    "high": "to",
    "wins": "More",
    "ties": "Same",
    "losses": "Less",
    "n_runs": "Runs",
}


def best_method(solutions: Sequence[Solution]) -> str:
    """Return the method of the greatest median, as on screen."""
    return str(medians(solutions).index[0])


def too_few(solutions: Sequence[Solution]) -> str:
    """Say why there is nothing to differ from; nothing if there is."""
    there = dict.fromkeys(map(method_label, complete_solutions(solutions)))
    if len(there) > 1:
        return ""
    have = f"only {''.join(there)} has" if there else "none has"
    return f"Differences need runs of two methods with all their topics: {have} one."


def paired_differences(solutions: Sequence[Solution]) -> pd.DataFrame:
    """Return one row per run of the other methods: its difference to the best method's.

    Runs are paired by their seeds. A method without chance has one run, however many
    seeds it was asked for; the best method's median stands for all of its seeds there,
    and its one run for every seed of the others if it is the best. Differences are
    shares of the best method's value.

    returns : method, seed, difference
    """
    runs = total_per_run(solutions)
    best = best_method(solutions)
    of_best = runs[runs["method"] == best].set_index("seed")["value"]
    distinct = [run.settings.relevant for run in complete_solutions(solutions)]
    others = runs[(runs["method"] != best) & ~pd.Series(distinct).duplicated()]
    has_seeds = others.groupby("method")["seed"].transform("size") > 1
    paired = others["seed"].map(of_best).where(has_seeds)
    beside = paired.fillna(of_best.median())
    gaps = (others["value"] - beside) / beside.where(beside > 0, 1.0)
    gaps = gaps.where(gaps.abs() > OPTIMAL, 0.0)  # less is rounding
    return others[["method", "seed"]].assign(difference=gaps).reset_index(drop=True)


def summary_of_differences(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row per method of `paired_differences`, the nearest to the best first.

    returns : method, median, low and high (an interval of it; missing where there are
        too few runs for one), wins, ties, losses, n_runs
    """
    rows = [
        (method, *_of_method(gaps.to_numpy()))
        for method, gaps in table.groupby("method", sort=False)["difference"]
    ]
    columns = ["method", "median", "low", "high", "wins", "ties", "losses", "n_runs"]
    methods = pd.DataFrame(rows, columns=columns)
    return methods.sort_values("median", ascending=False, ignore_index=True)


def _of_method(gaps: np.ndarray) -> tuple[float, ...]:
    wins, losses = (gaps > OPTIMAL).sum(), (gaps < -OPTIMAL).sum()
    counts = (int(wins), len(gaps) - int(wins) - int(losses), int(losses), len(gaps))
    return float(np.median(gaps)), *_interval(gaps), *counts


def _interval(gaps: np.ndarray) -> tuple[float, float]:
    """Return two differences with the median of all seeds between them, at 95 %.

    A seed's difference is at or below that median with a probability of at least one
    half, however they are distributed. So the r-th least of n exceeds it at most as
    probably as n tosses of a coin give fewer than r heads; the same holds from above. r
    is the greatest for which that is 2.5 % or less: for fewer than six there is none.
    """
    n = len(gaps)
    rank = int((bdtr(np.arange(n), n, 0.5) <= (1 - LEVEL) / 2).sum())
    if not rank:
        return np.nan, np.nan
    ranked = np.sort(gaps)
    return float(ranked[rank - 1]), float(ranked[-rank])


def about_intervals(table: pd.DataFrame) -> str:
    """Say what the intervals of `summary_of_differences` are, or why there are none."""
    if table["low"].isna().all():
        return (
            "The tick is the median of these seeds. A 95 % interval needs at least 6 "
            "seeds."
        )
    return (
        "The tick is the median, and the line an interval that holds the median of all "
        "seeds with a probability of at least 95 %, for each method separately. It "
        "assumes nothing about their distribution (sign test). With 6 to 8 seeds it "
        "goes from the least to the greatest; more seeds make it narrower."
    )


def differences_figure(table: pd.DataFrame, best: str, summary: pd.DataFrame) -> Figure:
    """Return a dot for each difference to the best method.

    table   : from `paired_differences`
    summary : of it, drawn over the dots
    """
    others = "; ".join(
        f"{row.method} {row.median:+.2%}, more {counted(row.wins, 'times')}, the same "
        f"{counted(row.ties, 'times')}, less {counted(row.losses, 'times')}"
        for row in summary.itertuples()
    )
    return Figure(
        name="differences",
        title=f"Difference in captured variance to {best}, seed by seed",
        table=table,
        text=f"Against {best}, seed by seed: {others or 'no other method'}.",
        draw=partial(_draw, summary=summary),
        headings=HEADINGS,
    )


def _draw(table: pd.DataFrame, summary: pd.DataFrame) -> Any:
    import altair as alt

    from spca_core.results import look

    x = alt.X("difference:Q", title="Difference to the best method").axis(format="+~%")
    y = alt.Y("method:N", title=None, sort=summary["method"].tolist())
    y = y.axis(labelLimit=look.LABEL_WIDTH)
    color = look.method_colour(table, legend=False)
    shown = {"difference": ("Difference", "+.3%")}
    dots = alt.Chart(table).mark_point(size=60, filled=True, opacity=0.6)
    base = alt.Chart(summary).encode(y=y, color=color)
    interval = base.mark_rule(strokeWidth=3).encode(x="low:Q", x2="high:Q")
    median = base.mark_tick(thickness=3, size=24).encode(x="median:Q")
    zero = alt.Chart(pd.DataFrame({"best": [0.0]})).mark_rule(
        color=look.LIMIT_COLOUR, **look.DASHED
    )
    return alt.layer(
        zero.encode(x="best:Q"),
        dots.encode(
            x=x,
            y=y,
            color=color,
            tooltip=look.tooltip(method="Method", seed="Seed", **shown),
        ),
        interval,
        median,
        height=ROW * len(summary) + AXIS,
    )
