"""Which column of a table is what: the texts, their titles and dates, and groups."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from spca_core.corpus.readers.lines import find_column
from spca_core.corpus.readers.tables.columns import (
    DATES,
    MIN_PROSE,
    NO_DATE,
    SURE_TITLES,
    TEXTS,
    TITLES,
    Column,
    n_words_of,
    rank,
)
from spca_core.corpus.readers.tables.delimited import SEPARATORS
from spca_core.corpus.readers.tables.several import separator
from spca_core.corpus.texts.dates import FOUND, ORDERS
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.options import option

NONE = "none"  # given in place of a column, for none
MAX_NAMED = 5  # columns in a sentence
MAX_GROUPINGS = 12  # columns of groups, those that tell rows apart best
MAX_ALIKE = 4  # columns of groups whose names differ by a number: else they are answers
MIN_LIKE_TEXT = 0.2  # of the words of the column of texts: less is a remark on it
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, kw_only=True)
class ColumnRoles:
    """Which columns to take: names, or numbers from 1; "none", "" to guess.

    There is always a column of texts. `header` is the number of the header's row, and
    `sheet` that of a workbook's sheet, or its name. `Reading` checks them.
    """

    sheet: str = option(
        "",
        label="Sheet",
        help="A workbook has several sheets; one is read.",
    )
    separator: str = option(
        "",
        label="Separator",
        help="What separates the cells of a row in a text file.",
        choices=SEPARATORS,
    )
    header: str = option(
        "",
        label="Header row",
        help="The row that names the columns, blank rows not counted. 0: none does.",
    )
    text: tuple[str, ...] = option(
        (),
        label="Text",
        help="The column with the texts. Several columns are joined.",
    )
    title: str = option(
        "",
        label="Title",
        help="The column whose cells name the documents.",
    )
    date: str = option(
        "",
        label="Date",
        help="The column of dates: topics are then shown over time.",
    )
    order: str = option(
        FOUND,
        label="Day or month first",
        help=(
            "Whether 3/4/1999 is in April or in March. Dates such as 23/4/1999 tell "
            "for the whole column."
        ),
        choices=ORDERS,
    )
    groups: tuple[str, ...] = option(
        (),
        label="Groups",
        help="Columns that group the documents, such as a party or a newspaper.",
    )
    join: str = option(
        "",
        label="Join rows by",
        help=(
            "Rows with the same value in this column become one document, such as the "
            "posts of a thread."
        ),
    )


GUESSED = ColumnRoles()


class Roles(NamedTuple):
    """The columns of a table that are read.

    taken     : their roles, by their names, or "none"
    like_text : the names of the columns that look like texts
    between   : of groups, what is between several values in one cell
    doubt     : a sentence, if the column of texts is a guess that may be wrong
    """

    taken: ColumnRoles
    like_text: tuple[str, ...] = ()
    between: Mapping[str, str] = {}
    doubt: str = ""


def find_roles(
    place: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    chosen: ColumnRoles = GUESSED,
) -> Roles:
    """Return the columns to read, found where none is chosen.

    rows : from all of the table
    """
    if not rows:
        raise InputError(f"{place} has a header and no rows. Add rows.")
    cells = zip(*rows, strict=True)
    columns = [Column(name, of) for name, of in zip(names, cells, strict=True)]
    text = find_text(columns)
    like_text = _like_text(columns, text)
    if not chosen.text and text.are_choices:
        raise InputError(
            f"{place} has no column of texts: the answers are choices, such as "
            f"{text.written[0][:64]!r}. Name a column of texts, or choose another "
            "format."
        )
    about = find_about([it for it in columns if it not in (text, *like_text)], columns)

    def named(given: str, found: str = NONE) -> str:
        is_chosen = given not in ("", NONE)
        return names[find_column(place, names, given)] if is_chosen else given or found

    taken = replace(
        chosen,
        text=tuple(names[find_column(place, names, it)] for it in chosen.text)
        or (text.name,),
        title=named(chosen.title, about.title),
        date=named(chosen.date, about.date),
        groups=tuple(map(named, chosen.groups)) or about.groups,
        join=named(chosen.join),
    )
    alike = [it.name for it in columns if it is text or it in like_text]
    by_name = {column.name: column for column in columns}
    return Roles(
        taken,
        tuple(alike),
        {name: separator(by_name[name].cells) for name in taken.groups if name != NONE},
        ""
        if chosen.text
        else _doubt(place, text, [n for n in alike if n != text.name]),
    )


def _doubt(place: str, text: Column, others: Sequence[str]) -> str:
    """Say that a column is hardly one of texts, or which others look like texts too."""
    if not text.are_phrases:
        longest = counted(max(map(n_words_of, text.cells)), "words")
        return (
            f"{place} has no column of texts; the longest answer has {longest}. The "
            f"wordiest column, {text.name!r}, was read."
        )
    if not others:
        return ""
    shown = ", ".join(map(repr, others[:MAX_NAMED]))
    shown += ", ..." * (len(others) > MAX_NAMED)
    are = "looks" if len(others) == 1 else "look"
    return (
        f"{place}: the column {text.name!r} was read; {shown} {are} like texts too. "
        "Choose one or several as the text."
    )


def hold_texts(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table holds texts, and not numbers.

    names : of the columns, as far as known; one may say that it holds texts
    """
    cells = zip(*rows, strict=True)
    columns = [Column(name, of) for name, of in zip(names, cells, strict=True)]
    measured = [it for it in columns if not it.are_row_numbers]
    n_numbers = sum(it.are_mostly_numbers for it in measured)
    lengths = [it.length for it in measured if it.are_phrases]
    if 2 * n_numbers <= len(measured) or max(lengths, default=0) >= MIN_PROSE:
        return bool(lengths)
    return any(it.is_of_texts and it.are_phrases for it in measured)


