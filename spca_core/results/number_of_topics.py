"""Coherence, stability and share of the variance by number of topics."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results.held_out import HeldOut, held_out, share_of_variance, showing
from spca_core.results.quality import MEASURES as NAMES

MEASURES = {name: NAMES[name] for name in ("held_out", "stability", "share")}
# The columns in their order, and their headings.
HEADINGS = {
    "n_components": "Topics",
    "held_out": NAMES["held_out"],
    "least": "Least coherent",
    "stability": NAMES["stability"],
    "spread": NAMES["spread"],
    "share": NAMES["share"],
}
NUMBERS = tuple(range(2, 31))  # of topics, tried by default
NEARLY = 0.95  # of the greatest coherence: anything above counts as equally good


def number_runs(settings: Settings) -> Settings:
    """Return the settings for runs with any number of topics, without pinned words.

    The searches are quick, so several splits take no longer than one otherwise would.
    """
    return replace(settings, effort="quick", pinned=())


def by_number_of_topics(
    corpus: Corpus,
    settings: Settings,
    numbers: Sequence[int] = NUMBERS,
    executor: Executor | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield the table so far, many times; closing the iterator stops the work.

    It has one row per number of topics, from runs on halves of the documents: held_out
    (mean coherence on the other half), least (coherence of the least coherent topic),
    stability (mean over the splits into halves), spread (its standard deviation) and
    share (of the variance in all documents).

    settings : of the runs, as `number_runs` gives them; `n_components` is not used
    numbers  : of topics; those for which the corpus has too few words are left out
    """
    rows: list[dict[str, Any]] = []
    covariance = covariance_of(corpus, settings)
    for number in numbers:
        if number * settings.sparsity > corpus.n_words:
            continue
        run = replace(settings, n_components=number)
        judged: HeldOut = yield from showing(
            _table(rows), held_out(corpus, run, executor)
        )
        shares = [share_of_variance(covariance, one.words) for one in judged.found]
        others = {"least": float(judged.coherence.min()), "share": np.mean(shares)}
        rows.append({"n_components": number, **judged.figures, **others})
        yield _table(rows)


def suggestion(table: pd.DataFrame) -> tuple[int, str] | None:
    """Return a number of topics and the reason in a sentence; None for an empty table.

    Among the numbers whose coherence is nearly the greatest, it is the most stable one,
    or the smallest of these.
    """
    if table.empty:
        return None
    best = table["held_out"].max()
    good = table[table["held_out"] >= best - (1 - NEARLY) * abs(best)]
    chosen = good.sort_values("stability", ascending=False, kind="stable").iloc[0]
    number = int(chosen["n_components"])
    return number, (
        f"{number} topics: their coherence in documents held out is "
        f"{chosen['held_out']:.2f} (the best of any number is "
        f"{table['held_out'].max():.2f}), and of the numbers nearly as good as that, "
        "their words are found again most often in other documents "
        f"({chosen['stability']:.0%} ± {chosen['spread']:.0%})."
    )


def text(table: pd.DataFrame, measure: str) -> str:
    """Describe the curve of a measure."""
    if table.empty:
        return f"{MEASURES[measure]}: nothing is known yet."
    values = dict(zip(table["n_components"], table[measure], strict=True))
    top = max(values, key=values.__getitem__)
    ends = ", ".join(f"{values[n]:.3g} at {n}" for n in (min(values), max(values)))
    return (
        f"{MEASURES[measure]} by number of topics: {ends}; greatest "
        f"{values[top]:.3g} at {top}."
    )


def _table(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(HEADINGS)).astype({"n_components": int})
