"""The certificate for four words and two topics of two, to be checked by hand.

In the chart the two greatest eigenvalues of T are in closed form. With the mean m of
all four taken off, B = T - m I, they add up to the root of the greatest root z of the
resolvent cubic of B's characteristic polynomial y^4 + p y^2 + q y + r (Ferrari); its
coefficients come from the traces of B^2, B^3 and B^4 (Newton). All its roots are real.
"""

from functools import cache
from itertools import product

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons.pointer import under_pointer
from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.proof.certificate import certificates
from spca_core.proof.splitting import remainder, thresholded
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import Picture

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
    rows = [
        (name, term, value, proven_limit(prices))
        for name, prices in {SAME: _same(), BEST: BEST_PRICES}.items()
        for term, value in zip(TERMS, _terms(prices), strict=True)
    ]
    return pd.DataFrame(rows, columns=["prices", "term", "value", "limit"])


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
def _same() -> tuple[float, ...]:
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


MATRICES = {
    "A": "A, how the words vary",
    "U": "U, what the prices pay for",
    "T": "T = A - U, what they leave",
}
N = len(WORDS)
PAIRS = list(product(range(N), range(N)))


def _matrix(entry: str) -> str:
    """Return a matrix as a formula, of the formula of its entries at {i}, {j}."""
    rows = [[entry.format(i=i, j=j) for j in range(N)] for i in range(N)]
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


def _sum(term: str, pairs: list[tuple[int, int]]) -> str:
    return " + ".join(term.format(i=i, j=j) for i, j in pairs)


DIAGONAL = [(i, i) for i in range(N)]
SQUARE = " + ".join(f"B[{{i}}][{k}]*B[{k}][{{j}}]" for k in range(N))
PRICES = {
    **{f"price{i + 1}": 0.5 for i in range(N)},
    "q_": "=[" + ", ".join(f"sqrt(price{i + 1})" for i in range(N)) + "]",
    "A": f"={MATRIX.tolist()}",
    "U": "=" + _matrix("min(A[{i}][{j}], q_[{i}]*q_[{j}])"),
    "T": "=" + _matrix("A[{i}][{j}] - U[{i}][{j}]"),
    "trace": "=" + _sum("T[{i}][{j}]", DIAGONAL),
    "mean": f"=trace / {N}",
    "B": "=" + _matrix("T[{i}][{j}] - ({i} == {j} ? mean : 0)"),
    "B2": "=" + _matrix(SQUARE),
    "trace2": "=" + _sum("B2[{i}][{j}]", DIAGONAL),
    "trace3": "=" + _sum("B[{i}][{j}]*B2[{i}][{j}]", PAIRS),
    "trace4": "=" + _sum("B2[{i}][{j}]*B2[{i}][{j}]", PAIRS),
    "p": "=-trace2 / 2",
    "q": "=-trace3 / 3",
    "r": "=(trace2*trace2/2 - trace4) / 4",
    # The cubic z^3 + 2 p z^2 + (p^2 - 4 r) z - q^2, with z = t - 2 p / 3.
    "linear": "=-p*p/3 - 4*r",
    "rest": "=-2*p*p*p/27 + 8*p*r/3 - q*q",
    "radius": "=sqrt(max(-linear, 0) / 3)",
    "cosine": "=radius > 0 ? clamp(-rest / (2*radius*radius*radius), -1, 1) : 1",
    "z": "=max(2*radius*cos(acos(cosine) / 3) - 2*p/3, 0)",
    "eigenvalues": "=2*mean + sqrt(z)",
    "paid": "=" + " + ".join(f"price{i + 1}" for i in range(N)),
}


def limit_bars(fixed: pd.DataFrame, best: float) -> Picture:
    """Draw a stacked bar and a number for each limit, and the best total dashed.

    fixed : the table `fixed_limits`; the limit of the chosen prices is added
    """
    moved = pd.DataFrame({"prices": CHOSEN, "term": TERMS})
    table = pd.concat([fixed, moved], ignore_index=True)
    mine = f"datum.prices == '{CHOSEN}'"
    base = alt.Chart(table).transform_calculate(
        value=f"!({mine}) ? datum.value : "
        f"datum.term == '{TERMS[0]}' ? paid : eigenvalues",
        limit=f"{mine} ? paid + eigenvalues : datum.limit",
    )
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
    once = base.transform_filter(f"datum.term == '{TERMS[0]}'")  # one row per bar
    dashed = alt.Chart(pd.DataFrame([{"best": best}])).mark_rule(
        color=COLOURS[3], **look.DASHED
    )
    limits = once.mark_text(dy=-10, fontWeight="bold").encode(
        x=x, y="limit:Q", text=alt.Text("limit:Q", format=".2f")
    )
    chart = alt.layer(bars, dashed.encode(y="best:Q"), limits)
    return under_pointer(chart.properties(height=330), PRICES)


def draw_matrix(name: str, title: str) -> Picture:
    """Draw one of the MATRICES with its numbers."""
    rows = [{"i": i, "j": j, "word": WORDS[i], "other": WORDS[j]} for i, j in PAIRS]
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    base = alt.Chart(pd.DataFrame(rows)).transform_calculate(
        value=f"{name}[datum.i][datum.j]"
    )
    base = base.encode(
        x=alt.X("other:N", sort=WORDS, axis=axis, scale=alt.Scale(padding=0.05)),
        y=alt.Y("word:N", sort=WORDS, axis=axis, scale=alt.Scale(padding=0.05)),
    )
    shade = alt.Opacity("value:Q", legend=None).scale(domain=[0, 9], range=[0, 0.5])
    squares = base.mark_rect(color=COLOURS[0]).encode(opacity=shade)
    numbers = base.mark_text(fontSize=12).encode(
        text=alt.Text("value:Q", format=".3~f")
    )
    return under_pointer(
        alt.layer(squares, numbers).properties(height=88, title=title), PRICES
    )


def price_names() -> tuple[str, ...]:
    """Return the names of the words' prices."""
    return tuple(f"price{i + 1}" for i in range(N))


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
            "These prices are not the best": "",
        },
        why=(
            "A limit may stand above the best, because the prices are not the best, or "
            "because no prices close the gap. On a real corpus a gap of 5 % says: the "
            "topics reach at least 95 % of the best possible."
        ),
    ),
)
