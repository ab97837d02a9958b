"""Lists of documents: what is known of each in columns, and the order of the rows."""

import re
from collections.abc import Collection, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.dates import years_in
from spca_core.results.documents.titles import date_of, title, titles

WHOLE_NUMBER = re.compile(r"(\d{1,18})")
SNIPPET = 160  # characters
OTHERS = ("document", "title", "date", "snippet", "words")  # columns beside groups


def listed(corpus: Corpus, documents: Sequence[int]) -> pd.DataFrame:
    """Return one row per document: document, title, date, groups, snippet.

    documents : from 1
    """
    texts = corpus.with_copies.texts
    table = {
        "document": documents,
        "title": [title(corpus, document) for document in documents],
        "date": [date_of(corpus, document) for document in documents],
        "snippet": [
            " ".join(texts[document - 1][:SNIPPET].split()) if texts else ""
            for document in documents
        ],
    }
    for name, groups in group_columns(corpus, OTHERS).items():
        table[name] = [groups[document - 1] for document in documents]
    return pd.DataFrame(table)


def known_columns(
    corpus: Corpus, reserved: Collection[str]
) -> dict[str, Sequence[str]]:
    """Return title, groups, date and year of every document, as far as they are known.

    Titles are as they came: by them the rows of a file find those that they came from.

    reserved : the names of the table's other columns
    """
    whole = corpus.with_copies
    table: dict[str, Sequence[str]] = {"title": titles(corpus)}
    table |= group_columns(corpus, {*reserved, *table})
    if any(whole.dates):
        table.setdefault("date", whole.dates)
    if any(years := years_in(whole.dates or whole.titles)):
        table.setdefault("year", years)
    return table


def group_columns(
    corpus: Corpus, others: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the groups of all documents, by the names of their columns.

    "Group" is before a name that another column has.

    others : the names of the table's other columns
    """
    groups = corpus.with_copies.groups.items()
    return {f"group {name}" if name in others else name: of for name, of in groups}


def in_order(corpus: Corpus, documents: Sequence[int], by: str) -> list[int]:
    """Return documents sorted by a column of `listed`, those without a value last.

    Numbers are in the order of their size, also within titles. Equal documents stay in
    the order that they had.

    documents : from 1
    by        : "title", "date" or a group's column, after "-" from last to first; by
                any other name they stay as they are
    """
    groups = group_columns(corpus, OTHERS)
    named = {"title": title, "date": date_of}
    descending = by not in (*named, *groups) and by.startswith("-")
    column = by.removeprefix("-") if descending else by
    if column in named:
        values = [named[column](corpus, document) for document in documents]
    elif column in groups:
        values = [groups[column][document - 1] for document in documents]
    else:
        return list(documents)
    ranks = _ranks(values)
    last = np.array([not value for value in values])
    return [documents[i] for i in np.lexsort((-ranks if descending else ranks, last))]


def _ranks(values: Sequence[str]) -> np.ndarray:
    """Return the place of each value among all, which equal values share."""
    keys = _as_numbers(values) or [*map(_natural, values)]
    places = {key: place for place, key in enumerate(sorted({*keys}))}
    return np.array([places[key] for key in keys])


def _as_numbers(values: Sequence[str]) -> list[float]:
    """Return values that are all numbers, or none, where "" is a missing one."""
    try:
        numbers = [float(value or 0) for value in values]
    except ValueError:
        return []
    return numbers if np.isfinite(numbers).all() else []


def _natural(value: str) -> tuple[str | int, ...]:
    """Return a key by which paragraph 2 is before paragraph 10."""
    texts = WHOLE_NUMBER.split(value.casefold())
    return tuple(int(t) if i % 2 else t for i, t in enumerate(texts))
