"""Coherence, covered documents, stability and variance by number of topics."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from statistics import harmonic_mean
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted, percent
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results.colours import COLOURS
from spca_core.results.comparison.held_out import (
    HeldOut,
    halved,
    in_halves,
    share_of_variance,
    showing,
    split_seeds,
)
from spca_core.results.figure import Figure
from spca_core.results.topics.quality import MEASURES as NAMES

Row = dict[str, float]  # the figures of one number in one split

MEASURES = {
    "together": "Coherence and covered, together",
    **{name: NAMES[name] for name in ("held_out", "covered", "stability", "share")},
}
# The columns in their order, and their headings.
HEADINGS = {
    "n_components": "Topics",
    "n_splits": "Divisions into halves",
    **MEASURES,
    "least": "Least coherent",
    **{f"{name}_spread": f"{heading}, ±" for name, heading in MEASURES.items()},
}
NUMBERS = tuple(range(2, 31))  # of topics, tried by default
SPLITS = 4  # into halves
HEIGHT = 200  # pixels, of a curve
NEARLY = 0.95  # of the best: anything above counts as equally good
MAX_CANDIDATES = 6
COHERENCES = ("together", "held_out")  # not shares


def number_runs(settings: Settings) -> Settings:
    """Return the settings for runs with any number of topics, without pinned words.

    The searches are quick, so several splits take no longer than one otherwise would.
    """
    return replace(settings, effort="quick", pinned=())


def fitting(corpus: Corpus, settings: Settings, numbers: Sequence[int]) -> list[int]:
    """Return the numbers of topics for which the corpus has enough words."""
    most = corpus.n_words // settings.sparsity
    return [number for number in numbers if number <= most]


def by_number_of_topics(
    corpus: Corpus,
    settings: Settings,
    numbers: Sequence[int] = NUMBERS,
    known: dict[tuple[int, int], Row] | None = None,
    executor: Executor | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield the table so far, many times; closing the iterator stops the work.

    It has one row per number of topics, from runs on halves of the documents: held_out
    (mean coherence on the other half), covered (the share of the other half's documents
    with at least two words of some topic), together (the harmonic mean of the two),
    stability, least (coherence of the least coherent topic) and share (of the variance
    in all documents). All are means over the splits so far; their standard deviations
    are in columns that end in _spread, missing after one split. All numbers are tried
    in one split before the next begins.

    settings : of the runs, as `number_runs` gives them; `n_components` is not used
    numbers  : of topics; only those that are `fitting` are tried
    known    : figures of earlier tables of this corpus with these settings, by seed of
               the split and number; they are in the first table already, and new ones
               are added
    """
    known = {} if known is None else known
    fit = fitting(corpus, settings, numbers)
    seeds = split_seeds(settings, SPLITS)
    wanted = [(seed, number) for seed in seeds for number in fit]
    yield _table(known, wanted)
    covariance = covariance_of(corpus, settings)
    for seed in seeds:
        parts = halved(corpus, seed)
        for number in fit:
            if (seed, number) in known:
                continue
            run = replace(settings, n_components=number, seed=seed)
            judged: HeldOut = yield from showing(
                _table(known, wanted), in_halves(parts, run, executor)
            )
            shares = [
                share_of_variance(covariance, half.words) for half in judged.topics
            ]
            known[seed, number] = {
                "together": together(judged.coherence, judged.covered),
                "held_out": judged.coherence,
                "covered": judged.covered,
                "stability": judged.stability,
                "share": float(np.mean(shares)),
                "least": judged.least,
            }
            yield _table(known, wanted)


def together(coherence: float, covered: float) -> float:
    """Return the harmonic mean of coherence and covered, 0 if one is not positive.

    Coherence falls with the number of topics and the covered share grows. Their
    harmonic mean, as of precision and recall, is great only if both are.
    """
    return harmonic_mean([max(coherence, 0.0), covered])


