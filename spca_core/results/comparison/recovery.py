"""How much of planted topics the methods find, by how strongly they are planted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import FOLDER
from spca_core.corpus.planted import PLAN_OPTIONS, PLANTED_KIND, Plan, plant
from spca_core.corpus.weighting import matrix_options
from spca_core.formatting import counted
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison.overlap import matched_jaccard
from spca_core.results.comparison.runs import FAIR_SEEDS, default_methods
from spca_core.results.figure import Figure

# Relative to the plan's own strength: from nearly nothing to what all methods find.
FACTORS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
ENOUGH = 0.9
NOT_ALL_YET = (
    "When all runs have ended, it is known from which strength on each method finds "
    "nine tenths of the planted words."
)
BAND = {"median": 0.5, "low": 0.0, "high": 1.0}
HEADINGS = {
    "method": "Method",
    "strength": "Strength",
    "median": "Recovered, median",
    "low": "Least",
    "high": "Most",
    "n_seeds": "Corpora",
}
# What is planted unless the corpus itself is: at its strengths the methods differ.
EXAMPLE = Plan(n_documents=1_000, n_words=300, n_topics=10, sparsity=5, strength=0.5)
STORED = FOLDER / "planted" / "recovery.csv"  # of the runs on the example
Key = tuple[Plan, Settings]


def example_runs() -> list[Key]:
    """Return the runs on the example, as `recovery_runs` does."""
    methods = default_methods(EXAMPLE.n_words, EXAMPLE.sparsity)
    settings = Settings(**matrix_options(PLANTED_KIND))
    return recovery_runs(EXAMPLE, settings, methods, FAIR_SEEDS)


@cache
def stored_shares() -> dict[Key, float]:
    """Return what is recovered in each run on the example, as it is stored."""
    table = pd.read_csv(STORED).set_index(["seed", "strength", "method"])["recovered"]
    return {
        (plan, run): float(table[plan.seed, plan.strength, run.method])
        for plan, run in example_runs()
    }


def write_shares(shares: dict[Key, float]) -> None:
    """Store what is recovered in each run on the example."""
    rows = [
        (plan.seed, plan.strength, run.method, share)
        for (plan, run), share in shares.items()
    ]
    columns = ["seed", "strength", "method", "recovered"]
    pd.DataFrame(rows, columns=columns).to_csv(STORED, index=False)


def recovery_runs(
    plan: Plan, settings: Settings, methods: Sequence[str], n_seeds: int
) -> list[Key]:
    """Return what to plant and what to run on it, the first corpus of each first.

    Each seed plants a corpus of its own, and is the seed of the methods' runs on it.
    """
    sized = replace(
        settings, n_components=plan.n_topics, sparsity=plan.sparsity, pinned=()
    )
    strengths = [
        min(factor * plan.strength, PLAN_OPTIONS["strength"].limits[1])
        for factor in FACTORS
    ]
    return [
        (
            replace(plan, seed=plan.seed + i, strength=strength),
            replace(sized, method=method, seed=settings.seed + i).relevant,
        )
        for i in range(n_seeds)
        for strength in dict.fromkeys(round(exact, 6) for exact in strengths)
        for method in methods
    ]


def recovery_table(
    runs: Sequence[Key], known: dict[Key, float] | None = None
) -> Iterator[pd.DataFrame]:
    """Yield the table so far; closing the iterator stops the work.

    It has one row per method and strength: the median, least and most of what is
    recovered, over the corpora. Recovered is the Jaccard index of planted and found
    topics, matched to share the most words, in the mean over the topics.

    known : figures of earlier tables, to which new ones are added
    """
    known = {} if known is None else known
    yield _table(runs, known)
    for plan, settings in runs:
        if (plan, settings) in known:
            continue
        corpus, truth = plant(plan)
        planted = np.array([corpus.columns_of(topic) for topic in truth])
        for solution in solutions(corpus, settings):  # noqa: B007, the last counts
            yield _table(runs, known)
        known[plan, settings] = share_recovered(planted, solution)
        yield _table(runs, known)


def share_recovered(planted: np.ndarray, solution: Solution) -> float:
    """Return how much of planted topics is found, from 0 to 1.

    planted : (n_topics, sparsity) word indices
    """
    shares = matched_jaccard(planted, solution.supports)
    return float(shares.sum() / len(planted))


def _table(runs: Sequence[Key], known: dict[Key, float]) -> pd.DataFrame:
    rows = [
        (METHODS[settings.method].label, plan.strength, known[plan, settings])
        for plan, settings in sorted(runs, key=_place)
        if (plan, settings) in known
    ]
    table = pd.DataFrame(rows, columns=["method", "strength", "value"])
    table = table.astype({"value": float})
    values = table.groupby(["method", "strength"], sort=False)["value"]
    shown = {name: values.quantile(share) for name, share in BAND.items()}
    return pd.DataFrame({**shown, "n_seeds": values.size()}).reset_index()


def _place(run: Key) -> tuple[int, float]:
    return list(METHODS).index(run[1].method), run[0].strength


def runs_made(table: pd.DataFrame, n_runs: int) -> str:
    """Say how many of the runs have been made."""
    return f"{table['n_seeds'].sum()} of {counted(n_runs, 'runs')}"


def recovery_figure(table: pd.DataFrame, *, is_whole: bool) -> Figure:
    """Return a curve for each method, in a band over the corpora.

    table    : from `recovery_table`
    is_whole : all runs are made
    """
    text = _describe(table) if is_whole else NOT_ALL_YET
    return Figure(
        name="recovery",
        title="How much of planted topics is found",
        table=table,
        text=text,
        draw=_draw,
        headings=HEADINGS,
    )


def _describe(table: pd.DataFrame) -> str:
    """Say from which strength on each method finds nine tenths of what is planted."""
    listed = []
    for method, rows in table.groupby("method", sort=False):
        enough = rows.loc[rows["median"] >= ENOUGH, "strength"]
        place = f"from strength {enough.min():g} on" if len(enough) else "never"
        listed.append(f"{method} {place}")
    return f"Nine tenths of the planted words are found: {'; '.join(listed)}."


def _draw(table: pd.DataFrame) -> Any:
    import altair as alt

    from spca_core.results import look

    base = alt.Chart(table).encode(
        x=alt.X("strength:Q", title=HEADINGS["strength"]),
        color=look.method_colour(table),
        tooltip=look.tooltip(
            method="Method",
            strength=(HEADINGS["strength"], ".3~g"),
            median=(HEADINGS["median"], ".0%"),
            low=(HEADINGS["low"], ".0%"),
            high=(HEADINGS["high"], ".0%"),
        ),
    )
    up, axis = alt.Scale(domain=[0, 1]), alt.Axis(format="%")
    value = base.encode(y=alt.Y("median:Q", title="Recovered", scale=up, axis=axis))
    band = base.mark_area(opacity=0.125).encode(y="low:Q", y2="high:Q")
    marks = value.mark_point(size=80, filled=True, opacity=1).encode(
        shape=look.method_shape(table)
    )
    return (band + value.mark_line() + marks).properties(height=look.CHART_HEIGHT)
