"""Verdicts: limits by number of topics, shares rounded down, sentences for people."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from spca_core.problem.solution import Remarks, Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate
from tests.made_runs import made_topics
from tests.oracles import random_corpus

CORPUS = random_corpus(1, 40, 12)
FOUND = made_topics(CORPUS, 2, 3)
EXACT = replace(
    FOUND,
    settings=replace(FOUND.settings, method="exact"),
    remarks=Remarks(exhaustive=True),
)


def certificate(upper_bound: float, n_components: int = 2) -> Certificate:
    return Certificate(
        n_components=n_components,
        sparsity=3,
        variance_bound=2 * upper_bound,
        dense_variance=3 * upper_bound,
        eigenvalue_bound=upper_bound,
        steps=20,
        seconds=0.1,
    )


def capturing(variance: float, solution: Solution = FOUND) -> Solution:
    return replace(solution, variances=np.array([variance, 0.0]))


def test_there_is_a_limit_for_every_number_of_topics_in_their_order():
    limits = verdict.limits([certificate(9.0, 3), certificate(5.0, 1)])
    assert limits.to_dict("list") == {
        "n_components": [1, 3],
        "upper_bound": [5.0, 9.0],
        "proof": ["certificate", "certificate"],
        "steps": [20, 20],
    }
    assert verdict.records(limits)[1] == {
        "n_components": 3,
        "upper_bound": 9.0,
        "proof": "certificate",
        "steps": 20,
    }


def test_a_finished_exact_search_is_the_lowest_limit_there_can_be():
    above = certificate(2 * EXACT.captured_variance)
    limits = verdict.limits([above], [FOUND, EXACT])
    assert limits["upper_bound"].tolist() == [EXACT.captured_variance]
    assert limits["proof"].tolist() == ["exact search"]


def test_an_exact_search_that_was_not_finished_proves_nothing():
    unfinished = replace(EXACT, remarks=Remarks(exhaustive=False))
    assert verdict.limits([], [unfinished, FOUND]).empty


def share_of(captured: float, limit: float) -> str:
    _, share = verdict.bound_figures(capturing(captured), limit)
    return share.value


def test_a_share_of_the_limit_is_the_least_that_is_proven_unless_it_is_reached():
    assert share_of(9.0, 10.0) == "at least 90.0 %"
    assert share_of(9.9999999, 10.0) == "100 %, to one part in a million"


@pytest.mark.parametrize("captured", [9.9499, 0.0, 3.33333, 9.999])
def test_shares_are_rounded_down(captured: float):
    said = share_of(captured, 10.0)
    share = float(said.removeprefix("at least ").removesuffix(" %"))
    assert share <= 10 * captured < share + 0.1 + 1e-9  # the digits that are shown
    line = verdict.bound_line(capturing(captured), 10.0)
    (short_by,) = re.findall(r"within (\S+) %", line)
    assert float(short_by) == pytest.approx(100 - share), "the line and the figure"


def test_the_sentence_names_the_choice_and_the_limit():
    assert verdict.bound_sentence(capturing(9.0), 10.0, "words") == (
        "Proven: within 10.0 % of the best possible. No choice of 2 topics of 3 words "
        "captures more than 10.000."
    )


def test_only_an_early_end_of_a_proof_is_reported():
    ended = [replace(certificate(4.0), stopped_by=by) for by in verdict.EARLY_ENDS]
    assert len({verdict.ending_sentence(proof) for proof in ended}) == len(ended) == 3
    assert not verdict.ending_sentence(replace(certificate(4.0), stopped_by="finished"))


def test_the_parts_are_the_bounds_that_were_weighed_and_say_which_are_proven():
    parts = verdict.limits_considered(certificate(4.0))
    assert parts["value"].tolist() == [4.0, 8.0, 12.0]
    assert parts["proven"].tolist() == [True, True, False]
    assert (
        len(
            verdict.limits_considered(
                replace(certificate(4.0), eigenvalue_bound=math.inf)
            )
        )
        == 2
    )
