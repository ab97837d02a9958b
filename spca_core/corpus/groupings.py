"""The ways to group documents: by their dates or titles, and by the corpus's groups."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from spca_core.corpus.group_names import (
    MAX_GROUPS,
    MIN_GROUPS,
    distinct,
    groups_of,
)
from spca_core.corpus.texts.dates import years_in

MAX_UNDATED = 0.1  # share of titles without a year where documents are grouped by year
# How much of an ISO date each is. Only the dates of a day or two have hours.
PERIODS = {"hour": 13, "day": 10, "month": 7}
# The groupings that are times, each with NumPy's unit and how many of it one is.
BY_TIME = {
    "decade": ("Y", 10),
    "year": ("Y", 1),
    "month": ("M", 1),
    "day": ("D", 1),
    "hour": ("h", 1),
}
ISO_DATE = re.compile(r"\d{4}-\d\d(-\d\d(T\d\d:\d\d)?)?$")
MAX_PERIODS, MAX_SPAN = 36, 360  # with documents; from the first to the last
FEW_MONTHS = 2  # whose days are offered
MAX_YEARS = 30  # above this, decades are offered too
FIRST_PART = re.compile(r"([^/.:]+)[/.:]")


class Grouped(Protocol):
    """What is asked of a corpus, which imports this module."""

    @property
    def with_copies(self) -> "Grouped": ...
    @property
    def titles(self) -> tuple[str, ...]: ...
    @property
    def dates(self) -> tuple[str, ...]: ...
    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]: ...


def groupings(corpus: Grouped) -> dict[str, tuple[str, ...]]:
    """Return the ways to group the documents: by name, the group of every document.

    "hour", "day", "month", "year" and "decade" come from the dates, or else from the
    titles; documents without one are in the group "". The corpus's own groups follow,
    with "group" before the name of a time if they are not such times, as May is not.
    "part of the title" is the text before the first slash, full stop or colon. Several
    groups of a document have `BETWEEN` between them; `memberships` takes them apart.
    """
    corpus = corpus.with_copies
    own = {_called(*each): each[1] for each in corpus.groups.items()}
    others = {**own, "part of the title": _first_parts(corpus.titles)}
    return _by_time(corpus.dates or corpus.titles) | {
        name: groups
        for name, groups in others.items()
        if MIN_GROUPS <= len(distinct(groups)) <= MAX_GROUPS
    }


def _called(name: str, groups: Sequence[str]) -> str:
    if name not in BY_TIME or _are_times({*groups} - {""}, name):
        return name
    return f"group {name}"


def _are_times(groups: set[str], by: str) -> bool:
    """Return whether groups are years or decades as `every_time` writes them."""
    try:
        return by in ("year", "decade") and groups <= every_time(groups, by).keys()
    except ValueError:
        return False


def memberships(groups: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return documents, from 0, and for each one of its groups: one pair for each.

    groups : those of each document, as in `groupings`
    """
    parts = {written: groups_of(written) for written in {*groups}}
    n_groups = np.fromiter((len(parts[written]) for written in groups), dtype=int)
    named = [group for written in groups for group in parts[written]]
    return np.repeat(np.arange(len(groups)), n_groups), np.array(named, dtype=object)


def in_group(groups: Sequence[str], group: str) -> np.ndarray:
    """Return which documents are in a group: booleans, (n_documents,)."""
    has = {written: group in groups_of(written) for written in {*groups}}
    return np.fromiter((has[written] for written in groups), dtype=bool)


def first_by_time(groupings: Iterable[str]) -> str | None:
    """Return the first of these ways whose groups are in order of time, if any is."""
    return next((by for by in groupings if by in BY_TIME), None)


def finest_time(groupings: Iterable[str]) -> str | None:
    """Return the ways by the shortest times of these, if any is by time."""
    return next((by for by in reversed(BY_TIME) if by in {*groupings}), None)


def every_time(groups: Iterable[str], by: str) -> dict[str, str]:
    """Return all times from the first to the last, with when each begins in ISO 8601.

    groups : times, at least one, as `groupings` has them; "1790s" is a decade
    by     : their unit, a key of `BY_TIME`
    """
    unit, step = BY_TIME[by]
    plural = "s" * (by == "decade")
    known = [group.removesuffix(plural) for group in groups]
    times = np.array(known, dtype=f"datetime64[{unit}]")
    later = np.arange(0, np.ptp(times).astype(int) + 1, step)
    every = times.min() + later.astype(f"timedelta64[{unit}]")
    starts = np.datetime_as_string(every, unit="s")
    return {f"{time}{plural}": start for time, start in zip(every, starts, strict=True)}


def dates_of(group: str, by: str) -> tuple[str, str]:
    """Return the first and the last date of a time, as conditions compare them."""
    if by == "decade":
        return group[:4], f"{group[:3]}9"
    return (f"{group}:00", f"{group}:59") if by == "hour" else (group, group)


def _by_time(texts: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the hours to decades in dates or titles, if nearly all have one.

    Hours, days and months are offered if there are few of them within a time that is
    not too long for a chart, and decades if there are many years.
    """
    dates = [text if ISO_DATE.match(text) else "" for text in texts]
    by_period = {
        name: tuple(date[:length] if len(date) >= length else "" for date in dates)
        for name, length in PERIODS.items()
    }
    if len(set(by_period["month"]) - {""}) > FEW_MONTHS:
        del by_period["day"]
    years = tuple(years_in(texts))
    n_years = len(set(years) - {""})
    if n_years > MAX_YEARS:  # decades first: so many years would be drawn as a tangle
        by_period["decade"] = tuple(year and f"{year[:3]}0s" for year in years)
    return {
        name: groups
        for name, groups in (by_period | {"year": years}).items()
        if groups.count("") <= MAX_UNDATED * len(groups)
        and len(times := set(groups) - {""}) >= MIN_GROUPS
        and (name not in PERIODS or _are_near(times, name))
    }


def _are_near(times: set[str], by: str) -> bool:
    return len(times) <= MAX_PERIODS and len(every_time(times, by)) <= MAX_SPAN


def _first_parts(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return each title's part before the first mark; nothing if any has no mark."""
    parts = [FIRST_PART.match(title) for title in titles]
    return tuple(part[1] for part in parts if part) if all(parts) else ()
