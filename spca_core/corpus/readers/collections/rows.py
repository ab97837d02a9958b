"""Rows of a table in a document, such as a web page, as the texts that they hold."""

from collections.abc import Sequence

from spca_core.corpus.readers.collections.marks import units_of
from spca_core.corpus.readers.collections.units import Unit
from spca_core.corpus.readers.columns import AUTO, find_header, holds_prose
from spca_core.corpus.readers.delimited import fitted

FEWEST = 3  # rows, beside a header


def records_of_rows(rows: Sequence[Sequence[str]]) -> list[Unit]:
    """Return a document for each row, by the roles of the columns; none if none is of
    texts, or the rows are the fields of one document.
    """
    width = max(map(len, rows), default=0)
    fitting = [fitted(row, width) for row in rows]
    is_coded = any(row[0] == "HD" for row in fitting if row)
    if len(rows) <= FEWEST or width < 2 or is_coded:
        return []
    header = find_header(fitting, width, AUTO)
    body = fitting[header.n_rows :]
    if not holds_prose(body, header.names):
        return []
    return units_of([dict(zip(header.names, row, strict=True)) for row in body])
