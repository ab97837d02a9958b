"""Methods and weightings compared by how good their topics are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import COUNTS, Corpus
from spca_core.corpus.weighting import matrix_options
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.formatting import percent
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.results.comparison.held_out import (
    FoundTopics,
    find_topics,
    held_out,
    share_of_variance,
    showing,
)
from spca_core.results.figure import Figure
from spca_core.results.topics.quality import (
    MEASURES,
    coherence,
    diversity,
    evenness,
    stability,
)

Row = dict[str, object]  # of a run, by the names in HEADINGS

# The columns in their order, and their headings, on screen and in files.
HEADINGS = {
    "method": "Method",
    "weighting": "Weighting",
    **MEASURES,
    "best": "Best in",
}
DECIMALS = dict.fromkeys(MEASURES.values(), 3)  # in LaTeX
# In these, more is better; of the seconds, fewer. Topics that are disjoint by
# construction have all diversity there is, which is no merit.
UNJUDGED = ("spread", "diversity", "seconds")
JUDGED = [name for name in MEASURES if name not in UNJUDGED]
SUITED = {
    name: method.suited_weighting
    for name, method in METHODS.items()
    if method.suited_weighting
}
COMPARED = sorted(
    (*SUITED.items(), *((method, "counts") for method in SUITED)),
    key=lambda pair: METHODS[pair[0]].is_slow,
)
EXTRA_STARTS = 10  # at least, for methods that begin from one word or a few


def quality_runs(corpus: Corpus, settings: Settings) -> list[Settings]:
    """Return the runs to compare, with the size and seed of the settings.

    The settings' own method and weighting come first, then the methods at their best:
    on the weighting that suits them, and with ten extra starts if they take any; then
    all on counts, and slow ones at the end. Measurements are not weighted. On the
    settings' own weighting, centring and norm are those of the settings too.
    """
    own, default = settings.weighting, corpus.kind.weighting
    pairs = [pair for pair in COMPARED if default in (COUNTS.weighting, pair[1])]
    return [
        replace(
            settings,
            method=method,
            **({} if weighting == own else matrix_options(corpus.kind, weighting)),
            extra_starts=max(settings.extra_starts, EXTRA_STARTS),
            pinned=(),
        ).relevant
        for method, weighting in dict.fromkeys([(settings.method, own), *pairs])
    ]


def quality_table(
    corpus: Corpus,
    runs: Sequence[Settings],
    known: dict[Settings, Row] | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield the table so far, many times; closing the iterator stops the work.

    It has one row per run, with the columns of HEADINGS, as numbers; those not known
    yet are missing. `held_out` is the mean coherence of the topics of each half on the
    other half, `covered` the share of that half's documents with at least two words of
    some topic, `spread` the standard deviation of the stability over the splits,
    `reseeded` the stability over two seeds on all documents, and `best` names, once all
    runs are measured, the columns in which no run is better. In all rows the share is
    of the variance under the first run's weighting.

    runs  : all of one size, as `quality_runs` gives them; each method runs twice on all
            documents, and once on each half that `held_out` draws
    known : rows of earlier tables of this corpus, with the same first weighting; they
            are in the first table already, and new rows are added when they are whole
    """
    kept = {} if known is None else known
    rows = {run: kept[run] for run in runs if run in kept}
    yield _table(list(rows.values()), len(runs))
    yardstick = covariance_of(corpus, runs[0])
    for run in runs:
        if run in rows:
            continue
        for row in _measured(corpus, run, yardstick):
            rows[run] = row
            yield _table([rows[key] for key in runs if key in rows], len(runs))
        kept[run] = rows[run]


def best_cells(table: pd.DataFrame) -> pd.DataFrame:
    """Return booleans for the columns that are judged: whether no run is better.

    table : with all runs measured
    """
    judged = table[JUDGED].assign(seconds=-table["seconds"])
    return judged == judged.max()