def candidates(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the numbers that are nearly the best, the most stable first.

    They are those whose coherence and covered share together are at least 95 % of the
    best; of equally stable ones the smallest comes first.
    """
    good = table[table["together"] >= NEARLY * table["together"].max()]
    return good.sort_values("stability", ascending=False, kind="stable")


def candidate_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the first candidates as texts to show, with their intervals."""
    shown = candidates(table).head(MAX_CANDIDATES)
    texts = {
        name: [
            _interval(value, spread, name)
            for value, spread in zip(shown[name], shown[f"{name}_spread"], strict=True)
        ]
        for name in ("stability", "together", "held_out", "covered")
    }
    texts = {"n_components": shown["n_components"].astype(str), **texts}
    return pd.DataFrame(texts).rename(columns=HEADINGS)


def suggestion(
    table: pd.DataFrame, limits: tuple[int, int] = (NUMBERS[0], NUMBERS[-1])
) -> tuple[int, str] | None:
    """Return a number of topics and the reason in words; None for an empty table.

    It is the first of the `candidates`. If it is at an end of the numbers tried, the
    reason says so, and whether there are others beyond.

    limits : the least and the greatest number that can be tried
    """
    if table.empty:
        return None
    chosen = candidates(table).iloc[0]
    number = int(chosen["n_components"])
    stable = _interval(chosen["stability"], chosen["stability_spread"], "stability")
    return number, (
        f"{counted(number, 'topics')}: coherence {chosen['held_out']:.2f} with "
        f"{percent(chosen['covered'])} of the documents covered, together "
        f"{chosen['together']:.2f} (the best of any number is "
        f"{table['together'].max():.2f}); of the numbers nearly as good, the words of "
        f"this one are found again most often in other documents ({stable})."
        + _at_an_end(number, table["n_components"], limits)
    )


def numbers_tried(table: pd.DataFrame, n_numbers: int) -> str:
    """Say how many numbers are tried, in how many of the splits."""
    n_splits = table["n_splits"].max() if len(table) else 1
    tried = (table["n_splits"] == n_splits).sum()
    return (
        f"{tried} of {counted(n_numbers, 'numbers')} tried, in division {n_splits} of "
        f"{SPLITS} into halves"
    )


def _at_an_end(number: int, tried: pd.Series, limits: tuple[int, int]) -> str:
    ends = [
        (name, others, limit)
        for name, others, end, limit in (
            ("smallest", "fewer", tried.min(), limits[0]),
            ("largest", "more topics", tried.max(), limits[1]),
        )
        if number == end
    ]
    if len(ends) > 1:
        return " No other number was tried."
    for name, others, limit in ends:
        if number == limit:
            return f" It is the {name} number that can be tried."
        return f" It is the {name} number tried: {others} may be better still."
    return ""


def _interval(value: float, spread: float, measure: str) -> str:
    shown = [
        f"{number:.2f}" if measure in COHERENCES else percent(number, 0)
        for number in (value, spread)
        if not np.isnan(number)  # of one split there is no spread
    ]
    return " ± ".join(shown)


def _table(
    known: dict[tuple[int, int], Row], wanted: Sequence[tuple[int, int]]
) -> pd.DataFrame:
    """Return means and standard deviations over the splits, by number."""
    rows = [{"n_components": key[1], **known[key]} for key in wanted if key in known]
    figures = [*MEASURES, "least"]
    measured = pd.DataFrame(rows, columns=["n_components", *figures])
    by_number = measured.astype({"n_components": int}).groupby("n_components")
    spreads = by_number[list(MEASURES)].std().add_suffix("_spread")
    table = by_number[figures].mean().join(spreads)
    table["n_splits"] = by_number.size()
    return table.reset_index()[list(HEADINGS)]


def number_figure(
    table: pd.DataFrame, measure: str, suggested: int | None = None
) -> Figure:
    """Return a measure by the number of topics as a curve, with a standard deviation.

    A click on a point chooses its number of topics, by the parameter "number".

    table     : from `by_number_of_topics`
    measure   : a name in `MEASURES`
    suggested : marked by a line, if there is one
    """
    return Figure(
        name=f"number_by_{measure}",
        table=table,
        text=_describe(table, measure),
        draw=partial(_draw, measure=measure, suggested=suggested),
        headings=HEADINGS,
    )


def _describe(table: pd.DataFrame, measure: str) -> str:
    if table.empty:
        return f"{MEASURES[measure]}: nothing is known yet."
    values = dict(zip(table["n_components"], table[measure], strict=True))
    top = max(values, key=values.__getitem__)
    ends = ", ".join(f"{values[n]:.3g} at {n}" for n in (min(values), max(values)))
    return (
        f"{MEASURES[measure]} by number of topics: {ends}; greatest "
        f"{values[top]:.3g} at {top}."
    )


def _draw(table: pd.DataFrame, measure: str, suggested: int | None) -> Any:
    import altair as alt

    from spca_core.results import look

    chosen = alt.selection_point(name="number", fields=["n_components"], nearest=True)
    value = {measure: (MEASURES[measure], ".3f")}
    base = alt.Chart(table).encode(
        x=alt.X("n_components:Q", title="Topics", axis=alt.Axis(tickMinStep=1)),
        y=alt.Y(f"{measure}:Q", title=None),  # the page shows it above
        tooltip=look.tooltip(n_components="Topics", **value),
    )
    band = base.mark_errorband(color=COLOURS[0], opacity=0.2).encode(
        yError=f"{measure}_spread:Q"
    )
    line = base.mark_line(color=COLOURS[0])
    points = base.mark_point(color=COLOURS[0], filled=True, size=60, opacity=1)
    mark = (
        alt.Chart(table[table["n_components"] == suggested])
        .mark_rule(color=COLOURS[1], strokeDash=[4, 4])
        .encode(x="n_components:Q")
    )
    layers = band + line + mark + points.add_params(chosen)
    return layers.properties(height=HEIGHT)
