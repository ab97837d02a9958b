"""What the whole net costs, and what it guarantees, on a real corpus."""

import time
from math import log10

import altair as alt
import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import in_figures
from spca_core.lessons.pointer import named_bars, under_pointer
from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.methods.bipartite import best_candidate
from spca_core.problem.covariance import Covariance
from spca_core.problem.spectrum import leading_spectrum
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, Picture
from spca_core.steps.net import half_net_size, power_size, random_points
from spca_core.topics import solve

CORPUS, SPARSITY = "state_of_the_union", 10
RANKS = N_TOPICS = range(1, 9)
N_TIMED = 100  # candidates
DRAWN = 10_000  # at random: the usual number of candidates
WHOLE, ONCE, SAMPLE = "The paper's net", "Each topic set once", "Drawn at random"
SEARCHES = (WHOLE, ONCE, SAMPLE)
SKETCH, ANGLES = "The paper: 1 - epsilon", "Here, by angles"
LOSS, DATA, SHARPER = "The sketch loses", "The paper, on the data", "Here, on the data"
PROMISES = (SKETCH, ANGLES, LOSS, DATA, SHARPER)
# What the columns of the tables are called on screen.
LABELS = {
    "search": "Search",
    "candidates": "Combinations",
    "steps": "Steps (power of 10)",
    "seconds": "Seconds here",
    "term": "What",
    "share": "Share of the best",
}
TEXT = (
    "Bars of the steps and the time of the whole net, of each set of topics once, and "
    "of a sample; bars of what is guaranteed, lost by the sketch, and left."
)
# The net's points of our own: rank * cells^(rank - 1), of which each multiset once.
SIZE_ONCE = " + ".join(
    f"({i} < cost_topics ? log((points + {i}) / {i + 1}) / LN10 : 0)"
    for i in range(len(N_TOPICS))
)
COST = {
    "cost_rank": 4,
    "cost_epsilon": 0.2,
    "cost_topics": 8,
    "cells": "=max(ceil(2 * sqrt(cost_rank - 1) / cost_epsilon), 1)",
    "points": "=cost_rank * pow(cells, cost_rank - 1)",
    "whole": "=cost_rank * cost_topics * log(4 / cost_epsilon) / LN10",
    "once": f"={SIZE_ONCE}",
}
HERE = "datum.rank == cost_rank && datum.n_topics == cost_topics"
UNITS = [(60, "seconds"), (3600, "minutes"), (86_400, "hours"), (31_557_600, "days")]


def every_case(corpus: Corpus) -> pd.DataFrame:
    """One row per rank and number of topics.

    columns : rank, n_topics, words (of the corpus), seconds (for a candidate, here),
              loss (the most that the sketch loses, as a share of what is captured)
    """
    best = [_captured(corpus, k) for k in N_TOPICS]
    covariance = Covariance.of(corpus, centred=True)
    values, vectors = leading_spectrum(covariance, max(RANKS) + max(N_TOPICS))
    factor = vectors[:, : max(RANKS)] * np.sqrt(values[: max(RANKS)])
    seconds = [_seconds(factor, k) for k in N_TOPICS]
    rows = [
        (rank, k, corpus.n_words, seconds[k - 1], values[rank : rank + k].sum() / top)
        for rank in RANKS
        for k, top in zip(N_TOPICS, best, strict=True)
    ]
    columns = ["rank", "n_topics", "words", "seconds", "loss"]
    return pd.DataFrame(rows, columns=columns)


def searches(
    cases: pd.DataFrame, rank: int, n_topics: int, epsilon: float
) -> pd.DataFrame:
    """One row per search: how many combinations, steps as a power of 10, seconds here.

    A combination takes the paper's d (s k)^2 steps; (4 / epsilon)^(r k) are in its net.
    """
    case = cases.query("rank == @rank and n_topics == @n_topics").iloc[0]
    once = power_size(half_net_size(rank, epsilon / 2), n_topics)
    sizes = [(4 / epsilon) ** (rank * n_topics), once, DRAWN]
    each = steps(case["words"], rank, n_topics, epsilon) - log10(sizes[0])
    return pd.DataFrame(
        {
            "search": SEARCHES,
            "candidates": [in_figures(int(size)) for size in sizes],
            "steps": [log10(size) + each for size in sizes],
            "seconds": [size * case["seconds"] for size in sizes],
        }
    )


def promises(
    cases: pd.DataFrame, rank: int, n_topics: int, epsilon: float
) -> pd.DataFrame:
    """One row per term of the guarantee, as a share of the best (Theorem 2).

    By angles, the net reaches more than the paper claims: see `sharper_ratio`.
    """
    loss = cases.query("rank == @rank and n_topics == @n_topics")["loss"].iloc[0]
    paper, angles = 1 - epsilon, (1 - epsilon**2 / 8) ** 2
    shares = [paper, angles, loss, max(paper - loss, 0.0), max(angles - loss, 0.0)]
    return pd.DataFrame({"term": PROMISES, "share": shares})


def _captured(corpus: Corpus, n_topics: int) -> float:
    solution = solve(
        corpus, n_topics, SPARSITY, weighting="counts", centred=True, effort="quick"
    )
    return solution.captured_variance


def _seconds(factor: np.ndarray, n_topics: int) -> float:
    """Return how long a combination of directions takes on this machine."""
    norms = (factor**2).sum(axis=1)
    order = np.argsort(-norms, kind="stable")
    seed, rank = np.random.SeedSequence(0), factor.shape[1]
    points = np.vstack(list(random_points(seed, N_TIMED, n_topics, rank)))
    longest = factor[order], norms[order]
    best_candidate(*longest, points[:1], SPARSITY)  # compiled
    start = time.perf_counter()
    best_candidate(*longest, points, SPARSITY)
    return (time.perf_counter() - start) / N_TIMED


