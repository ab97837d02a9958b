"""One topic at a time or all together, on the paper's example of four words.

In the paper's matrix two words vary much and share a little (epsilon), and two hardly
vary (delta). Taking the best pair leaves only the worst.
"""

from functools import cache, lru_cache

import altair as alt
import numpy as np
import pandas as pd

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.solution import captured_variance
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.style import Picture
from spca_core.topics import solve

WORDS = ("war", "navy", "bank", "tax")
N_TOPICS = SPARSITY = 2
APART, TOGETHER = "One at a time", "All together"
WAYS = (APART, TOGETHER)
TOPICS = ("First topic", "Second topic")
NEITHER = "Between topics"
# All ways to pair four words; among equally good ones the first is shown.
PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
DIGITS = 9  # of a total, which is from 1 to 4; the rest is rounding
EQUAL_VALUES = (0.01, *np.linspace(0.05, 0.5, 10).tolist())
CORPUS, SIZE = "state_of_the_union", (8, 10)  # topics, words in each
EFFORT = {"tpower": "one start", "joint": "{} effort"}
ABOUT_CORPUS = (
    "State of the Union, tf-idf, halfway to unit length, centred, 8 topics of 10 "
    "words, seed 0: as in Compare."
)
# What the columns of the tables are called on screen.
LABELS = {
    "first_topic": "A topic",
    "second_topic": "The other",
    "first": "It captures",
    "second": "The other captures",
    "total": "Together",
    "taken": "Taken by",
    "way": "Way",
    "method": "Method",
    "effort": "Effort",
    "best_topic": "Its best topic",
    "variance": "Variance",
    "gain": "Gain",
}
TEXT = (
    "How four words vary together, with the words that each way takes; what their "
    "topics capture; the ratio of both ways by epsilon + delta."
)

Pairing = tuple[tuple[int, ...], ...]
ALL = [*TOPICS, NEITHER]
COLOUR = alt.Scale(domain=ALL, range=[*COLOURS[:2], style.LIMIT_COLOUR])
DASH = alt.Scale(domain=ALL, range=[[1, 0], [6, 3], [1, 4]])
EPS = 0.1  # of the last task


def covariances(eps: float, delta: float) -> pd.DataFrame:
    """Return A, words by words: variances on the diagonal, covariances off it.

    eps   : covariance of the two strong words, above 0 and below 1
    delta : variance of each of the two faint words, at least 0 and below 1
    """
    values = _covariance(eps, delta).block(np.arange(len(WORDS)))
    return pd.DataFrame(values.round(DIGITS) + 0.0, index=WORDS, columns=WORDS)


def cells(eps: float, delta: float, way: str) -> pd.DataFrame:
    """One row per entry of A: word, other, value, and the topic that has both words."""
    by_word = covariances(eps, delta).rename_axis("word").reset_index()
    table = by_word.melt("word", var_name="other", value_name="value")
    pairs = zip(TOPICS, _taken(eps, delta)[way], strict=True)
    topic_of = {WORDS[word]: topic for topic, words in pairs for word in words}
    first, second = table["word"].map(topic_of), table["other"].map(topic_of)
    return table.assign(topic=first.where(first == second, NEITHER))


def topics_by_way(eps: float, delta: float) -> pd.DataFrame:
    """One row per way and topic: way, topic, words, variance."""
    covariance = _covariance(eps, delta)
    rows = [
        (way, topic, _named(words), _captured(covariance, words))
        for way, pairing in _taken(eps, delta).items()
        for topic, words in zip(TOPICS, pairing, strict=True)
    ]
    return pd.DataFrame(rows, columns=["way", "topic", "words", "variance"])


def every_pairing(eps: float, delta: float) -> pd.DataFrame:
    """One row per choice of topics, best first.

    columns : first_topic, second_topic, first, second (what they capture), total, taken
              (by which way)
    """
    covariance, taken = _covariance(eps, delta), _taken(eps, delta)
    rows = []
    for pairing in PAIRINGS:
        captured = [_captured(covariance, words) for words in pairing]
        takers = ", ".join(way for way in WAYS if taken[way] == pairing)
        total = round(sum(captured), DIGITS)
        rows.append((*map(_named, pairing), *captured, total, takers))
    columns = ["first_topic", "second_topic", "first", "second", "total", "taken"]
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values("total", ascending=False, kind="stable", ignore_index=True)


