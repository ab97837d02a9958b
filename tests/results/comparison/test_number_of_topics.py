"""How many topics? The limit by chance, and the choice within it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.shuffling import shuffled
from spca_core.problem.settings import Settings
from spca_core.results.comparison import number_of_topics as module
from spca_core.results.comparison.number_of_topics import (
    HEADINGS,
    SPLITS,
    by_number_of_topics,
    most_beyond_chance,
    nearly_best,
    number_runs,
    numbers_tried,
    suggestion,
    together,
)
from tests.oracles import planted_corpus, random_corpus

N_PLANTED = 3
CORPUS = planted_corpus(0, N_PLANTED, 4)
SETTINGS = Settings(n_components=3, sparsity=4, effort="quick")


@pytest.fixture(scope="module")
def known() -> dict:
    """What is known of numbers of topics that were tried."""
    return {}


@pytest.fixture(scope="module")
def tables(known) -> list[pd.DataFrame]:
    return list(by_number_of_topics(CORPUS, SETTINGS, (1, 3, 4, 99), known))


@pytest.mark.slow
def test_the_planted_number_is_suggested_and_all_of_its_topics_are_more_than_chance(
    tables,
):
    table = tables[-1]
    assert list(table) == list(HEADINGS)
    assert table["n_components"].tolist() == [1, 3, 4]
    assert most_beyond_chance(table) >= N_PLANTED
    assert table["times_chance"].is_monotonic_decreasing
    number, reason = suggestion(table, CORPUS)
    assert number == N_PLANTED
    assert reason.startswith("3 topics. ")


def test_of_shuffled_documents_no_number_is_suggested_and_what_helps_is():
    rng = np.random.default_rng(1)
    noise = replace(CORPUS, observations=shuffled(CORPUS.observations, rng))
    *_, table = by_number_of_topics(noise, SETTINGS, (1, 2))
    assert table["n_splits"].tolist() == [0, 0], "nothing is searched on halves"
    assert most_beyond_chance(table) == 0
    number, reason = suggestion(table, noise)
    assert number is None
    assert reason.startswith("No topics beyond chance")
    assert "What helps: more documents" in reason


@pytest.mark.slow
def test_chance_comes_first_then_all_numbers_before_the_next_division(tables):
    assert tables[0].empty
    assert numbers_tried(tables[0], 3) == "0 of 3 numbers compared with chance"
    whole = [table for table in tables if table["n_splits"].eq(0).all()]
    assert whole[-1]["times_chance"].notna().all()
    said = numbers_tried(whole[-1], 3)
    assert said == "3 of 3 numbers compared with chance"
    first = next(table for table in tables if table["n_splits"].tolist() == [1] * 3)
    assert first["stability_spread"].isna().all()
    said = numbers_tried(first, 3)
    assert said == "3 of 3 numbers tried, in division 1 of 4 into halves"
    assert tables[-1]["n_splits"].tolist() == [SPLITS] * 3
    assert not tables[-1].isna().any(axis=None)


def test_a_table_goes_on_where_an_earlier_one_was(tables, known, monkeypatch):
    for search in ("in_halves", "find_topics", "greatest_when_shuffled"):
        monkeypatch.setattr(module, search, None)  # nothing is searched
    *_, again = by_number_of_topics(CORPUS, SETTINGS, (3,), known)
    expected = tables[-1].iloc[[1]].reset_index(drop=True)
    pd.testing.assert_frame_equal(again, expected)
    pinned = replace(SETTINGS, effort="thorough", pinned=((0, 1),))
    assert number_runs(pinned) == SETTINGS


def numbers_with(**columns) -> pd.DataFrame:
    table = pd.DataFrame({name: [0.5] * 4 for name in HEADINGS})
    table = table.assign(n_components=[2, 3, 4, 5], times_chance=2.0)
    return table.assign(**columns)


def test_of_numbers_nearly_the_best_in_both_the_most_stable_is_suggested():
    table = numbers_with(
        together=[0.30, 0.40, 0.39, 0.41],
        held_out=[0.50, 0.40, 0.39, 0.38],
        covered=[0.20, 0.40, 0.42, 0.45],
        stability=[0.9, 0.7, 0.7, 0.6],
        stability_spread=0.04,
    )
    assert nearly_best(table)["n_components"].tolist() == [3, 4, 5]
    assert suggestion(table, random_corpus(0, 200, 10)) == (
        3,
        "3 topics. In documents held out, coherence is 0.40, and 40 % have a topic. "
        "Of the 3 numbers nearly as good, its words are found again most "
        "often in other documents (70 % ± 4 %). All topics are stronger than chance, "
        "up to the 5 tried.",
    )


def test_the_suggestion_is_within_the_limit_and_says_where_that_or_the_range_ends():
    growing = {"together": [0.2, 0.3, 0.4, 0.5]}
    corpus = random_corpus(0, 200, 10)
    for ratios, most, number, ending in (
        ([3, 2, 1.5, 1.1], 5, 5, "up to the 5 tried."),
        ([3, 2, 1.5, 0.9], 4, 4, "but with more than 4 topics, some could be chance."),
        # A number that fails below the limit is not suggested.
        ([3, 2, 0.9, 1.1], 5, 5, "up to the 5 tried."),
        (
            [3, 0.9, 1.1, 0.9],
            4,
            4,
            "but with more than 4 topics, some could be chance.",
        ),
    ):
        table = numbers_with(times_chance=ratios, **growing)
        assert most_beyond_chance(table) == most
        chosen, reason = suggestion(table, corpus)
        assert chosen == number
        assert reason.endswith(ending)
        assert reason.startswith("At least") == (number == 5)
    falling = numbers_with(times_chance=[3, 0.9, 2, 0.9], together=[0.1, 0.5, 0.2, 0])
    assert suggestion(falling, corpus)[0] == 4
    best = numbers_with(times_chance=[3, 2, 2, 0.9], together=[0.5, 0.2, 0.2, 0.1])
    _, reason = suggestion(best, corpus)
    assert reason.endswith(" With more than 4 topics, some could be chance.")


def test_coherence_and_covered_are_together_only_as_good_as_both():
    assert together(0.5, 0.5) == pytest.approx(0.5)
    assert together(0.2, 0.6) == pytest.approx(0.3)
    assert together(-0.1, 0.9) == together(0.5, 0.0) == 0


def test_no_more_topics_are_tried_than_the_corpus_has_words_for():
    corpus = random_corpus(0, 20, 12)
    assert module.fitting(corpus, Settings(sparsity=4)) == [1, 2, 3]