def cost_bars(cases: pd.DataFrame) -> Picture:
    """Draw the steps of each search on a log scale, and its time on this machine."""
    n_steps = f"log(datum.words * pow({SPARSITY} * cost_topics, 2)) / LN10"
    sizes = f"[whole, once, log({DRAWN}) / LN10]"
    rows = (
        alt.Chart(cases)
        .transform_filter(HERE)
        .transform_calculate(search=str(list(SEARCHES)), size=sizes)
        .transform_flatten(["search", "size"])
        .transform_calculate(
            steps=f"datum.size + {n_steps}",
            time="datum.size + log(datum.seconds) / LN10",
        )
        .transform_calculate(text=_text())
    )
    x = alt.X("steps:Q", title="Steps: (4/\u03b5)^(rk) d (sk)\u00b2, as a power of 10")
    x = x.scale(domain=[0, 135], nice=False).axis(tickCount=6)
    colours = {WHOLE: COLOURS[1], ONCE: COLOURS[0], SAMPLE: COLOURS[2]}
    bars = alt.layer(*named_bars(rows, x, "search", colours, alt.Text("text:N")))
    return under_pointer(bars.properties(height=170), COST)


def promise_bars(cases: pd.DataFrame) -> Picture:
    """Draw what is guaranteed on the sketch, what it loses, and what is left."""
    values = {
        SKETCH: "1 - cost_epsilon",
        ANGLES: "pow(1 - cost_epsilon * cost_epsilon / 8, 2)",
        LOSS: "datum.loss",
        DATA: "max(1 - cost_epsilon - datum.loss, 0)",
        SHARPER: "max(pow(1 - cost_epsilon * cost_epsilon / 8, 2) - datum.loss, 0)",
    }
    rows = (
        alt.Chart(cases)
        .transform_filter(HERE)
        .transform_calculate(**values)
        .transform_fold(list(values), as_=["term", "share"])
        .transform_calculate(length="min(datum.share, 1.05)")
    )
    x = alt.X("length:Q", title="Share of the best", stack=None)
    x = x.scale(domain=[0, 1.2], nice=False)
    looks = (COLOURS[1], COLOURS[0], LIMIT_COLOUR, COLOURS[1], COLOURS[0])
    colours = dict(zip(PROMISES, looks, strict=True))
    text = alt.Text("share:Q", format=".0%")
    bars = alt.layer(*named_bars(rows, x, "term", colours, text))
    return under_pointer(bars.properties(height=170), COST)


def _text() -> str:
    """Return the formula of a time in words, from the power of 10 of its seconds."""
    number = "(datum.time < 15 ? format(pow(10, datum.time) / {0}, ',.3~r') : " + (
        "'10^' + format(floor(datum.time - log({0}) / LN10), 'd'))"
    )
    formula, least = "", 1
    for limit, unit in UNITS:
        words = f"'= ' + {number.format(least)} + ' {unit} here'"
        formula += f"pow(10, datum.time) < {limit} ? {words} : "
        least = limit
    return formula + f"'= ' + {number.format(least)} + ' years here'"


N_WORDS = 7739  # of the corpus
MOST_STEPS, MOST_EPSILON = 12, 0.5  # a power of 10


def steps(n_words: int, rank: int, n_topics: int, epsilon: float) -> float:
    """Return the steps of the paper's net as a power of 10: (4/e)^(rk) d (sk)^2."""
    size = rank * n_topics * log10(4 / epsilon)
    return size + log10(n_words * (SPARSITY * n_topics) ** 2)


def _help_with_search(values: Values) -> str:
    epsilon = values["cost_epsilon"]
    n_steps = steps(N_WORDS, values["cost_rank"], values["cost_topics"], epsilon)
    if epsilon > MOST_EPSILON:
        return "Epsilon is above 0.5: the net may then miss more than half."
    if n_steps > MOST_STEPS:
        return f"10^{n_steps:.0f} steps. Rank and topics are in the exponent."
    return ""


TASKS = (
    MultipleChoice(
        name="exponent",
        question=(
            "Rank 4, 8 topics, epsilon 0.2. What shortens the whole net's search most? "
            "Its bars appear once you have answered."
        ),
        hints={
            "Epsilon 0.4 instead of 0.2": "That is 2^32, nearly 10^10. One of the "
            "others takes away a little more.",
            "One topic less": "That is 20^4 times 1.3, about 10^5.",
            "One dimension less": "",
        },
        why=(
            "One dimension less divides it by 20^8, over 10^10: there are "
            "$(4/\\varepsilon)^{rk}$ combinations, and each takes $d\\,(sk)^2$ steps. "
            "Rank and topics are in the exponent; epsilon is only the base."
        ),
    ),
    Target(
        name="search",
        question=(
            "Make the whole net short enough for a computer, at most 10^12 steps, with "
            "epsilon at most 0.5."
        ),
        why=(
            "Only with few dimensions and topics. So for real corpora directions are "
            "drawn at random, and the limit comes from prices instead (chapter 7)."
        ),
        help=_help_with_search,
    ),
    MultipleChoice(
        name="sketch",
        question="At rank 2 the net is small. Why not search there, with 8 topics?",
        hints={
            "The sketch loses too much": "",
            "The net misses too much": "Epsilon alone says how much it misses: look at "
            "the first bar as you change the rank.",
            "It still takes too long": "The paper's net does. Look at the second bar "
            "of the upper chart.",
        },
        why=(
            "The fewer dimensions, the more the sketch loses: at most its next *k* "
            "eigenvalues. At rank 2, little or nothing is proven on the data."
        ),
    ),
)