@cache
def ratio_by_sum() -> pd.DataFrame:
    """One row per epsilon + delta (of two equal values), smallest first: sum, ratio.

    The ratio is what all together captures by what one at a time does.
    """
    rows = [(2 * value, ratio(value, value)) for value in EQUAL_VALUES]
    return pd.DataFrame(rows, columns=["sum", "ratio"])


def ratio(eps: float, delta: float) -> float:
    """Return what all together captures by what one at a time does."""
    totals = topics_by_way(eps, delta).groupby("way")["variance"].sum()
    return float(totals[TOGETHER] / totals[APART])


def on_a_corpus(corpus: Corpus) -> pd.DataFrame:
    """One row per way on a real corpus.

    columns : way, method, effort, best_topic (what it captures), variance, gain

    The settings are those of Compare, as it opens.
    """
    rows = []
    for way, name in ((APART, "tpower"), (TOGETHER, "joint")):
        solution = solve(corpus, *SIZE, method=name)
        effort = EFFORT[name].format(solution.settings.effort)
        variances = solution.variances[0], solution.captured_variance
        rows.append((way, METHODS[name].label, effort, *variances))
    columns = ["way", "method", "effort", "best_topic", "variance"]
    table = pd.DataFrame(rows, columns=columns)
    return table.assign(gain=table["variance"] / table["variance"][0] - 1)


@lru_cache(maxsize=256)
def _taken(eps: float, delta: float) -> dict[str, Pairing]:
    """Return the pairing that each way takes, by its solver.

    All together, two pairings are optimal: the first is taken.
    """
    corpus, covariance = _corpus(eps, delta), _covariance(eps, delta)
    apart, best = (
        solve(corpus, N_TOPICS, SPARSITY, method=method, effort="quick", centred=False)
        for method in ("tpower", "exact")
    )
    least = best.captured_variance - 10.0**-DIGITS
    equal = (
        pairing
        for pairing in PAIRINGS
        if captured_variance(covariance, np.array(pairing)) >= least
    )
    first, second = np.sort(apart.supports, axis=1).tolist()
    return {APART: (tuple(first), tuple(second)), TOGETHER: next(equal)}


def _corpus(eps: float, delta: float) -> Corpus:
    """Return four rows S with S^T S / 4 = A; the last completes the row of `tax`."""
    faint, rest = np.sqrt(delta), np.sqrt(1.0 - eps**2)
    rows = [[1, 0, 0, eps], [0, faint, 0, 0], [0, 0, faint, 0], [0, 0, 0, rest]]
    root = np.sqrt(len(WORDS)) * np.array(rows)
    return Corpus(name="Four words", observations=root, words=WORDS, kind=MEASUREMENTS)


def _covariance(eps: float, delta: float) -> Covariance:
    return Covariance.of(_corpus(eps, delta), centred=False)


def _captured(covariance: Covariance, words: tuple[int, ...]) -> float:
    return captured_variance(covariance, np.array([words]))


def _named(words: tuple[int, ...]) -> str:
    return ", ".join(WORDS[word] for word in words)


def matrix_of(eps: float, delta: float, way: str) -> Picture:
    """Draw A with its numbers; each topic's words have its colour and outline."""
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    # Padding keeps the outlines of two squares from overlapping.
    apart = alt.Scale(padding=0.08)
    base = alt.Chart(cells(eps, delta, way)).encode(
        x=alt.X("other:N", sort=WORDS, axis=axis, scale=apart),
        y=alt.Y("word:N", sort=WORDS, axis=axis, scale=apart),
    )
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    # Bars, since Vega-Lite cannot dash the outline of a rect.
    squares = base.mark_bar(fillOpacity=0.2, strokeWidth=2).encode(
        color=colour,
        stroke=alt.Stroke("topic:N", scale=COLOUR, legend=None),
        strokeDash=alt.StrokeDash("topic:N", scale=DASH, legend=None),
    )
    numbers = base.mark_text(fontSize=13, fontWeight="bold").encode(
        text=alt.Text("value:Q", format=".2~f"), color=colour
    )
    return alt.layer(squares, numbers, height=175, title=way)


