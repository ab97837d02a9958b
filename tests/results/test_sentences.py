"""Sentences: what charts and answers say, above all their numbers, in one place."""

from dataclasses import replace

import numpy as np

from spca_core.methods.solve import solutions
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison import (
    curves,
)
from spca_core.results.comparison.runs import RunsProgress
from spca_core.results.topics.remarks import remarks
from spca_core.topics import Topics
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of, random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(0, 40, 14)


def found(method: str, **options: object) -> Solution:
    return solve(CORPUS, 2, 3, method=method, effort="quick", **options)


def test_the_optimum_is_claimed_only_at_the_end():
    settings = Settings(n_components=2, sparsity=3, method="exact")
    first, *_, last = solutions(CORPUS, settings)
    assert "may be better topics" in remarks(Topics.of(CORPUS, first))[0]
    assert "This is the optimum" in remarks(Topics.of(CORPUS, last))[0]


def test_topics_that_capture_nothing_are_counted_in_the_remarks_and_the_summary():
    counts = np.eye(9, 12)[:, [3, 3, *[11] * 10]]
    some = solve(corpus_of(counts), 3, 2)
    sentence = "Only 1 of the 3 topics capture anything: the other words do not vary"
    assert remarks(some)[-1].startswith(sentence)
    assert sentence in repr(some)
    assert not remarks(Topics.of(CORPUS, found("joint")))


def test_the_best_method_is_named_with_the_shares_of_the_others():
    runs = made_runs(("joint", "em"), 3)
    first, *others = curves.medians(runs).items()
    said = curves.who_captures_most(runs, RunsProgress(6, 6), 1.0)
    assert said.startswith(
        f"{first[0]} captures most here: {first[1]:#.5g}, the median"
    )
    assert all(name in said for name, _ in others)
    assert (
        curves.who_captures_most([], RunsProgress(1, 1), 1.0)
        == "No run has all its topics."
    )


def test_methods_that_used_unequal_time_are_not_ranked():
    runs = [
        replace(made_run(method), processor_seconds=seconds)
        for method, seconds in (("joint", 1.64), ("tpower", 0.13), ("em", 0.5))
    ]
    said = curves.who_captures_most(runs, RunsProgress(3, 3), None)
    assert said == ("Not comparable yet: TPower has used 0.13 s, Joint search 1.6 s.")
    alone = curves.who_captures_most(runs[:1], RunsProgress(1, 1), None)
    assert alone.startswith("Joint search captures most here")


def test_no_method_is_named_best_before_all_runs_have_ended():
    runs = made_runs(("joint", "em"), 3)
    labels = [name for name, _ in curves.medians(runs).items()]
    under_way, stopped = RunsProgress(4, 6), RunsProgress(1, 6, stopped=True)
    assert under_way.running
    assert under_way.text == "4 of 6 runs have ended."
    assert not any(
        label in curves.who_captures_most(runs, under_way, 1.0) for label in labels
    )
    assert not stopped.running
    assert stopped.text == "Stopped: 1 of 6 runs has ended."
    assert curves.who_captures_most(runs, stopped, 1.0) == (
        "Stopped: 1 of 6 runs has ended; which captures most is not known."
    )
    assert RunsProgress(6, 6).text == ""
