"""What Quality has measured, as a file: nothing is lost, and no field is believed."""

import json
import math

import pytest

from spca_core.errors import InputError
from spca_core.problem.settings import Settings
from spca_core.results import quality_table
from spca_core.results.files.measured import read_measured, to_measured
from spca_core.results.quality import MEASURES
from tests.oracles import planted_corpus, random_corpus

CORPUS = planted_corpus(0, 3, 4)
RUN = Settings(method="em", n_components=2, sparsity=3, weighting="counts").relevant
FIGURES = {name: float(number) for number, name in enumerate(MEASURES)}
ROW: quality_table.Row = {"method": "EM sPCA", "weighting": "Counts", **FIGURES}
TEXT = to_measured(CORPUS, RUN, {RUN: {**ROW, "spread": math.nan, "best": "x"}})


def test_what_was_measured_is_read_again_and_a_missing_number_stays_missing():
    rows = read_measured(TEXT.encode()).on(CORPUS, RUN)
    assert repr(rows) == repr({RUN: {**ROW, "spread": math.nan}})


def test_rows_of_another_corpus_or_weighting_are_refused():
    kept = read_measured(TEXT.encode())
    with pytest.raises(InputError, match="another corpus"):
        kept.on(random_corpus(1, 40, 20), RUN)
    with pytest.raises(InputError, match="choose the same weighting"):
        kept.on(CORPUS, Settings(weighting="tf-idf"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("experiment", "x"),
        ("runs", []),
        ("runs", [{"settings": {}, "figures": {"coherence": "much"}}]),
        ("runs", [{"settings": {"method": "none"}, "figures": {}}]),
        ("content_id", "abc"),
        ("yardstick", None),
    ],
)
def test_a_field_that_is_wrong_is_refused(field: str, value: object):
    with pytest.raises(InputError):
        read_measured(json.dumps({**json.loads(TEXT), field: value}).encode())