def runs_measured(table: pd.DataFrame, n_runs: int) -> str:
    """Say how many of the runs are measured, and which is being measured now."""
    known = table["held_out"].notna()
    done = f"{known.sum()} of {n_runs} measured"
    now = " and ".join(
        f"{row.method} on {row.weighting}" for row in table[~known].itertuples()
    )
    return f"{done}; now {now}" if now else done


def _measured(
    corpus: Corpus,
    settings: Settings,
    yardstick: Covariance,
) -> Iterator[Row]:
    row: Row = {
        "method": METHODS[settings.method].label,
        "weighting": WEIGHTINGS[settings.weighting].label,
    }
    search = find_topics(corpus, settings)
    topics: FoundTopics = yield from showing(row, search)
    row |= _on_all_documents(corpus, topics)
    row["share"] = share_of_variance(yardstick, topics.words)
    (seed,) = np.random.SeedSequence(settings.seed).generate_state(1)
    again = find_topics(corpus, replace(settings, seed=seed))
    others: FoundTopics = yield from showing(row, again)
    row["reseeded"] = stability(topics.words, others.words)
    figures = yield from showing(row, held_out(corpus, settings))
    yield row | figures


def _on_all_documents(corpus: Corpus, topics: FoundTopics) -> dict[str, float]:
    counts = corpus.observations
    return {
        "coherence": float(coherence(counts, topics.words).mean()),
        "diversity": diversity(topics.words),
        "evenness": float(evenness(topics.loadings).mean()),
        "seconds": topics.seconds,
    }


def _table(rows: Sequence[Row], n_runs: int) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=list(HEADINGS))
    numbers = list(MEASURES)
    table[numbers] = table[numbers].astype(np.float64)
    if table["held_out"].notna().sum() < n_runs:
        return table.assign(best="")
    best = best_cells(table)
    names = best.columns.map(MEASURES).str.lower().to_numpy()
    return table.assign(best=["; ".join(names[row]) for row in best.to_numpy()])


def quality_figure(table: pd.DataFrame, across: str, *, is_whole: bool) -> Figure:
    """Return coherence held out against what is covered, or seconds.

    Colours are methods and shapes are weightings. Rows that are not known yet are left
    out.

    table    : from `quality_table`
    across   : "covered" or "seconds"
    is_whole : all runs are measured
    """
    return Figure(
        name=f"quality_by_{across}",
        title=f"{HEADINGS['held_out']} against {HEADINGS[across].lower()}",
        table=table,
        text=_describe(table) if is_whole else "Not all runs are measured yet.",
        draw=partial(_draw, across=across),
        headings=HEADINGS,
    )


def _describe(table: pd.DataFrame) -> str:
    """Say which run has the most coherent topics."""
    best = table[table["held_out"] == table["held_out"].max()]
    return " ".join(
        f"Most coherent in documents held out: {row.method} on {row.weighting}, "
        f"{row.held_out:.3f}, {percent(row.covered)} covered, found again "
        f"{percent(row.stability)}, {row.seconds:.2g} s."
        for row in best.itertuples()
    )


def _draw(table: pd.DataFrame, across: str) -> Any:
    import altair as alt

    from spca_core.results import look

    known = table.dropna(subset=["held_out", across])
    logarithmic = alt.Scale(type="log", nice=False, padding=15)
    kind = logarithmic if across == "seconds" else alt.Scale(zero=True)
    marks = alt.Axis(format=".6~g" if across == "seconds" else "%", grid=False)
    formats = {
        "held_out": ".3f",
        "covered": ".0%",
        "stability": ".0%",
        "seconds": ".3~g",
    }
    numbers = {name: (HEADINGS[name], shown) for name, shown in formats.items()}
    return (
        alt.Chart(known)
        .mark_point(size=120, filled=True, opacity=1)
        .encode(
            x=alt.X(f"{across}:Q", title=HEADINGS[across], scale=kind, axis=marks),
            y=alt.Y("held_out:Q", title=HEADINGS["held_out"]),
            color=look.method_colour(known),
            shape=look.weighting_shape(known),
            tooltip=look.tooltip(method="Method", weighting="Weighting", **numbers),
        )
        .properties(height=look.CHART_HEIGHT)
    )
