"""Recovery: how much of planted topics is found, and from which strength on."""

from dataclasses import replace

import numpy as np

from spca_core.corpus.planted import Plan
from spca_core.problem.settings import Settings
from spca_core.results.comparison import recovery
from tests.made_runs import made_run

PLAN = Plan(n_documents=200, n_words=60, n_topics=3, sparsity=4)
SETTINGS = Settings(effort="quick", centred=True)
METHODS = ("em", "tpower")


def test_all_planted_words_are_one_and_half_of_them_a_third():
    found = made_run(n_components=2, sparsity=4)
    planted = found.supports[::-1]
    assert recovery.share_recovered(planted, found) == 1.0
    others = np.setdiff1d(np.arange(30), planted)[:4].reshape(2, 2)
    half = np.column_stack([planted[:, :2], others])
    assert np.isclose(recovery.share_recovered(half, found), 2 / 6)


def test_each_seed_has_a_corpus_of_its_own_in_the_size_of_the_plan():
    runs = recovery.recovery_runs(PLAN, SETTINGS, METHODS, 2)
    assert len(set(runs)) == len(runs) == 2 * 2 * len(recovery.FACTORS)
    assert {plan.seed for plan, _ in runs} == {0, 1}
    assert {(one.n_components, one.sparsity) for _, one in runs} == {(3, 4)}
    strongest = recovery.recovery_runs(replace(PLAN, strength=20), SETTINGS, METHODS, 1)
    assert max(plan.strength for plan, _ in strongest) == 20


def test_more_is_found_of_what_is_planted_more_strongly_and_known_runs_are_not_made():
    runs = recovery.recovery_runs(PLAN, SETTINGS, METHODS, 2)
    known: dict[recovery.Key, float] = {}
    *_, table = recovery.recovery_table(runs, known)
    assert table["n_seeds"].sum() == len(runs) == len(known)
    for _, rows in table.groupby("method"):
        assert rows["median"].iloc[0] < rows["median"].iloc[-1]
        assert rows["low"].le(rows["median"]).all()
    (again,) = recovery.recovery_table(runs, known)
    assert again.equals(table)
    assert (
        "EM sPCA from strength" in recovery.recovery_figure(table, is_whole=True).text
    )
