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
# How much of an ISO date each is. Only the dates of a day or two have hours.
PERIODS = {"hour": 13, "day": 10, "month": 7}
ISO_DATE = re.compile(r"\d{4}-\d\d(-\d\d(T\d\d:\d\d)?)?$")
MAX_PERIODS = 36
FEW_MONTHS = 2  # whose days are offered
MAX_NAMED = 5  # documents
MAX_YEARS = 30  # above this, decades are offered too
FIRST_PART = re.compile(r"([^/.:]+)[/.:]")
MIN_GROUPS, MAX_GROUPS = 2, 60


def groupings(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    """Return the ways to group the documents: by name, the group of every document.

    "hour", "day", "month", "year" and "decade" come from the dates, or else from the
    titles; documents without one are in the group "". The corpus's own groups follow.
    "part of the title" is the text before the first slash, full stop or colon.
    """
    corpus = corpus.with_copies
    others = {**corpus.groups, "part of the title": _first_parts(corpus.titles)}
    return _by_time(corpus.dates or corpus.titles) | {
        name: groups
        for name, groups in others.items()
        if MIN_GROUPS <= len(set(groups)) <= MAX_GROUPS
    }


def about_left_out(corpus: Corpus, groups: Sequence[str], by: str) -> str:
    """Say which documents are in no group, such as a month; or nothing if all are."""
    whole = corpus.with_copies
    missing = [number for number, group in enumerate(groups) if not group]
    if not missing:
        return ""
    titles = whole.titles or [f"document {n + 1}" for n in range(len(groups))]
    named = [titles[number] for number in missing[:MAX_NAMED]]
    more = ["..."] * (len(missing) > MAX_NAMED)
    have = "has" if len(missing) == 1 else "have"
    return (
        f"{len(missing):,} of {len(groups):,} {whole.kind.documents} {have} no {by}, "
        f"and no group has them: {'; '.join([*named, *more])}."
    )


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
    """Return the hours to decades in dates or titles, if nearly all have one.

    Hours, days and months are offered if there are few of them, and decades if there
    are many years.
    """
    dates = [one if ISO_DATE.match(one) else "" for one in told]
    found = {
        name: tuple(one[:length] if len(one) >= length else "" for one in dates)
        for name, length in PERIODS.items()
    }
    if len(set(found["month"]) - {""}) > FEW_MONTHS:
        del found["day"]
    years = tuple(years_in(told))
    n_years = len(set(years) - {""})
    if n_years > MAX_YEARS:  # decades first: so many years would be drawn as a tangle
        found["decade"] = tuple(year and f"{year[:3]}0s" for year in years)
    most = dict.fromkeys(PERIODS, MAX_PERIODS)
    return {
        name: groups
        for name, groups in (found | {"year": years}).items()
        if MIN_GROUPS <= len(set(groups) - {""}) <= most.get(name, n_years)
        and groups.count("") <= MAX_UNDATED * len(groups)
    }


def _first_parts(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return each title's part before the first mark; nothing if any has no mark."""
    parts = [FIRST_PART.match(title) for title in titles]
    return tuple(part[1] for part in parts if part) if all(parts) else ()
