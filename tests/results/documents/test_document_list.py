"""Lists of documents: columns of their own for what is known, in any order."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.results.documents.document_list import (
    in_order,
)
from spca_core.results.paging import page_of
from tests.oracles import corpus_of


@pytest.fixture
def corpus() -> Corpus:
    return replace(
        corpus_of(np.ones((5, 1))),
        titles=("b 10", "B 2", "a", "c", "b 2"),
        dates=("1790", "", "1790-03", "1789-12-31", ""),
        groups={
            "title": ("x", "x", "", "y", "x"),
            "stars": ("10", "9.5", "", "-1", "9.5"),
            "-": ("nan", "2", "1", "inf", "3"),
        },
    )


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("title", [3, 2, 5, 1, 4]),
        ("-title", [4, 1, 2, 5, 3]),
        ("date", [4, 1, 3, 2, 5]),
        ("-date", [3, 1, 4, 2, 5]),
        ("group title", [1, 2, 5, 4, 3]),
        ("stars", [4, 2, 5, 1, 3]),
        ("-stars", [1, 2, 5, 4, 3]),
        ("-", [3, 2, 5, 4, 1]),
        ("--", [1, 4, 5, 2, 3]),
        ("unknown", [1, 2, 3, 4, 5]),
        ("", [1, 2, 3, 4, 5]),
    ],
)
def test_any_column_sorts_the_whole_list_with_what_is_missing_last(
    corpus, by, expected
):
    assert in_order(corpus, range(1, 6), by) == expected


@pytest.mark.parametrize("n_rows", [1, 100, 101, 1_234])
def test_the_pages_together_are_the_whole_list(n_rows):
    pages = [
        page_of(n_rows, number + 1) for number in range(page_of(n_rows, 1).n_pages)
    ]
    rows = [row for page in pages for row in range(n_rows)[page.rows]]
    assert rows == [*range(n_rows)]
    assert page_of(n_rows, 999) == pages[-1]
