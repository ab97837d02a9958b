"""Spreadsheets of OpenDocument (.ods): the rows of their sheets."""

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import Any

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.corpus.readers.markup import BLOCKS_OF_XML, name_of, parsed_xml, xml_text

CONTENT = "content.xml"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
CELLS = {"table-cell", "covered-table-cell"}
REMARKS = {"annotation"}


def sheets(
    content: bytes, name: str, damaged: str
) -> dict[str, Callable[[], Iterator[list[str | None]]]]:
    """Return the rows of each sheet, by its title."""
    with (
        as_damaged_file_error(damaged),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        written = archive.read(CONTENT)
    root = parsed_xml(written, name)
    return {
        table.get(f"{TABLE}name", ""): partial(_rows, table, name, len(written))
        for table in root.iter(f"{TABLE}table")
    }


def _rows(table: Any, name: str, n_bytes: int) -> Iterator[list[str | None]]:
    """Yield the rows of a sheet, those without cells once.

    n_bytes : of the file, the most cells: what repeats is written once
    """
    n_cells = 0
    for row in table.iter(f"{TABLE}table-row"):
        cells = [
            (_value(cell), _number(cell, "columns"))
            for cell in row
            if name_of(cell) in CELLS
        ]
        while cells and cells[-1][0] is None:
            cells.pop()
        n_times = _number(row, "rows") if cells else 1
        n_cells += n_times * sum(n for _, n in cells)
        limits.check(name, n_cells, n_bytes, "cells")
        yield from repeat([it for value, n in cells for it in [value] * n], n_times)


def _number(element: Any, what: str) -> int:
    """Return how often a cell or a row is there."""
    written = element.get(f"{TABLE}number-{what}-repeated", "")
    return int(written) if written.isascii() and written.isdecimal() else 1


def _value(cell: Any) -> str | None:
    stated = map(cell.get, (f"{OFFICE}date-value", f"{OFFICE}value"))
    return next(filter(None, stated), xml_text(cell, BLOCKS_OF_XML, REMARKS)) or None
