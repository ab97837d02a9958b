"""Lists of documents: what is known of each, in columns."""

from collections.abc import Collection, Sequence

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.dates import years_in
from spca_core.results.corpus.titles import date_of, title, titles

SNIPPET = 160  # characters
MAX_LISTED = 5_000  # rows of a table on a page; a file has all
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