def find_text(columns: Sequence[Column]) -> Column:
    """Return the column of the texts: the best by its name and its words."""
    free = [it for it in columns if not it.are_numbers and not it.are_dates]
    free = free or list(columns)
    # Beside choices, a column of single words is of codes.
    free = [it for it in free if not it.are_choices and it.length > 1] or free
    prose = [it for it in free if it.are_phrases] or free
    most = max(it.n_words for it in prose)
    # A column of that name with hardly any words is of something else, and one whose
    # name holds it with fewer than others: `Q3_TEXT` is a remark on choices.
    named = []
    for column in prose:
        place, n_beside = rank(column.name, TEXTS)
        least = most / (2 if n_beside else 20)
        if place < 2 * len(TEXTS) and column.n_words >= least and column.may_be_text:
            named.append((place, n_beside, -column.n_words, column))
    if named:
        return min(named, key=lambda it: it[:3])[-1]
    return max(prose, key=lambda it: (it.may_be_text, it.n_words))


def _like_text(columns: Sequence[Column], text: Column) -> list[Column]:
    """Return other columns that could be the texts: sentences, and not far fewer."""
    return [
        it
        for it in columns
        if it is not text
        and not (it.are_dates or it.are_groups or it.is_of_titles)
        and it.may_be_text
        and it.are_phrases
        and it.n_words >= MIN_LIKE_TEXT * text.n_words
        and 2 * it.n_distinct > len(it.written)
    ]


class About(NamedTuple):
    """The names of the columns that say something of the texts, or "none"."""

    title: str
    date: str
    groups: tuple[str, ...]


def find_about(columns: Sequence[Column], every: Sequence[Column] = ()) -> About:
    """Return which columns, of those without the texts, are titles, dates and groups.

    every : all columns of the table
    """
    dates = [it for it in columns if it.are_dates]
    date = min(dates, key=_rank_of_date, default=None)
    left = [it for it in columns if it not in dates]
    groups = [it for it in left if it.are_groups and not it.are_row_numbers]
    title = _find_title(left, groups)
    groups = _without_answers([it for it in groups if it is not title])
    best = sorted(groups, key=lambda it: -it.usefulness)[:MAX_GROUPINGS]
    names = [it.name for it in every or columns if it in best]
    return About(title.name if title else NONE, date.name if date else NONE, (*names,))


def _rank_of_date(column: Column) -> tuple[bool, tuple[int, int], bool]:
    """Return by what dates are chosen: numbers last, which may be identifiers."""
    is_other = bool(NO_DATE.search(column.name))
    return is_other, rank(column.name, DATES), column.are_numbers


def _find_title(columns: Sequence[Column], groups: Sequence[Column]) -> Column | None:
    # Names of people, each on many rows, are no titles; nor is one heading of all.
    left = [
        it
        for it in columns
        if it not in groups or not it.are_repeated or it.name.lower() in SURE_TITLES
    ]
    named = [it for it in left if it.is_of_titles and it.n_distinct > 1]
    distinct = [
        it
        for it in columns
        if it.are_distinct
        and not it.are_numbers
        and it.may_be_text
        and any(map(LETTER.search, it.cells))  # else they are amounts
    ]
    numbered = [it for it in left if it.name.lower() == "id"]
    for each in (named, distinct, numbered):
        if each:
            return min(each, key=lambda it: rank(it.name, TITLES))
    return None


def _without_answers(groups: Sequence[Column]) -> list[Column]:
    """Leave out columns whose names differ by a number alone, if these are many."""
    stems = [re.sub(r"\d+", "#", it.name).partition(" / ")[0] for it in groups]
    alike = Counter(stems)
    return [it for it, of in zip(groups, stems, strict=True) if alike[of] <= MAX_ALIKE]
