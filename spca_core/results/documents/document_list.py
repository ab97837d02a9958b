"""Lists of documents: what is known of each in columns, and the order of the rows."""

import re
from collections.abc import Callable, Collection, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.dates import years_in
from spca_core.results.corpus.titles import date_of, title, titles

WHOLE_NUMBER = re.compile(r"(\d{1,18})")
SNIPPET = 160  # characters
MISSING = -1
Ranks = Callable[[Corpus, str], np.ndarray]
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
            beginning(texts[document - 1], SNIPPET) if texts else ""
            for document in documents
        ],
    }
    for name, groups in group_columns(corpus, OTHERS).items():
        table[name] = [groups[document - 1] for document in documents]
    return pd.DataFrame(table)


def beginning(text: str, most: int) -> str:
    """Return the first words of a text, in at most so many characters.

    Only a text without blanks, as of Chinese, is cut elsewhere than after a word.
    """
    start = text[: most + 1]
    if len(text) > most and not start[-1].isspace():
        start = start.rsplit(maxsplit=1)[0]
    return " ".join(start[:most].split())


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


def in_order(
    corpus: Corpus, documents: Sequence[int], by: str, ranks: Ranks | None = None
) -> list[int]:
    """Return documents sorted by a column of `listed`, those without a value last.

    Numbers are in the order of their size, also within titles. Equal documents stay in
    the order that they had.

    documents : from 1
    by        : "title", "date" or a group's column, after "-" from last to first; by
                any other name they stay as they are
    ranks     : `column_ranks`, or what remembers its results
    """
    columns = ("title", "date", *group_columns(corpus, OTHERS))
    is_descending = by not in columns and by.startswith("-")
    column = by.removeprefix("-") if is_descending else by
    if column not in columns:
        return list(documents)
    all_ranks = (ranks or column_ranks)(corpus, column)
    chosen = np.asarray(documents, dtype=np.int64)
    return chosen[by_rank(all_ranks[chosen - 1], is_descending)].tolist()


def by_rank(ranks: np.ndarray, is_descending: bool) -> np.ndarray:
    """Return places in the order of their ranks, those that are `MISSING` last."""
    return np.lexsort((-ranks if is_descending else ranks, ranks == MISSING))


def column_ranks(corpus: Corpus, column: str) -> np.ndarray:
    """Return each document's place in the order of a column, (n_documents,).

    Equal values share a place; that of a document without a value is `MISSING`.
    """
    numbers = range(1, corpus.with_copies.n_documents + 1)
    named = {"title": title, "date": date_of}
    if column in named:
        values = [named[column](corpus, number) for number in numbers]
    else:
        values = [*group_columns(corpus, OTHERS)[column]]
    keys = _as_numbers(values) or [*map(_natural, values)]
    places = {key: place for place, key in enumerate(sorted({*keys}))}
    ranks = np.array([places[key] for key in keys])
    return np.where([bool(value) for value in values], ranks, MISSING)


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
