"""Conditions as people type and read them, and the groups and times that they mean."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from spca_core.corpus.conditions import WORD, Condition, labelled, with_words
from spca_core.corpus.groupings import BY_TIME, groupings
from spca_core.corpus.parts import documents_meeting, group_conditions
from tests.fuzz import in_one_test
from tests.oracles import corpus_of

HOURS = [f"2024-05-0{day}T{hour:02}:30" for day in (1, 2) for hour in range(10)]
DAYS = [f"20{year}-{month:02}-11" for year in (20, 21) for month in range(1, 8)]
YEARS = [f"{year}-03-01" for year in range(1950, 1999)]


@in_one_test("dates", [HOURS, DAYS, YEARS])
def test_the_conditions_of_a_group_are_met_by_its_documents_alone(dates: list[str]):
    kinds = tuple(f"{n % 3}" for n in range(len(dates)))
    counts = np.ones((len(dates), 1))
    corpus = replace(
        corpus_of(counts),
        dates=tuple(dates),
        titles=tuple(f"{date} x" for date in dates),
        groups={"kind": kinds, "date": kinds},
    )
    by_name = groupings(corpus)
    assert {*by_name} & {*BY_TIME}
    undated = replace(corpus, dates=())
    for whole in (corpus, undated):
        for by, groups in groupings(whole).items():
            for group in {*groups}:
                met = documents_meeting(whole, group_conditions(whole, by, group))
                assert met.tolist() == [each == group for each in groups]


@pytest.mark.parametrize(
    "typed", ["gold or silver", "gold, silver", "“gold” OR 'silver'", "gold|silver,"]
)
def test_words_are_typed_with_or_commas_or_quotation_marks(typed: str):
    assert with_words(typed) == Condition(WORD, "=", ("gold", "silver"))
    assert with_words(f"{typed} or civil war").values[-1] == "civil war"
    assert with_words(" or , ") is None


def test_labels_leave_out_no_condition_and_join_what_is_one_to_a_reader():
    texts = "party=A", "date>=1950", "topic!=a|b", "date<=1960-03", "topic!=c|d", "x!=1"
    where = [*map(Condition.parse, texts)]
    pills = labelled(where)
    joined = [[*map(str, pill.conditions)] for pill in pills]
    assert sorted(chain(*joined)) == sorted(texts)
    assert joined[1] == ["date>=1950", "date<=1960-03"]
    assert joined[2] == ["topic!=a|b", "topic!=c|d"]
    assert len({pill.label for pill in pills}) == len(pills) == 4
