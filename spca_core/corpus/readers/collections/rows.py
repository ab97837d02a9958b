"""Rows of a table in a document, such as a web page, as the texts that they hold."""

import re
from collections.abc import Sequence
from itertools import takewhile

from spca_core.corpus.readers.collections.marks import units_of
from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.tables.columns import fitted
from spca_core.corpus.readers.tables.header import FOUND, find_header
from spca_core.corpus.readers.tables.roles import hold_texts

FEWEST = 3  # rows, beside a header
# What is beneath the names of columns in Markdown, and what is between cells.
RULE = re.compile(r"\|(?:[ \t]*:?-+:?[ \t]*\|)+")
BETWEEN = re.compile(r"(?<!\\)\|")


def records_of_rows(rows: Sequence[Sequence[str]]) -> list[Unit]:
    """Return a document for each row, by the roles of the columns; none if none is of
    texts, or the rows are the fields of one document.
    """
    width = max(map(len, rows), default=0)
    fitting = [fitted(row, width) for row in rows]
    is_coded = any(row[0] == "HD" for row in fitting if row)
    if len(rows) <= FEWEST or width < 2 or is_coded:
        return []
    header = find_header(fitting, width, FOUND)
    body = fitting[header.n_rows :]
    if not hold_texts(header.names, body):
        return []
    return units_of([dict(zip(header.names, row, strict=True)) for row in body])


def n_characters(rows: Sequence[Sequence[str]]) -> int:
    return sum(len(cell) for row in rows for cell in row)


def find_rows(text: str) -> Units:
    """Return the rows of the table of Markdown in which most of a text is."""
    lines = list(map(str.strip, text.split("\n")))
    rule = next((i for i, line in enumerate(lines) if RULE.fullmatch(line)), 0)
    rows = list(takewhile(lambda line: line.startswith("|"), lines[rule + 1 :]))
    if not rule or 2 * sum(map(len, rows)) < len(text):
        return Units("records")
    table = [_cells(line) for line in (lines[rule - 1], *rows)]
    is_alone = len(rows) + 2 == sum(map(bool, lines))
    left_out = () if is_alone else ("what is around the table",)
    return Units("records", records_of_rows(table), left_out)


def _cells(line: str) -> list[str]:
    cells = BETWEEN.split(line.removeprefix("|").removesuffix("|"))
    return [cell.strip().replace("\\|", "|") for cell in cells]
