"""Lists of documents: columns of their own for what is known."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.results.documents.document_list import (
    beginning,
    listed,
)
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


def test_dates_and_groups_are_columns_whatever_groups_are_called(corpus):
    table = listed(corpus, [4, 1])
    assert table["title"].tolist() == ["c", "b 10"]
    assert table["date"].tolist() == ["1789-12-31", "1790"]
    assert table["group title"].tolist() == ["y", "x"]
    assert table["stars"].tolist() == ["-1", "10"]


def test_what_a_document_begins_with_ends_at_a_word():
    assert beginning("the sea  was\nlong", 100) == "the sea was long"
    assert beginning("the sea was long", 9) == "the sea"
    assert beginning("the sea was long", 11) == "the sea was"
    assert beginning("\u6d77" * 20, 9) == "\u6d77" * 9
