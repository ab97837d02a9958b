"""Documents by time, and the time that is drawn over them."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.conditions import DATE, Condition
from spca_core.corpus.parts import documents_meeting
from spca_core.results.documents.dates import (
    dates_drawn,
    dates_figure,
    documents_by_time,
)
from tests.oracles import corpus_of

RNG = np.random.default_rng(0)
YEARS = [f"{year}-02" for year in RNG.integers(1950, 1999, 90)]
MONTHS = [f"2020-{month:02}-01" for month in RNG.integers(3, 12, 90)]


@pytest.mark.parametrize("dates", [YEARS, MONTHS])
def test_the_time_that_is_drawn_has_the_documents_of_the_bars_it_touches(dates):
    corpus = replace(corpus_of(np.ones((90, 1))), dates=tuple(dates))
    table = documents_by_time(corpus)
    assert table["documents"].sum() == 90
    assert dates_figure(table).chart().to_dict()
    for ends in RNG.uniform(-2, len(table) + 2, (20, 2)):
        first, last = dates_drawn(table, ends)
        met = (table["place"] < max(ends)) & (table["end"] > min(ends))
        if not (expected := table["documents"][met].sum()):
            continue
        where = Condition(DATE, ">=", (first,)), Condition(DATE, "<=", (last,))
        assert documents_meeting(corpus, where).sum() == expected
