"""The certificate for four words and two topics of two, to be checked by hand."""

from functools import cache
from itertools import product

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.proof.certificate import certificates
from spca_core.proof.splitting import remainder, thresholded
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.style import Picture

WORDS = ("tax", "money", "war", "army")
MATRIX = np.array([[9, 6, 2, 2], [6, 9, 0, 0], [2, 0, 3, 2], [2, 0, 2, 3]], dtype=float)
N_TOPICS = SPARSITY = 2
# Their limit equals what the best topics capture: no prices give a lower one.
BEST_PRICES = (4.0, 4.0, 1.0, 1.0)
MAX_PRICE, PRICE_STEP = 6.0, 0.5
TERMS = ("Prices of the words", "Eigenvalues of T")
CHOSEN, SAME, BEST = "Your prices", "Best if all equal", "Best prices"
# What the columns of the tables are called on screen.
LABELS = {
    "term": "What",
    "value": "Value",
    "first_topic": "A topic",
    "second_topic": "Another",
    "first": "It captures",
    "second": "The other",
    "total": "Together",
}
TEXT = (
    "Bars of the limit by your prices, by the best equal prices and by the best, above "
    "what the best topics capture; the numbers of A, U and T."
)


def terms_of_limit(prices: tuple[float, ...]) -> pd.DataFrame:
    """One row per term of the limit, then their sum and values to compare it with."""
    greatest, second = _eigenvalues(prices)
    rows = [
        ("Prices: " + " + ".join(f"{price:g}" for price in prices), sum(prices)),
        ("Greatest eigenvalue of T", greatest),
        ("Second eigenvalue of T", second),
        ("Your limit", proven_limit(prices)),
        ("The lowest limit that the computer finds", certified()),
        ("The best topics capture", best_total()),
    ]
    return pd.DataFrame(rows, columns=["term", "value"])


def fixed_limits() -> pd.DataFrame:
    """One row per term of the limits to compare with: prices, term, value, limit."""
    return pd.concat([limit_rows(SAME, same_prices()), limit_rows(BEST, BEST_PRICES)])


def limit_rows(name: str, prices: tuple[float, ...]) -> pd.DataFrame:
    """One row per term of the limit that some prices prove, as in `fixed_limits`."""
    table = pd.DataFrame({"term": TERMS, "value": _terms(prices)})
    return table.assign(prices=name, limit=proven_limit(prices))


def proven_limit(prices: tuple[float, ...]) -> float:
    """Return the upper bound for two topics that these prices prove."""
    return sum(_terms(prices))


def every_pair_of_topics() -> pd.DataFrame:
    """One row per choice of topics, best first: the topics and what they capture."""
    pairings = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    rows = [(*map(_topic, pair), *map(_captured, pair)) for pair in pairings]
    columns = ["first_topic", "second_topic", "first", "second"]
    table = pd.DataFrame(rows, columns=columns)
    table["total"] = table["first"] + table["second"]
    return table.sort_values("total", ascending=False, ignore_index=True)


@cache
def best_total() -> float:
    """Return the variance that the best choice captures."""
    return float(every_pair_of_topics()["total"].max())


@cache
def certified() -> float:
    """Return the limit that the Topics page would show for these words."""
    # The second moments of these four rows are A.
    observations = np.linalg.cholesky(MATRIX).T * np.sqrt(len(MATRIX))
    covariance = Covariance(observations, centred=False)
    *_, certificate = certificates(covariance, N_TOPICS, SPARSITY)
    return certificate.upper_bound


@cache
def same_prices() -> tuple[float, ...]:
    """Return the equal prices whose limit is lowest."""
    prices = np.arange(0.0, MAX_PRICE + PRICE_STEP, PRICE_STEP)
    return min(((float(price),) * len(WORDS) for price in prices), key=proven_limit)


def _terms(prices: tuple[float, ...]) -> tuple[float, float]:
    """Return the sums of the prices (every word is in a topic) and eigenvalues."""
    return float(sum(prices)), float(_eigenvalues(prices).sum())


def _eigenvalues(prices: tuple[float, ...]) -> np.ndarray:
    left = remainder(MATRIX, thresholded(MATRIX, np.sqrt(prices)), SPARSITY)
    return np.linalg.eigvalsh(left)[::-1][:N_TOPICS]


def _captured(words: tuple[int, ...]) -> float:
    return float(np.linalg.eigvalsh(MATRIX[np.ix_(words, words)])[-1])


def _topic(words: tuple[int, ...]) -> str:
    return ", ".join(WORDS[word] for word in words)


TITLES = (
    "A, how the words vary",
    "U, what the prices pay for",
    "T = A - U, what they leave",
)


