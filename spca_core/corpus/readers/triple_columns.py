"""The columns of a file of triples: told by its header, or by a line of its rows."""

from dataclasses import dataclass

from spca_core.corpus.readers.table_cells import NUMBER

# What a header may call each of the three columns, in small letters.
DOCUMENT = {"document", "doc", "doc_id", "docid", "document_id", "title", "id"}
WORD = {"word", "words", "term", "token", "feature"}
COUNT = {"count", "counts", "n", "freq", "frequency", "value", "tf"}


@dataclass(frozen=True)
class Order:
    """Which column of the file holds what."""

    document: int = 0
    word: int = 1
    count: int = 2


def header_order(cells: list[str]) -> Order | None:
    """Tell the order of the columns if these are a header, else nothing.

    They are one if they name all three, or the third is no number.
    """
    if len(cells) != 3:
        return None
    return named_order(cells) or (None if NUMBER.fullmatch(cells[2]) else Order())


def named_order(cells: list[str]) -> Order | None:
    """Tell the order of the columns by their names, if these are the three."""
    names = [cell.lower() for cell in cells]
    columns = [
        next((place for place, name in enumerate(names) if name in known), -1)
        for known in (DOCUMENT, WORD, COUNT)
    ]
    return Order(*columns) if sorted(columns) == [0, 1, 2] else None


def is_triple(cells: list[str]) -> bool:
    """Tell by a word that is no number and a count that is none below zero."""
    if len(cells) != 3 or not cells[1]:
        return False
    is_count = NUMBER.fullmatch(cells[2]) and float(cells[2]) >= 0
    return bool(is_count and not NUMBER.fullmatch(cells[1]))
