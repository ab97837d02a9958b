"""Which documents of a corpus meet conditions, and what is said of those that fail."""

import operator
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from spca_core.corpus.conditions import (
    DATE,
    DOCUMENT,
    GROUP,
    MAX_LENGTH,
    MAX_SHOWN,
    OWN_NAMES,
    TOPIC,
    WORD,
    Condition,
    in_groups,
)
from spca_core.corpus.group_names import distinct, groups_of
from spca_core.corpus.groupings import (
    BY_TIME,
    Grouped,
    dates_of,
    groupings,
    memberships,
)
from spca_core.corpus.occurrence import ENOUGH, have_topics
from spca_core.corpus.stored import Numbers
from spca_core.corpus.texts.dates import years_in
from spca_core.corpus.texts.whole_words import phrase_in
from spca_core.errors import InputError
from spca_core.formatting import counted, near_matches

ORDERS = {">=": operator.ge, "<=": operator.le}
ISO_DATE = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d)?)?)?", re.ASCII)


class Documents(Grouped, Protocol):
    """What conditions ask of a corpus, which imports this module."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Any: ...
    @property
    def observations(self) -> Numbers: ...
    @property
    def n_documents(self) -> int: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def texts(self) -> tuple[str, ...]: ...
    def column_if_any(self, word: str) -> int | None: ...


def documents_meeting(corpus: Documents, where: Collection[Condition]) -> np.ndarray:
    """Return which documents meet all conditions: booleans, (n_documents,).

    Raises
    ------
    InputError
        If none does, or a condition names what the corpus does not have.
    """
    met = {each: _meeting(corpus, each) for each in sorted(where, key=str)}
    all_met = np.logical_and.reduce([*met.values()])
    if not all_met.any():
        alone = ", ".join(f"{each.short} {has.sum():,}" for each, has in met.items())
        raise InputError(
            f"{corpus.name} has no {corpus.kind.documents} that meet all conditions. "
            f"Each one alone is met by: {alone}. Leave one out, or widen it."
        )
    return all_met


def group_conditions(corpus: Grouped, by: str, group: str) -> tuple[Condition, ...]:
    """Return the conditions to be in a group of `groupings`: on dates, if it is a time.

    A part of a corpus may have other times as groups than the corpus, but its dates.
    """
    is_own = by not in BY_TIME or by in corpus.groups
    if is_own or not (corpus.dates or by in ("year", "decade")):
        return (in_groups(by, [group]),)
    first, last = dates_of(group, by)
    if first == last:
        return (Condition(DATE, "=", (group,)),)
    return Condition(DATE, ">=", (first,)), Condition(DATE, "<=", (last,))


def renumbered(condition: Condition, numbers: np.ndarray) -> Condition:
    """Return the condition for a corpus in which documents have other numbers.

    numbers : in that corpus, from 1, of each document of this one
    """
    if condition.name != DOCUMENT:
        return condition
    those = numbers[_numbered(condition, len(numbers))]
    return Condition(DOCUMENT, "=", tuple(map(str, those.tolist())))


def _meeting(corpus: Documents, condition: Condition) -> np.ndarray:
    name, relation = condition.name, condition.relation
    _check_own_name(corpus, condition)
    if relation == "!=":
        return ~_meeting(corpus, replace(condition, relation="="))
    if relation in ORDERS and (name in (WORD, TOPIC) or len(condition.values) > 1):
        raise InputError(
            f"{condition.short}: >= and <= compare with one date or number. Write = "
            "or != instead."
        )
    if name == DATE:
        return _in_time(corpus, condition)
    if name == WORD:
        return _with_words(corpus, condition.values)
    if name == TOPIC:
        return _about_topic(corpus, condition.values)
    if name == DOCUMENT:
        return _numbered(condition, corpus.n_documents)
    return _in_groups(corpus, condition)


def _check_own_name(corpus: Documents, condition: Condition) -> None:
    """Refuse topic=sport where a group is called topic, and one of its groups sport."""
    name = condition.name
    if name in OWN_NAMES and {*condition.values} & distinct(
        corpus.groups.get(name, ())
    ):
        raise InputError(
            f"{condition.short}: {corpus.name} has groups by {name} too. Write "
            f"{GROUP}{condition.short} for these; for {corpus.kind.documents} with a "
            "word, word=."
        )


def _in_time(corpus: Documents, condition: Condition) -> np.ndarray:
    dates = corpus.dates or years_in(corpus.titles)
    if not any(dates):
        raise InputError(
            f"{condition.short}: {corpus.name} has no dates, and its titles no years. "
            "Leave the condition out, or read the dates with the option date."
        )
    meets = np.zeros(corpus.n_documents, dtype=bool)
    for value in condition.values:
        if not ISO_DATE.fullmatch(value):
            raise InputError(
                f"{condition.short}: {value[:MAX_LENGTH]!r} is not a date. Write it as "
                "1950, 1950-03 or 1950-03-31."
            )
        meets |= _each(dates, partial(_is_dated, condition.relation, value))
    if not meets.any():
        known = {*dates} - {""}
        raise InputError(
            f"{condition.short}: the dates of {corpus.name} are from {min(known)} to "
            f"{max(known)}. Choose some of these."
        )
    return meets


def _is_dated(relation: str, value: str, date: str) -> bool:
    """Return whether a date meets a condition; a less precise one does not."""
    compares = ORDERS.get(relation, operator.eq)
    return len(date) >= len(value) and compares(date[: len(value)], value)


def _each(values: Sequence[str], meets: Callable[[str], bool]) -> np.ndarray:
    """Return which of many values meet a condition, asked once of each."""
    known = {value: meets(value) for value in {*values}}
    return np.fromiter((known[value] for value in values), dtype=bool)


def _in_groups(corpus: Documents, condition: Condition) -> np.ndarray:
    name = condition.name.removeprefix(GROUP)
    by_name = corpus.groups if name in corpus.groups else _all_groupings(corpus)
    if name not in by_name:
        raise InputError(_about_names(by_name, corpus, condition, name))
    groups = by_name[name]
    if condition.relation in ORDERS:
        bound = _number(condition.values[0])
        if bound is None:
            raise InputError(
                f"{condition.short}: >= and <= compare with one date or number. Write "
                f"= or != instead; {_known_groups(name, groups)}."
            )
        compares = ORDERS[condition.relation]
        return _each(
            groups,
            lambda written: any(
                compares(n, bound)
                for n in map(_number, groups_of(written))
                if n is not None
            ),
        )
    known = distinct(groups)
    for value in condition.values:
        if value not in known:
            raise InputError(
                f"{condition.short}: {corpus.name} has no {name} {value[:MAX_LENGTH]!r}"
                f"{near_matches(value, known)}; {_known_groups(name, groups)}."
            )
    values = {*condition.values}
    return _each(groups, lambda written: not values.isdisjoint(groups_of(written)))


def _all_groupings(corpus: Documents) -> Mapping[str, tuple[str, ...]]:
    """Return the ways to group the documents, and groups too many for these."""
    return {**groupings(corpus), **corpus.groups}


def _about_names(
    by_name: Mapping[str, Sequence[str]],
    corpus: Documents,
    condition: Condition,
    name: str,
) -> str:
    close = near_matches(name, [*by_name, *OWN_NAMES])
    known = [_known_groups(*each) for each in by_name.items()][:MAX_SHOWN]
    return (
        f"{condition.short}: {corpus.name} has no groups by {name[:MAX_LENGTH]!r}"
        f"{close}. A condition is on {', '.join(OWN_NAMES)}, or groups; "
        f"{'; '.join(known) or 'it has none'}."
    )


def _known_groups(name: str, groups: Sequence[str]) -> str:
    """List the groups with the most documents, and how many each has."""
    numbers = Counter(memberships(groups)[1].tolist())
    listed = [
        f"{one[:MAX_LENGTH]} ({n:,})" for one, n in numbers.most_common(MAX_SHOWN)
    ]
    more = len(numbers) - len(listed)
    return f"by {name}: {', '.join(listed)}" + f" and {more:,} more" * (more > 0)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _with_words(corpus: Documents, values: Iterable[str]) -> np.ndarray:
    """Return the documents with one of some words, or phrases of their texts."""
    columns, meets = [], np.zeros(corpus.n_documents, dtype=bool)
    for value in values:
        in_texts = corpus.texts and corpus.column_if_any(value) is None
        found = phrase_in(value, corpus.texts) if in_texts else np.zeros(1, dtype=bool)
        if found.any():
            meets |= found
        else:
            columns.append(_column(corpus, value))
    if columns:
        has_words = have_topics(corpus.observations, np.array(columns)[:, None])
        meets |= has_words.any(axis=1)
    return meets


def _about_topic(corpus: Documents, words: Sequence[str]) -> np.ndarray:
    """Return the documents about the topic of some words, enough of which count.

    Its other words may have been left out since it was found: no document has them.
    """
    known = [word for word in words if corpus.column_if_any(word) is not None]
    needed = words if len(known) < min(ENOUGH, len(words)) else known
    columns = {_column(corpus, word) for word in needed}
    return have_topics(corpus.observations, np.array([sorted(columns)]))[:, 0]


def _column(corpus: Documents, word: str) -> int:
    column = corpus.column_if_any(word)
    if column is None:
        phrases = "" if corpus.texts else ", and no texts in which to look for phrases"
        raise InputError(
            f"{corpus.name} has no word {word[:MAX_LENGTH]!r}"
            f"{near_matches(word, corpus.words)}{phrases}. Choose one that is counted."
        )
    return column


def _numbered(condition: Condition, n_documents: int) -> np.ndarray:
    """Return which documents have one of the numbers, or a number in their range."""
    numbers = np.arange(1, n_documents + 1)
    if not all(value.isascii() and value.isdecimal() for value in condition.values):
        raise InputError(
            f"{condition.short}: documents are numbered from 1 to {n_documents:,}. "
            "Write such a number."
        )
    values = np.array(condition.values, dtype=np.float64)
    if condition.relation in ORDERS:
        return ORDERS[condition.relation](numbers, values[0])
    if not np.isin(values, numbers).all():
        raise InputError(
            f"{condition.short}: there are {counted(n_documents, 'documents')}, "
            "numbered from 1. Leave out other numbers."
        )
    return np.isin(numbers, values)
