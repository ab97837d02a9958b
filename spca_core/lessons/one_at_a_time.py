"""One topic at a time or all together, on the paper's example of four words.

In the paper's matrix two words vary much and share a little (epsilon), and two hardly
vary (delta). Taking the best pair leaves only the worst.
"""

from functools import cache, lru_cache

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.solution import captured_variance
from spca_core.topics import solve

WORDS = ("war", "ships", "taxes", "jobs")
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

Pairing = tuple[tuple[int, ...], ...]


def matrix(eps: float, delta: float) -> pd.DataFrame:
    """Return A, words by words: variances on the diagonal, covariances off it.

    eps   : covariance of the two strong words, above 0 and below 1
    delta : variance of each of the two faint words, at least 0 and below 1
    """
    values = _covariance(eps, delta).block(np.arange(len(WORDS)))
    return pd.DataFrame(values.round(DIGITS) + 0.0, index=WORDS, columns=WORDS)


def cells(eps: float, delta: float, way: str) -> pd.DataFrame:
    """One row per entry of A: word, other, value, and the topic that has both words."""
    by_word = matrix(eps, delta).rename_axis("word").reset_index()
    table = by_word.melt("word", var_name="other", value_name="value")
    pairs = zip(TOPICS, _taken(eps, delta)[way], strict=True)
    topic_of = {WORDS[word]: topic for topic, words in pairs for word in words}
    first, second = table["word"].map(topic_of), table["other"].map(topic_of)
    return table.assign(topic=first.where(first == second, NEITHER))


def topics(eps: float, delta: float) -> pd.DataFrame:
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


def ratio(eps: float, delta: float) -> pd.DataFrame:
    """One row: epsilon + delta, the totals (apart, together), and their ratio."""
    totals = topics(eps, delta).groupby("way")["variance"].sum()
    apart, together = totals[APART], totals[TOGETHER]
    row = (eps + delta, apart, together, together / apart)
    return pd.DataFrame([row], columns=["sum", "apart", "together", "ratio"])


@cache
def ratio_by_sum() -> pd.DataFrame:
    """One row per value of epsilon = delta, smallest first, as in `ratio`."""
    return pd.concat([ratio(one, one) for one in EQUAL_VALUES], ignore_index=True)


def on_a_corpus(corpus: Corpus) -> pd.DataFrame:
    """One row per way on a real corpus: way, method, variance, gain over the first."""
    rows = []
    for way, name in ((APART, "tpower"), (TOGETHER, "joint")):
        found = solve(corpus, *SIZE, method=name, weighting="counts", effort="quick")
        rows.append((way, METHODS[name].label, found.captured_variance))
    table = pd.DataFrame(rows, columns=["way", "method", "variance"])
    return table.assign(gain=table["variance"] / table["variance"][0] - 1)


def verdict(here: pd.DataFrame) -> str:
    """Say in a sentence how the totals compare, from the row of `ratio`."""
    (row,) = here.itertuples()
    return (
        f"One at a time captures {row.apart:.3g}, all together {row.together:.3g}: "
        f"{row.ratio:.2f} times as much."
    )


def text_of_cells(table: pd.DataFrame) -> str:
    """Say which words go together, from a table of `cells`."""
    words = table.query("word == other").groupby("topic")["word"].agg(", ".join)
    listed = "; ".join(f"{topic.lower()} {words[topic]}" for topic in TOPICS)
    return f"How four words vary together, and which are taken: {listed}."


def text_of_topics(table: pd.DataFrame) -> str:
    """Say what the topics of both ways capture, from the table of `topics`."""
    shown = table["variance"].map("{:.3g}".format).groupby(table["way"])
    listed = "; ".join(
        f"{way.lower()} {' and '.join(shown.get_group(way))}" for way in WAYS
    )
    return f"Variance of the first and the second topic: {listed}."


def text_of_ratios(table: pd.DataFrame) -> str:
    """Say how the ratio grows, from the table of `ratio_by_sum`."""
    least, most = table.iloc[0], table.iloc[-1]
    return (
        f"All together over one at a time: {most['ratio']:.3g} times at epsilon + "
        f"delta = {most['sum']:.3g}, {least['ratio']:.3g} times at {least['sum']:.3g}."
    )


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
    captured = {one: captured_variance(covariance, np.array(one)) for one in PAIRINGS}
    equal = (pairing for pairing in PAIRINGS if captured[pairing] >= least)
    first, second = np.sort(apart.supports, axis=1).tolist()
    return {APART: (tuple(first), tuple(second)), TOGETHER: next(equal)}


def _corpus(eps: float, delta: float) -> Corpus:
    """Return four rows S with S^T S / 4 = A; the last completes the row of `jobs`."""
    if not 0 < eps < 1:
        raise InputError(f"eps is {eps!r}; give a number above 0 and below 1.")
    if not 0 <= delta < 1:
        raise InputError(f"delta is {delta!r}; give a number from 0 to below 1.")
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
