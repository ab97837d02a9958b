"""Sentences: what charts and answers say, above all their numbers, in one place."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.formatting import percent
from spca_core.methods.solve import solutions
from spca_core.problem.method import METHODS
from spca_core.problem.settings import SKETCH_LABELS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.comparison import (
    curves,
    number_of_topics,
    overlap,
)
from spca_core.results.comparison.adjusted import text_of_adjusted
from spca_core.results.comparison.curve_figures import curve_figure
from spca_core.results.comparison.runs import RunsProgress
from spca_core.results.corpus.lengths import lengths_figure
from spca_core.results.documents.shares import describe_shares
from spca_core.results.topics.remarks import remarks
from spca_core.results.topics.similarity import similarity_figure
from spca_core.results.topics.variances import variances_figure
from spca_core.results.topics.words import MINUS, PLUS, words_figure
from spca_core.topics import Topics
from tests.fuzz import in_one_test
from tests.made_runs import made_run, made_runs
from tests.oracles import corpus_of, random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(0, 40, 14)


def found(method: str, **options: object) -> Solution:
    return solve(CORPUS, 2, 3, method=method, effort="quick", **options)


def test_a_net_states_its_size_and_if_it_was_exhausted_its_guarantee_in_figures():
    solution = found("bipartite", rank=2, epsilon=0.2)
    text = remarks(Topics.of(CORPUS, solution))[0]
    assert "20 points at rank 2, so 210 candidates. All were tried" in text
    assert "at least 80 % of the best possible (by a sharper proof 99.00 %)" in text
    assert f"more than {solution.remarks.net.upper_bound:.5g}" in text
    text = remarks(Topics.of(CORPUS, found("bipartite", rank=5, candidates=300)))[0]
    assert "800,000 points at rank 5, so about 10^11 candidates" in text
    assert text.endswith("Only 300 were tried: no guarantee holds.")


def test_how_many_directions_were_tried_is_said():
    text = remarks(Topics.of(CORPUS, found("span", candidates=100)))[0]
    assert text == "Sampled: 100 random directions for each topic."


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


@pytest.mark.parametrize("sketch", SKETCH_LABELS)
def test_the_error_of_the_sketch_is_stated_and_that_of_a_stream_as_a_bound(sketch):
    solution = found("span", sketch=sketch, rank=3, candidates=50)
    _, text = remarks(Topics.of(CORPUS, solution))
    assert f"{SKETCH_LABELS[sketch]}, rank 3" in text
    assert f"{solution.remarks.sketch_error:.4g} away" in text
    assert ("at most" in text) == (sketch == "streaming")


@pytest.mark.parametrize("method", METHODS)
def test_a_method_without_a_sketch_says_nothing_of_one(method: str):
    expected = {"bipartite": 2, "span": 2, "exact": 1}
    said = remarks(Topics.of(CORPUS, found(method, candidates=50)))
    assert len(said) == expected.get(method, 0)
    assert any("sketch (" in one for one in said) == (method in ("bipartite", "span"))


BY_TOPIC = pd.DataFrame({"topic": [1, 2, 3], "variance": [2.0, 7.5, 0.5]})
WORDS = pd.DataFrame({"name": "tax", "word": ["tax", "law"]}).assign(
    sign=[PLUS, MINUS], magnitude=[0.8, 0.6]
)
PAIRS = pd.DataFrame(
    [
        ("a", "a", 1.0),
        ("a", "b", 0.5),
        ("b", "a", 0.5),
        ("c", "b", 0.9),
        ("a", "d", 0.75),
        ("b", "d", -0.2),
        ("c", "d", 0.9),
    ],
    columns=["word", "other", "similarity"],
)
LENGTHS = pd.DataFrame(
    {"from": [2.0, 5.0, 8.0], "to": [5.0, 8.0, 11.0], "documents": [3, 1_200, 7]}
)
SHARES = pd.DataFrame(
    [
        ("1790s", 1, "tax", 0.25),
        ("1790s", 2, "war", 0.5),
        ("1800s", 1, "tax", 0.125),
        ("1800s", 2, "war", 0.75),
    ],
    columns=["group", "topic", "name", "share"],
).assign(documents=10)
ENDED = pd.DataFrame(
    [
        ("A", 2, 0.5, 0.4, 0.4, 0.4),
        ("A", 3, 1.5, 0.5, 0.25, 0.75),
        ("B", 2, 2.0, 0.125, 0.125, 0.125),
    ],
    columns=["method", "n_components", "seconds", "median", "low", "high"],
)
OVERLAPS = pd.DataFrame(
    [("a", "b", 0.5), ("a", "c", 0.25), ("b", "a", 0.5), ("b", "c", 0.75)],
    columns=["first", "second", "words"],
)
NUMBERS = pd.DataFrame({"n_components": [2, 3, 4], "times_chance": [1.5, 1.7, 0.6]})


def adjusted(captured: float, of_it: float, explained: float) -> str:
    shares = {"captured": captured, "adjusted": of_it, "explained": explained}
    table = pd.DataFrame([{f"{name}_share": share for name, share in shares.items()}])
    return text_of_adjusted("Joint", table)


# What a text has to say, in this order; the words between are free.
NUMBERS_SAID = [
    (
        variances_figure(BY_TOPIC, Settings()).text,
        ["Greatest 7.5000 at topic 2", "least 0.50000 at topic 3"],
    ),
    (
        words_figure(WORDS.assign(topic=1)).text,
        ["tax: ", f"tax {PLUS}0.80", f"law {MINUS}0.60"],
    ),
    (
        similarity_figure(PAIRS, 1, "a").text,
        ["c and d 0.90", "a and d 0.75", "a and b 0.50."],
    ),
    (lengths_figure(LENGTHS).text, ["from 2 to 11", "1,200, have 5 to 8"]),
    (
        describe_shares(SHARES, "decade"),
        ["by decade", "tax in 1790s (25 %)", "war in 1800s (75"],
    ),
    (
        curve_figure(ENDED, "a", "relative", "seconds").text,
        ["A 50.00 % (25.00 % to 75.00 %) after 1.5 ", "B 12.50 % after 2 "],
    ),
    (
        overlap.overlap_figure(OVERLAPS, "words").text,
        ["greatest 75 % between b and c", "least 25 % between a and c"],
    ),
    (
        number_of_topics.number_figure(NUMBERS, "chance").text,
        ["times chance", "1.5 at 2, 0.6 at 4", "greatest 1.7 at 3"],
    ),
    (adjusted(0.4, 0.4 * 0.9996, 0.7), ["40.0 %", "uncorrelated", "70.0 %"]),
    (
        adjusted(0.006124, 0.006081, 0.02),
        ["0.612 %", "0.608 %", "are correlated", "2.000 %"],
    ),
    *[
        (percent(share), [said])
        for share, said in [
            *[(0.15, "15 %"), (0.017, "1.7 %"), (0.0004, "under 0.1 %")],
            *[(-0.0004, "over -0.1 %"), (0.0, "0 %"), (0.0996, "10 %")],
        ]
    ],
]


@in_one_test("text, said", NUMBERS_SAID)
def test_charts_and_comparisons_say_their_greatest_and_least(text, said):
    assert re.search(".*".join(map(re.escape, said)), text), (text, said)


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


@pytest.mark.parametrize(
    ("captured", "said"),
    [
        ((2.0, 1.0, 1.0, 1.0), "Joint search captures most here: 2.0000. Of that, "),
        ((2.0, 1.0, 2.0, 1.0), "Joint search and EM sPCA capture the most here: 2.00"),
        ((2.0, 2.0, 2.0 - 1e-12, 1.0), "Joint search, TPower and EM sPCA capture the "),
        ((2.0, 2.0, 2.0, 2.0), "All methods capture the same here: 2.0000."),
        ((2.0, 2.0), "Both methods capture the same here: 2.0000."),
        ((2.0,), "Joint search captures most here: 2.0000."),
    ],
)
def test_methods_that_capture_as_much_are_named_together(
    captured: tuple[float, ...], said: str
):
    methods = ("joint", "tpower", "em", "span")[: len(captured)]
    runs = [
        replace(made_run(method), variances=np.array([value, 0.0, 0.0]))
        for method, value in zip(methods, captured, strict=True)
    ]
    sentence = curves.who_captures_most(runs, RunsProgress(len(runs), len(runs)), 1.0)
    assert sentence.startswith(said)
    assert sentence.count("50.00 %") == captured.count(1.0)


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
