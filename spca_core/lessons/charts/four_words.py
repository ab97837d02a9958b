"""Limits of four words by their terms, and A, U and T, all under the prices' sliders.

The two greatest eigenvalues of T are in closed form. With the mean m of all four taken
off, B = T - m I, they add up to the root of the greatest root z of the resolvent cubic
of B's characteristic polynomial y^4 + p y^2 + q y + r (Ferrari); its coefficients come
from the traces of B^2, B^3 and B^4 (Newton). All its roots are real.
"""

from itertools import product

import altair as alt
import pandas as pd

from spca_core.lessons.charts.pointer import under_pointer
from spca_core.lessons.four_words import BEST, CHOSEN, MATRIX, SAME, TERMS, WORDS
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import Picture

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


def matrix(name: str, title: str) -> Picture:
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
