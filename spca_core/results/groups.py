"""Groups of documents, and how much of each topic is in them."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.documents import years_in
from spca_core.results.scores import Scores, scores, squared_lengths

MAX_UNDATED = 0.1  # share of titles without a year where documents are grouped by year
MONTH = re.compile(r"\d{4}-\d\d(-\d\d)?$")  # an ISO date with a month
MAX_MONTHS = 36
MAX_YEARS = 30  # above this, decades are offered too
FIRST_PART = re.compile(r"([^/.:]+)[/.:]")
MIN_GROUPS, MAX_GROUPS = 2, 60


def groupings(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    """Return the ways to group the documents: by name, the group of every document.

    "year", "decade" and "month" come from the dates, or else from the titles; documents
    without one are in the group "". The corpus's own groups follow. "part of the title"
    is the text before the first slash, full stop or colon.
    """
    corpus = corpus.with_copies
    others = {**corpus.groups, "part of the title": _first_parts(corpus.titles)}
    return _by_time(corpus.dates or corpus.titles) | {
        name: groups
        for name, groups in others.items()
        if MIN_GROUPS <= len(set(groups)) <= MAX_GROUPS
    }


def topic_shares(
    corpus: Corpus,
    solution: Solution,
    groups: Sequence[str],
    scored: Scores | None = None,
) -> pd.DataFrame:
    """Return one row per group and topic: group, topic, name, share, documents.

    The share is the sum of the topic's squared scores, divided by the sum of squares of
    the group's documents.

    groups : one for each document; "" is left out
    scored : what `documents.scores` returns, if known
    """
    known = scores(corpus, solution) if scored is None else scored
    squares = pd.DataFrame(known**2)
    squares = squares.assign(all=squared_lengths(corpus, solution), documents=1)
    # Group by number: names of groups would be compared again and again.
    numbers, names = pd.factorize(np.array(groups, dtype=object), sort=True)
    sums = squares.groupby(numbers).sum().set_axis(names)
    sums = sums.drop("", errors="ignore")
    totals, documents = sums.pop("all").replace(0.0, 1.0), sums.pop("documents")
    n_groups, n_topics = sums.shape
    topics = np.tile(np.arange(1, n_topics + 1), n_groups)
    return pd.DataFrame(
        {
            "group": sums.index.repeat(n_topics),
            "topic": topics,
            "name": [f"Topic {topic}" for topic in topics],
            "share": sums.div(totals, axis=0).to_numpy().ravel(),
            "documents": documents.repeat(n_topics).to_numpy(),
        }
    )


def _by_time(told: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the months, years and decades in dates or titles, if nearly all have one.

    Months are offered if there are few of them, and decades if there are many years.
    """
    months = tuple(date[:7] if MONTH.match(date) else "" for date in told)
    few = "" not in months and MIN_GROUPS <= len(set(months)) <= MAX_MONTHS
    by_month = {"month": months} if few else {}
    years = tuple(years_in(told))
    n_years = len(set(years) - {""})
    if years.count("") > MAX_UNDATED * len(years) or n_years < MIN_GROUPS:
        return by_month
    if n_years <= MAX_YEARS:
        return {**by_month, "year": years}
    # Decades first: so many years would be drawn as a tangle.
    return {"decade": tuple(year and f"{year[:3]}0s" for year in years), "year": years}


def _first_parts(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return each title's part before the first mark; nothing if any has no mark."""
    parts = [FIRST_PART.match(title) for title in titles]
    return tuple(part[1] for part in parts if part) if all(parts) else ()