def topic_totals(eps: float, delta: float) -> Picture:
    """Draw what each way captures, as a stacked bar of its topics, with the sum."""
    topics = topics_by_way(eps, delta)
    base = alt.Chart(topics)
    y = alt.Y("way:N", sort=WAYS, title=None)
    scale = alt.Scale(domain=[0, 2.4], nice=False)
    x = alt.X("variance:Q", title="Variance captured", scale=scale, stack="zero")
    bars = base.mark_bar(fillOpacity=0.6).encode(
        x=x,
        y=y,
        color=alt.Color("topic:N", scale=COLOUR, legend=style.legend(values=TOPICS)),
        order=alt.Order("topic:N"),
    )
    totals = topics.groupby("way", as_index=False)["variance"].sum()
    numbers = alt.Chart(totals).mark_text(align="left", dx=4, fontWeight="bold")
    numbers = numbers.encode(
        x=alt.X("variance:Q", scale=scale),
        y=y,
        text=alt.Text("variance:Q", format=".2f"),
    )
    return alt.layer(bars, numbers, height=165)


def ratio_curve(eps: float, delta: float) -> Picture:
    """Draw the ratio by epsilon + delta, and a mark at the sliders' values."""
    x = alt.X("sum:Q", title="Epsilon + delta").scale(domain=[0, 1])
    y = alt.Y("ratio:Q", title="Ratio of the two").scale(domain=[1, 2])
    ratios = alt.Chart(ratio_by_sum())
    line = ratios.mark_line(color=COLOURS[0], interpolate="monotone")
    here = alt.Chart(pd.DataFrame([{"sum": eps + delta, "ratio": ratio(eps, delta)}]))
    text = here.mark_text(align="left", dx=10, dy=-8, fontWeight="bold")
    return alt.layer(
        line.encode(x=x, y=y),
        here.mark_point(**style.HERE).encode(x=x, y=y),
        text.encode(x=x, y=y, text=alt.Text("ratio:Q", format=".2f")),
        height=190,
    )


RATIO = 1.9


def _help_with_ratio(values: Values) -> str:
    reached = ratio(values["eps"], values["delta"])
    if reached >= RATIO:
        return ""
    larger = "epsilon" if values["eps"] >= values["delta"] else "delta"
    return f"Together they capture {reached:.2f} times as much. Make {larger} smaller."


def _help_with_price(price: float) -> str:
    if price > 1 / 2:
        return "Compare the first topics alone: the blue part of both bars."
    return "The first topic captures 1 + epsilon one at a time, and 1 together."


TASKS = (
    MultipleChoice(
        name="first",
        question=(
            "One at a time takes the best pair of all first. Which pair? It appears "
            "once you have answered."
        ),
        hints={
            "war, tax": "",
            "war, navy": "They capture 1. Is there a pair that captures more?",
            "navy, bank": "They hardly vary: they capture delta.",
        },
        why=(
            "*war, tax* capture 1 + epsilon, always more than 1, however small epsilon "
            "is."
        ),
    ),
    MultipleChoice(
        name="wasted",
        question="Which two words does one at a time waste?",
        hints={
            "war, tax": "They are its best topic. What is left for the second?",
            "navy, bank": "",
            "navy, tax": "tax is in the first topic. Look at the orange squares.",
        },
        why=(
            "*navy, bank* are left over: with no strong word to join, they capture "
            "only delta. All together, each strong word leads its own topic: 1 + 1 = 2."
        ),
    ),
    Target(
        name="ratio",
        question="Make all together capture at least 1.9 times as much.",
        why=(
            "The ratio is 2 / (1 + epsilon + delta): near 2 for small values, and 1 "
            "where epsilon + delta = 1."
        ),
        help=_help_with_ratio,
    ),
    Number(
        name="price",
        question=(
            "What does it cost the *first* topic to be chosen together with the other, "
            "with epsilon at 0.1?"
        ),
        why=(
            "Epsilon, 0.1. One at a time wins with its first topic, 1.1 against 1, and "
            "loses more with its second. So it is on real corpora: see All numbers."
        ),
        right=EPS,
        within=0.005,
        help=_help_with_price,
    ),
)