def limit_bars(prices: tuple[float, ...], *, with_best: bool) -> Picture:
    """Draw a stacked bar and a number for each limit, and the best total dashed."""
    fixed = fixed_limits()
    if not with_best:
        fixed = fixed[fixed["prices"] != BEST]
    table = pd.concat([limit_rows(CHOSEN, prices), fixed], ignore_index=True)
    base = alt.Chart(table)
    x = alt.X("prices:N", title=None, sort=[CHOSEN, SAME, BEST])
    x = x.axis(labelAngle=0, labelLimit=90)
    colour = alt.Color("term:N", legend=alt.Legend(title=None, orient="top", columns=1))
    bars = base.mark_bar(size=44).encode(
        x=x,
        y=alt.Y("value:Q", title="Captured at most", stack="zero").scale(
            domain=[0, 32], nice=False
        ),
        color=colour.scale(domain=TERMS, range=[COLOURS[1], COLOURS[0]]),
        order=alt.Order("term:N", sort="descending"),
    )
    dashed = alt.Chart(pd.DataFrame([{"best": best_total()}])).mark_rule(
        color=COLOURS[3], **style.DASHED
    )
    once = alt.Chart(table.drop_duplicates("prices"))  # one row per bar
    limits = once.mark_text(dy=-10, fontWeight="bold").encode(
        x=x, y=alt.Y("limit:Q"), text=alt.Text("limit:Q", format=".2f")
    )
    return alt.layer(bars, dashed.encode(y=alt.Y("best:Q")), limits, height=420)


def matrices(prices: tuple[float, ...]) -> dict[str, np.ndarray]:
    """Return A, the part U that prices pay for, and what they leave, by title."""
    left = remainder(MATRIX, thresholded(MATRIX, np.sqrt(prices)), SPARSITY)
    return dict(zip(TITLES, (MATRIX, MATRIX - left, left), strict=True))


def draw_matrix(title: str, matrix: np.ndarray) -> Picture:
    """Draw one of the `matrices` with its numbers."""
    rows = [
        {"word": WORDS[i], "other": WORDS[j], "value": float(matrix[i, j])}
        for i, j in product(range(len(WORDS)), repeat=2)
    ]
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X("other:N", sort=WORDS, axis=axis, scale=alt.Scale(padding=0.05)),
        y=alt.Y("word:N", sort=WORDS, axis=axis, scale=alt.Scale(padding=0.05)),
    )
    shade = alt.Opacity("value:Q", legend=None).scale(domain=[0, 9], range=[0, 0.5])
    squares = base.mark_rect(color=COLOURS[0]).encode(opacity=shade)
    numbers = base.mark_text(fontSize=12).encode(
        text=alt.Text("value:Q", format=".3~f")
    )
    return alt.layer(squares, numbers, height=170, title=title)


def price_names() -> tuple[str, ...]:
    """Return the names of the words' prices."""
    return tuple(f"price{i + 1}" for i in range(len(WORDS)))


def _help_with_prices(values: Values) -> str:
    prices = tuple(values[name] for name in price_names())
    limit = proven_limit(prices)
    if limit < best_total() + 0.005:
        return ""
    missing = np.subtract(BEST_PRICES, prices)
    word = int(abs(missing).argmax())
    way = "higher" if missing[word] > 0 else "lower"
    return f"This proves {limit:.2f}. Try a {way} price of {WORDS[word]}."


TASKS = (
    MultipleChoice(
        name="below",
        question=(
            "The best topics capture 20 (dashed). Can prices prove a limit below that? "
            "The matrices appear once you have answered."
        ),
        hints={
            "Yes, with the right prices": "A limit holds for all topics, the best "
            "among them.",
            "Yes, but only slightly": "Not even slightly: the best topics capture what "
            "they capture.",
            "Never": "",
        },
        why=(
            "Whatever the prices, the limit holds for all topics: also for the best, "
            "which capture 20."
        ),
    ),
    Target(
        name="prove",
        question="Prove 20 with the four prices.",
        why=(
            "With 4, 4, 1, 1 all that *tax* shares with *war* and *army* is paid for, "
            "as 2 = √(4 · 1). T falls apart into two blocks, and 10 + 7 + 3 = 20 is "
            "what *tax, money* and *war, army* capture: nothing is better."
        ),
        help=_help_with_prices,
    ),
    MultipleChoice(
        name="above",
        question="Four equal prices prove 21.05 at best. What does that show?",
        hints={
            "There are better topics than 20": "All three choices are in All numbers: "
            "20 is the best.",
            "The limit is wrong": "It holds: no topics capture more than 21.05.",
            "These prices are not the best": "",
        },
        why=(
            "A limit may stand above the best, because the prices are not the best, or "
            "because no prices close the gap. On a real corpus a gap of 5 % says: the "
            "topics reach at least 95 % of the best possible."
        ),
    ),
)
