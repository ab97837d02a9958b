"""The rows of some documents, and how a corpus is cut into blocks of them."""

from typing import NamedTuple, Protocol

import numpy as np

BLOCK_CELLS = 1 << 21  # numbers in a block: some 10 ms of work


class Rows(NamedTuple):
    """The rows of some documents, as CSR holds them: a block in memory."""

    row_pointers: np.ndarray  # (n_documents + 1,), not from 0 if other rows precede
    columns: np.ndarray
    values: np.ndarray

    @property
    def cells(self) -> slice:
        """Where their columns and values are."""
        return slice(self.row_pointers[0], self.row_pointers[-1])

    def rows(self, needed: np.ndarray | None = None) -> "Rows":  # noqa: ARG002
        return self


class Block(Protocol):
    """Some documents' rows, in memory or in a file."""

    def rows(self, needed: np.ndarray | None = None) -> Rows:
        """Return the rows; if only some words are needed, others may be left out."""


def block_starts(row_pointers: np.ndarray, block_cells: int) -> np.ndarray:
    """Return the first document of each block and, last, the number of documents.

    row_pointers : (n_documents + 1,), from 0
    block_cells  : about how many numbers a block has
    """
    marks = np.arange(0, max(int(row_pointers[-1]), 1), block_cells)
    firsts = np.searchsorted(row_pointers, marks, side="right") - 1
    return np.unique([0, *firsts, len(row_pointers) - 1])
