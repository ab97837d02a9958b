"""A corpus is cut into blocks of whole documents, about as large as was asked for."""

import numpy as np
import pytest

from spca_core.corpus.rows import first_documents


@pytest.mark.parametrize(
    ("sizes", "cells", "firsts"),
    [
        ([2, 2, 2, 2, 2, 2], 4, [0, 2, 4, 6]),
        ([3, 3, 3, 3], 4, [0, 1, 2, 4]),  # each has the number that is the next mark
        ([9, 3, 1], 4, [0, 2, 3]),
        ([0, 0, 4, 0, 4, 0], 4, [0, 2, 4, 6]),
        ([2, 2], 4, [0, 2]),
        ([0, 0, 0], 4, [0, 3]),
        ([0], 1, [0, 1]),
    ],
    ids=str,
)
def test_a_block_begins_with_the_document_that_a_mark_is_in(sizes, cells, firsts):
    row_pointers = np.concatenate([[0], np.cumsum(sizes)])
    assert first_documents(row_pointers, cells).tolist() == firsts
